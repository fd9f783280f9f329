import type { Confirmation, SeenReport } from "../../shared/io/watch/follow-report.ts";
import type { LinkStatus } from "../../shared/io/watch/link-state.ts";
import type { Report } from "../../shared/model/report.ts";
import type { WaitEnding } from "../../shared/model/wait.ts";
import { exitCodes, timedOut } from "../cli/exit-codes.ts";
import type { RequestedObjects } from "../naming/requested-objects.ts";
import { decideWait, maxFirstEvaluationMs, noEvidence, type WaitEvidence } from "./decide-step.ts";
import type { ObservedWaitStatus, StopSignal, WaitEffect, WaitEvent, WaitSetting } from "./events.ts";
import { doubtStability, notStable } from "./stability.ts";
import { readStopwatch, startStopwatch, type WaitStopwatch } from "./stopwatch.ts";

/** The bounds of the time until the next tick, where nothing happens. */
const maxTickMs = 1_000;
const minTickMs = 20;
/** The time without news after which everything is evaluated again. Conditions can become worse by age alone. */
const maxUnevaluatedMs = 10_000;
/** The time without news from the server after which it must confirm that the goal is reached. */
export const maxSilenceMs = 10_000;

/** The state of a wait between two events. Times are milliseconds since it began. */
interface WaitMachineState {
  readonly stopwatch: WaitStopwatch;
  /** The clock skipped time since the last evaluation. */
  readonly hasSkipped: boolean;
  /** What the names of the command line stand for. Undefined: not resolved yet. */
  readonly requested: RequestedObjects | undefined;
  /** What was seen last, and when it was evaluated. */
  readonly evaluated: { readonly seen: SeenReport; readonly atMs: number } | undefined;
  readonly reportedAtMs: number;
  readonly confirmation: WaitConfirmation;
  readonly evidence: WaitEvidence;
  readonly status: ObservedWaitStatus;
  /** The goal was reached in a wait that goes on. Until there is news, the time alone leads to no evaluation. */
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
  const isLate =
    before.restUntilMs === undefined ? stopwatch.hasSkipped : now - before.stopwatch.read > (setting.restForMs ?? 0);
  const hasSkipped = before.hasSkipped || isLate;
  const step = takeEvent({ ...before, stopwatch, hasSkipped }, event, setting);
  const isOutOfDate = stopwatch.hasSkipped && step.state.requested !== undefined && !step.state.isOver;
  return isOutOfDate ? afterRefresh(step) : step;
}

function takeEvent(state: WaitMachineState, event: WaitEvent, setting: WaitSetting): WaitStep {
  const { elapsedMs } = state.stopwatch;
  switch (event.is) {
    case "ticked":
      return state.isReached && !state.hasSkipped ? waitOn(state, setting) : decideOnLatest(state, setting);
    case "connecting":
      return {
        state: { ...state, silentUntilMs: Math.min(state.silentUntilMs, elapsedMs + event.withinMs) },
        effects: [],
      };
    case "rechecked":
      return recheck(state, setting);
    case "unreached": {
      const link: LinkStatus = { state: "unreachable", cause: event.cause };
      return awaitNames({ ...state, status: { ...state.status, link } }, setting);
    }
    case "named":
      return decideOnLatest({ ...state, requested: event.requested }, setting);
    case "reported":
      return decideOnLatest(
        { ...state, evaluated: { seen: event.seen, atMs: elapsedMs }, reportedAtMs: elapsedMs },
        setting,
      );
    case "evaluated":
      return decide({ ...state, evaluated: { seen: event.seen, atMs: elapsedMs } }, setting);
    case "confirmationResult":
      return takeConfirmation(state, event, setting);
    case "stopped":
      return endWait(state, { state: "interrupted" }, exitCodesOfSignals[event.signal]);
  }
}

