import type { Confirmation, SeenReport } from "../../shared/io/watch/follow-report.ts";
import type { LinkStatus } from "../../shared/io/watch/link-state.ts";
import type { Report } from "../../shared/model/report.ts";
import type { WaitEnding } from "../../shared/model/wait.ts";
import { exitCodes, timedOut } from "../cli/exit-codes.ts";
import type { RequestedObjects } from "../naming/requested-objects.ts";
import { evaluateLook, firstLookMs, type LookEvidence, noEvidence } from "./decide-step.ts";
import type { StopSignal, WaitEffect, WaitEvent, WaitEventStanding, WaitSetting } from "./events.ts";
import { doubtStability, notStable } from "./stability.ts";
import { readStopwatch, startStopwatch, type WaitStopwatch } from "./stopwatch.ts";

/** At most and at least so long until the next tick, where nothing happens. */
const longestTickMs = 1_000;
const shortestTickMs = 20;
/** After so long without news everything is evaluated again. Conditions can become worse by age alone. */
const longestUnevaluatedMs = 10_000;
/**
 * After so long without news from the server, it is asked before the goal counts as reached.
 */
export const longestSilenceMs = 10_000;

/** The state of a wait between two events. Times are milliseconds since it began. */
interface WaitMachineState {
  readonly stopwatch: WaitStopwatch;
  /** The clock skipped time since the last evaluation. */
  readonly hasSkipped: boolean;
  /** What the names of the command line stand for. Undefined: not resolved yet. */
  readonly requested: RequestedObjects | undefined;
  /** What was seen last, and when it was evaluated. */
  readonly evaluated: { readonly seen: SeenReport; readonly atMs: number } | undefined;
  readonly heardAtMs: number;
  readonly confirmation: WaitConfirmation;
  readonly evidence: LookEvidence;
  readonly standing: WaitEventStanding;
  /** The goal was reached in a wait that goes on. Until there is news, the time alone leads to no look. */
  readonly isReached: boolean;
  /** When a cluster that rests is looked at again. Undefined: it is watched, or is being connected to. */
  readonly restUntilMs: number | undefined;
  /** Until when a cluster that is looked at after a rest may be silent, also beyond the time-out. */
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
    heardAtMs: 0,
    confirmation: notConfirmed,
    evidence: noEvidence,
    isReached: false,
    isOver: false,
    restUntilMs: undefined,
    silentUntilMs: 0,
    standing: { elapsedMs: 0, link: { state: "connecting" } },
  };
}

/** The state after `event`, which happens when the clock says `now`, and its effects. */
export function nextStep(before: WaitMachineState, event: WaitEvent, now: number, setting: WaitSetting): WaitStep {
  if (before.isOver) return { state: before, effects: [] };
  const stopwatch = readStopwatch(before.stopwatch, now);
  // What is known of a cluster that rests may be as old as a rest is long.
  const isLate =
    before.restUntilMs === undefined ? stopwatch.hasSkipped : now - before.stopwatch.read > (setting.restFor ?? 0);
  const hasSkipped = before.hasSkipped || isLate;
  const step = takeEvent({ ...before, stopwatch, hasSkipped }, event, setting);
  const isOutOfDate = stopwatch.hasSkipped && step.state.requested !== undefined && !step.state.isOver;
  return isOutOfDate ? afterRefresh(step) : step;
}

function takeEvent(state: WaitMachineState, event: WaitEvent, setting: WaitSetting): WaitStep {
  const { elapsedMs } = state.stopwatch;
  switch (event.is) {
    case "ticked":
      return state.isReached && !state.hasSkipped ? waitOn(state, setting) : look(state, setting);
    case "connecting":
      return {
        state: { ...state, silentUntilMs: Math.min(state.silentUntilMs, elapsedMs + event.within) },
        effects: [],
      };
    case "rechecked":
      return recheck(state, setting);
    case "unreached": {
      const link: LinkStatus = { state: "unreachable", cause: event.cause };
      return awaitNames({ ...state, standing: { ...state.standing, link } }, setting);
    }
    case "named":
      return look({ ...state, requested: event.requested }, setting);
    case "heard":
      return look({ ...state, evaluated: { seen: event.seen, atMs: elapsedMs }, heardAtMs: elapsedMs }, setting);
    case "looked":
      return decide({ ...state, evaluated: { seen: event.seen, atMs: elapsedMs } }, setting);
    case "answered":
      return takeAnswer(state, event, setting);
    case "stopped":
      return endWait(state, { state: "interrupted" }, exitCodesOfSignals[event.signal]);
  }
}

/** Evaluates what was seen last. Looks again first where that is too old, or where the time is over. */
function look(state: WaitMachineState, setting: WaitSetting): WaitStep {
  const { requested, evaluated, hasSkipped } = state;
  const { elapsedMs } = state.stopwatch;
  if (requested === undefined)
    return state.restUntilMs === undefined ? awaitNames(state, setting) : restOn(state, setting);
  const isOld = evaluated === undefined || hasSkipped || elapsedMs - evaluated.atMs >= longestUnevaluatedMs;
  return isOld || elapsedMs >= setting.timeout ? lookAgain(state) : decide(state, setting);
}

