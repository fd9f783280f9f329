import type { Finding } from "../model/finding.ts";
import { type Clock, secondsAgo } from "./words-age.ts";
import { evidenceText } from "./words-cause.ts";
import { restartingEvidence } from "./words-evidence.ts";
import { describeApplication } from "./words-finding-application.ts";
import { describeGeneric } from "./words-finding-generic.ts";
import { describeGreenhouse } from "./words-finding-greenhouse.ts";
import { deletion, drifted, notComplete, notRead, operatorDown, related, stalled } from "./words-finding-parts.ts";
import { count, listOf, nameOf, resourceOf } from "./words-names.ts";
import { describeOddity } from "./words-oddity.ts";
import { describeSilence } from "./words-silence.ts";

/**
 * One sentence for a finding, without a full stop; it quotes the cluster, so make it harmless before showing it. Without a
 * clock it tells ages as kubectl does.
 */
export function describe(finding: Finding, clock?: Clock): string {
  const about = nameOf(finding.about);
  switch (finding.code) {
    case "operator-down":
      return operatorDown(finding);
    case "component-absent":
      return finding.outcome === "absent"
        ? `${finding.component} is missing: ${about} does not exist`
        : `${finding.component} is missing: the cluster does not know ${resourceOf(finding.about)}; is its CRD installed?`;
    case "not-read":
      return notRead(finding);
    case "no-conditions":
      return `${finding.component} has no conditions: its own operator has not judged it yet, or does not run`;
    case "component-operator-down":
      return `the operator of ${finding.component} is down (${about} ${finding.ready} ready): what ${finding.component} says of itself is old`;
    case "component-new":
      return `${finding.component} was made anew${finding.seconds === undefined ? "" : ` ${secondsAgo(finding.seconds, clock)}`}: what the CR says is about the one before`;
    case "another-of-kind":
      return `there is another ${finding.about.kind} beside ${about}, which HyperConverged does not count: ${listOf(finding.others)}`;
    case "missing-condition":
      return `${finding.component} does not report ${listOf(finding.types)}; the rules assume the worst or nothing`;
    case "unknown-condition":
      return `${finding.component} says Unknown for ${finding.type}${behind(finding.reason)}`;
    case "hidden-offender":
      return `${finding.component} has its share in ${listOf(finding.types)}, but the CR shows ${shownWords(finding.shown)}`;
    case "empty-message":
      return finding.siblingMessage === undefined
        ? `${finding.component} gives no message for ${finding.type}${finding.workloadsReady ? ", and all its workloads are ready: look at its operator's log" : ": look at its Deployments"}`
        : `${finding.component} gives no message for ${finding.type}; its ${finding.siblingType ?? "other condition"} says: ${finding.siblingMessage}`;
    case "drift":
      return drifted(finding);
    case "health-disagrees": {
      const expected = finding.expected === undefined ? "" : `; by its own rules it should say ${finding.expected}`;
      return `the CR's systemHealthStatus says ${finding.reported}, but its components are ${finding.verdict}${expected}`;
    }
    case "conditions-disagree":
      return `the CR's ${finding.type} (${finding.reason}) is worse than its components, which are ${finding.verdict}`;
    case "blame-from-reasons":
      return `${listOf(finding.components)} could not be read: only the CR's own reasons put the blame there`;
    case "invalid-request":
      return `the operator refuses ${about}: ${evidenceText({ reason: "", message: finding.message })}`;
    case "reconcile-failed":
      return notComplete("the operator has not finished a round", finding, finding.message, clock);
    case "status-unknown":
      return notComplete("the operator has not judged its components", finding, "", clock);
    case "installing":
      return "the operator is installing: its conditions are the first ones it writes";
    case "not-yet-seen":
      return `${about} has no status: no operator has looked at it yet`;
    case "stale":
      return `the status of ${about} is for generation ${finding.observedGeneration}, its spec is at ${finding.generation}: what it says is about an older spec`;
    case "deleting":
      return deletion(finding, about);
    case "deletion-blocked":
      return `${finding.component} refuses to be deleted: ${evidenceText(finding)}`;
    case "upgrade-stall":
      return stalled(finding);
    case "upgrade-stuck":
      return `the upgrade ${finding.from} -> ${finding.to} is stuck and the CR does not say so: ${evidenceText({ reason: "", message: finding.message })}`;
    case "operator-condition":
      return `OLM's OperatorCondition says Upgradeable ${finding.status} (${evidenceText(finding)}), expected ${finding.expected}`;
    case "conversion-webhook":
      return `${finding.severity === "error" ? `${about} cannot be read` : `${about} can be read in one version only`}: its conversion webhook ${finding.webhook} does not answer (${finding.cause}); see whether its pods run`;
    case "tainted":
      return `annotation ${finding.annotation} makes ${count(finding.operations, "unsupported change")} to ${finding.component}`;
    case "injector-not-ready":
      return `the network resources injector is not ready: ${evidenceText(finding)}`;
    case "overwritten":
      return `the operator undid ${count(finding.count, "edit")} of ${finding.object}${finding.last === undefined ? "" : `, the last at ${finding.last}`}; somebody else writes to it`;
    case "not-counted":
      return `${finding.component} is ${finding.verdict}, and the operator does not count it`;
    case "uncounted-workload":
      return `${about} ${finding.wanted === 0 ? "is scaled to 0" : `has ${finding.ready} of ${finding.wanted} replicas ready`}, and the CR's conditions do not count it`;
    case "outdated-workloads":
      return `${count(finding.count, "VirtualMachineInstance")} still ${finding.count === 1 ? "runs" : "run"} in the pods of an older KubeVirt; migrate or restart to update`;
    case "boot-image":
      return `boot image ${finding.name} is not up to date: ${evidenceText(finding)}`;
    case "related-object":
      return related(finding, about);
    case "several-roots":
      return `there are ${finding.names.length} ${finding.about.kind} objects, the operator looks at only one: ${listOf(finding.names)}`;
    case "orphan":
      return `${about} exists although nothing calls for it`;
    case "guessed-sense":
      return `what ${finding.type} of ${about} means was guessed from its name`;
    case "clock-ahead":
      return `${finding.type} of ${about} changed at ${finding.since}, after it was read: a clock is wrong, its age counts as 0`;
    case "damaged-input":
      return `${finding.where} could not be used: ${finding.cause}`;
    case "reading-refused":
      return notRead(finding);
    case "component-workload-down":
    case "workloads-not-found":
    case "csv-failed":
    case "phase-failed":
    case "judged-by-file":
      return describeSilence(finding, about);
    case "not-judged":
    case "odd-related":
    case "owner-cycle":
    case "owned-cut":
      return describeGeneric(finding, about);
    case "nothing-selected":
    case "selects-everything":
    case "expressions-ignored":
    case "component-kind-missing":
    case "group-taken-for-version":
    case "component-kind-unread":
    case "component-kind-twice":
    case "selected-cluster-wide":
    case "selects-itself":
    case "selects-in-a-circle":
    case "nested-too-many":
    case "assembly-phase":
    case "components-ready-differs":
    case "component-gone":
    case "component-unlisted":
    case "component-differs":
    case "component-unreadable":
    case "failed-job-ready":
    case "hostname-only":
    case "deadline-exceeded":
    case "unknown-counted-ready":
    case "error-counted-ready":
    case "unwell-counted-ready":
    case "owner-reference-missing":
      return describeApplication(finding, about);
    case "not-gating":
    case "suspended":
    case "legacy-conditions":
    case "leftover-conditions":
    case "kubeconfig-incomplete":
    case "cluster-not-ready":
    case "release-missing":
    case "plugins-skipped":
    case "no-clusters":
    case "uncounted-plugins":
    case "binding-contradicts":
    case "unwell-members":
      return describeGreenhouse(finding);
    case "restarting":
      return restartingEvidence({ pod: finding.about, ...finding });
    case "conditions-not-a-list":
    case "condition-not-an-object":
    case "condition-without-type":
    case "duplicate-condition":
    case "odd-status":
    case "odd-time":
    case "odd-text":
    case "odd-generation":
      return describeOddity(finding, about);
  }
}

function behind(reason: string): string {
  return reason === "" ? "" : ` (${reason})`;
}

function shownWords(shown: readonly string[]): string {
  return shown.length === 0 ? "nobody's words" : `the words of ${listOf(shown)}`;
}
