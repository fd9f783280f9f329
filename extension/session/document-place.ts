import { l10n } from "vscode";
import { type Place, placeKey } from "../places/place.ts";
import type { PlaceState } from "../places/place-state.ts";
import { describePlace, listPlacesInUse } from "./place-names.ts";
import type { PlaceStates } from "./session-parts.ts";

/** The place of a document whose title is never updated: the key in its address, and the name in its title. */
export interface DocumentPlace {
  readonly key: string;
  readonly name: string;
}

/**
 * Returns the place of a document that is about to be opened. A place without a context of its own follows
 * current-context, so its key also has the name of the present context: such a document shows nothing of another one.
 */
export function buildDocumentPlace(session: PlaceStates, place: Place): DocumentPlace {
  const name = describePlace(session, place);
  return { key: keyOfDocument(place, name), name: name === "" ? l10n.t("current context") : name };
}

/**
 * Returns the state of the place that the address of a document names. Undefined where no surface uses that place, and
 * where it stands for another context now.
 */
export function findDocumentPlace(session: PlaceStates, key: string): PlaceState | undefined {
  return listPlacesInUse(session).find((state) => compareWithDocument(state, key) === "same");
}

/**
 * Compares a place with the one that the address of a document names:
 * - `same`: it is that place;
 * - `otherContext`: it is that place, which follows current-context and stands for another context now;
 * - `other`: it is another place.
 */
export function compareWithDocument(
  { place, name }: Pick<PlaceState, "place" | "name">,
  key: string,
): "same" | "otherContext" | "other" {
  if (keyOfDocument(place, name) === key) return "same";
  return parseKey(key).place === placeKey(place) ? "otherContext" : "other";
}

/** Whether the place of a document follows current-context, which names another context now. */
export function isContextReplaced(session: PlaceStates, key: string): boolean {
  return listPlacesInUse(session).some((state) => compareWithDocument(state, key) === "otherContext");
}

/** Returns the name of the context in the key of a document's place; empty for files. */
export function readContextOfDocument(key: string): string {
  return parseKey(key).context;
}

/** `[placeKey, context]` for a place that follows current-context, else the `placeKey`. */
function keyOfDocument(place: Place, name: string): string {
  const key = placeKey(place);
  const followsCurrentContext = place.kind === "cluster" && place.context === undefined;
  return followsCurrentContext && name !== "" ? JSON.stringify([key, name]) : key;
}

/**
 * `["cluster","","prod"]` -> context `prod`; `["[\"cluster\",\"\",\"\"]","prod"]` -> the same, of the place that follows
 * current-context. An address may come from elsewhere, so its key may be any text, which names no place then.
 */
function parseKey(key: string): { readonly place: string; readonly context: string } {
  try {
    const [first, second, third]: readonly unknown[] = JSON.parse(key);
    if (first === "cluster" && typeof third === "string") return { place: key, context: third };
    const isWithContext = typeof first === "string" && first.startsWith("[");
    if (isWithContext && typeof second === "string") return { place: first, context: second };
  } catch {
    // The key of no place.
  }
  return { place: key, context: "" };
}
