import type { WatchClock } from "../../shared/io/watch/clock.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { parseMilliseconds } from "../../shared/model/time.ts";
import type { Place } from "./place.ts";
import type { StateChange } from "./place-source.ts";
import type { PlaceState } from "./place-state.ts";

type Facts = Omit<PlaceState, "now">;

/** What is known of one place, updated with each change. */
export interface PlaceFacts {
  state(): PlaceState;
  /** Applies a change, and reports the new state. */
  announce(change: StateChange): void;
}

/** What was read of a cluster, removed. */
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

/** @param changed is called after each change of the state. */
export function placeFacts(
  place: Place,
  clock: Pick<WatchClock, "now">,
  changed: (state: PlaceState) => void,
): PlaceFacts {
  let facts: Facts = { place, name: initialName(place), phase: "paused", link: { state: "idle" } };

  function buildState(): PlaceState {
    const aheadMs = clockAheadMs(facts);
    const link = withServerTime(facts.link, aheadMs);
    const isLiveCluster = link.state === "live" && place.kind === "cluster";
    const lastCurrentMs = isLiveCluster ? undefined : (link.until ?? parseMilliseconds(facts.report?.takenAt));
    return { ...facts, link, now: () => Math.floor((lastCurrentMs ?? clock.now() - aheadMs) / 1000) };
  }

  return {
    state: buildState,
    announce(change) {
      facts = updateFacts(facts, change, clock.now());
      changed(buildState());
    },
  };
}

/** Milliseconds by which this machine's clock is ahead of the server's. Ages count by the server's, as in the report. */
function clockAheadMs({ snapshot }: Pick<Facts, "snapshot">): number {
  return (snapshot?.readerClock ?? 0) * 1000;
}

function withServerTime(link: Facts["link"], aheadMs: number): Facts["link"] {
  return link.until === undefined || aheadMs === 0 ? link : { ...link, until: link.until - aheadMs };
}

/** Returns the context, or the last part of a path. Empty where current-context applies. */
function initialName(place: Place): string {
  if (place.kind === "cluster") return place.context ?? "";
  return place.path.split(/[/\\]/).findLast((part) => part !== "") ?? "";
}

/**
 * Returns what is known of a place after a change. Data of one cluster does not apply to another and is removed. Data
 * of the same cluster stays, whatever the state of the link. The link then states when the data was last known to be
 * current.
 * @param nowMs since 1970.
 */
export function updateFacts(before: Facts, change: StateChange, nowMs: number): Facts {
  const isOtherCluster = "identity" in change && change.identity !== before.identity;
  const merged = { ...before, ...(isOtherCluster ? nothingRead : {}), ...change };
  const after = definedFields(merged) as Facts;
  const isShown = after.report !== undefined && after.report.roots.length > 0;
  return { ...after, phase: isShown ? "shown" : after.phase, link: withLastCurrentTime(before, after, nowMs) };
}

/** Returns the link. Where it is not live any more, it states until when the data was current. */
function withLastCurrentTime(before: Facts, after: Facts, nowMs: number): Facts["link"] {
  const { place, report, named, objects, link } = after;
  const isRead = report !== undefined || named !== undefined || objects !== undefined;
  const isOutdated = isRead && place.kind === "cluster" && link.state !== "live";
  if (!isOutdated || link.until !== undefined) return link;
  if (before.link.state === "live") return { ...link, until: nowMs };
  const takenMs = parseMilliseconds(report?.takenAt);
  const readMs = takenMs === undefined ? nowMs : takenMs + clockAheadMs(after);
  return { ...link, until: before.link.until ?? readMs };
}
