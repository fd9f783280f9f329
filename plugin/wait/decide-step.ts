import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import type { SeenReport } from "../../shared/io/watch/follow-report.ts";
import type { LinkStatus } from "../../shared/io/watch/link-state.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { keyOf, type Ref } from "../../shared/model/object.ts";
import type { Report } from "../../shared/model/report.ts";
import { resourceName } from "../../shared/model/resource-name.ts";
import type { Snapshot } from "../../shared/model/snapshot.ts";
import type { MissedObjects, WaitEnding, WaitResult } from "../../shared/model/wait.ts";
import { qualifiedName } from "../../shared/outline/words/names.ts";
import { hcoProfile } from "../../shared/profiles/hco/profile.ts";
import { missingKindText, nothingToWaitForText } from "../../shared/render/words/commands/wait.ts";
import { isUnreadObject } from "../../shared/wait/requested-objects.ts";
import { evaluateWaitGoal } from "../../shared/wait/wait-goal.ts";
import { noServerText } from "../follow/first-report-fault.ts";
import type { RequestedObjects } from "../naming/requested-objects.ts";
import { notFoundErrors } from "../status/not-found-errors.ts";
import type { ObservedWaitStatus, WaitSetting } from "./events.ts";
import { type FailFastState, nextFailFast, nothingSeen } from "./fail-fast.ts";
import { type GoalStability, measureHeldTime, nextStability, notStable } from "./stability.ts";

/** The most milliseconds until the only evaluation of `--timeout 0`. */
export const maxFirstEvaluationMs = 30_000;

/** What the evaluations so far have shown. */
export interface WaitEvidence {
  /** Roots that existed at any evaluation, by {@link keyOf}. */
  readonly foundBefore: ReadonlyMap<string, Ref>;
  /** Whether one evaluation could read all objects that the goal needs. From then on, the wait is not refused any more. */
  readonly isBegun: boolean;
  readonly last: EvaluatedGoal | undefined;
  readonly stability: GoalStability;
  readonly failFast: FailFastState;
}

/** The evidence before the first evaluation. */
export const noEvidence: WaitEvidence = {
  foundBefore: new Map(),
  isBegun: false,
  last: undefined,
  stability: notStable,
  failFast: nothingSeen,
};

/** A Report, and whether the goal is reached in it. */
interface EvaluatedGoal {
  readonly report: Report;
  readonly waited: WaitResult;
}

/** The time of an evaluation. */
interface EvaluationTime {
  /** Milliseconds since the wait began. */
  readonly elapsedMs: number;
  /** Milliseconds since the Report was computed. */
  readonly reportAgeMs: number;
  /** Whether the machine slept, so that what was seen before may be out of date. */
  readonly hasSkipped: boolean;
}

/** The result of one evaluation. Without `ending` and `refusal` the wait continues. */
interface WaitDecision {
  readonly evidence: WaitEvidence;
  readonly status: ObservedWaitStatus;
  readonly ending?: WaitEnding;
  /** The lines of an error: what the user asked for cannot be waited for. */
  readonly refusal?: string;
}

/**
 * Decides what a Report means for the wait. {@link evaluateWaitGoal} decides whether the goal is reached. The first that applies:
 * 1. there is no Report: see {@link decideWithoutReport};
 * 2. the wait should not have begun: the wait is refused, see {@link refuseGoal};
 * 3. the connection is live, and the goal has held for `--stable-for`: the wait ends with success;
 * 4. `--fail-fast` ends the wait, see {@link nextFailFast};
 * 5. the time is over: the wait ends as timed out;
 * 6. the wait continues.
 */
