import { workspace } from "vscode";
import { keyOfPlace, type Place } from "./place.ts";
import type { Session } from "./session.ts";
import type { Shown } from "./shown.ts";

/** What is known of a place where somebody looks already. */
export function shownOf(session: Session, place: Place): Shown | undefined {
  const key = keyOfPlace(place);
  const views = [session.view, ...workspace.textDocuments.map(({ uri }) => session.at(uri))];
  return views.find((shown) => keyOfPlace(shown.place) === key);
}

/** What people call it. */
export function placeNameOf(session: Session, place: Place): string {
  const name = shownOf(session, place)?.name;
  if (name !== undefined && name !== "") return name;
  return place.kind === "files" ? place.path : (place.context ?? "");
}
