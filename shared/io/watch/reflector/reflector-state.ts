import type { KubeObject } from "../../../model/object.ts";
import type { Query, Reading } from "../../../model/snapshot.ts";
import type { LinkState, LinkStatus } from "../link-state.ts";
import { asList, toReadingOf } from "./get-as-list.ts";
import { keptList } from "./object-store.ts";

/** What is known of one query, and how current it is. */
export interface ReflectorState {
  /** Absent until the first response. The same object as long as nothing changed. */
  reading(): Reading | undefined;
  link(): LinkStatus;
  /** The server has these objects and no others. `warning` as in a Reading. */
  listed(objects: readonly KubeObject[], warning?: string): void;
  changed(what: "put" | "remove", object: KubeObject): void;
  /** What is shown matches the server. */
  live(): void;
  /** Takes a response that is no list, which replaces all objects. */
  answered(reading: Reading, state: LinkState): void;
  /** When the server last sent something for the query. */
  heardAt(): number;
  /** What is shown may be out of date since `since`, or from now on where that is absent. */
  doubted(
    state: "stale" | "unreachable" | "authRequired",
    why: Pick<LinkStatus, "cause" | "brief">,
    since?: number,
  ): void;
}

/** One object in two versions, where nothing else changed. */
export interface ReplacedObject {
  readonly before: KubeObject;
  readonly after: KubeObject;
}

/** Creates the state of a reflector before its first response. `onChange` is called after each change. */
export function createReflectorState(
  query: Query,
  now: () => number,
  onChange: (replaced?: ReplacedObject) => void,
): ReflectorState {
  const kept = keptList();
  const asked = asList(query);
  let reading: Reading | undefined;
  let warning: string | undefined;
  let link: LinkStatus = { state: "connecting" };
  /** `reading` is older than what is kept. */
  let isBehind = false;
  let heardAt = now();

  function current(): Reading | undefined {
    if (!isBehind) return reading;
    isBehind = false;
    const objects = kept.objects();
    const isSame = reading?.outcome === "found" && reading.objects === objects && reading.warning === warning;
    if (!isSame)
      reading = toReadingOf(
        { query: asked, outcome: "found", objects, ...(warning !== undefined && { warning }) },
        query,
      );
    return reading;
  }

  function live(): void {
    heardAt = now();
    if (link.state === "live") return;
    link = { state: "live" };
    onChange();
  }

  return {
    reading: current,
    link: () => link,
    listed(objects, listWarning) {
      heardAt = now();
      kept.replace(objects);
      warning = listWarning;
      isBehind = true;
      link = { state: "live" };
      onChange();
    },
    changed(what, object) {
      heardAt = now();
      const before = what === "put" ? kept.find(object) : undefined;
      if (!kept[what](object)) return;
      isBehind = true;
      onChange(before && { before, after: object });
    },
    live,
    answered(next, state) {
      kept.replace([]);
      isBehind = false;
      reading = next;
      link = { state, ...("cause" in next && { cause: next.cause }) };
      onChange();
    },
    heardAt: () => heardAt,
    doubted(state, { cause, brief }, since = now()) {
      const isEmpty = current() === undefined;
      const shown = isEmpty && state === "stale" ? "connecting" : state;
      link = {
        state: shown,
        ...(cause !== undefined && { cause }),
        ...(brief !== undefined && { brief }),
        ...(!isEmpty && { until: Math.min(link.until ?? Number.POSITIVE_INFINITY, since) }),
      };
      onChange();
    },
  };
}
