import type { KubeObject } from "../../../model/object.ts";
import type { Query, Reading } from "../../../model/snapshot.ts";
import type { LinkState, LinkStatus } from "../link-state.ts";

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

/**
 * The query to watch for `query`. A single object is watched as a list of that object alone, since only lists can be
 * watched.
 */
export function asList(query: Query): Query {
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
    const key = keyOf(object);
    let low = 0;
    let high = kept.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (keyOf(kept[middle] as KubeObject) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function at(place: number, object: KubeObject): KubeObject | undefined {
    const there = kept[place];
    return there !== undefined && keyOf(there) === keyOf(object) ? there : undefined;
  }

  return {
    objects() {
      handedOver ??= kept.slice();
      return handedOver;
    },
    find: (object) => at(placeOf(object), object),
    put(object) {
      const place = placeOf(object);
      const before = at(place, object);
      if (before !== undefined && isSame(before, object)) return false;
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
      const byKey = new Map(objects.map((object) => [keyOf(object), object]));
      const next = [...byKey]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, object]) => {
          const before = at(placeOf(object), object);
          return before !== undefined && isSame(before, object) ? before : object;
        });
      const isChanged = next.length !== kept.length || next.some((object, place) => object !== kept[place]);
      kept = next;
      if (isChanged) handedOver = undefined;
    },
  };
}

function isSame(a: KubeObject, b: KubeObject): boolean {
  return a.uid === b.uid && a.resourceVersion !== "" && a.resourceVersion === b.resourceVersion;
}

/**
 * The key that the server sorts lists by. In etcd a namespace is a folder (apiserver,
 * pkg/registry/generic/registry/store.go).
 */
function keyOf({ ref }: KubeObject): string {
  return ref.namespace === undefined ? ref.name : `${ref.namespace}/${ref.name}`;
}
