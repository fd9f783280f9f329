import type { Uri } from "vscode";
import type { PlacePhase } from "../../shared/model/connection-phase.ts";
import { mergeDemands, type PlaceDemand } from "../places/merge-demands.ts";
import { keyOfPlace, type Place } from "../places/place.ts";
import type { PlaceCache } from "../places/place-cache.ts";
import { documentWishes } from "./document-demands.ts";
import { createFollowRequests, type FollowRequests } from "./follow-requests.ts";
import type { OpenManifests } from "./manifest-documents.ts";

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
  /** Ends the demands: no place is told what to read any more. */
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
  /** Returns the place that the sidebar shows. */
  readonly viewed: () => Place;
  readonly placeOf: (uri: Uri) => Place;
  readonly manifests: OpenManifests;
  /** Returns why no request may be sent to a place. */
  readonly barred: (place: Place) => PlacePhase | undefined;
  /** Called before any place is told to read something. */
  readonly beforeOpening: () => void;
}

export function createDemands(sources: DemandSources): SessionDemands {
  const { places, viewed, placeOf, manifests, barred, beforeOpening } = sources;
  const follows = createFollowRequests((place) => places.getOrCreate(place).shown(), update);
  let view: ViewState = { isVisible: false, isAtRelated: false };
  let isEnded = false;

  function wishes(): ReturnType<typeof mergeDemands> {
    const shown = viewed();
    const ofView: readonly PlaceDemand[] = view.isVisible
      ? [{ place: shown, wants: { related: view.isAtRelated } }]
      : [];
    const isLookedAt = (place: Place): boolean => view.isVisible && keyOfPlace(place) === keyOfPlace(shown);
    const written = documentWishes(manifests, (uri) => places.getOrCreate(placeOf(uri)).shown(), isLookedAt);
    return mergeDemands([...ofView, ...follows.wishes, ...written]);
  }

  function update(): void {
    if (isEnded) return;
    const wanted = wishes();
    if (wanted.size > 0) beforeOpening();
    for (const { place } of wanted.values()) places.getOrCreate(place);
    for (const [key, place] of places.entries()) place.look(wanted.get(key)?.wants, barred(place.shown().place));
    places.evict((key) => wanted.has(key) || key === keyOfPlace(viewed()));
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
