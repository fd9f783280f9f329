import type { Disposable } from "vscode";
import { type KubeObject, keyOf, type Ref } from "../shared/model/object.ts";
import type { Reading } from "../shared/model/snapshot.ts";
import { objectOf } from "./object-of.ts";
import type { Place } from "./place.ts";
import type { Shown } from "./shown.ts";
import type { Wish } from "./wanted-places.ts";

/** One whole object, read for as long as it is not disposed of. */
export interface FollowedObject extends Disposable {
  look(): KubeObject | undefined;
  /** Undefined: nothing was answered yet. */
  reading(): Reading | undefined;
  shown(): Shown;
}

/** The roots of a place, read for as long as it is not disposed of. */
export interface FollowedRoots extends Disposable {
  shown(): Shown;
}

/** What surfaces have asked for by themselves, whether or not somebody sees the sidebar or a manifest. */
export interface Followed {
  readonly wishes: ReadonlySet<Wish>;
  object(ref: Ref, place: Place): FollowedObject;
  roots(place: Place): FollowedRoots;
}

/** @param changed is called when something else is wished for. */
export function followed(shownAt: (place: Place) => Shown, changed: () => void): Followed {
  const wishes = new Set<Wish>();

  function add(wish: Wish): { readonly dispose: () => void } {
    wishes.add(wish);
    changed();
    return {
      dispose() {
        wishes.delete(wish);
        changed();
      },
    };
  }

  return {
    wishes,
    object: (ref, place) => ({
      ...add({ place, wants: { objects: [ref] } }),
      look: () => objectOf(shownAt(place), ref),
      reading: () => shownAt(place).objects?.get(keyOf(ref)),
      shown: () => shownAt(place),
    }),
    roots: (place) => ({ ...add({ place, wants: { roots: true } }), shown: () => shownAt(place) }),
  };
}
