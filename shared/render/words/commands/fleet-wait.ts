import { sanitizeLine } from "../../../characters/sanitize.ts";
import type { WaitEnding, WaitGoal, WaitStatus } from "../../../model/wait.ts";
import { type AgeClock, formatAge } from "../../../outline/ages.ts";
import { blockingText } from "../../../outline/blocking-text.ts";
import { countText, joinNames, shortenNames } from "../../../outline/words/names.ts";
import type { CountedThing } from "./fleet.ts";
import { formatGoal, formatLostConnection } from "./wait.ts";

/** How far one of several clusters is. `refused`: it cannot be waited for. The others are endings of a wait. */
type WaitedState = "waiting" | "refused" | WaitEnding["state"];

/** One of several clusters. */
export interface WaitedCluster {
  readonly context: string;
  readonly state: WaitedState;
}

/** How long several clusters have been waited for. A timeout of 0 checks once. */
export interface FleetWaitTime {
  readonly elapsedMs: number;
  readonly timeoutMs: number;
}

const maxNamed = 8;

/** The states other than the goal, in the order of the summary. */
const stateTexts: Readonly<Record<Exclude<WaitedState, "reached">, string>> = {
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
  { elapsedMs, timeoutMs }: FleetWaitTime,
): string {
  const parts = [`${countState(clusters, "reached")} ${formatGoal(goal)}`];
  for (const [state, text] of Object.entries(stateTexts)) {
    const names = clusters.filter((cluster) => cluster.state === state).map(({ context }) => sanitizeLine(context));
    if (names.length === 0) continue;
    const isCheckedOnce = state === "timed-out" && timeoutMs === 0;
    const stateText = isCheckedOnce ? `not ${formatGoal(goal)}` : text;
    parts.push(`${names.length} ${stateText} (${firstNames(names)})`);
  }
  if (elapsedMs >= 1000) parts.push(`after ${formatAge(elapsedMs / 1000)}`);
  return `${countText(clusters.length, counted)}: ${parts.join(", ")}`;
}

function countState(clusters: readonly WaitedCluster[], state: WaitedState): number {
  return clusters.filter((cluster) => cluster.state === state).length;
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
  const reached = countState(clusters, "reached");
  const waiting = clusters.filter(({ state }) => state === "waiting").map(({ context }) => sanitizeLine(context));
  const limit = time.timeoutMs > 0 ? ` of ${formatAge(time.timeoutMs / 1000)}` : "";
  const share = `${reached} of ${countText(clusters.length, counted)} ${formatGoal(goal)}`;
  const text = `${time.isLastLook ? "checking again: " : ""}${share}, ${formatAge(time.elapsedMs / 1000)}${limit}`;
  return waiting.length === 0 ? text : `${text}; waiting for ${firstNames(waiting)}`;
}

/** The first names: `edge-1, edge-2 and 300 more`. Each cluster had a line of its own. */
function firstNames(names: readonly string[]): string {
  return names.length > maxNamed ? joinNames(shortenNames(names, maxNamed)) : names.join(", ");
}

/** The line of a cluster that had reached the goal: `no longer healthy: CDI is degraded`. Undefined: that is in doubt. */
export function lostGoalText(
  goal: WaitGoal,
  { link, report, waited }: WaitStatus,
  clock: AgeClock,
): string | undefined {
  if (link.state !== "live")
    return `${formatGoal(goal)} when last seen: ${formatLostConnection(link.state, link.cause ?? "")}`;
  if (report === undefined || waited === undefined || waited.blocking.length === 0) return undefined;
  const refs = report.roots.map(({ ref }) => ref);
  return `no longer ${formatGoal(goal)}: ${blockingText(waited.blocking, refs, clock)}`;
}
