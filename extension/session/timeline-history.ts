import { type Disposable, type Event, EventEmitter } from "vscode";
import type { Report } from "../../shared/model/report.ts";
import { formatStamp } from "../../shared/model/time.ts";
import type { TimelineLanes } from "../../shared/model/timeline.ts";
import { placeKey } from "../places/place.ts";
import type { PlaceState } from "../places/place-state.ts";
import { type LoadedOnce, loadOnce } from "../platform/lazy-import.ts";
import { setNewest } from "../platform/newest-entries.ts";
import type { ExtensionHost, PlaceStates } from "./session-parts.ts";

type TimelineBundle = typeof import("../platform/timeline.lazy.ts");

/** A user who switches between many contexts does not need the lanes of all of them. */
const maxPlaces = 8;

/** The lanes of one place and cluster, and the Reports that they were last extended with. */
interface CachedLanes {
  /** The key that `placeKey` returns. */
  readonly place: string;
  readonly report: Report | undefined;
  readonly named: Report | undefined;
  readonly lanes: TimelineLanes;
}

/** The timeline lanes of each place since it was first read, from every Report that the session announces. */
export class LaneCache implements Disposable {
  readonly #session: ExtensionHost & PlaceStates;
  readonly #lanes = new Map<string, CachedLanes>();
  readonly #changed = new EventEmitter<PlaceState>();
  readonly #bundle: LoadedOnce<TimelineBundle> = loadOnce(() => import("../platform/timeline.lazy.ts"));
  /** The last state of each place that arrived while the bundle was being loaded. */
  readonly #waitingStates = new Map<string, PlaceState>();
  #isLoading = false;
  readonly #subscription: Disposable;

  /** Fires when the lanes of a place have changed. */
  readonly onDidChange: Event<PlaceState> = this.#changed.event;

  constructor(session: ExtensionHost & PlaceStates) {
    this.#session = session;
    this.#subscription = session.onDidChangePlace((state) => this.#take(state));
  }

  /** Returns the lanes of the cluster that the place stands for now. */
  of(state: Pick<PlaceState, "place" | "identity">): TimelineLanes | undefined {
    return this.#lanes.get(keyOf(state))?.lanes;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    this.#lanes.clear();
  }

  #take(state: PlaceState): void {
    const bundle = this.#bundle.made;
    if (bundle === undefined) {
      if (state.report !== undefined) this.#takeOnceLoaded(state);
      return;
    }
    this.#markReplacedClusters(state, bundle);
    const lanes = this.#extendLanes(state, bundle);
    if (lanes === undefined) return;
    const { place, report, named } = state;
    setNewest(this.#lanes, keyOf(state), { place: placeKey(place), report, named, lanes }, maxPlaces);
    this.#changed.fire(state);
  }

  #takeOnceLoaded(state: PlaceState): void {
    this.#waitingStates.set(keyOf(state), state);
    if (this.#isLoading) return;
    this.#isLoading = true;
    this.#takeWaiting()
      .catch(this.#session.log.failed)
      .finally(() => {
        this.#isLoading = false;
      });
  }

  /** Loads the bundle, and takes the states that wait for it. Where loading fails, the next state tries again. */
  async #takeWaiting(): Promise<void> {
    await this.#bundle.load();
    for (const state of this.#waitingStates.values()) this.#take(state);
    this.#waitingStates.clear();
  }

  /** Returns the lanes with the newest Reports of a place. Undefined where it has no lanes yet. */
  #extendLanes(state: PlaceState, bundle: TimelineBundle): TimelineLanes | undefined {
    const { place, report, named, link } = state;
    const before = this.#lanes.get(keyOf(state));
    const isNew = report !== undefined && (before?.report !== report || before.named !== named);
    const lanes = isNew ? bundle.extendLanes(before?.lanes, joinReports(report, named)) : before?.lanes;
    const isLost = place.kind === "cluster" && link.state !== "live" && link.until !== undefined;
    if (lanes === undefined || !isLost) return lanes;
    return bundle.beginGap(lanes, formatStamp(link.until));
  }

  /** Marks the lanes of other clusters as unseen, because another cluster has taken their place. */
  #markReplacedClusters(state: PlaceState, { beginGap }: TimelineBundle): void {
    const place = placeKey(state.place);
    for (const [key, cached] of this.#lanes) {
      if (key === keyOf(state) || cached.place !== place) continue;
      this.#lanes.set(key, { ...cached, lanes: beginGap(cached.lanes, cached.lanes.takenAt) });
    }
  }
}

/**
 * Returns the key of a place and its cluster. A place without a context of its own can stand for different clusters.
 */
function keyOf({ place, identity = "" }: Pick<PlaceState, "place" | "identity">): string {
  return `${placeKey(place)} ${identity}`;
}

/** Returns a Report with the roots of both. */
function joinReports(report: Report, named: Report | undefined): Report {
  return named === undefined ? report : { ...report, roots: [...report.roots, ...named.roots] };
}