/** Evaluates what was seen last. Evaluates it again first where that is too old, or where the time is over. */
function decideOnLatest(state: WaitMachineState, setting: WaitSetting): WaitStep {
  const { requested, evaluated, hasSkipped } = state;
  const { elapsedMs } = state.stopwatch;
  if (requested === undefined)
    return state.restUntilMs === undefined ? awaitNames(state, setting) : restOn(state, setting);
  const isOld = evaluated === undefined || hasSkipped || elapsedMs - evaluated.atMs >= maxUnevaluatedMs;
  return isOld || elapsedMs >= setting.timeoutMs ? evaluateAgain(state) : decide(state, setting);
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
  const state = { ...before, hasSkipped: false, status: { ...before.status, elapsedMs } };
  if (
    elapsedMs >= (setting.timeoutMs === 0 ? maxFirstEvaluationMs : Math.max(setting.timeoutMs, state.silentUntilMs))
  ) {
    const ending: WaitEnding = { state: setting.timeoutMs === 0 ? "unknown" : "timed-out" };
    return endWait(state, ending, exitCodeFor(ending, setting));
  }
  return goOn(state, setting);
}

/**
 * Evaluates what was seen last. The wait ends only if that was computed just now, or if the server has just confirmed
 * it.
 */
function decide(before: WaitMachineState, setting: WaitSetting): WaitStep {
  const { requested, evaluated, stopwatch, hasSkipped, confirmation, silentUntilMs } = before;
  const { elapsedMs } = stopwatch;
  if (requested === undefined || evaluated === undefined) return { state: before, effects: [] };
  const time = { elapsedMs, hasSkipped, reportAgeMs: elapsedMs - evaluated.atMs };
  // An evaluation that began in time is not over before the cluster has responded.
  const isSeen = evaluated.seen.report !== undefined && evaluated.seen.link.state === "live";
  const limits = isSeen ? setting : { ...setting, timeoutMs: Math.max(setting.timeoutMs, silentUntilMs) };
  const { evidence, status, ending, refusal } = decideWait(before.evidence, evaluated.seen, time, limits, requested);
  const isStillReached = before.isReached && ending?.state === "reached";
  const state = { ...before, evidence, status, hasSkipped: false, isReached: isStillReached };
  if (ending !== undefined && evaluated.atMs < elapsedMs) return evaluateAgain(state);
  if (refusal !== undefined)
    return { state: { ...state, isOver: true }, effects: [{ do: "refuse", status, lines: refusal }] };
  if (ending === undefined)
    return restIfMany(goOn({ ...state, confirmation: dropConfirmation(confirmation) }, setting), setting);
  // A change was seen just now, at a live connection.
  if (isStillReached) return waitOn(state, setting);
  const isJustReported = setting.stableForMs === 0 && elapsedMs - state.reportedAtMs <= maxSilenceMs;
  if (ending.state !== "reached" || confirmation.isConfirmed || isJustReported)
    return setting.goesOn && ending.state === "reached"
      ? restIfMany(reach(state, ending, setting), setting)
      : endWait(state, ending, exitCodeFor(ending, setting));
  if (!mayRequestConfirmation(confirmation, elapsedMs)) return goOn(state, setting);
  const opened = openConfirmation(confirmation);
  const confirm: WaitEffect = { do: "confirm", request: opened.requests, seen: evaluated.seen };
  return goOn({ ...state, confirmation: opened }, setting, confirm);
}

/**
 * Takes the result of a confirmation. A confirmed goal ends the wait at once. Where the server does not respond, the time
 * begins again.
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

function goOn(state: WaitMachineState, setting: WaitSetting, ...more: readonly WaitEffect[]): WaitStep {
  const { status } = state;
  return { state, effects: [{ do: "report", status }, ...more, wake(status, setting)] };
}

/** Marks the goal as reached in a wait that goes on. A later result of an open confirmation would be about older objects. */
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
  const isHolding = stableForMs > 0 && evidence.stability.heldSince !== undefined;
  if (restForMs === undefined || isHolding || status.report === undefined || status.link.state !== "live") return step;
  // A cluster that reached the goal rests until it is checked again.
  const restUntilMs = step.state.isReached ? Number.POSITIVE_INFINITY : step.state.stopwatch.elapsedMs + restForMs;
  const state = { ...step.state, ...restingWait(status, evidence), restUntilMs };
  return { state, effects: [...step.effects, { do: "rest" }] };
}

