import { sanitizeLine } from "../../../characters/sanitize.ts";
import type { WaitEnding, WaitGoal, WaitStatus } from "../../../model/wait.ts";
import { type AgeClock, formatAge } from "../../../outline/ages.ts";
import { blockingText } from "../../../outline/blocking-text.ts";
import { countText, joinNames, shortenNames } from "../../../outline/words/names.ts";
import type { CountedThing } from "./fleet.ts";
import { goalWords, lostWords } from "./wait.ts";

/** How far one of several clusters is. `refused`: it cannot be waited for. The others are endings of a wait. */
type WaitedState = "waiting" | "refused" | WaitEnding["state"];

/** One of several clusters. */
export interface WaitedCluster {
  readonly context: string;
  readonly state: WaitedState;
}

/** Milliseconds. A time-out of 0 checks once. */
export interface FleetWaitTime {
  readonly elapsedMs: number;
  readonly timeout: number;
}

/** The states other than the goal, in the order of the summary. */
const inSummary: Readonly<Record<Exclude<WaitedState, "reached">, string>> = {
  "timed-out": "timed out",
  permanent: "in need of intervention",
  refused: "failed",
  unknown: "unknown",
  interrupted: "interrupted",
  waiting: "not reached",
};

/** `3 clusters: 1 healthy, 1 timed out (prod-3), 1 failed (prod-9), after 30m`. Only clusters that are left are named. */
export function fleetWaitSummary(
  goal: WaitGoal,
  clusters: readonly WaitedCluster[],
  counted: CountedThing,
  { elapsedMs, timeout }: FleetWaitTime,
): string {
  const reached = clusters.filter(({ state }) => state === "reached").length;
  const notReached = Object.entries(inSummary).flatMap(([state, words]) => {
    const names = clusters.filter((cluster) => cluster.state === state).map(({ context }) => sanitizeLine(context));
    const how = state === "timed-out" && timeout === 0 ? `not ${goalWords(goal)}` : words;
    return names.length === 0 ? [] : [`${names.length} ${how} (${firstNames(names)})`];
  });
  const after = elapsedMs < 1000 ? [] : [`after ${formatAge(elapsedMs / 1000)}`];
  return `${countText(clusters.length, counted)}: ${[`${reached} ${goalWords(goal)}`, ...notReached, ...after].join(", ")}`;
}

/**
 * The progress line, and the line of a long silence: `1 of 3 clusters healthy, 12s of 30m; waiting for edge-7`. The last
 * look at all clusters counts them again: `checking again: 1 of 3 clusters healthy, …`.
 */
export function fleetWaitProgress(
  goal: WaitGoal,
  clusters: readonly WaitedCluster[],
  counted: CountedThing,
  time: FleetWaitTime & { readonly isLastLook: boolean },
): string {
  const reached = clusters.filter(({ state }) => state === "reached").length;
  const waiting = clusters.filter(({ state }) => state === "waiting").map(({ context }) => sanitizeLine(context));
  const limit = time.timeout > 0 ? ` of ${formatAge(time.timeout / 1000)}` : "";
  const share = `${reached} of ${countText(clusters.length, counted)} ${goalWords(goal)}`;
  const text = `${time.isLastLook ? "checking again: " : ""}${share}, ${formatAge(time.elapsedMs / 1000)}${limit}`;
  return waiting.length === 0 ? text : `${text}; waiting for ${firstNames(waiting)}`;
}

/** The first names: `edge-1, edge-2 and 300 more`. Each cluster had a line of its own. */
function firstNames(names: readonly string[]): string {
  return names.length > maxNamed ? joinNames(shortenNames(names, maxNamed)) : names.join(", ");
}

const maxNamed = 8;

/** The line of a cluster that had reached the goal: `no longer healthy: CDI is degraded`. Undefined: that is in doubt. */
export function lostGoalText(
  goal: WaitGoal,
  { link, report, waited }: WaitStatus,
  clock: AgeClock,
): string | undefined {
  if (link.state !== "live") return `${goalWords(goal)} when last seen: ${lostWords(link.state, link.cause ?? "")}`;
  if (report === undefined || waited === undefined || waited.blocking.length === 0) return undefined;
  const refs = report.roots.map(({ ref }) => ref);
  return `no longer ${goalWords(goal)}: ${blockingText(waited.blocking, refs, clock)}`;
}
