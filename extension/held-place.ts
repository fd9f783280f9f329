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
  let forget: (() => void) | undefined;

  function announce(news: News): void {
    const next: Record<string, unknown> = { ...facts };
    for (const [part, value] of Object.entries(news)) {
      if (value === undefined) delete next[part];
      else next[part] = value;
    }
    facts = settled(next as unknown as typeof facts);
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
    // Two bundles, so that a cluster costs nothing where only files are looked at.
    const begin =
      place.kind === "cluster"
        ? (await import("./cluster-place.ts")).openCluster.bind(undefined, place)
        : (await import("./files-place.ts")).openFiles.bind(undefined, place);
    if (opening !== mine || wanted === undefined) return;
    opened = begin(around, announce);
    opened.want(wanted);
  }

  function leave(): void {
    forget?.();
    forget = undefined;
    opening = undefined;
    const { link } = facts;
    if (opened === undefined) return;
    opened.close();
    opened = undefined;
    // It was so until now; from now on nobody knows.
    if (place.kind === "cluster") announce({ link: { state: "idle", until: link.until ?? around.clock.now() } });
  }

  return {
    shown,
    look(wants, barred) {
      wanted = barred === undefined ? wants : undefined;
      if (barred !== undefined) {
        leave();
        if (facts.phase !== barred) announce({ phase: barred, problem: undefined });
        return;
      }
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
      opened?.refresh();
    },
    reconsider() {
      opened?.reconsider();
    },
    namespaces: async () => opened?.namespaces(),
    close: leave,
  };
}

/** What was read of roots stays on show, however the way to it stands now: the link says how old it is. */
function settled<Facts extends Pick<Shown, "phase" | "report">>(facts: Facts): Facts {
  return (facts.report?.roots.length ?? 0) > 0 ? { ...facts, phase: "shown" } : facts;
}
