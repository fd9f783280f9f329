import { compareTexts } from "../../../model/compare-texts.ts";
import type { KubeObject } from "../../../model/object.ts";

/** The objects of one list as a watch changes it, in the order in which the server lists them. */
export class KeptList {
  /** Sorted by {@link listKey}. */
  #kept: KubeObject[] = [];
  /** What `objects` returned last. Absent after a change. */
  #copy: readonly KubeObject[] | undefined;

  /** The same array as long as nothing changed. */
  objects(): readonly KubeObject[] {
    this.#copy ??= this.#kept.slice();
    return this.#copy;
  }

  size(): number {
    return this.#kept.length;
  }

  /** The version of the object that the list holds. */
  find(object: KubeObject): KubeObject | undefined {
    return this.#at(this.#placeOf(object), object);
  }

  /** Adds the object, or replaces its older version. Returns false where the list did not change. */
  put(object: KubeObject): boolean {
    const place = this.#placeOf(object);
    const before = this.#at(place, object);
    if (before !== undefined && isSameVersion(before, object)) return false;
    this.#kept.splice(place, before === undefined ? 0 : 1, object);
    this.#copy = undefined;
    return true;
  }

  /** Removes the object. Returns false where the list did not hold it. */
  remove(object: KubeObject): boolean {
    const place = this.#placeOf(object);
    if (this.#at(place, object) === undefined) return false;
    this.#kept.splice(place, 1);
    this.#copy = undefined;
    return true;
  }

  /** Replaces all objects. An object of the same version stays the same JavaScript object. */
  replace(objects: readonly KubeObject[]): void {
    const byKey = new Map(objects.map((object) => [listKey(object), object]));
    const sorted = [...byKey].sort(([key], [otherKey]) => compareTexts(key, otherKey));
    const next = sorted.map(([, object]) => {
      const before = this.find(object);
      return before !== undefined && isSameVersion(before, object) ? before : object;
    });
    const isSame = next.length === this.#kept.length && next.every((object, place) => object === this.#kept[place]);
    this.#kept = next;
    if (!isSame) this.#copy = undefined;
  }

  /** The index at which the object stands, or would stand. */
  #placeOf(object: KubeObject): number {
    const key = listKey(object);
    let low = 0;
    let high = this.#kept.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (listKey(this.#kept[middle] as KubeObject) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #at(place: number, object: KubeObject): KubeObject | undefined {
    const kept = this.#kept[place];
    return kept !== undefined && listKey(kept) === listKey(object) ? kept : undefined;
  }
}

export function isSameVersion(object: KubeObject, other: KubeObject): boolean {
  const { uid, resourceVersion } = object;
  return uid === other.uid && resourceVersion !== "" && resourceVersion === other.resourceVersion;
}

/**
 * The key that the server sorts lists by. In etcd a namespace is a folder (apiserver,
 * pkg/registry/generic/registry/store.go).
 */
function listKey({ ref }: KubeObject): string {
  return ref.namespace === undefined ? ref.name : `${ref.namespace}/${ref.name}`;
}
