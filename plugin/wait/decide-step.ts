import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import type { SeenReport } from "../../shared/io/watch/follow-report.ts";
import type { LinkStatus } from "../../shared/io/watch/link-state.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { PermanentFinding } from "../../shared/model/finding/goal.ts";
import { keyOf, type Ref } from "../../shared/model/object.ts";
import type { Report } from "../../shared/model/report.ts";
import { resourceName } from "../../shared/model/resource-name.ts";
import type { Snapshot } from "../../shared/model/snapshot.ts";
import { secondsBetween } from "../../shared/model/time.ts";
import type { MissedObjects, WaitEnding, WaitGoal, WaitResult } from "../../shared/model/wait.ts";
import { qualifiedName } from "../../shared/outline/words/names.ts";
import { hcoProfile } from "../../shared/profiles/hco/profile.ts";
import { missingKindText, nothingToWaitForText } from "../../shared/render/words/commands/wait.ts";
import { nameGoal } from "../../shared/wait/blocking-findings.ts";
import { keyOfPermanent, listPermanentFindings } from "../../shared/wait/permanent-findings.ts";
import { isForbiddenToKnow, isUnreadObject } from "../../shared/wait/requested-objects.ts";
import { evaluateWaitGoal } from "../../shared/wait/wait-goal.ts";
import { noServerText } from "../follow/first-report-fault.ts";
import type { RequestedObjects } from "../naming/requested-objects.ts";
import { notFoundErrors } from "../status/not-found-errors.ts";
import type { ObservedWaitStatus, WaitSetting } from "./events.ts";
import { type GoalStability, heldTime, nextStability, notStable } from "./stability.ts";

/** What the evaluations so far have shown. */
export interface WaitEvidence {
  /** Roots that existed at any evaluation, by {@link keyOf}. */
  readonly foundBefore: ReadonlyMap<string, Ref>;
  /** All objects that the goal needs were readable at one evaluation. From then on, the wait is not refused any more. */
  readonly isBegun: boolean;
  readonly last: Evaluated | undefined;
  readonly stability: GoalStability;
  readonly failFast: FailFastState;
}

/** The evidence before the first evaluation. */
export const noEvidence: WaitEvidence = {
  foundBefore: new Map(),
  isBegun: false,
  last: undefined,
  stability: notStable,
  failFast: { loginLostSince: undefined, seenSince: new Map() },
};

interface Evaluated {
  readonly report: Report;
  readonly waited: WaitResult;
}

/**
 * The time of an evaluation. `elapsedMs`: milliseconds since the wait began. `reportAgeMs`: milliseconds since its Report
 * was computed.
 */
interface EvaluationTime {
  readonly elapsedMs: number;
  readonly reportAgeMs: number;
  /** What was seen before may be out of date. */
  readonly hasSkipped: boolean;
}

/** The result of one evaluation: the wait goes on, it ends, or it should not have begun. */
interface WaitDecision {
  readonly evidence: WaitEvidence;
  readonly status: ObservedWaitStatus;
  readonly ending?: WaitEnding;
  /** Lines of an error: what was asked for cannot be waited for. */
  readonly refusal?: string;
}

/** Milliseconds that the only evaluation of `--timeout 0` may take. */
export const maxFirstEvaluationMs = 30_000;

/**
 * Decides what a Report means for the wait. {@link evaluateWaitGoal} decides whether the goal is reached. This decides
 * whether that is seen and lasts, and what else ends the wait.
 */
export function decideWait(
  before: WaitEvidence,
  seen: SeenReport,
  time: EvaluationTime,
  setting: WaitSetting,
  requested: RequestedObjects,
): WaitDecision {
  const { report, snapshot, link } = seen;
  if (report === undefined || snapshot === undefined) return evaluateWithoutReport(before, link, time, setting);
  const foundBefore = rootsFoundBefore(before, report, setting, requested);
  const waited = evaluateWaitGoal(report, setting.goal, requested.wanted, [...foundBefore.values()]);
  const now = { report, waited };
  const refusal = before.isBegun ? undefined : refuseGoal({ ...now, snapshot }, requested, setting);
  if (refusal !== undefined) return { evidence: before, status: { elapsedMs: time.elapsedMs, link, ...now }, refusal };
  const isBegun = before.isBegun || !waited.blocking.some(isUnreadObject);
  const isSeen = link.state === "live" && !time.hasSkipped;
  const { evidence, status } = hold({ ...before, foundBefore, isBegun, last: now }, now, link, time, isSeen, setting);
  if (isSeen && status.heldMs !== undefined && status.heldMs >= setting.stableForMs)
    return { evidence, status, ending: reachedEnding(report, foundBefore, setting, requested) };
  if (!setting.failFast) return atTimeout({ evidence, status }, setting);
  const isLoginLost = link.state === "authRequired";
  const { state, ending } = nextFailFast(evidence.failFast, {
    ...now,
    goal: setting.goal,
    foundBefore,
    isLoginLost,
    isSeen,
    elapsedMs: time.elapsedMs,
    reportAgeMs: time.reportAgeMs,
  });
  const next = { evidence: { ...evidence, failFast: state }, status };
  return ending === undefined ? atTimeout(next, setting) : { ...next, ending };
}

