import type { GreenhouseEvidence } from "../../model/finding/evidence.ts";
import type { FindingOf } from "../../model/finding/finding.ts";
import type { Text } from "../../model/outline.ts";
import { guessPlural } from "../../model/resource-name.ts";
import { list, phrase } from "../text.ts";
import { countText, formFor } from "../words/names.ts";
import type { FindingSentences, SentenceSetting } from "./sentences.ts";
import { evidenceBehind, inBrackets } from "./shared-sentences.ts";

/** The sentences about a Greenhouse object. */
export const greenhouseSentences: FindingSentences<GreenhouseEvidence["code"]> = {
  "not-gating": (finding, { about }) =>
    phrase`${finding.type} of ${about} is ${finding.status}, which does not affect Ready${evidenceBehind(finding)}`,
  suspended: ({ annotation }, { about }) =>
    phrase`${about} is suspended by annotation ${annotation}: its Ready condition is not updated until the annotation is removed`,
  "legacy-conditions": ({ types }, { about }) =>
    phrase`${about} was last updated by Greenhouse before March 2026 (${list(types)}); using that version's rules`,
  "leftover-conditions": ({ types }, { about }) =>
    phrase`${about} has outdated ${list(types)}, which older Greenhouse versions wrote and which are ignored`,
  "kubeconfig-incomplete": ({ missing }, { about }) =>
    phrase`the kubeconfig of ${about} has no ${list(missing)} and is unusable`,
  "cluster-not-ready": ({ cluster, message }, { about }) =>
    phrase`${about} runs on Cluster ${cluster}, which is not ready${evidenceBehind({ reason: "", message })}`,
  "release-missing": ({ release }, { about }) =>
    phrase`${about} reports HelmRelease ${release} as created, but it does not exist`,
  "plugins-skipped": ({ message }, { about }) =>
    phrase`${about} skips Plugins that exist without its label${evidenceBehind({ reason: "", message })}`,
  "no-clusters": (_, { about }) => phrase`${about} selects no Cluster and has no effect; check its clusterSelector`,
  "uncounted-plugins": describeUncountedPlugins,
  "binding-contradicts": ({ ready, rbacReady, reason }, { about }) =>
    phrase`${about} reports Ready=${ready} and RBACReady=${rbacReady}${inBrackets(reason)}: Ready is computed from status.clusters only`,
  "unhealthy-members": describeUnhealthyMembers,
};

function describeUncountedPlugins({ plugins }: FindingOf<"uncounted-plugins">, { about }: SentenceSetting): Text {
  const have = formFor(plugins.length, "has", "have");
  const are = formFor(plugins.length, "is", "are");
  return phrase`${list(plugins)} of ${about} ${have} no Ready condition yet and ${are} not counted in AllPluginsReady`;
}

function describeUnhealthyMembers({ members }: FindingOf<"unhealthy-members">, { about }: SentenceSetting): Text {
  const counts = members.map(
    ({ kind, unhealthy, all }) => `${unhealthy} of ${countText(all, kind, capitalPlural(kind))}`,
  );
  const isOne = members.length === 1 && members[0]?.unhealthy === 1;
  return phrase`in the namespace of ${about} ${list(counts)} ${isOne ? "is" : "are"} unhealthy, which does not affect its Ready condition`;
}

/** `Plugins`, `PluginDefinitions`: the plural as people write it. */
function capitalPlural(kind: string): string {
  return `${kind}${guessPlural(kind).slice(kind.length)}`;
}
