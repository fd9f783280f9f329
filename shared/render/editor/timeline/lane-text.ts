import { sanitizeLine } from "../../../characters/sanitize.ts";
import { formatLocal, parseMilliseconds, type ZoneAt } from "../../../model/time.ts";
import type { LaneSegment, RootLanes, TimelineLane, UnseenGap } from "../../../model/timeline.ts";
import { formatAge } from "../../../outline/ages.ts";

const maxObservationDelayMs = 15_000;

/** The title of the tab and of the page. */
export function formatTitle(root: Pick<RootLanes, "ref">, place: string): string {
  return sanitizeLine(`${root.ref.name} on ${place}: timeline`);
}

/** The line below the heading: since when the plugin observes. */
export function formatObservedSince(seenFrom: string, zoneAt: ZoneAt): string {
  return `Observed since ${formatLocal(seenFrom, zoneAt)}. Hatched: reported by the cluster for the time before.`;
}

/** The name of a lane. */
export function formatLaneName({ what, name }: TimelineLane): string {
  return what === "verdict" ? "Verdict" : sanitizeLine(name);
}

/** The heading above the lanes of one group. */
export function formatGroupHeading(what: TimelineLane["what"]): string {
  switch (what) {
    case "verdict":
      return "Object";
    case "condition":
      return "Conditions";
    case "component":
      return "Components";
  }
}

/**
 * Returns the description of a segment for screen readers: `Available: False (Crash), from 10:00 to 10:14, for 14m`. A
 * state that lasts has no age here, because the description is not updated as time passes.
 */
export function formatSegment(lane: TimelineLane, segment: LaneSegment, zoneAt: ZoneAt): string {
  const { status, reason, renewed } = segment;
  const state = reason === "" ? sanitizeLine(status) : `${sanitizeLine(status)} (${sanitizeLine(reason)})`;
  const parts = [`${formatLaneName(lane)}: ${state}`, formatTimes(segment, zoneAt)];
  const source = formatSource(segment, zoneAt);
  if (source !== "") parts.push(source);
  if (renewed > 0) parts.push(`changed in between at least ${renewed} times, not observed`);
  return parts.join(", ");
}

function formatTimes({ from, to }: LaneSegment, zoneAt: ZoneAt): string {
  if (to === undefined) return `since ${formatLocal(from, zoneAt)}`;
  return `from ${formatLocal(from, zoneAt)} to ${formatLocal(to, zoneAt)}, for ${formatDuration(from, to)}`;
}

/** Returns who knows the time of a segment: the cluster reported it, or the extension observed it (empty). */
export function formatSource({ from, to, seenFrom, isAtLeast }: LaneSegment, zoneAt: ZoneAt): string {
  if (isAtLeast) return "already the case at the first observation";
  if (to !== undefined && seenFrom >= to && from < to) return "reported by the cluster, not observed";
  return isStartUnobserved({ from, seenFrom })
    ? `reported by the cluster, observed since ${formatLocal(seenFrom, zoneAt)}`
    : "";
}

/** Whether the cluster reported the start, and it was not observed. A start up to 15 seconds before counts as observed. */
export function isStartUnobserved({ from, seenFrom }: Pick<LaneSegment, "from" | "seenFrom">): boolean {
  return (parseMilliseconds(seenFrom) ?? 0) - (parseMilliseconds(from) ?? 0) > maxObservationDelayMs;
}

/** The line about a time without observation. */
export function formatGap({ from, to }: UnseenGap, zoneAt: ZoneAt): string {
  return to === undefined
    ? `Not observed since ${formatLocal(from, zoneAt)}`
    : `Not observed from ${formatLocal(from, zoneAt)} to ${formatLocal(to, zoneAt)}`;
}

/** The duration: `14m`. */
function formatDuration(from: string, to: string): string {
  return formatAge(((parseMilliseconds(to) ?? 0) - (parseMilliseconds(from) ?? 0)) / 1000);
}

/**
 * Why the drawing stopped or started again. `elsewhere`: another cluster has taken the place of the one before.
 * `notFollowed`: the object is no longer read.
 */
export type TimelineNote = "elsewhere" | "notFollowed";

export function formatNote(note: TimelineNote, place: string): string {
  return note === "elsewhere"
    ? `The current context is now another cluster, ${sanitizeLine(place)}: this is its timeline.`
    : "Only top-level objects of the tree are watched: this timeline ends with the last reading.";
}