export function decideWait(
  before: WaitEvidence,
  seen: SeenReport,
  time: EvaluationTime,
  setting: WaitSetting,
  requested: RequestedObjects,
): WaitDecision {
  const { report, snapshot, link } = seen;
  const { elapsedMs, reportAgeMs } = time;
  if (report === undefined || snapshot === undefined) return decideWithoutReport(before, link, time, setting);
  const foundBefore = addFoundRoots(before, report, setting, requested);
  const waited = evaluateWaitGoal(report, setting.goal, requested.wanted, [...foundBefore.values()]);
  const refusal = before.isBegun ? undefined : refuseGoal({ report, waited, snapshot }, requested, setting);
  if (refusal !== undefined) return { evidence: before, status: { elapsedMs, link, report, waited }, refusal };
  const isBegun = before.isBegun || !waited.blocking.some(isUnreadObject);
  const isSeen = link.state === "live" && !time.hasSkipped;
  const last = { report, waited };
  const { evidence, status } = measureStability(
    { ...before, foundBefore, isBegun },
    { last, link, time, isSeen },
    setting,
  );
  const isStable = isSeen && status.heldMs !== undefined && status.heldMs >= setting.stableForMs;
  if (isStable) return { evidence, status, ending: describeReached(report, foundBefore, setting, requested) };
  if (!setting.failFast) return endAtTimeout({ evidence, status }, setting);
  const { state: failFast, ending } = nextFailFast(evidence.failFast, {
    report,
    waited,
    goal: setting.goal,
    foundBefore,
    isLoginLost: link.state === "authRequired",
    isSeen,
    elapsedMs,
    reportAgeMs,
  });
  const decision = { evidence: { ...evidence, failFast }, status };
  return ending === undefined ? endAtTimeout(decision, setting) : { ...decision, ending };
}

/**
 * Why the wait should not begin, as the lines of an error. Undefined where the wait may begin. The first that applies:
 * 1. an object could not be read, so it may exist: the wait may begin;
 * 2. a requested type or name does not exist: refused, unless the wait is for the creation or deletion of objects (kubectl,
 *    pkg/cmd/wait/wait.go, RunWaitContext);
 * 3. no object of a requested kind exists: refused, with the same exception;
 * 4. an object that the user named has no versions, so it never reaches `upgraded`: refused.
 */
function refuseGoal(first: FirstEvaluation, requested: RequestedObjects, setting: WaitSetting): string | undefined {
  const { report, snapshot, waited } = first;
  const { goal, namespace } = setting;
  if (waited.blocking.some(isUnreadObject)) return undefined;
  const mayBeAbsent = goal.is === "deleted" || goal.is === "create";
  const required = mayBeAbsent ? listRequiredTypes(requested) : requested;
  const errors = notFoundErrors(required, report, snapshot, namespace);
  if (errors.length > 0) return errors.join("\n");
  const absence = waited.blocking.find(({ code }) => code === "missing-object");
  if (absence !== undefined && !mayBeAbsent) return describeAbsence(absence.about.kind, snapshot, setting);
  if (requested.wanted === undefined) return undefined;
  const versionless = waited.blocking.find(({ code }) => code === "no-versions");
  return versionless && sanitizeLine(describeUnfitGoal(goal.is, qualifiedName(versionless.about)));
}

/** The types that must exist although their objects may be absent. A single word may be the name of an absent object. */
function listRequiredTypes(requested: RequestedObjects): RequestedObjects {
  const unknown = requested.word === undefined ? requested.unknown : [];
  return { ...requested, wanted: [], unknown };
}

/** The error where the source has no object of the kind. */
function describeAbsence(kind: string, { readings }: Snapshot, { goal, namespace, selector }: WaitSetting): string {
  const unservedKind = readings.find(({ query, outcome }) => query.kind === kind && outcome === "noSuchKind");
  if (unservedKind !== undefined) return sanitizeLine(missingKindText(goal, resourceName(unservedKind.query)));
  return sanitizeLine(nothingToWaitForText(goal, kind, namespace, selector));
}

/** The error for a goal that the object never reaches. `goal` is the value of `--for`. */
function describeUnfitGoal(goal: string, objectName: string): string {
  const fitting = goal === "upgraded" ? "a HyperConverged" : "a HyperConverged or one of its components";
  return `error: wait --for ${goal} requires ${fitting}, not ${objectName}`;
}

/** What the first evaluation has read, and its result. */
interface FirstEvaluation {
  readonly report: Report;
  readonly snapshot: Snapshot;
  readonly waited: WaitResult;
}

