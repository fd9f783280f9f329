import type { CauseClause, ContainerState, RestartingContainer } from "../model/cause/cause-evidence.ts";
import type { Text } from "../model/outline.ts";
import type { Cause, ReportNode } from "../model/report.ts";
import { type AgeClock, ageText } from "./ages.ts";
import {
  beingDeleted,
  conditionEvidence,
  evidenceInFull,
  evidenceText,
  noReason,
  notEvaluated,
  outdatedStatus,
  pausedWords,
} from "./cause.ts";
import { joinClauses, withoutEndMark } from "./end-marks.ts";
import { phrase, plainText } from "./text.ts";

/** What explains a cause, every message in full: `Deployment x 0/1 ready; container y in CrashLoopBackOff (exit 1)`. */
export function causeEvidence({ evidence, since }: Pick<Cause, "evidence" | "since">): string {
  return joinEvidence(
    evidence.map((clause) => clauseText(clause)),
    since,
  );
}

/** The clauses of a cause in one sentence. Where it has a time, its age stands beside it in place of an end mark. */
function joinEvidence(texts: readonly string[], since: string | undefined): string {
  const sentence = joinClauses(texts);
  return since === undefined ? sentence : withoutEndMark(sentence);
}

/** The evidence behind the name of its part: `CDI: Deployment x 0/1 ready; …`. */
export function causeSentence(cause: Pick<Cause, "evidence" | "label" | "since">): string {
  return `${cause.label}: ${causeEvidence(cause)}`;
}

/** The text of a cause in the printed Report: `Degraded because CDI: Deployment x 0/1 ready, for 14m`. */
export function causeText(
  cause: Pick<Cause, "evidence" | "label" | "verdict" | "since">,
  clock: Omit<AgeClock, "tells">,
): string {
  const verdict = cause.verdict.charAt(0).toUpperCase() + cause.verdict.slice(1);
  const { label, evidence } = cause;
  const text = `${verdict} because ${causeSentence({ label, evidence })}`;
  const age = ageText(cause.since, { ...clock, tells: "age" });
  return age === "" ? text : `${withoutEndMark(text)}, for ${age}`;
}

/** One clause in words. `isNamed: false`: without the name of the object, which stands before it. */
export function clauseText(clause: CauseClause, { isNamed = true }: { readonly isNamed?: boolean } = {}): string {
  switch (clause.is) {
    case "quote":
      return evidenceInFull(clause);
    case "condition":
      return conditionEvidence(clause);
    case "workload":
      return workloadText(clause, isNamed);
    case "object": {
      const words = clause.trouble === undefined ? clause.verdict : evidenceInFull(clause.trouble);
      return isNamed ? `${clause.kind} ${clause.name} ${words}` : words;
    }
    case "container":
      return containerText(clause, isNamed);
    case "restarting":
      return plainText(restartingText(clause));
    case "not-found":
      return notFoundText(isNamed ? clause : { outcome: clause.outcome, kind: clause.kind });
    case "no-condition":
      return clause.type === undefined ? "reports no conditions" : missingConditionText(clause.type);
    case "state":
      return stateTexts[clause.state];
    case "not-evaluated":
      return evidenceInFull({ reason: clause.reason, message: notEvaluated });
    case "awaited":
      return awaitedText(clause);
    case "refusal": {
      const why = clause.message === "" ? "" : `: ${evidenceInFull({ reason: "", message: clause.message })}`;
      return `refuses to be deleted (${clause.reason})${why}`;
    }
    case "failing-upgrade": {
      const times = clause.count > 1 ? ` (${clause.count} times)` : "";
      return `every reconcile of the upgrade fails${times}: ${evidenceInFull({ reason: "", message: clause.message })}`;
    }
    case "olm":
      return olmText(clause);
    case "webhook":
      return `Service ${clause.service} has no ready endpoints (${clause.configurations.join(", ")})`;
  }
}

const stateTexts = {
  "being-deleted": beingDeleted,
  paused: pausedWords,
  outdated: outdatedStatus,
  silent: noReason,
} as const;

/** The evidence for an object without a condition that it should have. */
function missingConditionText(type: string): string {
  return `reports no ${type} condition`;
}

type ClauseOf<Is extends CauseClause["is"]> = Extract<CauseClause, { readonly is: Is }>;

function notFoundText({ outcome, kind, name, namespace }: Omit<ClauseOf<"not-found">, "is">): string {
  if (name === undefined) return unnamedNotFound[outcome];
  switch (outcome) {
    case "absent":
      return `${kind} ${name} does not exist${namespace === undefined ? "" : ` in namespace ${namespace}`}`;
    case "noSuchKind":
      return `kind ${kind} is not installed`;
    case "forbidden":
      return `no permission to read ${kind} ${name}`;
    case "unread":
      return `${kind} ${name} was not read`;
  }
}

const unnamedNotFound = {
  absent: "does not exist",
  noSuchKind: "is not installed",
  forbidden: "not allowed to read it",
  unread: "was not read",
} as const;

/** `Deployment cdi-deployment 0/1 ready`, and behind a colon what its controller failed to do. */
function workloadText({ kind = "", name, ready, isScaledToZero, trouble }: ClauseOf<"workload">, isNamed: boolean) {
  if (!isNamed && trouble !== undefined) return evidenceInFull(trouble);
  const counts = ready === undefined ? "reports no status" : `${ready} ready${isScaledToZero ? scaledText : ""}`;
  const state = name === undefined || !isNamed ? counts : `${kind} ${name} ${counts}`;
  return trouble === undefined ? state : `${state}: ${evidenceInFull(trouble)}`;
}

