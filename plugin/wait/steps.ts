import type { SeenReport } from "../../shared/io/watch/follow-report.ts";
import type { LinkStatus } from "../../shared/io/watch/link-state.ts";
import type { Report } from "../../shared/model/report.ts";
import type { WaitEnding } from "../../shared/model/wait.ts";
import { exitCodes, timedOut } from "../cli/exit-codes.ts";
import type { RequestedObjects } from "../naming/requested-objects.ts";
import {
  closeConfirmation,
  dropConfirmation,
  mayRequestConfirmation,
  notConfirmed,
  openConfirmation,
  type WaitConfirmation,
} from "./confirmation.ts";
import { decideWait, maxFirstEvaluationMs, noEvidence, type WaitEvidence } from "./decide-step.ts";
import type { ObservedWaitStatus, StopSignal, WaitEffect, WaitEvent, WaitSetting } from "./events.ts";
import { doubtStability, notStable } from "./stability.ts";
import { readStopwatch, startStopwatch, type WaitStopwatch } from "./stopwatch.ts";

/** The most milliseconds until the next tick, where nothing happens. */
const maxTickMs = 1_000;

/** The fewest milliseconds until the next tick. */
const minTickMs = 20;

/** The milliseconds without news after which everything is evaluated again. Conditions can become worse by age alone. */
const maxUnevaluatedMs = 10_000;

/** The milliseconds without news from the server after which it must confirm that the goal is reached. */
export const maxSilenceMs = 10_000;

/** The exit status that a shell reports for a program that a signal ended: 128 and its number (POSIX, signal.h). */
export const exitCodesOfSignals: Readonly<Record<StopSignal, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** The exit status of each ending. That of an unknown state depends on the time-out, see {@link exitCodeFor}. */
const exitCodeOfEnding: Readonly<Record<Exclude<WaitEnding["state"], "unknown">, number>> = {
  reached: 0,
  permanent: exitCodes.degraded,
  "timed-out": timedOut,
  interrupted: exitCodesOfSignals.SIGINT,
};

/** The state of a wait between two events. Times are milliseconds since it began. */
interface WaitMachineState {
  readonly stopwatch: WaitStopwatch;
  /** Whether the clock skipped time since the last evaluation. */
  readonly hasSkipped: boolean;
  /** The objects that the names of the command line stand for. Undefined: not resolved yet. */
  readonly requested: RequestedObjects | undefined;
  /** What was seen last, and when that was evaluated. */
  readonly evaluated: { readonly seen: SeenReport; readonly atMs: number } | undefined;
  /** When the cluster last reported a change. */
  readonly reportedAtMs: number;
  readonly confirmation: WaitConfirmation;
  readonly evidence: WaitEvidence;
  readonly status: ObservedWaitStatus;
  /**
   * Whether the goal was reached in a wait that goes on for other clusters. Until there is news, the time alone leads to no
   * evaluation.
   */
  readonly isReached: boolean;
  /** When a cluster that rests is read again. Undefined: it is watched, or is being connected to. */
  readonly restUntilMs: number | undefined;
  /** Until when a cluster that is read after a rest may be silent, also beyond the time-out. */
  readonly silentUntilMs: number;
  readonly isOver: boolean;
}

/** The new state, and what the loop does now. */
interface WaitStep {
  readonly state: WaitMachineState;
  readonly effects: readonly WaitEffect[];
}

/** The state of a wait that begins when the clock says `now`. */
export function beginWait(now: number): WaitMachineState {
  return {
    stopwatch: startStopwatch(now),
    hasSkipped: false,
    requested: undefined,
    evaluated: undefined,
    reportedAtMs: 0,
    confirmation: notConfirmed,
    evidence: noEvidence,
    isReached: false,
    isOver: false,
    restUntilMs: undefined,
    silentUntilMs: 0,
    status: { elapsedMs: 0, link: { state: "connecting" } },
  };
}

/** The state after `event`, which happens when the clock says `now`, and its effects. */
export function nextStep(before: WaitMachineState, event: WaitEvent, now: number, setting: WaitSetting): WaitStep {
  if (before.isOver) return { state: before, effects: [] };
  const stopwatch = readStopwatch(before.stopwatch, now);
  // What is known of a cluster that rests may be as old as a rest is long.
  const isResting = before.restUntilMs !== undefined;
  const isLate = isResting ? now - before.stopwatch.read > (setting.restForMs ?? 0) : stopwatch.hasSkipped;
  const step = takeEvent({ ...before, stopwatch, hasSkipped: before.hasSkipped || isLate }, event, setting);
  const { requested, isOver } = step.state;
  const isFollowedOutOfDate = stopwatch.hasSkipped && requested !== undefined && !isOver;
  return isFollowedOutOfDate ? afterRefresh(step) : step;
}

