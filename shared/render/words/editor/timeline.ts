import { sanitizeLine } from "../../../characters/sanitize.ts";
import { formatLocal, parseMilliseconds, type ZoneAt } from "../../../model/time.ts";
import type { LaneSegment, RootLanes, TimelineLane, UnseenGap } from "../../../model/timeline.ts";
import { formatAge } from "../../../outline/ages.ts";
import type { Translate } from "../../../outline/translate.ts";

/** The title of the tab and of the page. */
export function timelineTitle(say: Translate, root: Pick<RootLanes, "ref">, place: string): string {
  return sanitizeLine(say("{0} on {1}: timeline", root.ref.name, place));
}

/** The line below the heading: since when the plugin observes. */
export function seenFromWords(say: Translate, seenFrom: string, zoneAt: ZoneAt): string {
  return say(
    "Observed since {0}. Hatched: reported by the cluster for the time before.",
    formatLocal(seenFrom, zoneAt),
  );
}

/** The sentence behind that line where there were gaps. */
export function unseenTimesText(say: Translate): string {
  return say("Dotted: not observed, because the connection was lost.");
}

/** The name of a lane. */
export function laneName(say: Translate, { what, name }: TimelineLane): string {
  return what === "verdict" ? say("Verdict") : sanitizeLine(name);
}

/** The heading above the lanes of one sort. */
export function groupName(say: Translate, what: TimelineLane["what"]): string {
  switch (what) {
    case "verdict":
      return say("Object");
    case "condition":
      return say("Conditions");
    case "component":
      return say("Components");
  }
}

/** One segment as a sentence, without the age of a state that lasts, because it changes. */
export function segmentWords(say: Translate, lane: TimelineLane, segment: LaneSegment, zoneAt: ZoneAt): string {
  const { from, to, status, reason, renewed } = segment;
  const what = reason === "" ? sanitizeLine(status) : `${sanitizeLine(status)} (${sanitizeLine(reason)})`;
  const span =
    to === undefined
      ? say("since {0}", formatLocal(from, zoneAt))
      : say("from {0} to {1}, for {2}", formatLocal(from, zoneAt), formatLocal(to, zoneAt), lengthWords(from, to));
  return [
    `${laneName(say, lane)}: ${what}`,
    span,
    ...(knownSinceText(say, segment, zoneAt) === "" ? [] : [knownSinceText(say, segment, zoneAt)]),
    ...(renewed === 0 ? [] : [say("changed in between at least {0} times, not observed", renewed)]),
  ].join(", ");
}

/** How far the plugin observed the segment. */
export function knownSinceText(say: Translate, { from, to, seenFrom, isAtLeast }: LaneSegment, zoneAt: ZoneAt): string {
  if (isAtLeast) return say("already the case at the first observation");
  if (to !== undefined && seenFrom >= to && from < to) return say("reported by the cluster, not observed");
  return isSeenFromStart({ from, seenFrom })
    ? say("reported by the cluster, observed since {0}", formatLocal(seenFrom, zoneAt))
    : "";
}

/** Whether the start was only reported. A state that is reported within seconds of its start counts as observed. */
export function isSeenFromStart({ from, seenFrom }: Pick<LaneSegment, "from" | "seenFrom">): boolean {
  return (parseMilliseconds(seenFrom) ?? 0) - (parseMilliseconds(from) ?? 0) > 15_000;
}

/** The line on a time without observation. */
export function gapWords(say: Translate, { from, to }: UnseenGap, zoneAt: ZoneAt): string {
  return to === undefined
    ? say("Not observed since {0}", formatLocal(from, zoneAt))
    : say("Not observed from {0} to {1}", formatLocal(from, zoneAt), formatLocal(to, zoneAt));
}

/** The duration: `14m`. */
function lengthWords(from: string, to: string): string {
  return formatAge(((parseMilliseconds(to) ?? 0) - (parseMilliseconds(from) ?? 0)) / 1000);
}

/** The fixed words of the page. */
export function pageWords(
  say: Translate,
): Readonly<
  Record<"show" | "lanes" | "help" | "table" | "lane" | "state" | "reason" | "from" | "to" | "known" | "now", string>
> {
  return {
    show: say("Show the last"),
    lanes: say("Lanes over time, in local time"),
    help: say("Arrow keys move between segments and lanes, Home and End to the first and the last segment."),
    table: say("As a table"),
    lane: say("Lane"),
    state: say("State"),
    reason: say("Reason"),
    from: say("From"),
    to: say("To"),
    known: say("Source"),
    now: say("now"),
  };
}

/** The note on a lane that has lost its oldest segments. */
export function cutWords(say: Translate): string {
  return say("earlier entries were dropped");
}

/** The note on parts without a lane. */
export function withoutWords(say: Translate, count: number): string {
  return say("{0} more without a lane", count);
}

/**
 * Why the drawing stopped or started again. `elsewhere`: another cluster has taken the place of the one before.
 * `notFollowed`: the object is no longer read.
 */
export type TimelineNote = "elsewhere" | "notFollowed";

export function timelineNote(say: Translate, note: TimelineNote, place: string): string {
  return note === "elsewhere"
    ? say("The current context is now another cluster, {0}: the timeline starts again.", sanitizeLine(place))
    : say("Only top-level objects of the tree are watched: this timeline ends with the last reading.");
}

/** The text where there is nothing to draw. */
export function noTimelineWords(say: Translate): string {
  return say("No observations of this object yet.");
}
