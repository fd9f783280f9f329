import { l10n, type Uri } from "vscode";
import { sanitizeFileName } from "../../shared/characters/sanitize-label.ts";
import type { Ref } from "../../shared/model/object.ts";
import { buildObjectUri } from "../places/object-uri.ts";
import { keyOfPlace, type Place } from "../places/place.ts";
import { uriSchemes } from "../platform/contributions.ts";
import { lastingPlaceName } from "./place-names.ts";
import type { PlaceStates } from "./session-parts.ts";

/** Returns the URI of the document with the live YAML of an object. The same object opens the same tab. */
export function liveUri(session: PlaceStates, place: Place, ref: Ref): Uri {
  // The version is not part of the object's identity, so every version opens the same tab.
  const { version: _, uid: __, ...about } = ref;
  const name = lastingPlaceName(session, place, l10n.t("current context"));
  const title = `${sanitizeFileName(l10n.t("{0} (live, {1})", ref.name, name))}.yaml`;
  return buildObjectUri(uriSchemes.live, title, { place: keyOfPlace(place), ref: about });
}
