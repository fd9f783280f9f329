import { capitalize } from "../model/capitalize.ts";
import type { CauseClause, ContainerState, KeptBy, RestartingContainer } from "../model/cause/cause-evidence.ts";
import { hasMessage } from "../model/cause/trouble.ts";
import type { Text } from "../model/outline.ts";
import type { Cause, ReportNode } from "../model/report.ts";
import { type AgeClock, ageText, momentPhrase } from "./ages.ts";
import {
  beingDeleted,
  conditionEvidence,
  evidenceInFull,
  evidenceText,
  messageText,
  noReason,
  notEvaluated,
} from "./cause.ts";
import { joinTexts, withoutEndMark } from "./end-marks.ts";
import { change, joined, list, name, phrase, plainText, quote, spaced, words } from "./text.ts";
import { formFor, withOthers } from "./words/names.ts";
import { generationsText, missingText } from "./words/read-outcomes.ts";

/** What stands before the value of a trait. */
const traitTexts = {
  node: "node ",
  zone: "nodes in zone ",
  architecture: "nodes of architecture ",
  "os-image": "nodes with ",
  kernel: "nodes with kernel ",
} as const;

/** Why an Application selects no components. */
export const whyNothingIsSelected = {
  "no-selector": "no selector",
  "no-kinds": "no component kinds",
  "no-match": "nothing matches",
} as const;

/** States of an object that are its whole evidence. */
const stateTexts = {
  "being-deleted": beingDeleted,
  paused: "paused",
  outdated: "changed, not yet evaluated by its controller",
  silent: noReason,
  "not-restored": "apply the operator's manifests again",
  truncated: "the input is truncated, and what is missing may be unhealthy",
} as const;

const scaledText = ", scaled to 0";

/** What explains a cause, every message in full: `Deployment x 0/1 ready; container y in CrashLoopBackOff (exit 1)`. */
export function causeEvidence({ evidence, since }: Pick<Cause, "evidence" | "since">): string {
  const sentence = plainText(joinTexts(evidence.map((clause) => clauseText(clause))));
  // Where it has a time, its age stands beside it in place of an end mark.
  return since === undefined ? sentence : withoutEndMark(sentence);
}

/** The text of a cause in the printed Report: `Degraded because CDI: Deployment x 0/1 ready, for 14m`. */
export function causeText(
  cause: Pick<Cause, "evidence" | "label" | "verdict" | "since">,
  clock: Omit<AgeClock, "format">,
): string {
  const { label, evidence } = cause;
  const text = `${capitalize(cause.verdict)} because ${label}: ${causeEvidence({ evidence })}`;
  const age = ageText(cause.since, { ...clock, format: "age" });
  return age === "" ? text : `${withoutEndMark(text)}, for ${age}`;
}

/** What the text of a clause depends on beside the clause. */
interface ClauseForm {
  /** Whether the clause names its object (default true). False where the name stands before the clause. */
  readonly isNamed?: boolean;
  /** Whether the clause is about several objects, whose names stand before it (default false). */
  readonly isPlural?: boolean;
  /** The moment from which ages count. Without it the clause has no age. */
  readonly clock?: AgeClock | undefined;
}

