import { type KubeObject, keyOf } from "../../model/object.ts";

/** An object as the reading of one place shows it. Several places may show it. */
interface Copy {
  readonly object: KubeObject;
  readonly place: string;
}

/** The copies of all objects that are held. */
export interface ObjectCopies {
  /** How many objects have a copy. */
  readonly size: number;
  /** The copies of the object with this key, in the order in which they came. */
  of(key: string): readonly Copy[];
  /** Whether the reading of this place shows the object more than once. */
  isTwice(place: string, object: KubeObject): boolean;
  add(place: string, object: KubeObject): void;
  remove(place: string, object: KubeObject): void;
}

const none: readonly Copy[] = [];

/** Creates an empty set of copies. */
export function holdCopies(): ObjectCopies {
  const copies = new Map<string, readonly Copy[]>();
  const of = (key: string): readonly Copy[] => copies.get(key) ?? none;
  return {
    of,
    get size() {
      return copies.size;
    },
    isTwice: (place, { ref }) => of(keyOf(ref)).filter((copy) => copy.place === place).length > 1,
    add(place, object) {
      const key = keyOf(object.ref);
      const known = copies.get(key);
      copies.set(key, known === undefined ? [{ object, place }] : [...known, { object, place }]);
    },
    remove(place, object) {
      const key = keyOf(object.ref);
      const known = of(key);
      const at = known.findIndex((copy) => copy.place === place && copy.object === object);
      if (known.length === 1 && at === 0) copies.delete(key);
      else if (at >= 0) copies.set(key, known.toSpliced(at, 1));
    },
  };
}