const scaledText = ", scaled to 0";

/** What stands behind the counts of a workload that is scaled away; else empty. */
export function scaledWords({ trouble }: Pick<ReportNode, "trouble">): string {
  return trouble?.reason === "ScaledToZero" ? scaledText : "";
}

/** `container cdi-controller in CrashLoopBackOff (exit 1, 7 restarts)`. */
function containerText({ name, facts, trouble, verdict }: ClauseOf<"container">, isNamed: boolean): string {
  const title = containerName({ label: name, facts });
  if (trouble === undefined) return isNamed ? `${title} ${verdict}` : verdict;
  const numbers = containerNumbers({ facts, trouble });
  const aside = numbers.length === 0 ? "" : ` (${numbers.join(", ")})`;
  // One of our own reasons only names what the message says.
  const isReported = facts["waiting"] !== undefined || facts["exitCode"] !== undefined;
  const words = containerWords({ facts, trouble }, evidenceInFull) || (isReported ? "" : trouble.reason);
  const state = isReported ? `${trouble.reason}${aside}` : aside.trimStart();
  if (!isNamed) return [state, words].filter((text) => text !== "").join(": ");
  const head = isReported ? `${title} in ${state}` : `${title}${aside}`;
  return words === "" ? head : `${head}: ${words}`;
}

/**
 * What the numbers of a container leave out, by default in one line. It is the message written as the container ended,
 * else why it does not start or get ready. Empty for the kubelet's `back-off 5m0s restarting failed container` and for
 * an exit code in words: the numbers say it.
 */
export function containerWords({ facts, trouble }: ContainerState, tell: typeof evidenceInFull = evidenceText): string {
  const { exitCode, waiting = "", lastMessage = "" } = facts;
  if (lastMessage !== "") return tell({ reason: "", message: lastMessage });
  const isBackOff = waiting === "CrashLoopBackOff" && containerNumbers({ facts }).length > 0;
  const isCounted = isBackOff || (waiting === "" && exitCode !== undefined);
  const message = trouble?.message.trim() ?? "";
  return isCounted || message === "" ? "" : tell({ reason: "", message });
}

/** `container cdi-controller of Pod x is ready but was restarted 57 times, most recently after OOMKilled (exit 137)`. */
export function restartingText(row: RestartingContainer): Text {
  const exit = row.exitCode === "" ? "" : `exit ${row.exitCode}`;
  const end = row.reason === "" || row.reason === "Error" ? exit : `${row.reason}${exit === "" ? "" : ` (${exit})`}`;
  const last = end === "" ? "" : `, most recently after ${end}`;
  return phrase`container ${row.container} of Pod ${row.pod} is ready but was restarted ${row.restarts} times${last}`;
}

/** `OOMKilled`, `exit 137`, `SIGKILL`, `7 restarts`: what the kubelet reports about a container that failed. */
export function containerNumbers({ facts, trouble }: ContainerState): readonly string[] {
  const { exitCode, signal, reason = "Error", restarts = "0" } = facts;
  const isGeneral = reason === "Error" || reason === "Completed" || reason === trouble?.reason;
  return [
    ...(isGeneral ? [] : [reason]),
    ...(exitCode === undefined ? [] : [`exit ${exitCode}`]),
    ...(signal === undefined || !isGeneral ? [] : [signal]),
    ...(restarts === "0" ? [] : [`${restarts} ${restarts === "1" ? "restart" : "restarts"}`]),
  ];
}

/** `container x`, `init container x`. */
export function containerName({ label, facts }: Pick<ReportNode, "label" | "facts">): string {
  return `${facts["container"] === "init" ? "init " : ""}container ${label}`;
}

/** What an upgrade waits for in a component: `reports v1.65.0, the upgrade expects v1.66.0`. */
function awaitedText({ observedVersion = "", expectedVersion = "", missing = [] }: ClauseOf<"awaited">): string {
  const version =
    expectedVersion === "" ? "" : `reports ${observedVersion || "no version"}, the upgrade expects ${expectedVersion}`;
  const types = `${missing.length === 1 ? "condition" : "conditions"} ${missing.join(" and ")}`;
  const conditions = missing.length === 0 ? "" : `does not report the ${types}, which the upgrade requires`;
  return joinClauses([version, conditions]) || "blocking the upgrade";
}

/** What OLM reports about an object of the operator's installation: its phase, its words and what it lacks. */
function olmText({ kind, name, phase, reason, message, unmet }: ClauseOf<"olm">): string {
  return joinClauses([
    phase === "" ? `${kind} ${name}` : `${kind} ${name} ${phase}`,
    reason === "" && message === "" ? "" : evidenceInFull({ reason, message }),
    unmet.length === 0 ? "" : `requires ${unmet.join(", ")}`,
  ]);
}

/** Whether nothing that was read says why: the cluster gave neither a reason nor a message. */
export function isSilentCause({ evidence }: Pick<Cause, "evidence">): boolean {
  return evidence.some(
    (clause) =>
      (clause.is === "state" && clause.state === "silent") ||
      (clause.is === "quote" && clause.reason === "" && clause.message === ""),
  );
}
