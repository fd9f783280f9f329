import { evidenceText } from "../../../aggregate/core/words/cause.ts";
import type { FindingOf } from "../../../model/finding/finding.ts";
import type { GreenhouseEvidence } from "../../../model/finding/greenhouse.ts";
import { guessPlural } from "../../../model/resource-name.ts";
import { countText, formFor, joinNames } from "../report/names.ts";
import type { FindingSentences } from "./sentences.ts";
import { inBrackets, quoteMessage } from "./shared-sentences.ts";

/** The sentences about a Greenhouse object. */
export const greenhouseSentences: FindingSentences<GreenhouseEvidence["code"]> = {
  "not-gating": (finding, about) =>
    `${finding.type} of ${about} is ${finding.status}, which Ready does not count${why(finding)}`,
  suspended: ({ annotation }, about) =>
    `${about} is suspended by annotation ${annotation}: its Ready stays as it was until the annotation goes`,
  "legacy-conditions": ({ types }, about) =>
    `${about} was last written by a Greenhouse of before March 2026 (${joinNames(types)}) and is judged by its rules`,
  "leftover-conditions": ({ types }, about) =>
    `${about} still has ${joinNames(types)} of an older Greenhouse beside those of today; nobody writes them any more, so they are not judged`,
  "kubeconfig-incomplete": ({ missing }, about) =>
    `the kubeconfig of ${about} has no ${joinNames(missing)}, so nobody can use it`,
  "cluster-not-ready": ({ cluster, message }, about) =>
    `${about} is on Cluster ${cluster}, which is not ready${because(message)}`,
  "release-missing": ({ release }, about) =>
    `${about} says that it made HelmRelease ${release}, and there is none; somebody deleted it`,
  "plugins-skipped": ({ message }, about) => `${about} leaves out what is there without its label${because(message)}`,
  "no-clusters": (_, about) => `${about} selects no Cluster, so it does nothing; look at its clusterSelector`,
  "uncounted-plugins": describeUncountedPlugins,
  "binding-contradicts": ({ ready, rbacReady, reason }, about) =>
    `${about} says Ready ${ready} and RBACReady ${rbacReady}${inBrackets(reason)}: Ready is made of status.clusters alone`,
  "unwell-members": describeUnhealthyMembers,
};

function why(words: FindingOf<"not-gating">): string {
  return words.reason === "" && words.message === "" ? "" : `: ${evidenceText(words)}`;
}

function because(message: string): string {
  return message === "" ? "" : `: ${quoteMessage(message)}`;
}

function describeUncountedPlugins({ plugins }: FindingOf<"uncounted-plugins">, about: string): string {
  const [have, are] = [formFor(plugins.length, "has", "have"), formFor(plugins.length, "is", "are")];
  return `${joinNames(plugins)} of ${about} ${have} no Ready yet and ${are} not counted in AllPluginsReady`;
}

function describeUnhealthyMembers({ members }: FindingOf<"unwell-members">, about: string): string {
  const said = members.map(({ kind, unwell, all }) => `${unwell} of ${countText(all, kind, capitalPlural(kind))}`);
  const isOne = members.length === 1 && members[0]?.unwell === 1;
  return `in the namespace of ${about} ${joinNames(said)} ${isOne ? "is" : "are"} unwell, which its Ready does not count`;
}

/** `Plugins`, `PluginDefinitions`: the plural as people write it. */
function capitalPlural(kind: string): string {
  return `${kind}${guessPlural(kind).slice(kind.length)}`;
}
