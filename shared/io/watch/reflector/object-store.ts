import type { KubeObject } from "../../../model/object.ts";

/** The objects of one list as a watch changes it, in the order in which the server lists them. */
export interface KeptList {
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
