import type { Uri } from "vscode";
import type { PlacePhase } from "../../shared/model/connection-phase.ts";
import { mergeDemands, type PlaceDemand } from "../places/merge-demands.ts";
import { keyOfPlace, type Place } from "../places/place.ts";
import type { PlaceCache } from "../places/place-cache.ts";
import { documentDemands } from "./document-demands.ts";
import { createFollowRequests, type FollowRequests } from "./follow-requests.ts";
import type { OpenManifests } from "./manifest-documents.ts";
import type { PlaceSelection } from "./selection.ts";
import type { KubeconfigWatch } from "./watch-kubeconfig.ts";

/**
 * What each place must read for the sidebar, for visible manifests, and for surfaces that follow something by
 * themselves.
 */
export interface SessionDemands {
  readonly follows: FollowRequests;
  /** Sets the state of the sidebar's view. The places learn of it at {@link SessionDemands.update}. */
  setView(view: Partial<ViewState>): void;
  /** Tells every place what to read now. */
  update(): void;
  /** Ends the demands: no place reads for them any longer. */
  end(): void;
}

interface ViewState {
  readonly isVisible: boolean;
  /** Whether the row with the objects that roots record is open in the view. */
  readonly isAtRelated: boolean;
}

/** What the demands depend on. */
export interface DemandSources {
  readonly places: PlaceCache;
  readonly selection: Pick<PlaceSelection, "place">;
  readonly manifests: OpenManifests;
  /** Its files are those of the places, from before any of them is read. */
  readonly kubeconfig: Pick<KubeconfigWatch, "updateFiles">;
  readonly placeOf: (uri: Uri) => Place;
  /** Returns why no request may be sent to a place. */
  readonly whyBarred: (place: Place) => PlacePhase | undefined;
}

export function createDemands(sources: DemandSources): SessionDemands {
  const { places, selection, manifests, kubeconfig, placeOf, whyBarred } = sources;
  const follows = createFollowRequests((place) => places.getOrCreate(place).state(), update);
  let view: ViewState = { isVisible: false, isAtRelated: false };
  let isEnded = false;

  function collectDemands(): ReturnType<typeof mergeDemands> {
    const sidebar = selection.place;
    const ofView: readonly PlaceDemand[] = view.isVisible
      ? [{ place: sidebar, wants: { related: view.isAtRelated } }]
      : [];
    const isInView = (place: Place): boolean => view.isVisible && keyOfPlace(place) === keyOfPlace(sidebar);
    const ofDocuments = documentDemands(manifests, (uri) => places.getOrCreate(placeOf(uri)).state(), isInView);
    return mergeDemands([...ofView, ...follows.demands, ...ofDocuments]);
  }

  function update(): void {
    if (isEnded) return;
    const demanded = collectDemands();
    if (demanded.size > 0) kubeconfig.updateFiles();
    for (const { place } of demanded.values()) places.getOrCreate(place);
    for (const [key, place] of places.entries())
      place.setDemand(demanded.get(key)?.wants, whyBarred(place.state().place));
    places.evict((key) => demanded.has(key) || key === keyOfPlace(selection.place));
  }

  return {
    follows,
    update,
    setView(change) {
      view = { ...view, ...change };
    },
    end() {
      isEnded = true;
    },
  };
}
