import { definedFields } from "../../../model/defined-fields.ts";
import type { KubeObject } from "../../../model/object.ts";
import type { Query, Reading } from "../../../model/snapshot.ts";
import type { InputShare } from "../../../parse/input-budget.ts";
import type { LinkState, LinkStatus } from "../link-state.ts";
import type { ListWeight } from "./list-weight.ts";

/** What is known of one query, and how current it is. */
export interface ReflectorState {
  /** Absent until the first response. The same object as long as nothing changed. */
  reading(): Reading | undefined;
  link(): LinkStatus;
  /** The server has these objects and no others. */
  listed(objects: readonly KubeObject[], listed?: ListedWith): void;
  /**
   * Takes a change that came in `line` of a watch.
   * @throws InputLimitError where all lists together hold too much. Nothing is changed then.
   */
  changed(what: "put" | "remove", object: KubeObject, line: string): void;
  /** All objects are about to be requested again. Until the response they are shown, but not counted. */
  listing(): void;
  /** What is shown matches the server. */
  live(): void;
  /** Takes a response that is no list, which replaces all objects. */
  replaced(reading: Reading, state: LinkState): void;
  /** When the server last sent something for the query. */
  lastResponseAtMs(): number;
  /** What is shown may be out of date since `since`, or from now on where that is absent. */
  doubted(
    state: "stale" | "unreachable" | "authRequired",
    why: Pick<LinkStatus, "cause" | "brief">,
    since?: number,
  ): void;
}

/** What came with a list: a warning as in a Reading, and what its objects take of the budget. */
interface ListedWith {
  readonly warning?: string | undefined;
  readonly share?: InputShare | undefined;
}

/** One object in two versions, where nothing else changed. */
export interface ReplacedObject {
  readonly before: KubeObject;
  readonly after: KubeObject;
}

/**
 * Creates the state of a reflector before its first response. `weight` counts what it holds. `onChange` is called after
 * each change.
 */
export function createReflectorState(
  query: Query,
  weight: ListWeight,
  now: () => number,
  onChange: (replaced?: ReplacedObject) => void,
): ReflectorState {
  const kept = keptList();
  const listQuery = toListQuery(query);
  let reading: Reading | undefined;
  let warning: string | undefined;
  let link: LinkStatus = { state: "connecting" };
  /** `reading` is older than what is kept. */
  let isBehind = false;
  let lastResponseAtMs = now();

  function current(): Reading | undefined {
    if (!isBehind) return reading;
    isBehind = false;
    const objects = kept.objects();
    const isSame = reading?.outcome === "found" && reading.objects === objects && reading.warning === warning;
    if (!isSame)
      reading = toReadingOf({ query: listQuery, outcome: "found", objects, ...definedFields({ warning }) }, query);
    return reading;
  }

  function live(): void {
    lastResponseAtMs = now();
    if (link.state === "live") return;
    link = { state: "live" };
    onChange();
  }

  return {
    reading: current,
    link: () => link,
    listed(objects, { warning: listWarning, share } = {}) {
      lastResponseAtMs = now();
      kept.replace(objects);
      weight.replace(share, objects.length);
      warning = listWarning;
      isBehind = true;
      link = { state: "live" };
      onChange();
    },
    changed(what, object, line) {
      lastResponseAtMs = now();
      const before = kept.find(object);
      if (what === "remove") {
        if (before === undefined) return;
        weight.remove(before);
        kept.remove(object);
        isBehind = true;
        onChange();
        return;
      }
      if (before !== undefined && isSameVersion(before, object)) return;
      const after = weight.put(object, before, line, kept.size());
      kept.put(after);
      isBehind = true;
      onChange(before && { before, after });
    },
    listing: weight.release,
    live,
    replaced(next, state) {
      kept.replace([]);
      weight.release();
      isBehind = false;
      reading = next;
      link = { state, ...("cause" in next && { cause: next.cause }) };
      onChange();
    },
    lastResponseAtMs: () => lastResponseAtMs,
    doubted(state, { cause, brief }, since = now()) {
      const isEmpty = current() === undefined;
      const shown = isEmpty && state === "stale" ? "connecting" : state;
      link = {
        state: shown,
        ...definedFields({ cause, brief }),
        ...(!isEmpty && { until: Math.min(link.until ?? Number.POSITIVE_INFINITY, since) }),
      };
      onChange();
    },
  };
}

