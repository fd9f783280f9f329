import type { Disposable } from "vscode";
import { type KubeObject, keyOf, type Ref } from "../../shared/model/object.ts";
import type { Reading } from "../../shared/model/snapshot.ts";
import type { PlaceDemand } from "../places/demand.ts";
import type { Place } from "../places/place.ts";
import type { PlaceState } from "../places/place-state.ts";

/** One whole object, which is read until this is disposed of. */
export interface FollowedObject extends Disposable {
  /** The object as last read; undefined where it does not exist, and before the first response. */
  object(): KubeObject | undefined;
  /** The result of reading the object; undefined before the first response. */
  reading(): Reading | undefined;
  shown(): PlaceState;
}

/** The roots of a place, which are read until this is disposed of. */
export interface FollowedRoots extends Disposable {
  shown(): PlaceState;
}

/** What surfaces have requested by themselves, whether or not the sidebar or a manifest is visible. */
export interface FollowRequests {
  readonly demands: ReadonlySet<PlaceDemand>;
  object(ref: Ref, place: Place): FollowedObject;
  roots(place: Place): FollowedRoots;
}

/** @param changed is called after each change of `demands`. */
export function createFollowRequests(shownAt: (place: Place) => PlaceState, changed: () => void): FollowRequests {
  const requests = new Set<PlaceDemand>();

  function add(demand: PlaceDemand): { readonly dispose: () => void } {
    requests.add(demand);
    changed();
    return {
      dispose() {
        requests.delete(demand);
        changed();
      },
    };
  }

  return {
    demands: requests,
    object: (ref, place) => ({
      ...add({ place, demand: { objects: [ref] } }),
      object: () => findReadObject(shownAt(place), ref),
      reading: () => shownAt(place).objects?.get(keyOf(ref)),
      shown: () => shownAt(place),
    }),
    roots: (place) => ({ ...add({ place, demand: {} }), shown: () => shownAt(place) }),
  };
}

/** Returns the whole object as it was last read: by itself, or among the objects of a Report. */
export function findReadObject({ objects, snapshot, namedSnapshot }: PlaceState, ref: Ref): KubeObject | undefined {
  const key = keyOf(ref);
  const ownReading = objects?.get(key);
  if (ownReading !== undefined) return ownReading.outcome === "found" ? ownReading.objects[0] : undefined;
  for (const readSnapshot of [snapshot, namedSnapshot]) {
    for (const reading of readSnapshot?.readings ?? []) {
      // A metadata-only reading shows only that the object exists.
      if (reading.outcome !== "found" || reading.query.metadataOnly || reading.query.kind !== ref.kind) continue;
      const found = reading.objects.find((object) => keyOf(object.ref) === key);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
