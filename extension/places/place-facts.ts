import type { WatchClock } from "../../shared/io/watch/clock.ts";
import { parseMilliseconds } from "../../shared/model/time.ts";
import type { Place } from "./place.ts";
import type { StateChange } from "./place-source.ts";
import type { PlaceState } from "./place-state.ts";

type Facts = Omit<PlaceState, "now">;

/** What is known of one place, updated with each news. */
export interface PlaceFacts {
  readonly shown: () => PlaceState;
  /** Applies the news, and reports the new state. */
  announce(news: StateChange): void;
}

/** @param changed is called after each change of what is shown. */
export function placeFacts(
  place: Place,
  clock: Pick<WatchClock, "now">,
  changed: (shown: PlaceState) => void,
): PlaceFacts {
  let facts: Facts = { place, name: nameOf(place), phase: "paused", link: { state: "idle" } };

  function shown(): PlaceState {
    const { report } = facts;
    const ahead = clockAheadMilliseconds(facts);
    const link = withServerTime(facts.link, ahead);
    const isNow = link.state === "live" && place.kind === "cluster";
    const last = isNow ? undefined : (link.until ?? parseMilliseconds(report?.takenAt));
    return { ...facts, link, now: () => Math.floor((last ?? clock.now() - ahead) / 1000) };
  }

  return {
    shown,
    announce(news) {
      facts = updateFacts(facts, news, clock.now());
      changed(shown());
    },
  };
}

/** Milliseconds by which this machine's clock is ahead of the server's. Ages count by the server's, as in the report. */
function clockAheadMilliseconds({ snapshot }: Pick<Facts, "snapshot">): number {
  return (snapshot?.readerClock ?? 0) * 1000;
}

function withServerTime(link: Facts["link"], ahead: number): Facts["link"] {
  return link.until === undefined || ahead === 0 ? link : { ...link, until: link.until - ahead };
}

/** Returns the last part of a path, or the context. Empty where current-context applies. */
function nameOf(place: Place): string {
  if (place.kind === "cluster") return place.context ?? "";
  return place.path.split(/[/\\]/).findLast((part) => part !== "") ?? "";
}

/**
 * Returns what is known of a place after some news. Data of one cluster does not apply to another and is removed. Data
 * of the same cluster stays, whatever the state of the link. The link then states when the data was last known to be
 * current.
 * @param now milliseconds since 1970.
 */
export function updateFacts(before: Facts, news: StateChange, now: number): Facts {
  const isOther = "identity" in news && news.identity !== before.identity;
  const next: Record<string, unknown> = { ...before, ...(isOther && nothingRead) };
  for (const [part, value] of Object.entries(news)) next[part] = value;
  for (const part of Object.keys(next)) if (next[part] === undefined) delete next[part];
  return applyChange(before, next as unknown as Facts, now);
}

const nothingRead: StateChange = {
  report: undefined,
  snapshot: undefined,
  history: undefined,
  named: undefined,
  namedSnapshot: undefined,
  objects: undefined,
  definitions: undefined,
  hasConsole: undefined,
};

function applyChange(before: Facts, after: Facts, now: number): Facts {
  const { report, named, objects, link } = after;
  const isRead = report !== undefined || named !== undefined || objects !== undefined;
  const isOld = isRead && link.state !== "live" && after.place.kind === "cluster" && link.until === undefined;
  const taken = parseMilliseconds(report?.takenAt);
  const read = taken === undefined ? now : taken + clockAheadMilliseconds(after);
  const until = before.link.state === "live" ? now : (before.link.until ?? read);
  return {
    ...after,
    ...((report?.roots.length ?? 0) > 0 && { phase: "shown" }),
    ...(isOld && { link: { ...link, until } }),
  };
}