/** One clause, in which names, counts and the cluster's own words have their roles. */
export function clauseText(clause: CauseClause, form: ClauseForm = {}): Text {
  const { isNamed = true, isPlural = false, clock } = form;
  switch (clause.is) {
    case "quote":
      return [quote(evidenceInFull(clause))];
    case "condition":
      return [quote(conditionEvidence(clause))];
    case "workload":
      return workloadText(clause, isNamed);
    case "object":
      return objectText(clause, isNamed);
    case "container":
      return containerText(clause, isNamed);
    case "restarting":
      return restartingText(clause);
    case "not-found":
      if (!isNamed || clause.name === undefined) return words(namelessNotFoundText(clause, isPlural));
      return phrase`${words(clause.isDeleted ? "was deleted: " : "")}${notFoundText(clause, clause.name)}`;
    case "no-condition":
      return noConditionText(clause, isPlural);
    case "recreated":
      return words(
        "was deleted and recreated, and reports no conditions yet: the CR's status is about the previous one",
      );
    case "state":
      return words(`${stateTexts[clause.state]}${generationsText(clause)}`);
    case "nothing-selected":
      return words(nothingSelectedText(clause));
    case "not-evaluated":
      if (clause.isUpgrading) return words(`an upgrade has begun, and ${notEvaluated} yet`);
      return [quote(evidenceInFull({ reason: clause.reason, message: notEvaluated }))];
    case "rejected":
      return rejectedText(clause);
    case "conflict":
      return words(
        clause.isLasting
          ? "write conflict, which the operator's retries have not resolved"
          : "write conflict; the operator retries by itself",
      );
    case "others":
      return phrase`another ${clause.kind} exists: ${{ is: "list", names: clause.names }}`;
    case "progress":
      return progressText(clause);
    case "awaited":
      return awaitedText(clause);
    case "refusal":
      return phrase`refuses to be deleted (${clause.reason})${keptText(clause.kept)}${quotedMessage(clause.message)}`;
    case "abandoned":
      return abandonedText(clause);
    case "failing-upgrade":
      return failingUpgradeText(clause, clock);
    case "olm":
      return olmText(clause);
    case "common-ground":
      return phrase`all ${clause.pods} failing pods run on ${words(traitTexts[clause.trait])}${clause.value}, and no healthy one`;
    case "webhook":
      return phrase`Service ${clause.service} has no ready endpoints (${clause.configurations.join(", ")})`;
  }
}

/** ` because of VirtualMachine x/a, x/b and 3 more`; empty where nothing was read. */
export function keptText(kept: KeptBy | undefined): Text {
  if (kept === undefined) return [];
  return phrase` because of ${list(withOthers(kept.names, kept.count))}`;
}

/** Which finalizers nothing removes, and what brings back the operator that would. */
export function abandonedText({
  finalizers,
  operator,
  operatorNamespace,
  isScaledToZero,
}: Omit<Extract<CauseClause, { readonly is: "abandoned" }>, "is">): Text {
  const which = phrase`${formFor(finalizers.length, "finalizer", "finalizers")} ${list(finalizers)}`;
  if (isScaledToZero) return phrase`nothing removes ${which}: Deployment ${operator} is scaled to 0`;
  return phrase`nothing removes ${which}: Deployment ${operator} does not exist in namespace ${operatorNamespace}; install the operator again to end the deletion`;
}

/** `7 times, last 14m ago`, `last at 2026-11-21T08:30:00Z`, `last just now`; or empty. */
export function occurrencesText(
  { count, last }: { readonly count: number; readonly last?: string },
  clock: AgeClock | undefined,
): string {
  const moment = momentPhrase(last, clock);
  const clauses: string[] = [];
  if (count > 1) clauses.push(`${count} times`);
  if (moment !== "") clauses.push(`last ${moment}`);
  return clauses.join(", ");
}

/** `: the cluster's message`; nothing without one. */
function quotedMessage(message: string): Text {
  return message === "" ? [] : phrase`: ${quote(evidenceInFull({ reason: "", message }))}`;
}

type ClauseOf<Is extends CauseClause["is"]> = Extract<CauseClause, { readonly is: Is }>;

/** `DataVolume x ImportFailed: boom`; its verdict where it reports nothing. */
function objectText({ kind, name: label, verdict, trouble }: ClauseOf<"object">, isNamed: boolean): Text {
  const state = trouble === undefined ? words(verdict) : [quote(evidenceInFull(trouble))];
  return isNamed ? phrase`${kind} ${label} ${state}` : state;
}

/** `reports no conditions`, `reports no Available condition`. */
function noConditionText({ type }: ClauseOf<"no-condition">, isPlural: boolean): Text {
  const verb = isPlural ? "report" : "reports";
  return type === undefined ? words(`${verb} no conditions`) : phrase`${words(verb)} no ${type} condition`;
}

function nothingSelectedText({ why }: ClauseOf<"nothing-selected">): string {
  if (why === "unread") return "its components are unread: the files have no object of their kinds";
  return `selects no components (${whyNothingIsSelected[why]}), so its health is not known; the controller reports ready (0/0)`;
}

