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
import { countText } from "../../../outline/words/names.ts";
import { waitingForUnreachableText } from "../plugin/progress.ts";
import { endedWaitingWords, goalWords, lostWords, neverWords, reachedWords, waitedObjectsText } from "./wait.ts";

/** What the lines of a wait need beside its state. Times are milliseconds. */
export interface WaitWording {
  readonly goal: WaitGoal;
  readonly timeout: number;
  readonly stableFor: number;
  readonly clock: AgeClock;
  /** The line is the first one, which has the time-out. */
  readonly isFirst?: boolean;
}

/** One line, and the key by which a change is distinguished from another wording. */
export interface WaitNews {
  readonly text: string;
  /** Unchanged as long as only the wording differs. */
  readonly key: string;
  /** The text to compare, where the printed one contains a time that advances by itself. */
  readonly same?: string;
  /** The line must be printed at once. */
  readonly isUrgent?: true;
}

/** What a wait waits for at this moment; undefined where there is nothing to report. */
export function waitNews(status: WaitStatus, wording: WaitWording): WaitNews | undefined {
  const { link, report, waited, heldMs, brokenAfterMs } = status;
  const goal = goalWords(wording.goal);
  const limit = wording.isFirst === true ? ` (timeout ${formatLimit(wording.timeout / 1000)})` : "";
  if (status.isUnconfirmed === true) {
    const text = `${goal} when last seen, but the server does not respond; checking stability again`;
    return { text, key: "unanswered" };
  }
  if (link.state !== "live") {
    const key = `link ${link.state}`;
    // At the beginning only a server that is down is news. The usual way to the first response is not.
    if (report === undefined)
      return link.state === "unreachable" ? { text: waitingForUnreachableText(link.cause ?? ""), key } : undefined;
    return { text: `connection lost: ${lostWords(link.state, link.cause ?? "")}`, key };
  }
  if (report === undefined || waited === undefined) return undefined;
  if (heldMs !== undefined) {
    if (wording.stableFor === 0) return undefined;
    const same = `${goal}; checking stability for ${formatLimit(wording.stableFor / 1000)}`;
    return { text: `${same}${limit}`, same, key: "holding" };
  }
  // The goal is reached, as far as the plugin has seen.
  if (waited.blocking.length === 0) return undefined;
  const { thing, why } = blockingKeys(waited.blocking);
  const text = `not ${goal} yet${limit}: ${blockingText(waited.blocking, refsOf(report), wording.clock)}`;
  return { text, same: why, key: thing, ...(brokenAfterMs !== undefined && { isUrgent: true }) };
}

/**
 * The line for a change, with how long the goal held where that has ended. `resets`: how often it ended since the last
 * such line.
 */
export function waitNewsLine(
  { text }: WaitNews,
  { brokenAfterMs }: WaitStatus,
  { goal }: WaitWording,
  resets: number = 1,
): string {
  if (brokenAfterMs === undefined) return text;
  const times = resets > 1 ? `, lost ${resets} times since the last line` : "";
  return `${text} (was ${goalWords(goal)} for ${formatAge(brokenAfterMs / 1000)}${times})`;
}

/** The periodic line: `still not healthy, after 5m of 30m, 4/6 components healthy`. */
export function waitLifeLine({ elapsedMs, report, heldMs, link }: WaitStatus, { goal, timeout }: WaitWording): string {
  const how = heldMs === undefined ? `not ${goalWords(goal)}` : goalWords(goal);
  const seen = link.state === "live" ? `still ${how}` : lostWords(link.state, "");
  return joined([seen, `after ${timeWords(elapsedMs, timeout)}`, shareWords(report, goal)]);
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
  const { goal, stableFor, timeout } = wording;
  const state = link.state === "live" ? shareWords(report, goal) : lostWords(link.state, "");
  const holding = heldMs === undefined ? "" : heldWords(heldMs, goal, stableFor);
  const left = link.state === "live" && heldMs === undefined ? estimateWords(estimate) : "";
  return joined([state, holding, timeWords(elapsedMs, timeout), left]);
}

