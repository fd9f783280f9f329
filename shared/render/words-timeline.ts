import type { Gap, Lane, RootLanes, Segment } from "../model/lanes.ts";
import { millisecondsOf } from "../model/time.ts";
import { harmless } from "./safe.ts";
import type { Say } from "./say.ts";
import { age } from "./words-age.ts";

/** The tab, and the heading of the page. */
export function timelineTitle(say: Say, root: Pick<RootLanes, "ref">, place: string): string {
  return harmless(say("{0} on {1}: timeline", root.ref.name, place));
}

/** Under the heading: since when somebody looks. */
export function seenFromWords(say: Say, seenFrom: string): string {
  return say("Seen since {0}. What is hatched was before: the cluster says it, nobody saw it.", momentWords(seenFrom));
}

/** Behind it, where there were such times. */
export function unseenWords(say: Say): string {
  return say("What is dotted nobody could see: the connection was lost.");
}

/** What a lane is about. */
export function laneName(say: Say, { what, name }: Lane): string {
  return what === "verdict" ? say("Verdict") : harmless(name);
}

/** Over the lanes of one sort. */
export function groupName(say: Say, what: Lane["what"]): string {
  switch (what) {
    case "verdict":
      return say("Object");
    case "condition":
      return say("Conditions");
    case "component":
      return say("Components");
  }
}

/** One segment as somebody would say it; without the age of what goes on, which changes. */
export function segmentWords(say: Say, lane: Lane, segment: Segment): string {
  const { from, to, status, reason, renewed } = segment;
  const what = reason === "" ? harmless(status) : `${harmless(status)} (${harmless(reason)})`;
  const span =
    to === undefined
      ? say("since {0}", momentWords(from))
      : say("from {0} to {1}, for {2}", momentWords(from), momentWords(to), lengthWords(from, to));
  return [
    `${laneName(say, lane)}: ${what}`,
    span,
    ...(knownWords(say, segment) === "" ? [] : [knownWords(say, segment)]),
    ...(renewed === 0 ? [] : [say("otherwise in between at least {0} times, unseen", renewed)]),
  ].join(", ");
}

/** How far somebody saw it. */
export function knownWords(say: Say, { from, to, seenFrom, isAtLeast }: Segment): string {
  if (isAtLeast) return say("so already when it was seen first");
  if (to !== undefined && seenFrom >= to && from < to) return say("told by the cluster, not seen");
  return isTold({ from, seenFrom }) ? say("told by the cluster, seen since {0}", momentWords(seenFrom)) : "";
}

/** What begins and is told of within seconds was seen. */
export function isTold({ from, seenFrom }: Pick<Segment, "from" | "seenFrom">): boolean {
  return (millisecondsOf(seenFrom) ?? 0) - (millisecondsOf(from) ?? 0) > 15_000;
}

/** A time in which nobody could see. */
export function gapWords(say: Say, { from, to }: Gap): string {
  return to === undefined
    ? say("Not seen since {0}", momentWords(from))
    : say("Not seen from {0} to {1}", momentWords(from), momentWords(to));
}

/** `2026-11-21 10:05:09 UTC`. */
export function momentWords(stamp: string): string {
  return stamp.replace("T", " ").replace("Z", " UTC");
}

/** How long it lasted: `14m`. */
function lengthWords(from: string, to: string): string {
  return age(((millisecondsOf(to) ?? 0) - (millisecondsOf(from) ?? 0)) / 1000);
}

/** The fixed words of the page. */
export function pageWords(
  say: Say,
): Readonly<
  Record<"show" | "lanes" | "help" | "table" | "lane" | "state" | "reason" | "from" | "to" | "known" | "now", string>
> {
  return {
    show: say("Show the last"),
    lanes: say("Lanes over time, UTC"),
    help: say("Arrow keys move between segments and lanes, Home and End to the first and the last segment."),
    table: say("As a table"),
    lane: say("Lane"),
    state: say("State"),
    reason: say("Reason"),
    from: say("From (UTC)"),
    to: say("To (UTC)"),
    known: say("How it is known"),
    now: say("now"),
  };
}

/** Of a lane that has lost its oldest segments. */
export function cutWords(say: Say): string {
  return say("earlier ones are forgotten");
}

/** Parts that have no lane. */
export function withoutWords(say: Say, count: number): string {
  return say("{0} more have no lane", count);
}

/** `elsewhere`: another cluster has taken the place of the one before; `notFollowed`: nobody reads the object any more. */
export type TimelineNote = "elsewhere" | "notFollowed";

export function timelineNote(say: Say, note: TimelineNote, place: string): string {
  return note === "elsewhere"
    ? say("The current context is another cluster now, {0}: this begins anew.", harmless(place))
    : say("This is no root of the tree, so it is not followed here: what is drawn ends with what was read last.");
}

/** There is nothing to draw. */
export function noTimelineWords(say: Say): string {
  return say("Nothing was seen of this object yet.");
}
