import { l10n, type Uri } from "vscode";
import { sanitizeFileName } from "../../shared/characters/sanitize-label.ts";
import type { Ref } from "../../shared/model/object.ts";
import { buildObjectUri } from "../places/object-uri.ts";
import type { Place } from "../places/place.ts";
import { uriSchemes } from "../platform/contributions.ts";
import { buildDocumentPlace } from "./document-place.ts";
import type { PlaceStates } from "./session-parts.ts";

/** Returns the address of the document with the YAML of an object: live, or as it was collected. */
export function liveUri(session: PlaceStates, place: Place, object: Ref): Uri {
  // The version is not part of the object's identity, so every version opens the same tab.
  const { version: _, uid: __, ...ref } = object;
  const { key, name } = buildDocumentPlace(session, place);
  const title =
    place.kind === "files" ? l10n.t("{0} (collected, {1})", ref.name, name) : l10n.t("{0} (live, {1})", ref.name, name);
  return buildObjectUri(uriSchemes.live, `${sanitizeFileName(title)}.yaml`, { place: key, ref });
}