/**
 * The query to watch for `query`. A single object is watched as a list of that object alone, since only lists can be
 * watched.
 */
export function toListQuery(query: Query): Query {
  if (query.verb === "list") return query;
  const { name = "", ...rest } = query;
  return { ...rest, verb: "list", fieldSelector: `metadata.name=${name}` };
}

/** Converts the reading of that list to a reading of `query` itself. */
export function toReadingOf(reading: Reading, query: Query): Reading {
  if (query.verb === "list") return reading.query === query ? reading : { ...reading, query };
  if (reading.outcome !== "found") return { ...reading, query };
  return reading.objects.length === 0 ? { query, outcome: "absent" } : { ...reading, query };
}

/** The objects of one list as a watch changes it, in the order in which the server lists them. */
interface KeptList {
  /** The same array as long as nothing changed. */
  objects(): readonly KubeObject[];
  size(): number;
  /** The version of the object that the list holds. */
  find(object: KubeObject): KubeObject | undefined;
  /** Adds the object, or replaces its older version. Returns false where the list did not change. */
  put(object: KubeObject): boolean;
  /** Removes the object. Returns false where the list did not hold it. */
  remove(object: KubeObject): boolean;
  /** Replaces all objects. An object of the same version stays the same JavaScript object. */
  replace(objects: readonly KubeObject[]): void;
}

export function keptList(): KeptList {
  let kept: KubeObject[] = [];
  let handedOver: readonly KubeObject[] | undefined;

  /** The index at which the object stands, or would stand. */
  function placeOf(object: KubeObject): number {
    const key = listKey(object);
    let low = 0;
    let high = kept.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (listKey(kept[middle] as KubeObject) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function at(place: number, object: KubeObject): KubeObject | undefined {
    const there = kept[place];
    return there !== undefined && listKey(there) === listKey(object) ? there : undefined;
  }

  return {
    objects() {
      handedOver ??= kept.slice();
      return handedOver;
    },
    size: () => kept.length,
    find: (object) => at(placeOf(object), object),
    put(object) {
      const place = placeOf(object);
      const before = at(place, object);
      if (before !== undefined && isSameVersion(before, object)) return false;
      kept.splice(place, before === undefined ? 0 : 1, object);
      handedOver = undefined;
      return true;
    },
    remove(object) {
      const place = placeOf(object);
      if (at(place, object) === undefined) return false;
      kept.splice(place, 1);
      handedOver = undefined;
      return true;
    },
    replace(objects) {
      const byKey = new Map(objects.map((object) => [listKey(object), object]));
      const next = [...byKey]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, object]) => {
          const before = at(placeOf(object), object);
          return before !== undefined && isSameVersion(before, object) ? before : object;
        });
      const isChanged = next.length !== kept.length || next.some((object, place) => object !== kept[place]);
      kept = next;
      if (isChanged) handedOver = undefined;
    },
  };
}

function isSameVersion(a: KubeObject, b: KubeObject): boolean {
  return a.uid === b.uid && a.resourceVersion !== "" && a.resourceVersion === b.resourceVersion;
}

/**
 * The key that the server sorts lists by. In etcd a namespace is a folder (apiserver,
 * pkg/registry/generic/registry/store.go).
 */
function listKey({ ref }: KubeObject): string {
  return ref.namespace === undefined ? ref.name : `${ref.namespace}/${ref.name}`;
}