/** The last line of a wait; an error where the goal was not reached. */
export function waitEndLine(status: WaitStatus, ending: WaitEnding, wording: WaitWording): string {
  const { elapsedMs, report } = status;
  const { goal, stableFor } = wording;
  const after = elapsedMs < 1000 ? "" : `, after ${formatAge(elapsedMs / 1000)}`;
  switch (ending.state) {
    case "reached": {
      const versions = new Set(report?.roots.flatMap(({ facts }) => facts["observedVersion"] ?? []));
      if (ending.what.length === 0 && ending.never.length > 0) return `${neverWords(ending.never)}${after}`;
      const lasted = stableFor === 0 ? "" : `, stable for ${formatLimit(stableFor / 1000)}`;
      return `${waitedObjectsText(ending.what)} ${reachedWords(goal, ending.what.length < 2, [...versions])}${lasted}${after}`;
    }
    case "permanent": {
      const verbs = { condition: "have", deleted: "be", upgraded: "be" } as const;
      const verb = verbs[goal.is as keyof typeof verbs] ?? "become";
      return `will not ${verb} ${goalWords(goal)} without intervention: ${sanitizeLine(describeBlockingFinding(ending.permanent, wording.clock))}`;
    }
    case "interrupted": {
      const how = elapsedMs < 1000 ? "interrupted" : `interrupted after ${formatAge(elapsedMs / 1000)}`;
      return `${endedWaitingWords(how, goal)}: ${lastSeenWords(status, wording)}`;
    }
    case "timed-out": {
      if (wording.timeout === 0) return `not ${goalWords(goal)}: ${lastSeenWords(status, wording)}`;
      const how = `timed out after ${formatLimit(wording.timeout / 1000)}`;
      return `${endedWaitingWords(how, goal)}: ${lastSeenWords(status, wording)}`;
    }
    case "unknown": {
      const how = wording.timeout === 0 ? "" : "cannot be determined without intervention: ";
      return `${how}${lastSeenWords(status, wording)}`;
    }
  }
}

/** What was still missing where the wait ended without its goal. */
function lastSeenWords({ report, waited, link, heldMs }: WaitStatus, wording: WaitWording): string {
  const { state, cause = "" } = link;
  const { goal, stableFor, clock } = wording;
  if (report === undefined || waited === undefined)
    return cause === "" ? "the server has not responded to all requests" : lostWords(state, cause);
  const lost = state === "live" ? "" : `${lostWords(state, cause)}; `;
  if (heldMs !== undefined) return `${lost}${heldWords(heldMs, goal, stableFor)}`;
  if (waited.blocking.length === 0) return `${lost}${goalWords(goal)} when last seen`;
  const missing = blockingText(waited.blocking, refsOf(report), clock);
  const seen = waited.isKnown ? missing : `status unknown (${missing})`;
  return `${lost}${lost === "" ? "" : "when last seen: "}${seen}`;
}

function heldWords(heldMs: number, goal: WaitGoal, stableFor: number): string {
  return `${goalWords(goal)} for ${formatAge(heldMs / 1000)} of ${formatLimit(stableFor / 1000)}`;
}

function refsOf({ roots }: Report): readonly Ref[] {
  return roots.map(({ ref }) => ref);
}

/** The share of components that meet the goal: `4/6 components healthy`; empty where there are none. */
function shareWords(report: Report | undefined, goal: WaitGoal): string {
  const share = shareReached(report, goal);
  const how = goal.is === "available" || goal.is === "upgraded" ? goal.is : "healthy";
  return share === undefined ? "" : `${share.done}/${share.total} components ${how}`;
}

/** `about 4m left (2 components took 4m)`: how long, and from what that was estimated. */
function estimateWords(estimate: PaceEstimate | undefined): string {
  if (estimate === undefined) return "";
  const { remainingMs, gained, overMs } = estimate;
  const took = `${countText(gained, "component")} took ${formatAge(overMs / 1000)}`;
  return `about ${formatAge(remainingMs / 1000)} left (${took})`;
}

/** `3m12s of 30m`; without a limit the time alone. */
function timeWords(elapsedMs: number, limit: number): string {
  return `${formatAge(elapsedMs / 1000)}${limit > 0 ? ` of ${formatAge(limit / 1000)}` : ""}`;
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(", ");
}
