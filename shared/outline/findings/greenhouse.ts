import type { FindingOf } from "../../model/finding/finding.ts";
import type { GreenhouseEvidence } from "../../model/finding/greenhouse.ts";
import { guessPlural } from "../../model/resource-name.ts";
import { evidenceText } from "../cause.ts";
import { countText, formFor, joinNames } from "../words/names.ts";
import type { FindingSentences } from "./sentences.ts";
import { inBrackets, quoteMessage } from "./shared-sentences.ts";

/** The sentences about a Greenhouse object. */
export const greenhouseSentences: FindingSentences<GreenhouseEvidence["code"]> = {
  "not-gating": (finding, about) =>
    `${finding.type} of ${about} is ${finding.status}, which does not affect Ready${why(finding)}`,
  suspended: ({ annotation }, about) =>
    `${about} is suspended by annotation ${annotation}: its Ready condition is not updated until the annotation is removed`,
  "legacy-conditions": ({ types }, about) =>
    `${about} was last updated by Greenhouse before March 2026 (${joinNames(types)}); using that version's rules`,
  "leftover-conditions": ({ types }, about) =>
    `${about} has outdated ${joinNames(types)}, which older Greenhouse versions wrote and which are ignored`,
  "kubeconfig-incomplete": ({ missing }, about) =>
    `the kubeconfig of ${about} has no ${joinNames(missing)} and is unusable`,
  "cluster-not-ready": ({ cluster, message }, about) =>
    `${about} runs on Cluster ${cluster}, which is not ready${because(message)}`,
  "release-missing": ({ release }, about) =>
    `${about} reports HelmRelease ${release} as created, but it does not exist`,
  "plugins-skipped": ({ message }, about) => `${about} skips Plugins that exist without its label${because(message)}`,
  "no-clusters": (_, about) => `${about} selects no Cluster and has no effect; check its clusterSelector`,
  "uncounted-plugins": describeUncountedPlugins,
  "binding-contradicts": ({ ready, rbacReady, reason }, about) =>
    `${about} reports Ready=${ready} and RBACReady=${rbacReady}${inBrackets(reason)}: Ready is computed from status.clusters only`,
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
  return `${joinNames(plugins)} of ${about} ${have} no Ready condition yet and ${are} not counted in AllPluginsReady`;
}

function describeUnhealthyMembers({ members }: FindingOf<"unwell-members">, about: string): string {
  const said = members.map(({ kind, unwell, all }) => `${unwell} of ${countText(all, kind, capitalPlural(kind))}`);
  const isOne = members.length === 1 && members[0]?.unwell === 1;
  return `in the namespace of ${about} ${joinNames(said)} ${isOne ? "is" : "are"} unhealthy, which does not affect its Ready condition`;
}

/** `Plugins`, `PluginDefinitions`: the plural as people write it. */
function capitalPlural(kind: string): string {
  return `${kind}${guessPlural(kind).slice(kind.length)}`;
}
