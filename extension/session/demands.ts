import type { Uri } from "vscode";
import type { PlacePhase } from "../../shared/model/connection-phase.ts";
import { mergeDemands, type PlaceDemand } from "../places/demand.ts";
import { type Place, placeKey } from "../places/place.ts";
import type { PlaceCache } from "../places/place-cache.ts";
import type { PlaceState } from "../places/place-state.ts";
import { createFollowRequests, type FollowRequests } from "./follow-requests.ts";
import type { OpenManifests } from "./manifest-documents.ts";
import type { OpenedRelated } from "./session-parts.ts";
import type { KubeconfigWatch } from "./watch-kubeconfig.ts";

/**
 * What each place must read for the sidebar, for visible manifests, and for surfaces that follow something by
 * themselves.
 */
export interface SessionDemands {
  readonly follows: FollowRequests;
  /** Sets whether the sidebar's view is visible. The places learn of it at {@link SessionDemands.update}. */
  setVisible(isVisible: boolean): void;
  /** Sets whether the row with recorded objects of a place is open; undefined: no such row is open any more. */
  setRelated(related: OpenedRelated | undefined): void;
  /** Passes every place its current demand. */
  update(): void;
  /** Ends the demands: no place gets another one. */
  end(): void;
}

/** A place that the sidebar shows. */
export interface ViewedPlace {
  readonly place: Place;
  readonly isDue: boolean;
}

/** What the demands depend on. */
export interface DemandSources {
  readonly places: PlaceCache;
  /** Returns the places that the sidebar shows, of which those with `isDue` may be read now. */
  readonly viewed: (isVisible: boolean) => readonly ViewedPlace[];
  readonly manifests: OpenManifests;
  /** Its files are those of the places, from before any of them is read. */
  readonly kubeconfig: Pick<KubeconfigWatch, "updateFiles">;
  readonly placeOf: (uri: Uri) => Place;
  /** Returns why no request may be sent to a place. */
  readonly whyBarred: (place: Place) => PlacePhase | undefined;
}

export function createDemands(sources: DemandSources): SessionDemands {
  const { places, viewed, manifests, kubeconfig, placeOf, whyBarred } = sources;
  const follows = createFollowRequests((place) => places.getOrCreate(place).state(), update);
  let isVisible = false;
  /** The keys of the places whose row with recorded objects is open. */
  const openRelated = new Set<string>();
  let isEnded = false;

  function collectDemands(all: readonly ViewedPlace[]): ReturnType<typeof mergeDemands> {
    const shown = isVisible ? all.filter(({ isDue }) => isDue) : [];
    const keys = new Set(shown.map(({ place }) => placeKey(place)));
    const ofView = shown.map(
      ({ place }): PlaceDemand => ({ place, wants: { related: openRelated.has(placeKey(place)) } }),
    );
    const isInView = (place: Place): boolean => keys.has(placeKey(place));
    const ofDocuments = documentDemands(manifests, (uri) => places.getOrCreate(placeOf(uri)).state(), isInView);
    return mergeDemands([...ofView, ...follows.demands, ...ofDocuments]);
  }

  function update(): void {
    if (isEnded) return;
    const all = viewed(isVisible);
    const demanded = collectDemands(all);
    if (demanded.size > 0) kubeconfig.updateFiles();
    for (const { place } of demanded.values()) places.getOrCreate(place);
    for (const [key, place] of places.entries())
      place.setDemand(demanded.get(key)?.wants, whyBarred(place.state().place));
    const kept = new Set(all.map(({ place }) => placeKey(place)));
    places.evict((key) => demanded.has(key) || kept.has(key));
  }

  return {
    follows,
    update,
    setVisible(now) {
      isVisible = now;
    },
    setRelated(related) {
      if (related === undefined) openRelated.clear();
      else if (related.isOpen) openRelated.add(placeKey(related.place));
      else openRelated.delete(placeKey(related.place));
    },
    end() {
      isEnded = true;
    },
  };
}

/**
 * Returns what the places of visible manifests must read. An object of a known kind is reason enough to read its place.
 * Other objects are read only from places that are read anyway.
 */
function documentDemands(
  manifests: OpenManifests,
  shownFor: (uri: Uri) => PlaceState,
  isLookedAt: (place: Place) => boolean,
): readonly PlaceDemand[] {
  const seen = manifests.visible().map(({ uri, manifest }) => ({ shown: shownFor(uri), objects: manifest.objects }));
  const reading = manifests.reading();
  if (reading === undefined) return [];
  const byPlace = Map.groupBy(seen, ({ shown }) => placeKey(shown.place));
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