/**
 * Decides where there is no Report. The first that applies:
 * 1. there was a Report before: the goal may still hold, although it is not seen, until the time is over;
 * 2. the server refused the credentials: the wait is refused;
 * 3. `--timeout 0`: the wait is refused if the server is unreachable, and continues for {@link maxFirstEvaluationMs};
 * 4. the time is over: the wait ends as timed out;
 * 5. the wait continues, because a server that is down may come up.
 */
function decideWithoutReport(
  before: WaitEvidence,
  link: LinkStatus,
  time: EvaluationTime,
  setting: WaitSetting,
): WaitDecision {
  const { elapsedMs } = time;
  const { last } = before;
  if (last !== undefined)
    return endAtTimeout(measureStability(before, { last, link, time, isSeen: false }, setting), setting);
  const decision = { evidence: before, status: { elapsedMs, link } };
  const isSingleEvaluation = setting.timeoutMs === 0;
  if (link.state === "authRequired" || (link.state === "unreachable" && isSingleEvaluation))
    return { ...decision, refusal: `error: ${link.cause ?? noServerText}` };
  const mayStillRespond = isSingleEvaluation && elapsedMs < maxFirstEvaluationMs;
  return mayStillRespond ? decision : endAtTimeout(decision, setting);
}

/** The roots that existed so far. For `--for deleted` without names, roots that are created later do not count. */
function addFoundRoots(
  { foundBefore, isBegun }: WaitEvidence,
  { roots }: Report,
  { goal }: WaitSetting,
  { wanted }: RequestedObjects,
): ReadonlyMap<string, Ref> {
  if (goal.is === "deleted" && isBegun && wanted === undefined) return foundBefore;
  return new Map([...foundBefore, ...roots.map(({ ref }) => [keyOf(ref), ref] as const)]);
}

/** A goal that is evaluated now, or was evaluated last if there is no Report now. */
interface TimedEvaluation {
  readonly last: EvaluatedGoal;
  readonly link: LinkStatus;
  readonly time: EvaluationTime;
  /** Whether the connection is live and nothing was skipped. */
  readonly isSeen: boolean;
}

/** The evidence and the status after an evaluation, with how long the goal has held, or had held until now. */
function measureStability(
  before: WaitEvidence,
  { last, link, time, isSeen }: TimedEvaluation,
  { stableForMs }: WaitSetting,
): WaitDecision {
  const { elapsedMs, hasSkipped } = time;
  const isReached = last.waited.blocking.length === 0;
  const stability = nextStability(before.stability, { isReached, isSeen, elapsedMs, hasSkipped });
  const { brokenAfterMs, ...heldTimes } = measureHeldTime(before.stability, stability, elapsedMs);
  const status = { elapsedMs, link, ...last, ...heldTimes };
  const evidence = { ...before, last, stability };
  // Without `--stable-for` the goal need not hold, so its loss is not reported.
  if (brokenAfterMs === undefined || stableForMs === 0) return { evidence, status };
  return { evidence, status: { ...status, brokenAfterMs } };
}

/** Ends the wait at the time-out. Only the single evaluation of `--timeout 0` can end as unknown. */
function endAtTimeout(decision: WaitDecision, { timeoutMs }: WaitSetting): WaitDecision {
  const { waited, elapsedMs } = decision.status;
  if (elapsedMs < timeoutMs) return decision;
  const isUnknown = timeoutMs === 0 && waited?.isKnown !== true;
  return { ...decision, ending: { state: isUnknown ? "unknown" : "timed-out" } };
}

/** The ending of a successful wait, with the objects that reached the goal. Deleted objects are not in the Report any more. */
function describeReached(
  { roots }: Report,
  foundBefore: ReadonlyMap<string, Ref>,
  { goal }: WaitSetting,
  { wanted = [{ kind: hcoProfile.root }] }: RequestedObjects,
): WaitEnding {
  const reachedObjects = goal.is === "deleted" ? [...foundBefore.values()] : roots.map(({ ref }) => ref);
  const requestedObjects = wanted.map(({ kind, name }): MissedObjects => {
    return { kind: kind.kind, ...definedFields({ name }) };
  });
  return { state: "reached", what: reachedObjects, never: requestedObjects };
}
