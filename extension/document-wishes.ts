import type { Uri } from "vscode";
import type { OpenManifests } from "./open-manifests.ts";
import { keyOfPlace, type Place } from "./place.ts";
import type { Shown } from "./shown.ts";
import type { Wish } from "./wanted-places.ts";

/**
 * What the manifests that somebody can see are reason to look at. One of a known kind is reason by itself; what else they
 * name is looked at where somebody looks anyway.
 */
export function documentWishes(
  manifests: OpenManifests,
  shownFor: (uri: Uri) => Shown,
  isLookedAt: (place: Place) => boolean,
): readonly Wish[] {
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
    return [{ place, wants: { roots: true, named: reading.askedFor(objects, first.shown) } }];
  });
}