function takeEvent(state: WaitMachineState, event: WaitEvent, setting: WaitSetting): WaitStep {
  const { elapsedMs } = state.stopwatch;
  switch (event.is) {
    case "ticked":
      return state.isReached && !state.hasSkipped ? waitOn(state, setting) : decideOnLatest(state, setting);
    case "connecting": {
      const silentUntilMs = Math.min(state.silentUntilMs, elapsedMs + event.withinMs);
      return { state: { ...state, silentUntilMs }, effects: [] };
    }
    case "rechecked":
      return recheck(state, setting);
    case "unreached": {
      const link: LinkStatus = { state: "unreachable", cause: event.cause };
      return awaitNames({ ...state, status: { ...state.status, link } }, setting);
    }
    case "named":
      return decideOnLatest({ ...state, requested: event.requested }, setting);
    case "reported": {
      const evaluated = { seen: event.seen, atMs: elapsedMs };
      return decideOnLatest({ ...state, evaluated, reportedAtMs: elapsedMs }, setting);
    }
    case "evaluated":
      return decide({ ...state, evaluated: { seen: event.seen, atMs: elapsedMs } }, setting);
    case "confirmationResult":
      return takeConfirmation(state, event, setting);
    case "stopped":
      return endWait(state, { state: "interrupted" }, exitCodesOfSignals[event.signal]);
  }
}

/**
 * Decides on what was seen last. The first that applies:
 * 1. the names of the command line are not resolved: waits for them, or until the rest of the cluster is over;
 * 2. the last evaluation is missing or too old, or the time of the wait is over: evaluates again;
 * 3. decides on the last evaluation.
 */
function decideOnLatest(state: WaitMachineState, setting: WaitSetting): WaitStep {
  const { requested, evaluated, hasSkipped, restUntilMs } = state;
  const { elapsedMs } = state.stopwatch;
  if (requested === undefined && restUntilMs !== undefined) return continueRest(state, setting);
  if (requested === undefined) return awaitNames(state, setting);
  const isTooOld = evaluated === undefined || hasSkipped || elapsedMs - evaluated.atMs >= maxUnevaluatedMs;
  return isTooOld || elapsedMs >= setting.timeoutMs ? evaluateAgain(state) : decide(state, setting);
}

function evaluateAgain(state: WaitMachineState): WaitStep {
  return { state, effects: [{ do: "evaluate" }] };
}

/**
 * Waits for the server and for the names of the command line, within the time of the wait. The names are resolved at
 * the same server.
 */
function awaitNames(before: WaitMachineState, setting: WaitSetting): WaitStep {
  const { elapsedMs } = before.stopwatch;
  const { timeoutMs } = setting;
  const state = { ...before, hasSkipped: false, status: { ...before.status, elapsedMs } };
  const limitMs = timeoutMs === 0 ? maxFirstEvaluationMs : Math.max(timeoutMs, state.silentUntilMs);
  if (elapsedMs < limitMs) return goOn(state, setting);
  const ending: WaitEnding = { state: timeoutMs === 0 ? "unknown" : "timed-out" };
  return endWait(state, ending, exitCodeFor(ending, setting));
}

/**
 * Decides on the last evaluation. The first that applies:
 * 1. it would end the wait, and was not made just now: evaluates again;
 * 2. the request cannot be waited for: refuses it;
 * 3. it ends nothing: goes on;
 * 4. the goal still holds in a wait that goes on: waits for news;
 * 5. the wait ends without its goal, or the goal was just confirmed or reported: ends the wait;
 * 6. asks the server to confirm the goal, unless it was asked a moment ago.
 */
