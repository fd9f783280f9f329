import { sanitizeLine } from "../../../characters/sanitize.ts";
import type { Ref } from "../../../model/object.ts";
import type { Report } from "../../../model/report.ts";
import {
  type PaceEstimate,
  shareReached,
  type WaitEnding,
  type WaitGoal,
  type WaitStatus,
} from "../../../model/wait.ts";
import { type AgeClock, formatAge, formatLimit } from "../../../outline/ages.ts";
import { blockingKeys, blockingText } from "../../../outline/blocking-text.ts";
import { describeBlockingFinding } from "../../../outline/findings/wait.ts";
import { countText, joinFilled } from "../../../outline/words/names.ts";
import { waitingForUnreachableText } from "../plugin/progress.ts";
import {
  formatGoal,
  formatLostConnection,
  formatNeverExisted,
  formatReached,
  formatWaitEnding,
  waitedObjectsText,
} from "./wait.ts";

/** What the lines of a wait need beside its state. */
export interface WaitWording {
  readonly goal: WaitGoal;
  readonly timeoutMs: number;
  readonly stableForMs: number;
  readonly clock: AgeClock;
  /** Whether the line is the first one, which has the timeout. */
  readonly isFirst?: boolean;
}

/** One line, and the key by which a change is distinguished from the same state in other words. */
export interface WaitNews {
  readonly text: string;
  /** Equal for lines about the same state. */
  readonly key: string;
  /** The text to compare, where the printed one contains a time that advances by itself. */
  readonly same?: string;
  /** Present: the line must be printed at once. */
  readonly isUrgent?: true;
}

/**
 * Returns what a wait waits for at this moment. Undefined where there is nothing to report. The first rule that applies
 * decides:
 * 1. The server must confirm the goal, and does not respond.
 * 2. The connection is not live. Before the first response only a server that is down is reported.
 * 3. The goal is reached, and must stay so for a while.
 * 4. Objects do not meet the goal.
 */
export function waitNews(status: WaitStatus, wording: WaitWording): WaitNews | undefined {
  const { link, report, waited, heldMs, brokenAfterMs } = status;
  const goal = formatGoal(wording.goal);
  const limit = wording.isFirst === true ? ` (timeout ${formatLimit(wording.timeoutMs / 1000)})` : "";
  if (status.isUnconfirmed === true) {
    const text = `${goal} when last seen, but the server does not respond; checking stability again`;
    return { text, key: "unanswered" };
  }
  if (link.state !== "live") {
    const key = `link ${link.state}`;
    if (report === undefined) {
      return link.state === "unreachable" ? { text: waitingForUnreachableText(link.cause ?? ""), key } : undefined;
    }
    return { text: `connection lost: ${formatLostConnection(link.state, link.cause ?? "")}`, key };
  }
  if (report === undefined || waited === undefined) return undefined;
  if (heldMs !== undefined) {
    if (wording.stableForMs === 0) return undefined;
    const same = `${goal}; checking stability for ${formatLimit(wording.stableForMs / 1000)}`;
    return { text: `${same}${limit}`, same, key: "holding" };
  }
  // The goal is reached, as far as the plugin has seen.
  if (waited.blocking.length === 0) return undefined;
  const { thing, why } = blockingKeys(waited.blocking);
  const text = `not ${goal} yet${limit}: ${blockingText(waited.blocking, refsOf(report), wording.clock)}`;
  return { text, same: why, key: thing, ...(brokenAfterMs !== undefined && { isUrgent: true }) };
}

/**
 * Returns the line for a change, with how long the goal held where that has ended: `not healthy yet: … (was healthy for
 * 2m)`.
 * @param resets how often it ended since the last such line.
 */
export function waitNewsLine(
  { text }: WaitNews,
  { brokenAfterMs }: WaitStatus,
  { goal }: WaitWording,
  resets: number = 1,
): string {
  if (brokenAfterMs === undefined) return text;
  const times = resets > 1 ? `, lost ${resets} times since the last line` : "";
  return `${text} (was ${formatGoal(goal)} for ${formatAge(brokenAfterMs / 1000)}${times})`;
}

/** The periodic line: `still not healthy, after 5m of 30m, 4/6 components healthy`. */
export function waitLifeLine(
  { elapsedMs, report, heldMs, link }: WaitStatus,
  { goal, timeoutMs }: WaitWording,
): string {
  const state = heldMs === undefined ? `not ${formatGoal(goal)}` : formatGoal(goal);
  const stateOrLink = link.state === "live" ? `still ${state}` : formatLostConnection(link.state, "");
  return joinFilled(", ", [stateOrLink, `after ${formatTimes(elapsedMs, timeoutMs)}`, formatShare(report, goal)]);
}

/**
 * The progress line that a terminal overwrites: `4/6 components healthy, 3m12s of 30m, about 4m left (2 components took
 * 4m)`.
 */