/** `every reconcile of the upgrade fails (7 times, last 14m ago): the operator's message`. */
function failingUpgradeText(clause: ClauseOf<"failing-upgrade">, clock: AgeClock | undefined): Text {
  const occurrences = occurrencesText(clause, clock);
  const asideText = occurrences === "" ? "" : ` (${occurrences})`;
  return phrase`every reconcile of the upgrade fails${words(asideText)}${quotedMessage(clause.message)}`;
}

/** `does not exist`, for where the name of the object stands before it. */
function namelessNotFoundText({ outcome, notIn }: ClauseOf<"not-found">, isPlural: boolean): string {
  if (notIn === undefined && outcome === "forbidden" && !isPlural) return "not allowed to read it";
  return missingText(notIn ?? outcome, isPlural ? 2 : 1);
}

function notFoundText({ outcome, kind, namespace, notIn }: ClauseOf<"not-found">, label: string): Text {
  switch (outcome) {
    case "absent":
      return phrase`${kind} ${label} does not exist${namespace === undefined ? [] : phrase` in namespace ${namespace}`}`;
    case "noSuchKind":
      return phrase`kind ${kind} is not installed`;
    case "forbidden":
      return phrase`no permission to read ${kind} ${label}`;
    case "unread":
      return phrase`${kind} ${label} ${words(missingText(notIn ?? outcome, 1))}`;
  }
}

/** `Deployment cdi-deployment 0/1 ready`, and behind a colon what its controller failed to do. */
function workloadText(clause: ClauseOf<"workload">, isNamed: boolean): Text {
  const { kind = "", name: label, ready, isScaledToZero, trouble } = clause;
  const failure = trouble === undefined ? [] : [quote(evidenceInFull(trouble))];
  if (!isNamed && trouble !== undefined) return failure;
  const scaleNote = words(isScaledToZero ? scaledText : "");
  const counts = ready === undefined ? words("reports no status") : phrase`${ready} ready${scaleNote}`;
  const state = label === undefined || !isNamed ? counts : phrase`${kind} ${label} ${counts}`;
  return joined(": ", [state, failure]);
}

/** What stands behind the counts of a workload that is scaled away; else empty. */
export function scaledWords({ trouble }: Pick<ReportNode, "trouble">): string {
  return trouble?.reason === "ScaledToZero" ? scaledText : "";
}

/**
 * `container cdi-controller in CrashLoopBackOff (exit 1, 7 restarts): the message of its end`. A reason that this program
 * gave, because the kubelet reports none, is no state: its message stands in its place, else the reason.
 */
function containerText({ name: label, facts, trouble, verdict }: ClauseOf<"container">, isNamed: boolean): Text {
  const title = containerName({ label, facts });
  if (trouble === undefined) return isNamed ? phrase`${title} ${verdict}` : words(verdict);
  const isReported = facts["waiting"] !== undefined || facts["exitCode"] !== undefined;
  const reasonInPlace = isReported ? "" : trouble.reason;
  const message = formatContainer({ facts, trouble }, evidenceInFull) || reasonInPlace;
  const numbers = containerNumbers({ facts, trouble });
  const state = spaced(
    isReported ? [name(trouble.reason)] : [],
    numbers.length === 0 ? [] : phrase`(${numbers.join(", ")})`,
  );
  const named = isNamed ? joined(isReported ? " in " : " ", [[name(title)], state]) : state;
  return joined(": ", [named, message === "" ? [] : [quote(message)]]);
}

/**
 * The message of a container that failed, by default in one line: the one that was written as it ended, else why it does
 * not start or get ready. Empty where {@link containerNumbers} say the same: for the kubelet's
 * `back-off 5m0s restarting failed container` and for an exit code in words.
 */
export function formatContainer(
  { facts, trouble }: ContainerState,
  format: typeof evidenceInFull = evidenceText,
): string {
  const { exitCode, waiting = "", lastMessage = "" } = facts;
  if (lastMessage !== "") return format({ reason: "", message: lastMessage });
  const isBackOff = waiting === "CrashLoopBackOff" && containerNumbers({ facts }).length > 0;
  const isExit = waiting === "" && exitCode !== undefined;
  if (isBackOff || isExit || trouble === undefined) return "";
  const message = messageText(trouble).trim();
  return message === "" ? "" : format({ reason: "", message });
}

