import { type Disposable, type Event, EventEmitter } from "vscode";
import type { Report } from "../../shared/model/report.ts";
import { formatStamp } from "../../shared/model/time.ts";
import type { TimelineLanes } from "../../shared/model/timeline.ts";
import { placeKey } from "../places/place.ts";
import type { PlaceState } from "../places/place-state.ts";
import type { ExtensionHost, PlaceStates } from "./session-parts.ts";

/** The timeline lanes of each place since it was first read. They cause no requests. */
export interface LaneCache extends Disposable {
  /** Returns the lanes of the cluster that the place stands for now. */
  of(state: Pick<PlaceState, "place" | "identity">): TimelineLanes | undefined;
  /** Fires when the lanes of a place have changed. */
  readonly onDidChange: Event<PlaceState>;
}

/** Maximum number of remembered places; a user who switches between many contexts does not need all. */
const mostPlaces = 8;

interface Kept {
  /** The key that `keyOfPlace` returns. */
  readonly place: string;
  readonly report: Report | undefined;
  readonly named: Report | undefined;
  readonly lanes: TimelineLanes;
}

/** Remembers every Report that the session announces. */
export function createLaneCache(session: ExtensionHost & PlaceStates): LaneCache {
  const cached = new Map<string, Kept>();
  const changed = new EventEmitter<PlaceState>();
  /** The last state of each place that arrived while the bundle was being loaded. */
  const waiting = new Map<string, PlaceState>();
  let made: typeof import("../platform/timeline.lazy.ts") | undefined;
  let isLoading = false;

  async function load(): Promise<void> {
    made = await import("../platform/timeline.lazy.ts");
    for (const state of waiting.values()) take(state);
    waiting.clear();
  }

  function take(state: PlaceState): void {
    const { place, report, named, link } = state;
    const key = keyOf(state);
    if (made === undefined) {
      if (report === undefined) return;
      waiting.set(key, state);
      if (!isLoading) {
        isLoading = true;
        load()
          .catch(session.log.failed)
          .finally(() => {
            isLoading = false;
          });
      }
      return;
    }
    leaveOthers(key, placeKey(place), made);
    const before = cached.get(key);
    const isNews = report !== undefined && (before?.report !== report || before.named !== named);
    const lanes = isNews ? made.lanesWith(before?.lanes, withNamed(report, named)) : before?.lanes;
    if (lanes === undefined) return;
    const isLost = place.kind === "cluster" && link.state !== "live" && link.until !== undefined;
    const shownLanes = isLost ? made.unseenFrom(lanes, formatStamp(link.until)) : lanes;
    cached.delete(key);
    cached.set(key, { place: placeKey(place), report, named, lanes: shownLanes });
    for (const oldest of [...cached.keys()].slice(0, -mostPlaces)) cached.delete(oldest);
    changed.fire(state);
  }

  /** Marks the lanes of a cluster as unseen once another cluster has taken its place. */
  function leaveOthers(key: string, place: string, { unseenFrom }: NonNullable<typeof made>): void {
    for (const [other, one] of cached) {
      if (other !== key && one.place === place)
        cached.set(other, { ...one, lanes: unseenFrom(one.lanes, one.lanes.takenAt) });
    }
  }

  const subscription = session.onDidChangePlace(take);
  return {
    of: (state) => cached.get(keyOf(state))?.lanes,
    onDidChange: changed.event,
    dispose() {
      subscription.dispose();
      changed.dispose();
      cached.clear();
    },
  };
}

/**
 * Returns the key of a place and its cluster. A place without a context of its own can stand for different clusters.
 */
function keyOf({ place, identity = "" }: Pick<PlaceState, "place" | "identity">): string {
  return `${placeKey(place)} ${identity}`;
}

function withNamed(report: Report, named: Report | undefined): Report {
  return named === undefined ? report : { ...report, roots: [...report.roots, ...named.roots] };
}
