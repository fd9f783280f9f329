import { Uri, window, workspace } from "vscode";
import type { ManifestObject } from "../shared/model/manifest.ts";
import type { Ref } from "../shared/model/object.ts";
import type { Logs } from "../shared/render/next.ts";
import { keyOfPlace, type Place } from "./place.ts";
import { refOf } from "./row-word.ts";
import type { Session } from "./session.ts";

/** What a command is about. */
export interface Target {
  readonly ref: Ref;
  readonly place: Place;
  /** Of a row of a container that has a log. */
  readonly logs?: Logs;
  /** Where it is written: a document, and an offset within the object. */
  readonly written?: { readonly uri: Uri; readonly offset: number };
}

/**
 * What a command was called with: a row of the tree, what a hover's link carries (`{ ref, place }`), what a lens carries
 * (ref, document, offset), or nothing, then it is the object at the cursor, else the only root of the sidebar. Whatever has
 * another shape is nothing; a place counts only if somebody looks there already, so that no link chooses a kubeconfig.
 */
export function targetOf(session: Session, words: readonly unknown[]): Target | undefined {
  const [first, document, offset] = words;
  if (first === undefined || first === null) return atCursor(session) ?? onlyRoot(session);
  const ref = refOf(first);
  if (ref === undefined || ref.name === "" || ref.kind === "") return undefined;
  const written = writtenAt(document, offset);
  const { place, logs } = first as { readonly place?: unknown; readonly logs?: unknown };
  const known = placesOf(session).find((one) => keyOfPlace(one) === keyOfUnknown(place));
  const counted = written === undefined ? session.view.place : session.at(written.uri).place;
  return {
    ...{ ref, place: known ?? counted },
    ...(isLogs(logs) && { logs }),
    ...(written !== undefined && { written }),
  };
}

/** Where somebody looks: what the sidebar shows, and what counts for open documents. */
export function placesOf(session: Session): readonly Place[] {
  const documents = workspace.textDocuments.filter(({ uri }) => uri.scheme === "file" || uri.scheme === "untitled");
  return [session.view.place, ...documents.map(({ uri }) => session.at(uri).place)];
}

/** The object of a document that an offset lies in. */
export function objectAt(objects: readonly ManifestObject[], offset: number): ManifestObject | undefined {
  return objects.find(({ whole }) => whole.start <= offset && offset <= whole.end);
}

function atCursor(session: Session): Target | undefined {
  const editor = window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { document, selection } = editor;
  const offset = document.offsetAt(selection.active);
  const object = objectAt(session.manifest(document)?.objects ?? [], offset);
  if (object?.name === undefined || object.state !== "named") return undefined;
  const { group, version, kind, namespace, name } = object;
  const shown = session.at(document.uri);
  const ref = { group, version, kind, name, ...(namespace !== undefined && { namespace }) };
  return { ref, place: shown.place, written: { uri: document.uri, offset } };
}

function onlyRoot({ view }: Session): Target | undefined {
  const roots = view.report?.roots ?? [];
  const [root] = roots;
  return root === undefined || roots.length > 1 ? undefined : { ref: root.ref, place: view.place };
}

function writtenAt(document: unknown, offset: unknown): Target["written"] {
  if (typeof document !== "string" || !Number.isSafeInteger(offset)) return undefined;
  const uri = Uri.parse(document);
  const open = workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  return open === undefined ? undefined : { uri: open.uri, offset: Number(offset) };
}

function keyOfUnknown(place: unknown): string | undefined {
  if (typeof place !== "object" || place === null || !("kind" in place)) return undefined;
  const { kind, path } = place as { readonly kind: unknown; readonly path?: unknown };
  const { namespaces } = place as { readonly namespaces?: unknown };
  const isPlace = kind === "files" ? typeof path === "string" : kind === "cluster" && Array.isArray(namespaces);
  return isPlace ? keyOfPlace(place as Place) : undefined;
}

function isLogs(value: unknown): value is Logs {
  if (typeof value !== "object" || value === null) return false;
  const { pod, container, namespace } = value as Readonly<Record<string, unknown>>;
  const isText = (word: unknown): boolean => typeof word === "string" && word !== "";
  return isText(pod) && isText(container) && (namespace === undefined || isText(namespace));
}