/** `container cdi-controller of Pod x is ready but was restarted 57 times, most recently after OOMKilled (exit 137)`. */
export function restartingText(row: RestartingContainer): Text {
  const end = endText(row);
  const afterEnd = end === "" ? "" : `, most recently after ${end}`;
  return phrase`container ${row.container} of Pod ${row.pod} is ready but was restarted ${row.restarts} times${afterEnd}`;
}

/** `OOMKilled (exit 137)`, `exit 1`, or empty. The reason "Error" adds nothing to the exit code. */
function endText({ reason, exitCode }: RestartingContainer): string {
  const exit = exitCode === "" ? "" : `exit ${exitCode}`;
  if (reason === "" || reason === "Error") return exit;
  return exit === "" ? reason : `${reason} (${exit})`;
}

/** `OOMKilled`, `exit 137`, `SIGKILL`, `7 restarts`: what the kubelet reports about a container that failed. */
export function containerNumbers({ facts, trouble }: ContainerState): readonly string[] {
  const { exitCode, signal, reason = "Error", restarts = "0" } = facts;
  // The exit code says Error and Completed, and the reason of the trouble stands before the numbers.
  const addsReason = reason !== "Error" && reason !== "Completed" && reason !== trouble?.reason;
  const numbers: string[] = [];
  if (addsReason) numbers.push(reason);
  if (exitCode !== undefined) numbers.push(`exit ${exitCode}`);
  if (signal !== undefined && !addsReason) numbers.push(signal);
  if (restarts !== "0") numbers.push(`${restarts} ${formFor(Number(restarts), "restart", "restarts")}`);
  return numbers;
}

/** `container x`, `init container x`. */
export function containerName({ label, facts }: Pick<ReportNode, "label" | "facts">): string {
  return `${facts["container"] === "init" ? "init " : ""}container ${label}`;
}

/** `must be named kubevirt-hyperconverged; the operator ignores it`. */
function rejectedText({ name: label, namespace }: ClauseOf<"rejected">): Text {
  const required = joined(" and ", [
    label === undefined ? [] : phrase`be named ${label}`,
    namespace === undefined ? [] : phrase`be in namespace ${namespace}`,
  ]);
  return phrase`must ${required}; the operator ignores it`;
}

/** `rolling out v1.9.0`, `rolling out v1.9.0 again (same version)`, `upgrading v1.8.2 -> v1.9.0`. */
function progressText({ from, to }: ClauseOf<"progress">): Text {
  if (to === undefined) return words("rolling out");
  if (from === undefined) return phrase`rolling out ${to}`;
  if (from === to) return phrase`rolling out ${to} again (same version)`;
  return phrase`upgrading ${change(from, to)}`;
}

/** What an upgrade waits for in a component: `reports v1.65.0, the upgrade expects v1.66.0`. */
function awaitedText({ observedVersion = "", expectedVersion = "", missing = [] }: ClauseOf<"awaited">): Text {
  const observed = observedVersion === "" ? words("no version") : observedVersion;
  const types = phrase`${formFor(missing.length, "condition", "conditions")} ${missing.join(" and ")}`;
  const text = joined("; ", [
    expectedVersion === "" ? [] : phrase`reports ${observed}, the upgrade expects ${expectedVersion}`,
    missing.length === 0 ? [] : phrase`does not report the ${types}, which the upgrade requires`,
  ]);
  return text.length === 0 ? words("blocking the upgrade") : text;
}

/** What OLM reports about an object of the operator's installation: its phase, its words and what it lacks. */
function olmText(clause: ClauseOf<"olm">): Text {
  const { kind, name: label, phase, unmet } = clause;
  return joinTexts([
    spaced(phrase`${kind} ${label}`, words(phase)),
    clause.reason === "" && !hasMessage(clause) ? [] : [quote(evidenceInFull(clause))],
    unmet.length === 0 ? [] : phrase`requires ${{ is: "list", names: unmet }}`,
  ]);
}

/** Whether the cluster gave neither a reason nor a message for a cause. */
export function isSilentCause({ evidence }: Pick<Cause, "evidence">): boolean {
  return evidence.some(isSilentClause);
}

function isSilentClause(clause: CauseClause): boolean {
  if (clause.is === "state") return clause.state === "silent";
  return clause.is === "quote" && clause.reason === "" && !hasMessage(clause);
}
