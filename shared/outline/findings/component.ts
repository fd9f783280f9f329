import type { ComponentEvidence } from "../../model/finding/component.ts";
import type { FindingOf } from "../../model/finding/finding.ts";
import { resourceName } from "../../model/resource-name.ts";
import { type AgeClock, secondsAgo } from "../ages.ts";
import { restartingText } from "../cause-clauses.ts";
import { countText, formFor, joinNames } from "../words/names.ts";
import type { FindingSentences } from "./sentences.ts";
import { inBrackets, podsWords } from "./shared-sentences.ts";

/** The sentences about a component and its workloads. */
export const componentSentences: FindingSentences<ComponentEvidence["code"]> = {
  "component-absent": describeAbsence,
  "no-conditions": ({ component }) =>
    `${component} has no conditions: its operator has not reconciled it yet, or is not running`,
  "component-operator-down": ({ component, ready, arePodsUnread }, about) =>
    `the operator of ${component} is down (${about} ${ready} ready): the status of ${component} is out of date${podsWords(arePodsUnread)}`,
  "component-new": (finding, _, clock) =>
    `${finding.component} was recreated${tellAge(finding, clock)}: the CR's status is about the previous one`,
  "another-of-kind": ({ others, about: { kind } }, about) =>
    `HyperConverged manages ${about} and ignores ${kind} ${joinNames(others)}`,
  "missing-condition": ({ component, types }) =>
    `${component} does not report ${joinNames(types)}; the operator counts that as a fault or ignores it`,
  "unknown-condition": ({ component, type, reason }) => `${component} reports ${type}=Unknown${inBrackets(reason)}`,
  "hidden-offender": (finding) =>
    `${finding.component} also affects ${joinNames(finding.types)}, but the CR reports ${shownWords(finding)}`,
  "empty-message": describeEmptyMessage,
  "blame-from-reasons": ({ components }) =>
    `${joinNames(components)} could not be read: only the CR's reasons name ${components.length === 1 ? "it" : "them"} as the cause`,
  "not-counted": ({ component, evaluated }) => `${component} is ${evaluated}, but the operator ignores it`,
  "uncounted-workload": (finding, about) => `${about} ${replicasReady(finding)} (ignored by the CR's conditions)`,
  "outdated-workloads": (finding) =>
    `${countText(finding.count, "VirtualMachineInstance")} still ${formFor(finding.count, "runs", "run")} in the pods of an older KubeVirt; migrate or restart them`,
  orphan: (_, about) => `${about} exists although nothing requires it`,
  restarting: (finding) => restartingText({ ...finding, pod: finding.about.name }),
};

/** Tells a component whose object is absent from one whose kind is not installed. */
function describeAbsence({ outcome, component, about: ref }: FindingOf<"component-absent">, about: string): string {
  return outcome === "absent"
    ? `${component} is missing: ${about} does not exist`
    : `${component} is missing: CRD ${resourceName(ref)} is not installed`;
}

/** Names where to look instead: another condition that has a message, else the workloads or the operator's log. */
function describeEmptyMessage(finding: FindingOf<"empty-message">): string {
  const { component, type, siblingType = "other condition", siblingMessage, workloadsReady } = finding;
  const what = `${component} gives no message for ${type}`;
  if (siblingMessage !== undefined) return `${what}; its ${siblingType} reports: ${siblingMessage}`;
  return workloadsReady
    ? `${what}, and all its workloads are ready: check its operator's log`
    : `${what}: check its Deployments`;
}

function tellAge({ seconds }: FindingOf<"component-new">, clock?: AgeClock): string {
  return seconds === undefined ? "" : ` ${secondsAgo(seconds, clock)}`;
}

function shownWords({ shown }: FindingOf<"hidden-offender">): string {
  return shown.length === 0 ? "no component" : `only ${joinNames(shown)}`;
}

function replicasReady({ ready, wanted }: FindingOf<"uncounted-workload">): string {
  return wanted === 0 ? "is scaled to 0" : `has ${ready} of ${wanted} replicas ready`;
}
