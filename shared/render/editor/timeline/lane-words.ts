import { sanitizeLine } from "../../../characters/sanitize.ts";
import { formatLocal, parseMilliseconds, type ZoneAt } from "../../../model/time.ts";
import type { LaneSegment, RootLanes, TimelineLane, UnseenGap } from "../../../model/timeline.ts";
import { formatAge } from "../../../outline/ages.ts";

/** The title of the tab and of the page. */
export function timelineTitle(root: Pick<RootLanes, "ref">, place: string): string {
  return sanitizeLine(`${root.ref.name} on ${place}: timeline`);
}

/** The line below the heading: since when the plugin observes. */
export function seenFromWords(seenFrom: string, zoneAt: ZoneAt): string {
  return `Observed since ${formatLocal(seenFrom, zoneAt)}. Hatched: reported by the cluster for the time before.`;
}

/** The name of a lane. */
export function laneName({ what, name }: TimelineLane): string {
  return what === "verdict" ? "Verdict" : sanitizeLine(name);
}

/** The heading above the lanes of one sort. */
export function groupName(what: TimelineLane["what"]): string {
  switch (what) {
    case "verdict":
      return "Object";
    case "condition":
      return "Conditions";
    case "component":
      return "Components";
  }
}

/** One segment as a sentence, without the age of a state that lasts, because it changes. */
export function segmentWords(lane: TimelineLane, segment: LaneSegment, zoneAt: ZoneAt): string {
  const { from, to, status, reason, renewed } = segment;
  const what = reason === "" ? sanitizeLine(status) : `${sanitizeLine(status)} (${sanitizeLine(reason)})`;
  const span =
    to === undefined
      ? `since ${formatLocal(from, zoneAt)}`
      : `from ${formatLocal(from, zoneAt)} to ${formatLocal(to, zoneAt)}, for ${lengthWords(from, to)}`;
  return [
    `${laneName(lane)}: ${what}`,
    span,
    ...(knownSinceText(segment, zoneAt) === "" ? [] : [knownSinceText(segment, zoneAt)]),
    ...(renewed === 0 ? [] : [`changed in between at least ${renewed} times, not observed`]),
  ].join(", ");
}

/** How far the plugin observed the segment. */
export function knownSinceText({ from, to, seenFrom, isAtLeast }: LaneSegment, zoneAt: ZoneAt): string {
  if (isAtLeast) return "already the case at the first observation";
  if (to !== undefined && seenFrom >= to && from < to) return "reported by the cluster, not observed";
  return isSeenFromStart({ from, seenFrom })
    ? `reported by the cluster, observed since ${formatLocal(seenFrom, zoneAt)}`
    : "";
}

/** Whether the start was only reported. A state that is reported within seconds of its start counts as observed. */
export function isSeenFromStart({ from, seenFrom }: Pick<LaneSegment, "from" | "seenFrom">): boolean {
  return (parseMilliseconds(seenFrom) ?? 0) - (parseMilliseconds(from) ?? 0) > 15_000;
}

/** The line on a time without observation. */
export function gapWords({ from, to }: UnseenGap, zoneAt: ZoneAt): string {
  return to === undefined
    ? `Not observed since ${formatLocal(from, zoneAt)}`
    : `Not observed from ${formatLocal(from, zoneAt)} to ${formatLocal(to, zoneAt)}`;
}

/** The duration: `14m`. */
function lengthWords(from: string, to: string): string {
  return formatAge(((parseMilliseconds(to) ?? 0) - (parseMilliseconds(from) ?? 0)) / 1000);
}

/** The fixed words of the page. */
export const pageWords = {
  show: "Show the last",
  lanes: "Lanes over time, in local time",
  help: "Arrow keys move between segments and lanes, Home and End to the first and the last segment.",
  table: "As a table",
  lane: "Lane",
  state: "State",
  reason: "Reason",
  from: "From",
  to: "To",
  known: "Source",
  now: "now",
} as const;

/**
 * Why the drawing stopped or started again. `elsewhere`: another cluster has taken the place of the one before.
 * `notFollowed`: the object is no longer read.
 */
export type TimelineNote = "elsewhere" | "notFollowed";

export function timelineNote(note: TimelineNote, place: string): string {
  return note === "elsewhere"
    ? `The current context is now another cluster, ${sanitizeLine(place)}: this is its timeline.`
    : "Only top-level objects of the tree are watched: this timeline ends with the last reading.";
}
