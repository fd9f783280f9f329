import type { Uri } from "vscode";
import type { PlacePhase } from "../../shared/model/connection-phase.ts";
import { mergeDemands, type PlaceDemand } from "../places/demand.ts";
import { type Place, placeKey } from "../places/place.ts";
import type { PlaceCache } from "../places/place-cache.ts";
import { createFollowRequests, type FollowRequests } from "./follow-requests.ts";
import type { OpenManifests } from "./manifest-documents.ts";
import type { OpenedRelated } from "./session-parts.ts";
import type { KubeconfigWatch } from "./watch-kubeconfig.ts";

/** A place (a cluster, or files) that the sidebar shows. */
export interface SidebarPlace {
  readonly place: Place;
  /** Of all contexts of a kubeconfig, a few are read at a time. */
  readonly mayBeRead: boolean;
}

/** What the demands depend on. */
export interface DemandSources {
  readonly places: PlaceCache;
  /** Returns the places of the sidebar, also while it is hidden. While it is visible, more may be read at each call. */
  readonly listSidebarPlaces: (isVisible: boolean) => readonly SidebarPlace[];
  readonly manifests: OpenManifests;
  readonly kubeconfig: Pick<KubeconfigWatch, "updateFiles" | "pause">;
  /** Returns the place that the objects of a document are read from. */
  readonly placeOf: (uri: Uri) => Place;
  /** Returns why no request may be sent to a place; undefined where requests may be sent. */
  readonly whyBarred: (place: Place) => PlacePhase | undefined;
}

/**
 * The demands of a session: what is read of each place. They are the sum of what three kinds of surfaces need:
 * - the sidebar, while it is visible;
 * - the manifests in visible editors;
 * - surfaces that follow an object or a place by themselves, such as a timeline: the `followRequests`.
 *
 * A change of `followRequests` reaches the places at once, any other change at the next `update`.
 */
export class SessionDemands {
  readonly followRequests: FollowRequests;
  readonly #sources: DemandSources;
  #isSidebarVisible = false;
  /** The keys of the places whose row "Related objects" is open in the sidebar. */
  readonly #openRelatedRows = new Set<string>();
  #isEnded = false;

  constructor(sources: DemandSources) {
    this.#sources = sources;
    this.followRequests = createFollowRequests(
      (place) => sources.places.getOrCreate(place).state(),
      () => this.update(),
    );
  }

  setSidebarVisible(isVisible: boolean): void {
    this.#isSidebarVisible = isVisible;
  }

  /** Sets whether the row "Related objects" of a place is open, for which every object that a root records is read. */
  setRelatedRow({ place, isOpen }: OpenedRelated): void {
    if (isOpen) this.#openRelatedRows.add(placeKey(place));
    else this.#openRelatedRows.delete(placeKey(place));
  }

  /** Called when the sidebar shows another place, whose rows are closed. */
  closeRelatedRows(): void {
    this.#openRelatedRows.clear();
  }

  /**
   * Passes every place its current demand, in this order:
   * 1. The places with a demand are created, so that step 2 finds their kubeconfig files.
   * 2. These files are watched before step 3 lets a place read them. Without any demand the watch pauses.
   * 3. Every place gets its demand. A place without one is closed after a while.
   * 4. The oldest places are dropped that have no demand and that the sidebar does not show.
   */
  update(): void {
    if (this.#isEnded) return;
    const { places, kubeconfig, whyBarred } = this.#sources;
    const sidebarPlaces = this.#sources.listSidebarPlaces(this.#isSidebarVisible);
    const sidebarDemands = this.#listSidebarDemands(sidebarPlaces);
    const documentDemands = this.#listDocumentDemands(sidebarDemands);
    const demands = mergeDemands([...sidebarDemands, ...this.followRequests.demands, ...documentDemands]);
    for (const { place } of demands.values()) places.getOrCreate(place);
    if (demands.size > 0) kubeconfig.updateFiles();
    else kubeconfig.pause();
    for (const [key, sharedPlace] of places.entries()) {
      sharedPlace.setDemand(demands.get(key)?.demand, whyBarred(sharedPlace.state().place));
    }
    const sidebarKeys = new Set(sidebarPlaces.map(({ place }) => placeKey(place)));
    places.evict((key) => demands.has(key) || sidebarKeys.has(key));
  }

  /** Ends the demands: `update` does nothing from now on. */
  end(): void {
    this.#isEnded = true;
  }

  #listSidebarDemands(sidebarPlaces: readonly SidebarPlace[]): readonly PlaceDemand[] {
    if (!this.#isSidebarVisible) return [];
    const readPlaces = sidebarPlaces.filter(({ mayBeRead }) => mayBeRead);
    return readPlaces.map(({ place }) => ({ place, demand: { related: this.#openRelatedRows.has(placeKey(place)) } }));
  }

  /**
   * Lists the objects that the manifests in visible editors name, for each place where one of these is true:
   * - One of the objects is of a kind that the extension knows, such as HyperConverged.
   * - The sidebar reads the place anyway. A visible Deployment alone is no reason to connect.
   */
  #listDocumentDemands(sidebarDemands: readonly PlaceDemand[]): readonly PlaceDemand[] {
    const { manifests, places, placeOf } = this.#sources;
    // `listVisible` comes first, because it starts to load the functions. Until they are loaded it returns no manifest.
    const visibleManifests = manifests.listVisible();
    const functions = manifests.loadedFunctions();
    if (functions === undefined) return [];
    const sidebarKeys = new Set(sidebarDemands.map(({ place }) => placeKey(place)));
    const manifestsByPlace = Map.groupBy(visibleManifests, ({ uri }) => places.getOrCreate(placeOf(uri)));
    const demands: PlaceDemand[] = [];
    for (const [sharedPlace, manifestsOfPlace] of manifestsByPlace) {
      const state = sharedPlace.state();
      const objects = manifestsOfPlace.flatMap(({ manifest }) => manifest.objects);
      const hasKnownKind = objects.some((object) => object.state === "named" && functions.isKnownKind(object));
      if (!hasKnownKind && !sidebarKeys.has(placeKey(state.place))) continue;
      demands.push({ place: state.place, demand: { named: functions.objectsToFollow(objects, state) } });
    }
    return demands;
  }
}