export function waitProgressLine(
  { elapsedMs, report, heldMs, link }: WaitStatus,
  wording: WaitWording,
  estimate?: PaceEstimate,
): string {
  const { goal, stableForMs, timeoutMs } = wording;
  const isLive = link.state === "live";
  const state = isLive ? formatShare(report, goal) : formatLostConnection(link.state, "");
  const holding = heldMs === undefined ? "" : formatHolding(heldMs, goal, stableForMs);
  const remaining = isLive && heldMs === undefined ? formatEstimate(estimate) : "";
  return joinFilled(", ", [state, holding, formatTimes(elapsedMs, timeoutMs), remaining]);
}

/** Returns the last line of a wait; an error where the goal was not reached. */
export function waitEndLine(status: WaitStatus, ending: WaitEnding, wording: WaitWording): string {
  const { elapsedMs } = status;
  const { goal, timeoutMs, clock } = wording;
  const lastState = formatLastState(status, wording);
  switch (ending.state) {
    case "reached":
      return formatReachedEnd(status, ending, wording);
    case "permanent": {
      const cause = sanitizeLine(describeBlockingFinding(ending.permanent, clock));
      return `will not ${goalVerb(goal)} ${formatGoal(goal)} without intervention: ${cause}`;
    }
    case "interrupted": {
      const elapsed = elapsedMs < 1000 ? "" : ` after ${formatAge(elapsedMs / 1000)}`;
      return `${formatWaitEnding(`interrupted${elapsed}`, goal)}: ${lastState}`;
    }
    case "timed-out":
      if (timeoutMs === 0) return `not ${formatGoal(goal)}: ${lastState}`;
      return `${formatWaitEnding(`timed out after ${formatLimit(timeoutMs / 1000)}`, goal)}: ${lastState}`;
    case "unknown":
      return timeoutMs === 0 ? lastState : `cannot be determined without intervention: ${lastState}`;
  }
}

/** `HyperConverged x is healthy, stable for 2m, after 14m`. */
function formatReachedEnd(
  { elapsedMs, report }: WaitStatus,
  { what, never }: Extract<WaitEnding, { readonly state: "reached" }>,
  { goal, stableForMs }: WaitWording,
): string {
  const elapsed = elapsedMs < 1000 ? "" : `, after ${formatAge(elapsedMs / 1000)}`;
  if (what.length === 0 && never.length > 0) return `${formatNeverExisted(never)}${elapsed}`;
  const versions = new Set(report?.roots.flatMap(({ facts }) => facts["observedVersion"] ?? []));
  const reached = formatReached(goal, what.length < 2, [...versions]);
  const stable = stableForMs === 0 ? "" : `, stable for ${formatLimit(stableForMs / 1000)}`;
  return `${waitedObjectsText(what)} ${reached}${stable}${elapsed}`;
}

/** The verb before the goal: `will not become healthy`, `will not have Available=True`. */
function goalVerb(goal: WaitGoal): string {
  if (goal.is === "condition") return "have";
  return goal.is === "deleted" || goal.is === "upgraded" ? "be" : "become";
}

/** Returns what was still missing where the wait ended without its goal. */
function formatLastState({ report, waited, link, heldMs }: WaitStatus, wording: WaitWording): string {
  const { goal, stableForMs, clock } = wording;
  const lostConnection = formatLostConnection(link.state, link.cause ?? "");
  if (report === undefined || waited === undefined) {
    const hasCause = link.cause !== undefined && link.cause !== "";
    return hasCause ? lostConnection : "the server has not responded to all requests";
  }
  const isLive = link.state === "live";
  const prefix = isLive ? "" : `${lostConnection}; `;
  if (heldMs !== undefined) return `${prefix}${formatHolding(heldMs, goal, stableForMs)}`;
  if (waited.blocking.length === 0) return `${prefix}${formatGoal(goal)} when last seen`;
  const blocking = blockingText(waited.blocking, refsOf(report), clock);
  const state = waited.isKnown ? blocking : `status unknown (${blocking})`;
  return isLive ? state : `${prefix}when last seen: ${state}`;
}

function formatHolding(heldMs: number, goal: WaitGoal, stableForMs: number): string {
  return `${formatGoal(goal)} for ${formatAge(heldMs / 1000)} of ${formatLimit(stableForMs / 1000)}`;
}

function refsOf({ roots }: Report): readonly Ref[] {
  return roots.map(({ ref }) => ref);
}

/** The share of components that meet the goal: `4/6 components healthy`; empty where there are none. */
function formatShare(report: Report | undefined, goal: WaitGoal): string {
  const share = shareReached(report, goal);
  const how = goal.is === "available" || goal.is === "upgraded" ? goal.is : "healthy";
  return share === undefined ? "" : `${share.done}/${share.total} components ${how}`;
}

/** `about 4m left (2 components took 4m)`: how long, and from what that was estimated. */
function formatEstimate(estimate: PaceEstimate | undefined): string {
  if (estimate === undefined) return "";
  const { remainingMs, gained, overMs } = estimate;
  const took = `${countText(gained, "component")} took ${formatAge(overMs / 1000)}`;
  return `about ${formatAge(remainingMs / 1000)} left (${took})`;
}

/** `3m12s of 30m`; without a limit the time alone. */
function formatTimes(elapsedMs: number, limit: number): string {
  return `${formatAge(elapsedMs / 1000)}${limit > 0 ? ` of ${formatAge(limit / 1000)}` : ""}`;
}
