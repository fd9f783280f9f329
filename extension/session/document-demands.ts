import type { Uri } from "vscode";
import type { PlaceDemand } from "../places/merge-demands.ts";
import { keyOfPlace, type Place } from "../places/place.ts";
import type { PlaceState } from "../places/place-state.ts";
import type { OpenManifests } from "./manifest-documents.ts";

/**
 * Returns what the places of visible manifests must read. An object of a known kind is reason enough to read its place.
 * Other objects are read only from places that are read anyway.
 */
export function documentDemands(
  manifests: OpenManifests,
  shownFor: (uri: Uri) => PlaceState,
  isLookedAt: (place: Place) => boolean,
): readonly PlaceDemand[] {
  const seen = manifests.visible().map(({ uri, manifest }) => ({ shown: shownFor(uri), objects: manifest.objects }));
  const reading = manifests.reading();
  if (reading === undefined) return [];
  const byPlace = Map.groupBy(seen, ({ shown }) => keyOfPlace(shown.place));
  return [...byPlace.values()].flatMap((some) => {
    const [first] = some;
    if (first === undefined) return [];
    const { place } = first.shown;
    const objects = some.flatMap((one) => one.objects);
    const isReason = objects.some((object) => object.state === "named" && reading.isKnownKind(object));
    if (!isReason && !isLookedAt(place)) return [];
    return [{ place, wants: { named: reading.objectsToFollow(objects, first.shown) } }];
  });
}
