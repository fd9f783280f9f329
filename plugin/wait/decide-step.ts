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
import { type GoalStability, heldTime, nextStability, notStable } from "./stability.ts";

/** Milliseconds that the only evaluation of `--timeout 0` may take. */
export const maxFirstEvaluationMs = 30_000;

/** What the evaluations so far have shown. */
export interface WaitEvidence {
  /** Roots that existed at any evaluation, by {@link keyOf}. */
  readonly foundBefore: ReadonlyMap<string, Ref>;
  /**
   * Whether all objects that the goal needs were readable at one evaluation. From then on, the wait is not refused any more.
   */
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

/** A Report, and whether it has the goal. */
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
  /** Whether the clock skipped time, so that what was seen before may be out of date. */
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

/**
 * Decides what a Report means for the wait. {@link evaluateWaitGoal} decides whether the goal is reached. This decides
 * whether that is seen and lasts, and what else ends the wait. The first that applies:
 * 1. there is no Report: see {@link decideWithoutReport};
 * 2. the wait should not have begun: its refusal;
 * 3. the goal is reached and has held as long as it must: it ends;
 * 4. `--fail-fast` ends it;
 * 5. the time is over: it ends as timed out.
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
  const evaluated = { report, waited };
  const refusal = before.isBegun ? undefined : refuseGoal({ report, waited, snapshot }, requested, setting);
  if (refusal !== undefined) return { evidence: before, status: { elapsedMs, link, ...evaluated }, refusal };
  const isBegun = before.isBegun || !waited.blocking.some(isUnreadObject);
  const isSeen = link.state === "live" && !time.hasSkipped;
  const known = { ...before, foundBefore, isBegun, last: evaluated };
  const { evidence, status } = measureStability(known, evaluated, link, time, isSeen, setting);
  const isStable = isSeen && status.heldMs !== undefined && status.heldMs >= setting.stableForMs;
  if (isStable) return { evidence, status, ending: reachedEnding(report, foundBefore, setting, requested) };
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
 * Why waiting should not even begin, as lines of an error. Undefined where it may. The first that applies:
 * 1. an object could not be read, so that it may exist: it may begin;
 * 2. a type or a name does not exist, unless the wait is for its creation or deletion (kubectl, pkg/cmd/wait/wait.go,
 *    RunWaitContext);
 * 3. no root of the kind exists, with the same exception;
 * 4. such objects never have the state: one without versions is never upgraded.
 */
function refuseGoal(first: FirstEvaluation, requested: RequestedObjects, setting: WaitSetting): string | undefined {
  const { report, snapshot, waited } = first;
  const { goal, namespace } = setting;
  if (waited.blocking.some(isUnreadObject)) return undefined;
  const mayBeAbsent = goal.is === "deleted" || goal.is === "create";
  const required = mayBeAbsent ? withoutAbsent(requested) : requested;
  const errors = notFoundErrors(required, report, snapshot, namespace);
  if (errors.length > 0) return errors.join("\n");
  const missing = waited.blocking.find(({ code }) => code === "missing-object");
  if (missing !== undefined && !mayBeAbsent) return absenceText(missing.about.kind, snapshot, setting);
  const unfit = requested.wanted === undefined ? undefined : waited.blocking.find(({ code }) => code === "no-versions");
  if (unfit === undefined) return undefined;
  return sanitizeLine(unfitGoalText(goal.is, goal.is === "upgraded", qualifiedName(unfit.about)));
}

/** What must exist of the requested objects where these may be absent. A bare word may be the name of one, and no type. */
function withoutAbsent(requested: RequestedObjects): RequestedObjects {
  const required = { ...requested, wanted: [] };
  return requested.word === undefined ? required : { ...required, unknown: [] };
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

/**
 * Decides where there is no Report. The first that applies:
 * 1. there was one before: the goal may hold on unseen, until the time is over;
 * 2. credentials were refused, or no server responds to `--timeout 0`: an error;
 * 3. `--timeout 0` has not yet responded: the wait goes on;
 * 4. the time is over.
 */
function decideWithoutReport(
  before: WaitEvidence,
  link: LinkStatus,
  time: EvaluationTime,
  setting: WaitSetting,
): WaitDecision {
  const { elapsedMs } = time;
  if (before.last !== undefined) {
    const decision = measureStability(before, before.last, link, time, false, setting);
    return endAtTimeout(decision, setting);
  }
  const decision = { evidence: before, status: { elapsedMs, link } };
  const isOnlyOnce = setting.timeoutMs === 0;
  // A server that is down may come up within the time of the wait. Refused credentials are an error, as elsewhere.
  if (link.state === "authRequired" || (link.state === "unreachable" && isOnlyOnce))
    return { ...decision, refusal: `error: ${link.cause ?? noServerText}` };
  return isOnlyOnce && elapsedMs < maxFirstEvaluationMs ? decision : endAtTimeout(decision, setting);
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

/** The evidence and the status after an evaluation, with how long the goal has held, or had held until now. */
function measureStability(
  before: WaitEvidence,
  evaluated: EvaluatedGoal,
  link: LinkStatus,
  { elapsedMs, hasSkipped }: EvaluationTime,
  isSeen: boolean,
  { stableForMs }: WaitSetting,
): WaitDecision {
  const isReached = evaluated.waited.blocking.length === 0;
  const stability = nextStability(before.stability, { isReached, isSeen, elapsedMs, hasSkipped });
  const { brokenAfterMs, ...heldTimes } = heldTime(before.stability, stability, elapsedMs);
  const status = { elapsedMs, link, ...evaluated, ...heldTimes };
  // Without `--stable-for` a goal that is lost again was never held.
  const isLoss = brokenAfterMs !== undefined && stableForMs > 0;
  return { evidence: { ...before, stability }, status: isLoss ? { ...status, brokenAfterMs } : status };
}

/** Ends the wait at the time-out. The result is unknown only at the one evaluation of `--timeout 0`. */
function endAtTimeout(decision: WaitDecision, { timeoutMs }: WaitSetting): WaitDecision {
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
  const reached = goal.is === "deleted" ? [...foundBefore.values()] : roots.map(({ ref }) => ref);
  const requested = wanted.map(({ kind: { kind }, name }): MissedObjects => ({ kind, ...definedFields({ name }) }));
  return { state: "reached", what: reached, never: requested };
}
