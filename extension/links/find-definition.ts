import { Location, Position, type TextDocument } from "vscode";
import { findReference } from "../../shared/manifest/object-references.ts";
import type { Manifest } from "../../shared/model/manifest/manifest.ts";
import type { Ref } from "../../shared/model/object.ts";
import { findFieldAt, parseManifest, readObjectValue } from "../../shared/parse/manifest/parse-manifest.ts";
import { findNames, type KnownObjects, knownObjects } from "../../shared/render/editor/known-objects.ts";
import { parseObjectUri } from "../places/object-uri.ts";
import { type PlaceState, reportsOf } from "../places/place-state.ts";
import { uriSchemes } from "../platform/contributions.ts";
import { findDocumentPlace } from "../session/document-place.ts";
import { liveUri } from "../session/live-uri.ts";
import type { ManifestDocuments, PlaceStates } from "../session/session-parts.ts";

/** Characters of a document of live YAML that is parsed at a click. */
const maxParsedLength = 2_000_000;

/**
 * Returns the live YAML of the object that a place of a document names: by a field such as `claimName`, or as a word in
 * a text or a log. Nothing is requested before the user goes there.
 */
export function findDefinition(
  session: ManifestDocuments & PlaceStates,
  document: TextDocument,
  position: Position,
): readonly Location[] {
  const shown = placeOf(session, document);
  if (shown === undefined) return [];
  const known = knownObjects(reportsOf(shown));
  const refs = findByField(session, document, position, known) ?? findByWord(document, position, known);
  return refs.map((ref) => new Location(liveUri(session, shown.place, ref), new Position(0, 0)));
}

function placeOf(session: PlaceStates, { uri }: TextDocument): PlaceState | undefined {
  if (uri.scheme !== uriSchemes.live && uri.scheme !== uriSchemes.log) return session.at(uri);
  const place = parseObjectUri(uri)?.place ?? placeOfLog(uri.query);
  return place === undefined ? undefined : findDocumentPlace(session, place);
}

/** The first word in the address of a log is its place, as in that of an object. */
function placeOfLog(query: string): string | undefined {
  const [place]: readonly unknown[] = JSON.parse(query);
  return typeof place === "string" ? place : undefined;
}

/** Returns the object that the field at a position names; undefined where that is no such field. */
function findByField(
  session: ManifestDocuments,
  document: TextDocument,
  position: Position,
  known: KnownObjects,
): readonly Ref[] | undefined {
  const manifest = readManifest(session, document);
  const found = manifest && findFieldAt(manifest, document.offsetAt(position));
  if (found === undefined) return undefined;
  const { object, path } = found;
  const ref = findReference(readObjectValue(object), path, object.namespace);
  if (ref === undefined) return undefined;
  // The cluster knows the namespace of an object better than the field, which may be cluster-scoped.
  const same = known.get(ref.name)?.find(({ group, kind }) => group === ref.group && kind === ref.kind);
  return [same ?? ref];
}

function readManifest(session: ManifestDocuments, document: TextDocument): Manifest | undefined {
  if (document.uri.scheme !== uriSchemes.live) return session.getOrParseManifest(document);
  const text = document.getText();
  return text.length <= maxParsedLength ? parseManifest(text) : undefined;
}

function findByWord(document: TextDocument, { line, character }: Position, known: KnownObjects): readonly Ref[] {
  const { text } = document.lineAt(line);
  const found = findNames(text, known).find(({ start, end }) => start <= character && character <= end);
  return found?.refs ?? [];
}
