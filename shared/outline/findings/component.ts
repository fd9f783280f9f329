import type { ComponentEvidence } from "../../model/finding/evidence.ts";
import type { FindingOf } from "../../model/finding/finding.ts";
import type { Text } from "../../model/outline.ts";
import { resourceName } from "../../model/resource-name.ts";
import { type AgeClock, secondsAgo } from "../ages.ts";
import { evidenceText } from "../cause.ts";
import { list, phrase, quote } from "../text.ts";
import { countText, formFor } from "../words/names.ts";
import type { FindingSentences, SentenceSetting } from "./sentences.ts";
import { inBrackets, notRead, podsUnread } from "./shared-sentences.ts";

/** The sentences about a component and its workloads. */
export const componentSentences: FindingSentences<ComponentEvidence["code"]> = {
  "component-absent": describeAbsence,
  "not-read": notRead,
  "no-conditions": ({ component }) =>
    phrase`${component} has no conditions: its operator has not reconciled it yet, or is not running`,
  "component-operator-down": ({ component, ready, arePodsUnread }, { about }) =>
    phrase`the operator of ${component} is down (${about} ${ready} ready): the status of ${component} is out of date${podsUnread(arePodsUnread)}`,
  "component-operator-absent": ({ component }, { about }) =>
    phrase`${about}, the operator of ${component}, does not exist: nothing repairs or upgrades ${component}`,
  "component-new": (finding, { clock }) =>
    phrase`${finding.component} was deleted and recreated${agoText(finding, clock)}: the CR's status is about the previous one`,
  "another-of-kind": ({ others, about: { kind } }, { about }) =>
    phrase`${formFor(others.length, `another ${kind} exists`, `other ${kind}s exist`)}: ${list(others)}; HyperConverged manages only ${about}`,
  "missing-condition": ({ component, types }) =>
    phrase`${component} does not report ${list(types)}; ${missingWords(types)}`,
  "unknown-condition": ({ component, type, reason }) =>
    phrase`${component} reports ${type}=Unknown${inBrackets(reason)}`,
  "hidden-offender": (finding) =>
    phrase`${finding.component} also affects ${list(finding.types)}, but the CR reports ${shownText(finding)}`,
  "empty-message": describeEmptyMessage,
  "blame-from-reasons": ({ components }) =>
    phrase`only the CR's reasons name ${list(components)} as the cause: ${components.length === 1 ? "its own status is" : "their own status is"} not known`,
  "not-counted": ({ component, evaluated, because }) =>
    phrase`${component} is ${evaluated}, but the operator ignores it, because ${becauseWords[because]}`,
  "uncounted-workload": (finding, { about }) =>
    phrase`${about} ${replicasReady(finding)}${causeText(finding)} (ignored by the CR's conditions)`,
  "outdated-workloads": describeOutdated,
  orphan: (_, { about }) => phrase`${about} exists although nothing requires it`,
};

/** How many virtual machines wait, and what moves them. */
function describeOutdated({ count, movedBy, isAwaitingUpgrade }: FindingOf<"outdated-workloads">): Text {
  const what = phrase`${countText(count, "VirtualMachineInstance")} still ${formFor(count, "runs", "run")} in the pods of an older KubeVirt`;
  return isAwaitingUpgrade
    ? phrase`${what}; KubeVirt moves them once its own upgrade is done`
    : phrase`${what}; ${moverWords[movedBy]}`;
}

const moverWords = {
  migration: "KubeVirt migrates them by itself, but those that cannot migrate wait for a restart",
  eviction: "KubeVirt evicts them by itself, in batches",
  "migration-or-eviction": "KubeVirt migrates them by itself, and evicts those that cannot migrate",
  person: "workloadUpdateMethods names no method, so migrate or restart them",
} as const;

/** Distinguishes a component whose object is absent from one whose kind is not installed. */
function describeAbsence(
  { outcome, component, about: ref }: FindingOf<"component-absent">,
  { about }: SentenceSetting,
): Text {
  return outcome === "absent"
    ? phrase`${component} is missing: ${about} does not exist`
    : phrase`${component} is missing: CRD ${resourceName(ref)} is not installed`;
}

/** Names where to look instead: another condition that has a message, else the workloads or the operator's log. */
function describeEmptyMessage(finding: FindingOf<"empty-message">): Text {
  const { component, type, siblingType = "other condition", siblingMessage, workloadsReady } = finding;
  const what = phrase`${component} gives no message for ${type}`;
  if (siblingMessage !== undefined) return phrase`${what}; its ${siblingType} reports: ${quote(siblingMessage)}`;
  return workloadsReady
    ? phrase`${what}, and all its workloads are ready: check its operator's log`
    : phrase`${what}: check its Deployments`;
}

function agoText({ seconds }: FindingOf<"component-new">, clock?: AgeClock): Text {
  return seconds === undefined ? [] : phrase` ${secondsAgo(seconds, clock)}`;
}

/**
 * What the operator makes of a condition that a component lacks. It counts a missing Available, and a missing Progressing or
 * Degraded in no condition, but it ends no upgrade without them (kubevirt/hyperconverged-cluster-operator
 * controllers/operands/generic_operand.go, setConditionsByOperandConditions). A component may report them by then, hence
 * the answer about the upgrade is unknown.
 */
function missingWords(types: readonly string[]): string {
  return types.includes("Available")
    ? "the operator counts that as unavailable"
    : `the operator ignores that except in an upgrade, so whether one can finish is not known`;
}

const becauseWords = {
  "switched-off": "the CR does not enable it",
  "not-deployed": "the operator does not deploy it",
} as const;

function shownText({ shown }: FindingOf<"hidden-offender">): Text {
  return shown.length === 0 ? phrase`no component` : phrase`only ${list(shown)}`;
}

/** `: CrashLoopBackOff: cannot read its configuration`. */
function causeText({ cause }: FindingOf<"uncounted-workload">): Text {
  return cause === undefined ? [] : phrase`: ${evidenceText(cause)}`;
}

function replicasReady({ ready, wanted }: FindingOf<"uncounted-workload">): Text {
  return wanted === 0 ? phrase`is scaled to 0` : phrase`has ${ready} of ${wanted} replicas ready`;
}
