import type { GreenhouseEvidence } from "../model/finding-greenhouse.ts";
import type { Ref } from "../model/object.ts";
import { evidenceText } from "./words-cause.ts";
import { count, listOf, nameOf, pluralOf } from "./words-names.ts";

/** One sentence for a finding about a Greenhouse object. */
export function describeGreenhouse(finding: GreenhouseEvidence & { readonly about: Ref }): string {
  const about = nameOf(finding.about);
  switch (finding.code) {
    case "not-gating": {
      const { reason, message } = finding;
      const why = reason === "" && message === "" ? "" : `: ${evidenceText({ reason, message })}`;
      return `${finding.type} of ${about} is ${finding.status}, which Ready does not count${why}`;
    }
    case "suspended":
      return `${about} is suspended by annotation ${finding.annotation}: its Ready stays as it was until the annotation goes`;
    case "legacy-conditions":
      return `${about} was last written by a Greenhouse of before March 2026 (${listOf(finding.types)}) and is judged by its rules`;
    case "leftover-conditions":
      return `${about} still has ${listOf(finding.types)} of an older Greenhouse beside those of today; nobody writes them any more, so they are not judged`;
    case "kubeconfig-incomplete":
      return `the kubeconfig of ${about} has no ${listOf(finding.missing)}, so nobody can use it`;
    case "cluster-not-ready": {
      const why = finding.message === "" ? "" : `: ${evidenceText({ reason: "", message: finding.message })}`;
      return `${about} is on Cluster ${finding.cluster}, which is not ready${why}`;
    }
    case "release-missing":
      return `${about} says that it made HelmRelease ${finding.release}, and there is none; somebody deleted it`;
    case "plugins-skipped":
      return `${about} leaves out what is there without its label${finding.message === "" ? "" : `: ${evidenceText({ reason: "", message: finding.message })}`}`;
    case "no-clusters":
      return `${about} selects no Cluster, so it does nothing; look at its clusterSelector`;
    case "uncounted-plugins":
      return `${listOf(finding.plugins)} of ${about} ${finding.plugins.length === 1 ? "has" : "have"} no Ready yet and ${finding.plugins.length === 1 ? "is" : "are"} not counted in AllPluginsReady`;
    case "binding-contradicts":
      return `${about} says Ready ${finding.ready} and RBACReady ${finding.rbacReady}${finding.reason === "" ? "" : ` (${finding.reason})`}: Ready is made of status.clusters alone`;
    case "unwell-members": {
      const said = finding.members.map(
        ({ kind, unwell, all }) => `${unwell} of ${count(all, kind, capitalPlural(kind))}`,
      );
      return `in the namespace of ${about} ${listOf(said)} ${isOne(finding.members) ? "is" : "are"} unwell, which its Ready does not count`;
    }
  }
}

/** `Plugins`, `PluginDefinitions`: the plural as people write it. */
function capitalPlural(kind: string): string {
  return `${kind}${pluralOf(kind).slice(kind.length)}`;
}

function isOne(members: readonly { readonly unwell: number }[]): boolean {
  return members.length === 1 && members[0]?.unwell === 1;
}
