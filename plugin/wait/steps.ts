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

/** The fewest and the most milliseconds until the next tick. */
const minTickMs = 20;
const maxTickMs = 1_000;

/** Milliseconds without an event after which the objects are evaluated again. Conditions can become worse by age alone. */
const maxUnevaluatedMs = 10_000;

/** Milliseconds without a change from the server after which the server must confirm that the goal is reached. */
export const maxSilenceMs = 10_000;

/** The exit status that a shell reports for a program that a signal ended: 128 and its number (POSIX, signal.h). */
export const exitCodesOfSignals: Readonly<Record<StopSignal, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** The exit status of each ending. That of an unknown state depends on the time-out, see {@link chooseExitCode}. */
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
  /** Whether the goal is reached in a wait that continues for other clusters. Then ticks lead to no evaluation. */
  readonly isReached: boolean;
  /** When a cluster that rests is read again. Undefined: the cluster does not rest. */
  readonly restUntilMs: number | undefined;
  /** Until when a cluster that is read after a rest may take to respond, also beyond the time-out. */
  readonly silentUntilMs: number;
  readonly isOver: boolean;
}

/** The new state, and what the loop does now. */
interface WaitStep {
  readonly state: WaitMachineState;
  readonly effects: readonly WaitEffect[];
}

/** The state of a wait that begins when the clock shows `nowMs`. */
export function beginWait(nowMs: number): WaitMachineState {
  return {
    stopwatch: startStopwatch(nowMs),
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

/**
 * The state after `event`, which happens when the clock shows `nowMs`, and its effects. After a gap in which the machine slept,
 * everything is read again first.
 */
export function nextStep(before: WaitMachineState, event: WaitEvent, nowMs: number, setting: WaitSetting): WaitStep {
  if (before.isOver) return { state: before, effects: [] };
  const stopwatch = readStopwatch(before.stopwatch, nowMs);
  const hasSkipped = before.hasSkipped || hasOutdatedState(before, stopwatch, nowMs, setting);
  const step = takeEvent({ ...before, stopwatch, hasSkipped }, event, setting);
  const { requested, isOver } = step.state;
  const isFollowedOutOfDate = stopwatch.hasSkipped && requested !== undefined && !isOver;
  return isFollowedOutOfDate ? refreshFirst(step) : step;
}

/** Whether what is known may be out of date. What is known of a cluster that rests may be as old as a rest is long. */
function hasOutdatedState(
  { restUntilMs, stopwatch }: WaitMachineState,
  { hasSkipped }: WaitStopwatch,
  nowMs: number,
  { rest }: WaitSetting,
): boolean {
  if (restUntilMs === undefined || rest === undefined) return hasSkipped;
  return nowMs - stopwatch.readAtMs > rest.durationMs;
}

function takeEvent(state: WaitMachineState, event: WaitEvent, setting: WaitSetting): WaitStep {
  const { elapsedMs } = state.stopwatch;
  switch (event.type) {
    case "ticked":
      return state.isReached && !state.hasSkipped ? waitSilently(state, setting) : decideOrEvaluate(state, setting);
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
      return decideOrEvaluate({ ...state, requested: event.requested }, setting);
    case "reported": {
      const evaluated = { seen: event.seen, atMs: elapsedMs };
      return decideOrEvaluate({ ...state, evaluated, reportedAtMs: elapsedMs }, setting);
    }
    case "evaluated":
      return decideOnEvaluation({ ...state, evaluated: { seen: event.seen, atMs: elapsedMs } }, setting);
    case "confirmationResult":
      return takeConfirmationResult(state, event, setting);
    case "stopped":
      return endWait(state, { state: "interrupted" }, exitCodesOfSignals[event.signal]);
  }
}

/**
 * Decides on the last evaluation, or evaluates again first. The first that applies:
 * 1. the cluster rests: waits until its rest is over;
 * 2. the names of the command line are not resolved: waits for them;
 * 3. the last evaluation is missing or too old, or the time of the wait is over: evaluates again;
 * 4. decides on the last evaluation.
 */
function decideOrEvaluate(state: WaitMachineState, setting: WaitSetting): WaitStep {
  const { requested, evaluated, hasSkipped, restUntilMs } = state;
  const { elapsedMs } = state.stopwatch;
  if (requested === undefined && restUntilMs !== undefined) return continueRest(state, restUntilMs, setting);
  if (requested === undefined) return awaitNames(state, setting);
  const isTooOld = evaluated === undefined || hasSkipped || elapsedMs - evaluated.atMs >= maxUnevaluatedMs;
  if (isTooOld || elapsedMs >= setting.timeoutMs) return evaluateAgain(state);
  return decideOnEvaluation(state, setting);
}

function evaluateAgain(state: WaitMachineState): WaitStep {
  return { state, effects: [{ type: "evaluate" }] };
}

/**
 * Waits until the server has responded and the names of the command line are resolved there, within the time of the wait.
 */
function awaitNames(before: WaitMachineState, setting: WaitSetting): WaitStep {
  const { elapsedMs } = before.stopwatch;
  const { timeoutMs } = setting;
  const state = { ...before, hasSkipped: false, status: { ...before.status, elapsedMs } };
  const limitMs = timeoutMs === 0 ? maxFirstEvaluationMs : Math.max(timeoutMs, state.silentUntilMs);
  if (elapsedMs < limitMs) return reportAndWait(state, setting);
  const ending: WaitEnding = { state: timeoutMs === 0 ? "unknown" : "timed-out" };
  return endWait(state, ending, chooseExitCode(ending, setting));
}

/**
 * Decides on the last evaluation. The first that applies:
 * 1. the evaluation ends the wait, but was not made just now: evaluates again;
 * 2. the request cannot be waited for: refuses it;
 * 3. the evaluation does not end the wait: reports it and waits;
 * 4. the goal still holds in a wait that continues for other clusters: waits without a report;
 * 5. the wait ends without its goal, or the goal was just confirmed or reported: ends the wait;
 * 6. requests that the server confirms the goal, unless it did so a moment ago.
 */
function decideOnEvaluation(before: WaitMachineState, setting: WaitSetting): WaitStep {
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
    const unconfirmed = { ...state, confirmation: dropConfirmation(confirmation) };
    return restUnlessWatched(reportAndWait(unconfirmed, setting), setting);
  }
  if (isStillReached) return waitSilently(state, setting);
  const isJustReported = setting.stableForMs === 0 && elapsedMs - state.reportedAtMs <= maxSilenceMs;
  if (ending.state !== "reached" || confirmation.isConfirmed || isJustReported)
    return endOrMarkReached(state, ending, setting);
  if (!mayRequestConfirmation(confirmation, elapsedMs)) return reportAndWait(state, setting);
  const opened = openConfirmation(confirmation);
  const confirm: WaitEffect = { type: "confirm", request: opened.requestCount, seen };
  return reportAndWait({ ...state, confirmation: opened }, setting, confirm);
}

function refuse(state: WaitMachineState, lines: string): WaitStep {
  return { state: { ...state, isOver: true }, effects: [{ type: "refuse", status: state.status, lines }] };
}

/** Ends the wait. A wait that continues for other clusters only notes that the goal is reached. */
function endOrMarkReached(state: WaitMachineState, ending: WaitEnding, setting: WaitSetting): WaitStep {
  if (setting.continuesWhenReached && ending.state === "reached")
    return restUnlessWatched(markReached(state, ending, setting), setting);
  return endWait(state, ending, chooseExitCode(ending, setting));
}

/**
 * Takes the result of a confirmation:
 * - `same`: the goal is confirmed, which ends the wait at once;
 * - `silent`: the server does not respond, so the time for which the goal held begins again, and everything is read again;
 * - any other result: everything is read again.
 */
function takeConfirmationResult(
  before: WaitMachineState,
  { request, result }: Extract<WaitEvent, { readonly type: "confirmationResult" }>,
  setting: WaitSetting,
): WaitStep {
  const confirmation = closeConfirmation(before.confirmation, request, result, before.status.elapsedMs);
  if (confirmation === undefined) return { state: before, effects: [] };
  const { evidence } = before;
  const stability = result === "silent" ? doubtStability(evidence.stability) : evidence.stability;
  const step = decideOrEvaluate({ ...before, confirmation, evidence: { ...evidence, stability } }, setting);
  return result === "same" ? step : refreshFirst(step);
}

/** Reports the situation and waits for the next event. */
function reportAndWait(state: WaitMachineState, setting: WaitSetting, ...effects: readonly WaitEffect[]): WaitStep {
  const { status } = state;
  return { state, effects: [{ type: "report", status }, ...effects, makeWake(status, setting)] };
}

/** Notes that the goal is reached. An open confirmation is dropped, because its result would be about older objects. */
function markReached(before: WaitMachineState, ending: WaitEnding, setting: WaitSetting): WaitStep {
  const state = { ...before, isReached: true, confirmation: dropConfirmation(before.confirmation) };
  const { effects } = waitSilently(state, setting);
  return { state, effects: [{ type: "reach", status: state.status, ending }, ...effects] };
}

/** Waits for the next event without a report. The ticks let the stopwatch notice that the machine slept. */
function waitSilently(state: WaitMachineState, setting: WaitSetting): WaitStep {
  return { state, effects: [makeWake(state.status, setting)] };
}

/**
 * Lets the cluster rest, if clusters of this wait rest. The cluster is watched on:
 * - while its goal holds and has to hold for `--stable-for`;
 * - while its connection is not live.
 */
function restUnlessWatched(step: WaitStep, { rest, stableForMs }: WaitSetting): WaitStep {
  const { status, evidence, isReached, stopwatch } = step.state;
  const mustBeWatched = stableForMs > 0 && evidence.stability.heldSince !== undefined;
  const isRead = status.report !== undefined && status.link.state === "live";
  if (rest === undefined || mustBeWatched || !isRead) return step;
  // A cluster that reached the goal rests until the event `rechecked`.
  const restUntilMs = isReached ? Number.POSITIVE_INFINITY : stopwatch.elapsedMs + rest.durationMs;
  const state = { ...step.state, ...forgetForRest(status, evidence), restUntilMs };
  return { state, effects: [...step.effects, { type: "rest" }] };
}

/** Lets a cluster rest until its rest or the wait is over, or until the machine slept. Then the cluster is read again. */
function continueRest(state: WaitMachineState, restUntilMs: number, setting: WaitSetting): WaitStep {
  const { isReached, hasSkipped, stopwatch } = state;
  const untilMs = isReached ? restUntilMs : Math.min(restUntilMs, setting.timeoutMs);
  return hasSkipped || stopwatch.elapsedMs >= untilMs ? endRest(state, setting) : waitSilently(state, setting);
}

/** Reads a cluster that rests again. The result counts, even where it comes after the time-out. */
function endRest(before: WaitMachineState, setting: WaitSetting): WaitStep {
  const { elapsedMs } = before.stopwatch;
  const silentUntilMs = elapsedMs + (setting.rest?.readTimeoutMs ?? 0);
  const state = {
    ...before,
    restUntilMs: undefined,
    isReached: false,
    hasSkipped: false,
    silentUntilMs,
    status: { ...before.status, elapsedMs },
  };
  const { effects } = reportAndWait(state, setting);
  return { state, effects: [{ type: "reopen" }, ...effects] };
}

/** Lets the server confirm that the goal still holds. Changes that the server reported before confirm nothing. */
function recheck(before: WaitMachineState, setting: WaitSetting): WaitStep {
  const state = { ...before, isReached: false, reportedAtMs: Number.NEGATIVE_INFINITY };
  return state.restUntilMs === undefined ? decideOrEvaluate(state, setting) : endRest(state, setting);
}

/** The effect that wakes the loop, no later than the next time at which the wait can end. */
function makeWake({ elapsedMs, heldMs }: ObservedWaitStatus, { timeoutMs, stableForMs }: WaitSetting): WaitEffect {
  const untilTimeoutMs = timeoutMs - elapsedMs;
  const untilStableMs = heldMs === undefined ? maxTickMs : stableForMs - heldMs;
  const upcomingMs = [untilTimeoutMs, untilStableMs].filter((milliseconds) => milliseconds > 0);
  return { type: "wake", afterMs: Math.max(minTickMs, Math.min(maxTickMs, ...upcomingMs)) };
}

function endWait(state: WaitMachineState, ending: WaitEnding, exitCode: number): WaitStep {
  return { state: { ...state, isOver: true }, effects: [{ type: "end", status: state.status, ending, exitCode }] };
}

/** The same step, which begins with reading everything again. */
function refreshFirst({ state, effects }: WaitStep): WaitStep {
  return { state, effects: [{ type: "refresh" }, ...effects] };
}

/**
 * The exit status of a wait that ends. The state `unknown` ends a wait in two cases:
 * - with `--timeout 0`, which evaluates once: the exit status of "unknown";
 * - with `--fail-fast`, because only the user can make the objects readable: the exit status of "degraded".
 */
function chooseExitCode({ state }: WaitEnding, { timeoutMs }: WaitSetting): number {
  if (state === "unknown") return timeoutMs === 0 ? exitCodes.unknown : exitCodes.degraded;
  return exitCodeOfEnding[state];
}

/** What changes in the state of a wait whose cluster begins to rest. */
interface RestingWait {
  readonly requested: undefined;
  readonly evaluated: undefined;
  readonly status: ObservedWaitStatus;
  readonly evidence: WaitEvidence;
}

/**
 * Forgets the objects of the cluster, but keeps what a line about the cluster needs. How long the goal has held is forgotten
 * too, because the cluster is not watched.
 */
function forgetForRest(status: ObservedWaitStatus, evidence: WaitEvidence): RestingWait {
  const { elapsedMs, link, report, waited } = status;
  const last = report && waited && { report: removeParts(report), waited };
  return {
    requested: undefined,
    evaluated: undefined,
    status: { elapsedMs, link, ...last },
    evidence: { ...evidence, stability: notStable, last },
  };
}

/** The Report with roots that have no details. The details are nearly all of its size. */
function removeParts(report: Report): Report {
  const roots = report.roots.map((root) => {
    return { ...root, children: [], conditions: [], related: [], drift: [], offenders: {}, uncertain: {}, causes: [] };
  });
  return { ...report, roots };
}