/** Ends the rest once its time or that of the wait has come, or after time that the machine slept. */
function restOn(state: WaitMachineState, setting: WaitSetting): WaitStep {
  const { restUntilMs = 0, isReached, hasSkipped, stopwatch } = state;
  const until = isReached ? restUntilMs : Math.min(restUntilMs, setting.timeoutMs);
  return hasSkipped || stopwatch.elapsedMs >= until ? reopen(state, setting) : waitOn(state, setting);
}

/** Reads a cluster that rests again. The result counts, even where it comes after the time-out. */
function reopen(before: WaitMachineState, setting: WaitSetting): WaitStep {
  const { elapsedMs } = before.stopwatch;
  const silentUntilMs = elapsedMs + (setting.reopenTimeoutMs ?? 0);
  const cleared = { restUntilMs: undefined, isReached: false, hasSkipped: false };
  const state = { ...before, ...cleared, silentUntilMs, status: { ...before.status, elapsedMs } };
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
  const rests = [timeoutMs - elapsedMs, heldMs === undefined ? maxTickMs : stableForMs - heldMs].filter(
    (rest) => rest > 0,
  );
  return { do: "wake", afterMs: Math.max(minTickMs, Math.min(maxTickMs, ...rests)) };
}

function endWait(state: WaitMachineState, ending: WaitEnding, exitCode: number): WaitStep {
  return { state: { ...state, isOver: true }, effects: [{ do: "end", status: state.status, ending, exitCode }] };
}

function afterRefresh({ state, effects }: WaitStep): WaitStep {
  return { state, effects: [{ do: "refresh" }, ...effects] };
}

/** The exit status that a shell reports for a program that a signal ended: 128 and its number (POSIX, signal.h). */
export const exitCodesOfSignals: Readonly<Record<StopSignal, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/**
 * The exit status. An unknown state ends only `--timeout 0` as unknown. Under `--fail-fast` it
 * ends a wait where only the user can make the state readable.
 */
function exitCodeFor({ state }: WaitEnding, { timeoutMs }: WaitSetting): number {
  if (state === "unknown") return timeoutMs === 0 ? exitCodes.unknown : exitCodes.degraded;
  return exitCodeOfEnding[state];
}

const exitCodeOfEnding: Readonly<Record<Exclude<WaitEnding["state"], "unknown">, number>> = {
  reached: 0,
  permanent: exitCodes.degraded,
  "timed-out": timedOut,
  interrupted: exitCodesOfSignals.SIGINT,
};

/** The time after a response before the next request for a confirmation. */
const pauseMs = 1_000;

/**
 * Whether the server confirms that the goal still holds. Where updates no longer arrive, nothing seems to change, so
 * the plugin sends a request.
 */
interface WaitConfirmation {
  /** How many requests there were. Only the result of the last one counts. */
  readonly requests: number;
  readonly isOpen: boolean;
  /** The server has just confirmed the goal. That counts for one evaluation. */
  readonly isConfirmed: boolean;
  /** Milliseconds since the wait began, before which there is no further request. */
  readonly notBeforeMs: number;
}

/** The state before the first request. */
const notConfirmed: WaitConfirmation = { requests: 0, isOpen: false, isConfirmed: false, notBeforeMs: 0 };

/** Whether a request may be sent now. Only one is open at a time, and a pause follows each response. */
function mayRequestConfirmation({ isOpen, notBeforeMs }: WaitConfirmation, elapsedMs: number): boolean {
  return !isOpen && elapsedMs >= notBeforeMs;
}

/** The state with the next request open. */
function openConfirmation(before: WaitConfirmation): WaitConfirmation {
  return { ...before, requests: before.requests + 1, isOpen: true };
}

/** The state after something new was seen. Request and result become void, because they are about older objects. */
function dropConfirmation(before: WaitConfirmation): WaitConfirmation {
  return { ...before, isOpen: false, isConfirmed: false };
}

/** The state after the result of request number `request`. Undefined where that request is void. */
function closeConfirmation(
  before: WaitConfirmation,
  request: number,
  result: Confirmation,
  elapsedMs: number,
): WaitConfirmation | undefined {
  if (!before.isOpen || request !== before.requests) return undefined;
  return {
    requests: before.requests,
    isOpen: false,
    isConfirmed: result === "same",
    notBeforeMs: elapsedMs + pauseMs,
  };
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
