import { type TextDocument, workspace } from "vscode";
import { placeKeyOf } from "./command-words.ts";
import { isWorkedOn } from "./live-schemes.ts";
import { keyOfPlace, type Place } from "./place.ts";
import type { Session } from "./session.ts";
import type { Shown } from "./shown.ts";

/** What is known of each place where somebody looks: what the sidebar shows first, then what counts for open documents. */
function shownPlaces(session: Session): readonly Shown[] {
  return [session.view, ...workspace.textDocuments.filter(isOfWorkspace).map(({ uri }) => session.at(uri))];
}

/** Whether what is live is told beside it. */
export function isOfWorkspace({ uri }: Pick<TextDocument, "uri">): boolean {
  return isWorkedOn(
    uri.scheme,
    (workspace.workspaceFolders ?? []).map((folder) => folder.uri.scheme),
  );
}

/** What is known of a place where somebody looks already; by its key, too. */
export function shownOf(session: Session, place: Place | string): Shown | undefined {
  const key = typeof place === "string" ? place : keyOfPlace(place);
  return shownPlaces(session).find((shown) => keyOfPlace(shown.place) === key);
}

/** A place that a command was called with, as such or in a row. Only one where somebody looks: no link chooses a kubeconfig. */
export function placeOf(session: Session, word: unknown): Place | undefined {
  const named = typeof word === "object" && word !== null && "place" in word ? word.place : word;
  const key = placeKeyOf(named);
  return key === undefined ? undefined : shownOf(session, key)?.place;
}

/**
 * What it is called where the name stays as it was written first: without a context of its own it may be another cluster by
 * then, and is called `current`.
 */
export function lastingNameOf(session: Session, place: Place, current: string): string {
  return place.kind === "cluster" && place.context === undefined ? current : placeNameOf(session, place);
}

/** What people call it. */
export function placeNameOf(session: Session, place: Place): string {
  const name = shownOf(session, place)?.name;
  if (name !== undefined && name !== "") return name;
  return place.kind === "files" ? place.path : (place.context ?? "");
}
