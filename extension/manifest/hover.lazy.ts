import { Hover, type Position, type TextDocument } from "vscode";
import type { PlaceState } from "../places/place-state.ts";
import { rangeOf } from "../platform/documents.ts";
import { toMarkdownString } from "../platform/markdown-string.ts";
import type { ManifestDocuments } from "../session/session-parts.ts";
import { findHover } from "./hover-content.ts";

/**
 * Returns the hover at a position of a document, or undefined where there is none. `shown` is the state of the
 * document's place.
 */
export function buildHover(
  { getOrParseManifest }: Pick<ManifestDocuments, "getOrParseManifest">,
  shown: PlaceState,
  document: TextDocument,
  position: Position,
): Hover | undefined {
  const manifest = getOrParseManifest(document);
  if (manifest === undefined) return undefined;
  const { uri } = document;
  const found = findHover(manifest, document.offsetAt(position), { uri: uri.toString(), state: shown });
  if (found === undefined) return undefined;
  return new Hover(toMarkdownString(found.parts), rangeOf(document, found.span));
}
