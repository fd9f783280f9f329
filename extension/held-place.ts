import type { Phase } from "../shared/model/phase.ts";
import { millisecondsOf } from "../shared/model/time.ts";
import type { Around, News, Opened, Wants } from "./opened.ts";
import type { Place } from "./place.ts";
import type { Shown } from "./shown.ts";

/** One place with what is known of it; it is open only while somebody looks at it and it may be. */
export interface HeldPlace {
  readonly shown: () => Shown;
  /** What is looked at now; `barred`: nothing may be asked of it, for this reason. */
  look(wants: Wants | undefined, barred: Phase | undefined): void;
  refresh(): void;
  reconsider(): void;
  /** As {@link Opened.namespaces}. */
  namespaces(): Promise<readonly string[] | undefined>;
  close(): void;
}

/** Milliseconds that a place stays open when nobody looks at it any more: somebody may only have turned a page. */
const grace = 30_000;

/** @param changed is called after each change of what is shown. */
export function holdPlace(place: Place, around: Around, changed: (shown: Shown) => void): HeldPlace {
  let facts: Omit<Shown, "now"> = {
    place,
    name:
      place.kind === "files"
        ? (place.path.split(/[/\\]/).findLast((part) => part !== "") ?? "")
        : (place.context ?? ""),
    phase: "paused",
    link: { state: "idle" },
  };
  let opened: Opened | undefined;
  let opening: object | undefined;
  let wanted: Wants | undefined;
  let barredBy: Phase | undefined;
  let forget: (() => void) | undefined;

  function announce(news: News): void {
    // What was read of one cluster says nothing of another.
    const isOther = "identity" in news && news.identity !== facts.identity;
    const next: Record<string, unknown> = { ...facts, ...(isOther && nothingRead) };
    for (const [part, value] of Object.entries(news)) next[part] = value;
    for (const part of Object.keys(next)) if (next[part] === undefined) delete next[part];
    facts = settled(facts, next as unknown as typeof facts, around.clock.now());
    changed(shown());
  }

  function shown(): Shown {
    const { link, report } = facts;
    const isNow = link.state === "live" && place.kind === "cluster";
    const last = isNow ? undefined : (link.until ?? millisecondsOf(report?.takenAt));
    return { ...facts, now: () => Math.floor((last ?? around.clock.now()) / 1000) };
  }

  async function open(): Promise<void> {
    const mine = {};
    opening = mine;
    announce({ phase: "connecting" });
    try {
      // Two bundles, so that a cluster costs nothing where only files are looked at.
      const begin =
        place.kind === "cluster"
          ? (await import("./cluster-place.ts")).openCluster.bind(undefined, place)
          : (await import("./files-place.ts")).openFiles.bind(undefined, place);
      if (opening !== mine || wanted === undefined) return;
      opened = begin(around, announce);
      opened.want(wanted);
    } finally {
      if (opening === mine) opening = undefined;
    }
  }

  function leave(): void {
    forget?.();
    forget = undefined;
    opening = undefined;
    if (opened === undefined) return;
    opened.close();
    opened = undefined;
    // It was so until now; from now on nobody knows.
    if (place.kind === "cluster") announce({ link: { state: "idle" } });
  }

  return {
    shown,
    look(wants, barred) {
      wanted = barred === undefined ? wants : undefined;
      if (barred !== undefined) {
        leave();
        if (barredBy !== barred) announce({ phase: barred, problem: undefined, isAsking: false, barred });
        barredBy = barred;
        return;
      }
      if (barredBy !== undefined) announce({ barred: undefined });
      barredBy = undefined;
      if (wants === undefined) {
        if (opened === undefined) leave();
        else forget ??= around.clock.after(grace, leave);
        return;
      }
      forget?.();
      forget = undefined;
      if (opened !== undefined) opened.want(wants);
      else if (opening === undefined) open().catch(around.failed);
    },
    refresh() {
      // Whoever opens it next may try again what was refused.
      if (opened === undefined) around.memory.refused = undefined;
      opened?.refresh();
    },
    reconsider() {
      opened?.reconsider();
    },
    namespaces: async () => opened?.namespaces(),
    close: leave,
  };
}

const nothingRead = {
  report: undefined,
  snapshot: undefined,
  named: undefined,
  namedSnapshot: undefined,
  history: undefined,
  objects: undefined,
};

/**
 * What was read of roots stays on show, however the way to it stands now, and the link says up to when it was so: the last
 * time that anybody knew.
 */
function settled<Facts extends Pick<Shown, "phase" | "report" | "named" | "objects" | "link" | "place">>(
  before: Facts,
  after: Facts,
  now: number,
): Facts {
  const { report, named, objects, link } = after;
  const isRead = report !== undefined || named !== undefined || objects !== undefined;
  const isOld = isRead && link.state !== "live" && after.place.kind === "cluster" && link.until === undefined;
  const until = before.link.state === "live" ? now : (before.link.until ?? millisecondsOf(report?.takenAt) ?? now);
  return {
    ...after,
    ...((report?.roots.length ?? 0) > 0 && { phase: "shown" }),
    ...(isOld && { link: { ...link, until } }),
  };
}
