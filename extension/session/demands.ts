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
  readonly kubeconfig: Pick<KubeconfigWatch, "updateFiles" | "pause">;
  readonly placeOf: (uri: Uri) => Place;
  /** Returns why no request may be sent to a place. */
  readonly whyBarred: (place: Place) => PlacePhase | undefined;
}

/** Creates the demands of a session. */
export function createDemands(sources: DemandSources): SessionDemands {
  const { places, manifests, kubeconfig, placeOf } = sources;
  const follows = createFollowRequests((place) => places.getOrCreate(place).state(), update);
  let isVisible = false;
  /** The keys of the places whose row with recorded objects is open. */
  const openRelated = new Set<string>();
  let isEnded = false;

  function update(): void {
    if (isEnded) return;
    const viewedPlaces = sources.viewed(isVisible);
    const demands = collectDemands(viewedPlaces);
    if (demands.size > 0) kubeconfig.updateFiles();
    else kubeconfig.pause();
    for (const { place } of demands.values()) places.getOrCreate(place);
    for (const [key, shared] of places.entries()) {
      shared.setDemand(demands.get(key)?.demand, sources.whyBarred(shared.state().place));
    }
    const viewedKeys = new Set(viewedPlaces.map(({ place }) => placeKey(place)));
    places.evict((key) => demands.has(key) || viewedKeys.has(key));
  }

  function collectDemands(viewedPlaces: readonly ViewedPlace[]): ReturnType<typeof mergeDemands> {
    const demandsOfView = isVisible ? listViewDemands(viewedPlaces) : [];
    const keysOfView = new Set(demandsOfView.map(({ place }) => placeKey(place)));
    const demandsOfDocuments = listDocumentDemands(
      manifests,
      (uri) => places.getOrCreate(placeOf(uri)).state(),
      (place) => keysOfView.has(placeKey(place)),
    );
    return mergeDemands([...demandsOfView, ...follows.demands, ...demandsOfDocuments]);
  }

  function listViewDemands(viewedPlaces: readonly ViewedPlace[]): readonly PlaceDemand[] {
    const duePlaces = viewedPlaces.filter(({ isDue }) => isDue);
    return duePlaces.map(({ place }) => ({ place, demand: { related: openRelated.has(placeKey(place)) } }));
  }

  return {
    follows,
    update,
    setVisible(isNowVisible) {
      isVisible = isNowVisible;
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
function listDocumentDemands(
  manifests: OpenManifests,
  findState: (uri: Uri) => PlaceState,
  isInView: (place: Place) => boolean,
): readonly PlaceDemand[] {
  const visible = manifests
    .listVisible()
    .map(({ uri, manifest }) => ({ state: findState(uri), objects: manifest.objects }));
  const functions = manifests.loadedFunctions();
  if (functions === undefined) return [];
  const demands: PlaceDemand[] = [];
  for (const manifestsOfPlace of Map.groupBy(visible, ({ state }) => placeKey(state.place)).values()) {
    const [first] = manifestsOfPlace;
    if (first === undefined) continue;
    const { state } = first;
    const objects = manifestsOfPlace.flatMap((manifest) => manifest.objects);
    const hasKnownKind = objects.some((object) => object.state === "named" && functions.isKnownKind(object));
    if (!hasKnownKind && !isInView(state.place)) continue;
    demands.push({ place: state.place, demand: { named: functions.objectsToFollow(objects, state) } });
  }
  return demands;
}