function decide(before: WaitMachineState, setting: WaitSetting): WaitStep {
  const { requested, evaluated, stopwatch, hasSkipped, confirmation, silentUntilMs } = before;
  const { elapsedMs } = stopwatch;
  if (requested === undefined || evaluated === undefined) return { state: before, effects: [] };
  const { seen, atMs } = evaluated;
  const time = { elapsedMs, hasSkipped, reportAgeMs: elapsedMs - atMs };
  // An evaluation that began in time is not over before the cluster has responded.
  const hasResponded = seen.report !== undefined && seen.link.state === "live";
  const limits = hasResponded ? setting : { ...setting, timeoutMs: Math.max(setting.timeoutMs, silentUntilMs) };
  const { evidence, status, ending, refusal } = decideWait(before.evidence, seen, time, limits, requested);
  const isStillReached = before.isReached && ending?.state === "reached";
  const state = { ...before, evidence, status, hasSkipped: false, isReached: isStillReached };
  if (ending !== undefined && atMs < elapsedMs) return evaluateAgain(state);
  if (refusal !== undefined) return refuse(state, refusal);
  if (ending === undefined) {
    const step = goOn({ ...state, confirmation: dropConfirmation(confirmation) }, setting);
    return restIfMany(step, setting);
  }
  if (isStillReached) return waitOn(state, setting);
  const isJustReported = setting.stableForMs === 0 && elapsedMs - state.reportedAtMs <= maxSilenceMs;
  if (ending.state !== "reached" || confirmation.isConfirmed || isJustReported) return finish(state, ending, setting);
  if (!mayRequestConfirmation(confirmation, elapsedMs)) return goOn(state, setting);
  const opened = openConfirmation(confirmation);
  const confirm: WaitEffect = { do: "confirm", request: opened.requestCount, seen };
  return goOn({ ...state, confirmation: opened }, setting, confirm);
}

function refuse(state: WaitMachineState, lines: string): WaitStep {
  return { state: { ...state, isOver: true }, effects: [{ do: "refuse", status: state.status, lines }] };
}

/** Ends the wait. A wait that goes on for other clusters only notes that the goal is reached. */
function finish(state: WaitMachineState, ending: WaitEnding, setting: WaitSetting): WaitStep {
  if (setting.goesOn && ending.state === "reached") return restIfMany(reach(state, ending, setting), setting);
  return endWait(state, ending, exitCodeFor(ending, setting));
}

/**
 * Takes the result of a confirmation. A confirmed goal ends the wait at once. Where the server does not respond, the time
 * for which the goal held begins again. Any other result leads to a new reading.
 */
function takeConfirmation(
  before: WaitMachineState,
  { request, result }: Extract<WaitEvent, { readonly is: "confirmationResult" }>,
  setting: WaitSetting,
): WaitStep {
  const confirmation = closeConfirmation(before.confirmation, request, result, before.status.elapsedMs);
  if (confirmation === undefined) return { state: before, effects: [] };
  const { evidence } = before;
  const stability = result === "silent" ? doubtStability(evidence.stability) : evidence.stability;
  const step = decideOnLatest({ ...before, confirmation, evidence: { ...evidence, stability } }, setting);
  return result === "same" ? step : afterRefresh(step);
}

/** Reports the situation and waits for the next event. */
function goOn(state: WaitMachineState, setting: WaitSetting, ...more: readonly WaitEffect[]): WaitStep {
  const { status } = state;
  return { state, effects: [{ do: "report", status }, ...more, wake(status, setting)] };
}

/** Notes that the goal is reached in a wait that goes on. The result of an open confirmation would be about older objects. */
function reach(before: WaitMachineState, ending: WaitEnding, setting: WaitSetting): WaitStep {
  const state = { ...before, isReached: true, confirmation: dropConfirmation(before.confirmation) };
  const { effects } = waitOn(state, setting);
  return { state, effects: [{ do: "reach", status: state.status, ending }, ...effects] };
}

/** Lets the stopwatch run, which notices that the machine slept. */
function waitOn(state: WaitMachineState, setting: WaitSetting): WaitStep {
  return { state, effects: [wake(state.status, setting)] };
}

/**
 * Lets the cluster rest where many are waited for. A goal that must hold without a break is watched, and so is a
 * connection that has to come back.
 */
function restIfMany(step: WaitStep, { restForMs, stableForMs }: WaitSetting): WaitStep {
  const { status, evidence } = step.state;
  const mustBeWatched = stableForMs > 0 && evidence.stability.heldSince !== undefined;
  const isRead = status.report !== undefined && status.link.state === "live";
  if (restForMs === undefined || mustBeWatched || !isRead) return step;
  // A cluster that reached the goal rests until it is checked again.
  const restUntilMs = step.state.isReached ? Number.POSITIVE_INFINITY : step.state.stopwatch.elapsedMs + restForMs;
  const state = { ...step.state, ...restingWait(status, evidence), restUntilMs };
  return { state, effects: [...step.effects, { do: "rest" }] };
}

