import { type Disposable, type Event, EventEmitter } from "vscode";
import type { Lanes } from "../shared/model/lanes.ts";
import type { Report } from "../shared/model/report.ts";
import { stampOf } from "../shared/model/time.ts";
import { keyOfPlace } from "./place.ts";
import type { Session } from "./session.ts";
import type { Shown } from "./shown.ts";

/** What was so of each place since somebody looks; nothing is asked for it. */
export interface LanesKept extends Disposable {
  /** Of the cluster that the place stands for now. */
  of(shown: Pick<Shown, "place" | "identity">): Lanes | undefined;
  /** There is more of this place. */
  readonly onDidChange: Event<Shown>;
}

/** Places of which something is remembered; one who goes through many contexts does not need all. */
const mostPlaces = 8;

interface Kept {
  /** keyOfPlace. */
  readonly place: string;
  readonly report: Report | undefined;
  readonly named: Report | undefined;
  readonly lanes: Lanes;
}

/** Remembers every Report that the session tells of. */
export function keepLanes(session: Session): LanesKept {
  const kept = new Map<string, Kept>();
  const changed = new EventEmitter<Shown>();
  /** What came while the bundle was loaded: the last of each place. */
  const waiting = new Map<string, Shown>();
  let made: typeof import("./timeline-made.ts") | undefined;
  let isLoading = false;

  async function load(): Promise<void> {
    made = await import("./timeline-made.ts");
    for (const shown of waiting.values()) take(shown);
    waiting.clear();
  }

  function take(shown: Shown): void {
    const { place, report, named, link } = shown;
    const key = keyOf(shown);
    if (made === undefined) {
      if (report === undefined) return;
      waiting.set(key, shown);
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
    leaveOthers(key, keyOfPlace(place), made);
    const before = kept.get(key);
    const isNews = report !== undefined && (before?.report !== report || before.named !== named);
    const lanes = isNews ? made.lanesWith(before?.lanes, withNamed(report, named)) : before?.lanes;
    if (lanes === undefined) return;
    const isLost = place.kind === "cluster" && link.state !== "live" && link.until !== undefined;
    const told = isLost ? made.unseenFrom(lanes, stampOf(link.until)) : lanes;
    kept.delete(key);
    kept.set(key, { place: keyOfPlace(place), report, named, lanes: told });
    for (const oldest of [...kept.keys()].slice(0, -mostPlaces)) kept.delete(oldest);
    changed.fire(shown);
  }

  /** Of a cluster that has lost its place to another one nothing is seen from now on. */
  function leaveOthers(key: string, place: string, { unseenFrom }: NonNullable<typeof made>): void {
    for (const [other, one] of kept) {
      if (other !== key && one.place === place)
        kept.set(other, { ...one, lanes: unseenFrom(one.lanes, one.lanes.takenAt) });
    }
  }

  const subscription = session.onDidChange(take);
  return {
    of: (shown) => kept.get(keyOf(shown))?.lanes,
    onDidChange: changed.event,
    dispose() {
      subscription.dispose();
      changed.dispose();
      kept.clear();
    },
  };
}

/** A place without a context of its own is another one with every other cluster. */
function keyOf({ place, identity = "" }: Pick<Shown, "place" | "identity">): string {
  return `${keyOfPlace(place)} ${identity}`;
}

function withNamed(report: Report, named: Report | undefined): Report {
  return named === undefined ? report : { ...report, roots: [...report.roots, ...named.roots] };
}