/**
 * Why waiting should not even begin, as lines of an error. A type, a name or a root does not exist, unless the wait is
 * for its creation or deletion (kubectl, pkg/cmd/wait/wait.go, RunWaitContext). Or such objects never have the state.
 * Objects that could not be read may exist, so they are no reason.
 */
function refuseGoal(first: FirstEvaluation, requested: RequestedObjects, setting: WaitSetting): string | undefined {
  const { report, snapshot, waited } = first;
  const { goal, namespace } = setting;
  if (waited.blocking.some(isUnreadObject)) return undefined;
  // A bare word may be the name of an object that was deleted, or is not created yet.
  const isAbsent = goal.is === "deleted" || goal.is === "create";
  const mayBeName = isAbsent && requested.word !== undefined;
  const misses = notFoundErrors(
    { ...requested, ...(isAbsent && { wanted: [] }), ...(mayBeName && { unknown: [] }) },
    report,
    snapshot,
    namespace,
  );
  if (misses.length > 0) return misses.join("\n");
  const absence = waited.blocking.find(({ code }) => code === "missing-object");
  if (absence !== undefined && !isAbsent) return absenceText(absence.about.kind, snapshot, setting);
  const other = requested.wanted === undefined ? undefined : waited.blocking.find(({ code }) => code === "no-versions");
  if (other === undefined) return undefined;
  return sanitizeLine(unfitGoalText(goal.is, goal.is === "upgraded", qualifiedName(other.about)));
}

/** The error where the source has no object of the kind. */
function absenceText(kind: string, { readings }: Snapshot, { goal, namespace, selector }: WaitSetting): string {
  const missing = readings.find(({ query, outcome }) => query.kind === kind && outcome === "noSuchKind");
  if (missing !== undefined) return sanitizeLine(missingKindText(goal, resourceName(missing.query)));
  return sanitizeLine(nothingToWaitForText(goal, kind, namespace, selector));
}

/** The error for a wait whose goal the object never has. `goal` is the value of `--for`. */
function unfitGoalText(goal: string, isOfHyperConvergedOnly: boolean, object: string): string {
  const whom = isOfHyperConvergedOnly ? "a HyperConverged" : "a HyperConverged or one of its components";
  return `error: wait --for ${goal} requires ${whom}, not ${object}`;
}

/** What the first evaluation has read. */
interface FirstEvaluation {
  readonly report: Report;
  readonly snapshot: Snapshot;
  readonly waited: WaitResult;
}

/** Decides where not all that the goal needs is known. */
function evaluateWithoutReport(
  before: WaitEvidence,
  link: LinkStatus,
  time: EvaluationTime,
  setting: WaitSetting,
): WaitDecision {
  const { elapsedMs } = time;
  if (before.last !== undefined) return atTimeout(hold(before, before.last, link, time, false, setting), setting);
  const first = { evidence: before, status: { elapsedMs, link } };
  // A server that is down may come up within the time of the wait. Refused credentials are an error, as elsewhere.
  if (link.state === "authRequired" || (link.state === "unreachable" && setting.timeoutMs === 0))
    return { ...first, refusal: `error: ${link.cause ?? noServerText}` };
  return setting.timeoutMs === 0 && elapsedMs < maxFirstEvaluationMs ? first : atTimeout(first, setting);
}

/** The roots that existed so far. For `--for deleted` without names, roots that are created later do not count. */
function rootsFoundBefore(
  { foundBefore, isBegun }: WaitEvidence,
  { roots }: Report,
  { goal }: WaitSetting,
  { wanted }: RequestedObjects,
): ReadonlyMap<string, Ref> {
  if (goal.is === "deleted" && isBegun && wanted === undefined) return foundBefore;
  return new Map([...foundBefore, ...roots.map(({ ref }) => [keyOf(ref), ref] as const)]);
}

/** The evidence after this evaluation, with how long the goal has held. */
function hold(
  before: WaitEvidence,
  now: Evaluated,
  link: LinkStatus,
  { elapsedMs, hasSkipped }: EvaluationTime,
  isSeen: boolean,
  { stableForMs }: WaitSetting,
): WaitDecision {
  const isReached = now.waited.blocking.length === 0;
  const stability = nextStability(before.stability, { isReached, isSeen, elapsedMs, hasSkipped });
  const { brokenAfterMs, ...time } = heldTime(before.stability, stability, elapsedMs);
  const lost = brokenAfterMs !== undefined && stableForMs > 0 && { brokenAfterMs };
  return { evidence: { ...before, stability }, status: { elapsedMs, link, ...now, ...time, ...lost } };
}