/** Lets a cluster rest until its rest or the wait is over, or until the machine slept. Then the cluster is read again. */
function continueRest(state: WaitMachineState, setting: WaitSetting): WaitStep {
  const { restUntilMs = 0, isReached, hasSkipped, stopwatch } = state;
  const untilMs = isReached ? restUntilMs : Math.min(restUntilMs, setting.timeoutMs);
  return hasSkipped || stopwatch.elapsedMs >= untilMs ? reopen(state, setting) : waitOn(state, setting);
}

/** Reads a cluster that rests again. The result counts, even where it comes after the time-out. */
function reopen(before: WaitMachineState, setting: WaitSetting): WaitStep {
  const { elapsedMs } = before.stopwatch;
  const silentUntilMs = elapsedMs + (setting.reopenTimeoutMs ?? 0);
  const state = {
    ...before,
    restUntilMs: undefined,
    isReached: false,
    hasSkipped: false,
    silentUntilMs,
    status: { ...before.status, elapsedMs },
  };
  const { effects } = goOn(state, setting);
  return { state, effects: [{ do: "reopen" }, ...effects] };
}

/** Lets the server confirm that the goal still holds. What it reported before is no confirmation. */
function recheck(before: WaitMachineState, setting: WaitSetting): WaitStep {
  const state = { ...before, isReached: false, reportedAtMs: Number.NEGATIVE_INFINITY };
  return state.restUntilMs === undefined ? decideOnLatest(state, setting) : reopen(state, setting);
}

/** Wakes the loop no later than the next time at which the wait can end. */
function wake({ elapsedMs, heldMs }: ObservedWaitStatus, { timeoutMs, stableForMs }: WaitSetting): WaitEffect {
  const untilTimeoutMs = timeoutMs - elapsedMs;
  const untilStableMs = heldMs === undefined ? maxTickMs : stableForMs - heldMs;
  const upcomingMs = [untilTimeoutMs, untilStableMs].filter((milliseconds) => milliseconds > 0);
  return { do: "wake", afterMs: Math.max(minTickMs, Math.min(maxTickMs, ...upcomingMs)) };
}

function endWait(state: WaitMachineState, ending: WaitEnding, exitCode: number): WaitStep {
  return { state: { ...state, isOver: true }, effects: [{ do: "end", status: state.status, ending, exitCode }] };
}

/** The step with a new reading of everything before its effects. */
function afterRefresh({ state, effects }: WaitStep): WaitStep {
  return { state, effects: [{ do: "refresh" }, ...effects] };
}

/**
 * The exit status of a wait that ends. An unknown state is "unknown" with `--timeout 0` alone. With `--fail-fast` it means
 * that only the user can make the state readable, which is "degraded".
 */
function exitCodeFor({ state }: WaitEnding, { timeoutMs }: WaitSetting): number {
  if (state === "unknown") return timeoutMs === 0 ? exitCodes.unknown : exitCodes.degraded;
  return exitCodeOfEnding[state];
}

/** What a wait keeps of a cluster that rests between two readings, because not all of many clusters can be watched. */
interface RestingWait {
  readonly requested: undefined;
  readonly evaluated: undefined;
  readonly status: ObservedWaitStatus;
  readonly evidence: WaitEvidence;
}

/** Keeps what a line about the cluster needs. Whether the goal holds without a break is not known of a rest. */
function restingWait(status: ObservedWaitStatus, evidence: WaitEvidence): RestingWait {
  const { elapsedMs, link, report, waited } = status;
  const last = report && waited && { report: withoutParts(report), waited };
  return {
    requested: undefined,
    evaluated: undefined,
    status: { elapsedMs, link, ...last },
    evidence: { ...evidence, stability: notStable, last },
  };
}

/** The Report without what stands below its roots, which is nearly all of its size. */
function withoutParts(report: Report): Report {
  const roots = report.roots.map((root) => {
    return { ...root, children: [], conditions: [], related: [], drift: [], offenders: {}, uncertain: {}, causes: [] };
  });
  return { ...report, roots };
}