function lookAgain(state: WaitMachineState): WaitStep {
  return { state, effects: [{ do: "look" }] };
}

/**
 * Waits for the server and for the names of the command line, within the time of the wait. The names are resolved at
 * the same server.
 */
function awaitNames(before: WaitMachineState, setting: WaitSetting): WaitStep {
  const { elapsedMs } = before.stopwatch;
  const state = { ...before, hasSkipped: false, standing: { ...before.standing, elapsedMs } };
  if (elapsedMs >= (setting.timeout === 0 ? firstLookMs : Math.max(setting.timeout, state.silentUntilMs))) {
    const ending: WaitEnding = { state: setting.timeout === 0 ? "unknown" : "timed-out" };
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
  // A look that began in time is not over before the cluster has responded.
  const isSeen = evaluated.seen.report !== undefined && evaluated.seen.link.state === "live";
  const limits = isSeen ? setting : { ...setting, timeout: Math.max(setting.timeout, silentUntilMs) };
  const { evidence, standing, ending, refusal } = evaluateLook(
    before.evidence,
    evaluated.seen,
    time,
    limits,
    requested,
  );
  const isStillReached = before.isReached && ending?.state === "reached";
  const state = { ...before, evidence, standing, hasSkipped: false, isReached: isStillReached };
  if (ending !== undefined && evaluated.atMs < elapsedMs) return lookAgain(state);
  if (refusal !== undefined)
    return { state: { ...state, isOver: true }, effects: [{ do: "refuse", standing, lines: refusal }] };
  if (ending === undefined)
    return restIfMany(goOn({ ...state, confirmation: dropQuestion(confirmation) }, setting), setting);
  // A change was seen just now, at a live connection.
  if (isStillReached) return waitOn(state, setting);
  const isHeard = setting.stableFor === 0 && elapsedMs - state.heardAtMs <= longestSilenceMs;
  if (ending.state !== "reached" || confirmation.isConfirmed || isHeard)
    return setting.goesOn && ending.state === "reached"
      ? restIfMany(reach(state, ending, setting), setting)
      : endWait(state, ending, exitCodeFor(ending, setting));
  if (!mayAsk(confirmation, elapsedMs)) return goOn(state, setting);
  const asking = openQuestion(confirmation);
  const ask: WaitEffect = { do: "ask", question: asking.questions, seen: evaluated.seen };
  return goOn({ ...state, confirmation: asking }, setting, ask);
}

/**
 * Takes the server's answer. A confirmed goal ends the wait at this look. Where the server does not respond, the time
 * begins again.
 */
function takeAnswer(
  before: WaitMachineState,
  { question, answer }: Extract<WaitEvent, { readonly is: "answered" }>,
  setting: WaitSetting,
): WaitStep {
  const confirmation = closeQuestion(before.confirmation, question, answer, before.standing.elapsedMs);
  if (confirmation === undefined) return { state: before, effects: [] };
  const { evidence } = before;
  const stability = answer === "silent" ? doubtStability(evidence.stability) : evidence.stability;
  const step = look({ ...before, confirmation, evidence: { ...evidence, stability } }, setting);
  return answer === "same" ? step : afterRefresh(step);
}

function goOn(state: WaitMachineState, setting: WaitSetting, ...more: readonly WaitEffect[]): WaitStep {
  const { standing } = state;
  return { state, effects: [{ do: "tell", standing }, ...more, wake(standing, setting)] };
}

/** Marks the goal as reached in a wait that goes on. A later answer to an open question would be about older objects. */
function reach(before: WaitMachineState, ending: WaitEnding, setting: WaitSetting): WaitStep {
  const state = { ...before, isReached: true, confirmation: dropQuestion(before.confirmation) };
  const { effects } = waitOn(state, setting);
  return { state, effects: [{ do: "reach", standing: state.standing, ending }, ...effects] };
}

/** Lets the stopwatch run, which notices that the machine slept. */
function waitOn(state: WaitMachineState, setting: WaitSetting): WaitStep {
  return { state, effects: [wake(state.standing, setting)] };
}

/**
 * Lets the cluster rest where many are waited for. A goal that must hold without a break is watched, and so is a
 * connection that has to come back.
 */
function restIfMany(step: WaitStep, { restFor, stableFor }: WaitSetting): WaitStep {
  const { standing, evidence } = step.state;
  const isHolding = stableFor > 0 && evidence.stability.heldSince !== undefined;
  if (restFor === undefined || isHolding || standing.report === undefined || standing.link.state !== "live")
    return step;
  // A cluster that reached the goal rests until it is asked again.
  const restUntilMs = step.state.isReached ? Number.POSITIVE_INFINITY : step.state.stopwatch.elapsedMs + restFor;
  const state = { ...step.state, ...restingWait(standing, evidence), restUntilMs };
  return { state, effects: [...step.effects, { do: "rest" }] };
}

/** Ends the rest once its time or that of the wait has come, or after time that the machine slept. */
function restOn(state: WaitMachineState, setting: WaitSetting): WaitStep {
  const { restUntilMs = 0, isReached, hasSkipped, stopwatch } = state;
  const until = isReached ? restUntilMs : Math.min(restUntilMs, setting.timeout);
  return hasSkipped || stopwatch.elapsedMs >= until ? reopen(state, setting) : waitOn(state, setting);
}

/** Looks again at a cluster that rests. What that look finds counts, even where it ends after the time-out. */
function reopen(before: WaitMachineState, setting: WaitSetting): WaitStep {
  const { elapsedMs } = before.stopwatch;
  const silentUntilMs = elapsedMs + (setting.lookWithin ?? 0);
  const cleared = { restUntilMs: undefined, isReached: false, hasSkipped: false };
  const state = { ...before, ...cleared, silentUntilMs, standing: { ...before.standing, elapsedMs } };
  const { effects } = goOn(state, setting);
  return { state, effects: [{ do: "reopen" }, ...effects] };
}

/** Asks the server whether the goal still holds. What was heard before does not answer that. */
function recheck(before: WaitMachineState, setting: WaitSetting): WaitStep {
  const state = { ...before, isReached: false, heardAtMs: Number.NEGATIVE_INFINITY };
  return state.restUntilMs === undefined ? look(state, setting) : reopen(state, setting);
}

/** Wakes the loop no later than the next time at which the wait can end. */
function wake({ elapsedMs, heldMs }: WaitEventStanding, { timeout, stableFor }: WaitSetting): WaitEffect {
  const rests = [timeout - elapsedMs, heldMs === undefined ? longestTickMs : stableFor - heldMs].filter(
    (rest) => rest > 0,
  );
  return { do: "wake", after: Math.max(shortestTickMs, Math.min(longestTickMs, ...rests)) };
}

function endWait(state: WaitMachineState, ending: WaitEnding, exitCode: number): WaitStep {
  return { state: { ...state, isOver: true }, effects: [{ do: "end", standing: state.standing, ending, exitCode }] };
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
function exitCodeFor({ state }: WaitEnding, { timeout }: WaitSetting): number {
  if (state === "unknown") return timeout === 0 ? exitCodes.unknown : exitCodes.degraded;
  return exitCodeOfEnding[state];
}

const exitCodeOfEnding: Readonly<Record<Exclude<WaitEnding["state"], "unknown">, number>> = {
  reached: 0,
  permanent: exitCodes.degraded,
  "timed-out": timedOut,
  interrupted: exitCodesOfSignals.SIGINT,
};

/** The time after a response before the server is asked again. */
const pauseMs = 1_000;

/**
 * Whether the server confirms that the goal still holds. Where updates no longer arrive, nothing seems to change, so
 * the plugin asks.
 */
interface WaitConfirmation {
  /** How many questions there were. Only the answer to the last one counts. */
  readonly questions: number;
  readonly isOpen: boolean;
  /** The server has just confirmed the goal. That counts for one look. */
  readonly isConfirmed: boolean;
  /** Milliseconds since the wait began, before which the server is not asked. */
  readonly notBeforeMs: number;
}

/** The state before the first question. */
const notConfirmed: WaitConfirmation = { questions: 0, isOpen: false, isConfirmed: false, notBeforeMs: 0 };

/** Whether to ask now. Only one question is open at a time, and a pause follows each response. */
function mayAsk({ isOpen, notBeforeMs }: WaitConfirmation, elapsedMs: number): boolean {
  return !isOpen && elapsedMs >= notBeforeMs;
}

/** The state with the next question open. */
function openQuestion(before: WaitConfirmation): WaitConfirmation {
  return { ...before, questions: before.questions + 1, isOpen: true };
}

/** The state after something new was seen. Question and answer become void, because they are about older objects. */
function dropQuestion(before: WaitConfirmation): WaitConfirmation {
  return { ...before, isOpen: false, isConfirmed: false };
}

/** The state after the answer to question number `question`. Undefined where that question is void. */
function closeQuestion(
  before: WaitConfirmation,
  question: number,
  answer: Confirmation,
  elapsedMs: number,
): WaitConfirmation | undefined {
  if (!before.isOpen || question !== before.questions) return undefined;
  return {
    questions: before.questions,
    isOpen: false,
    isConfirmed: answer === "same",
    notBeforeMs: elapsedMs + pauseMs,
  };
}

/** What a wait keeps of a cluster that rests between two readings, because not all of many clusters can be watched. */
interface RestingWait {
  readonly requested: undefined;
  readonly evaluated: undefined;
  readonly standing: WaitEventStanding;
  readonly evidence: LookEvidence;
}

/** Keeps what a line about the cluster needs. Whether the goal holds without a break is not known of a rest. */
function restingWait(standing: WaitEventStanding, evidence: LookEvidence): RestingWait {
  const { elapsedMs, link, report, waited } = standing;
  const last = report && waited && { report: withoutParts(report), waited };
  return {
    requested: undefined,
    evaluated: undefined,
    standing: { elapsedMs, link, ...last },
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
