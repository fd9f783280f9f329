import { workspace } from "vscode";
import { type Place, placeKey, readPlace } from "../places/place.ts";
import type { PlaceState } from "../places/place-state.ts";
import { isOfWorkspace } from "../platform/documents.ts";
import type { PlaceStates } from "./session-parts.ts";

/** Returns the state of each place in use: the places of the sidebar first, then those of open documents. */
export function listPlacesInUse(session: PlaceStates): readonly PlaceState[] {
  const contexts = (session.contexts?.contexts ?? []).flatMap(({ state }) => state ?? []);
  return [
    session.sidebar,
    ...contexts,
    ...workspace.textDocuments.filter(isOfWorkspace).map(({ uri }) => session.at(uri)),
  ];
}

/** Returns the state of a place in use; undefined for another place. */
export function findPlaceState(session: PlaceStates, place: Place): PlaceState | undefined {
  const key = placeKey(place);
  return listPlacesInUse(session).find((shown) => placeKey(shown.place) === key);
}

/**
 * Returns the place in a command's argument, which is a place or a row. Only places in use count, so that no link
 * chooses a kubeconfig.
 */
export function findOpenPlace(session: PlaceStates, word: unknown): Place | undefined {
  const named = typeof word === "object" && word !== null && "place" in word ? word.place : word;
  const place = readPlace(named);
  return place && findPlaceState(session, place)?.place;
}

/** Returns the name of a place for the user. */
export function describePlace(session: PlaceStates, place: Place): string {
  const name = findPlaceState(session, place)?.name;
  if (name !== undefined && name !== "") return name;
  return place.kind === "files" ? place.path : (place.context ?? "");
}