/** Ends the wait at the time-out. The result is unknown only at the one evaluation of `--timeout 0`. */
function atTimeout(decision: WaitDecision, { timeoutMs }: WaitSetting): WaitDecision {
  const { waited, elapsedMs } = decision.status;
  if (elapsedMs < timeoutMs) return decision;
  const isUnknown = timeoutMs === 0 && waited?.isKnown !== true;
  return { ...decision, ending: { state: isUnknown ? "unknown" : "timed-out" } };
}

/**
 * The ending of a successful wait, with the objects that it was about. Deleted objects are not in the Report any more.
 */
function reachedEnding(
  { roots }: Report,
  foundBefore: ReadonlyMap<string, Ref>,
  { goal }: WaitSetting,
  { wanted = [{ kind: hcoProfile.root }] }: RequestedObjects,
): WaitEnding {
  const what = goal.is === "deleted" ? [...foundBefore.values()] : roots.map(({ ref }) => ref);
  const never = wanted.map(({ kind: { kind }, name }): MissedObjects => ({ kind, ...definedFields({ name }) }));
  return { state: "reached", what, never };
}

/** Seconds that an object may be gone. An object that is recreated was deleted before. */
const vanishedGraceSeconds = 20;
/** Milliseconds after which a lost login counts as permanent. */
const loginGraceMs = 60_000;

/** Since when a wait has seen what does not pass without intervention. Times are milliseconds since the wait began. */
interface FailFastState {
  readonly loginLostSince: number | undefined;
  /** Since when each permanent finding was seen, by {@link keyOfPermanent}. */
  readonly seenSince: ReadonlyMap<string, number>;
}

/** The result of one evaluation. `isSeen`: the connection was live. */
interface FailFastInput {
  readonly report: Report;
  readonly waited: WaitResult;
  readonly goal: WaitGoal;
  /** Roots that existed before, by keyOf. */
  readonly foundBefore: ReadonlyMap<string, Ref>;
  readonly isLoginLost: boolean;
  readonly isSeen: boolean;
  readonly elapsedMs: number;
  /** Since its Report was computed. */
  readonly reportAgeMs: number;
}

/**
 * What `--fail-fast` ends the wait with, once it has lasted: a finding that only a person can remove, or that the user
 * may not read the objects.
 */
function nextFailFast(
  before: FailFastState,
  input: FailFastInput,
): { readonly state: FailFastState; readonly ending?: WaitEnding } {
  const { report, waited, goal, isSeen, elapsedMs } = input;
  const loginLostSince = input.isLoginLost ? (before.loginLostSince ?? elapsedMs) : undefined;
  const state = { ...before, loginLostSince };
  if (loginLostSince !== undefined && elapsedMs - loginLostSince >= loginGraceMs)
    return { state, ending: { state: "unknown" } };
  if (!isSeen || waited.blocking.length === 0) return { state };
  const found = [...vanishedObjects(input), ...listPermanentFindings(report, goal, waited.blocking)];
  const byKey = new Map(found.map((finding) => [keyOfPermanent(finding), finding]));
  const seenSince = new Map([...byKey.keys()].map((key) => [key, before.seenSince.get(key) ?? elapsedMs]));
  const next = { loginLostSince, seenSince };
  for (const [key, finding] of byKey) {
    const lastingSeconds = secondsOf(finding, seenSince.get(key) ?? elapsedMs, input);
    if (lastingSeconds >= finding.graceSeconds)
      return { state: next, ending: { state: "permanent", permanent: finding } };
  }
  const isUnknowable = !waited.isKnown && waited.blocking.some((one) => isForbiddenToKnow(one, nameGoal(goal)));
  return { state: next, ...(isUnknowable && { ending: { state: "unknown" } }) };
}

/** How long the finding has lasted: the longer of the cluster's own times and those of the wait. */
function secondsOf(
  { since }: PermanentFinding,
  firstSeen: number,
  { report, elapsedMs, reportAgeMs }: FailFastInput,
): number {
  const reported = secondsBetween(since, report.takenAt) ?? Number.NEGATIVE_INFINITY;
  return Math.max(reported + reportAgeMs / 1000, (elapsedMs - firstSeen) / 1000);
}

/** Objects that existed and are deleted. Where a kind is not readable any more, the plugin cannot tell. */
function vanishedObjects({ waited: { blocking }, foundBefore }: FailFastInput): readonly PermanentFinding[] {
  return blocking.flatMap((one): readonly PermanentFinding[] => {
    if (one.code !== "missing-object") return [];
    const { kind, name } = one.about;
    if (blocking.some((other) => isUnreadObject(other) && other.about.kind === kind)) return [];
    return [...foundBefore.values()]
      .filter((ref) => ref.kind === kind && (name === "" || ref.name === name))
      .map((about) => ({ ...one, about, wasFound: true, graceSeconds: vanishedGraceSeconds }));
  });
}
