import { type AgeClock, secondsAgo } from "../../../aggregate/core/words/ages.ts";
import { restartingEvidence } from "../../../aggregate/core/words/evidence.ts";
import type { ComponentEvidence } from "../../../model/finding/component.ts";
import type { FindingOf } from "../../../model/finding/finding.ts";
import { resourceName } from "../../../model/resource-name.ts";
import { countText, formFor, joinNames } from "../report/names.ts";
import type { FindingSentences } from "./sentences.ts";
import { inBrackets, notRead, podsWords } from "./shared-sentences.ts";

/** The sentences about a component and its workloads. */
export const componentSentences: FindingSentences<ComponentEvidence["code"]> = {
  "component-absent": describeAbsence,
  "not-read": notRead,
  "no-conditions": ({ component }) =>
    `${component} has no conditions: its own operator has not judged it yet, or does not run`,
  "component-operator-down": ({ component, ready, arePodsUnread }, about) =>
    `the operator of ${component} is down (${about} ${ready} ready): what ${component} says of itself is old${podsWords(arePodsUnread)}`,
  "component-new": (finding, _, clock) =>
    `${finding.component} was made anew${tellAge(finding, clock)}: what the CR says is about the one before`,
  "another-of-kind": ({ others, about: { kind } }, about) =>
    `there is another ${kind} beside ${about}, which HyperConverged does not count: ${joinNames(others)}`,
  "missing-condition": ({ component, types }) =>
    `${component} does not report ${joinNames(types)}; the rules assume the worst or nothing`,
  "unknown-condition": ({ component, type, reason }) => `${component} says Unknown for ${type}${inBrackets(reason)}`,
  "hidden-offender": (finding) =>
    `${finding.component} has its share in ${joinNames(finding.types)}, but the CR shows ${shownWords(finding)}`,
  "empty-message": describeEmptyMessage,
  "blame-from-reasons": ({ components }) =>
    `${joinNames(components)} could not be read: only the CR's own reasons put the blame there`,
  "not-counted": ({ component, verdict }) => `${component} is ${verdict}, and the operator does not count it`,
  "uncounted-workload": (finding, about) =>
    `${about} ${replicasReady(finding)}, and the CR's conditions do not count it`,
  "outdated-workloads": (finding) =>
    `${countText(finding.count, "VirtualMachineInstance")} still ${formFor(finding.count, "runs", "run")} in the pods of an older KubeVirt; migrate or restart to update`,
  orphan: (_, about) => `${about} exists although nothing calls for it`,
  restarting: (finding) => restartingEvidence({ pod: finding.about, ...finding }),
};

/** Tells a component whose object is absent from one whose kind is not installed. */
function describeAbsence({ outcome, component, about: ref }: FindingOf<"component-absent">, about: string): string {
  return outcome === "absent"
    ? `${component} is missing: ${about} does not exist`
    : `${component} is missing: the cluster does not know ${resourceName(ref)}; is its CRD installed?`;
}

/** Names where to look instead: another condition that has a message, else the workloads or the operator's log. */
function describeEmptyMessage(finding: FindingOf<"empty-message">): string {
  const { component, type, siblingType = "other condition", siblingMessage, workloadsReady } = finding;
  const what = `${component} gives no message for ${type}`;
  if (siblingMessage !== undefined) return `${what}; its ${siblingType} says: ${siblingMessage}`;
  return workloadsReady
    ? `${what}, and all its workloads are ready: look at its operator's log`
    : `${what}: look at its Deployments`;
}

function tellAge({ seconds }: FindingOf<"component-new">, clock?: AgeClock): string {
  return seconds === undefined ? "" : ` ${secondsAgo(seconds, clock)}`;
}

function shownWords({ shown }: FindingOf<"hidden-offender">): string {
  return shown.length === 0 ? "nobody's words" : `the words of ${joinNames(shown)}`;
}

function replicasReady({ ready, wanted }: FindingOf<"uncounted-workload">): string {
  return wanted === 0 ? "is scaled to 0" : `has ${ready} of ${wanted} replicas ready`;
}
