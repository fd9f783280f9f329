import { ProgressLocation, Range, type TextDocument, type Uri, window, workspace } from "vscode";
import type { ManifestObject } from "../shared/model/manifest.ts";
import { keyOf, type Ref } from "../shared/model/object.ts";
import { manifestOf } from "../shared/parse/manifest.ts";
import { harmless } from "../shared/render/safe.ts";
import * as words from "../shared/render/words-session.ts";
import { refOf } from "./row-word.ts";
import { say } from "./say.ts";
import type { Session } from "./session.ts";

/** Files that are looked into, and how large one may be, in bytes. */
const mostFiles = 2_000;
const largest = 2_000_000;

interface Place {
  readonly uri: Uri;
  readonly object: ManifestObject;
}

/** Opens the file of the workspace that holds the object of a row, at its kind; of several the person chooses. */
export async function openManifest(_session: Session, word: unknown): Promise<void> {
  const ref = refOf(word);
  if (ref === undefined) return;
  const name = harmless(`${ref.kind} ${ref.name}`);
  const found = await window.withProgress(
    { location: ProgressLocation.Window, title: words.searching(say, name), cancellable: true },
    (_, token) => placesOf(ref, () => token.isCancellationRequested),
  );
  const [only, ...more] = found;
  if (only === undefined) {
    await window.showInformationMessage(words.manifestNotFound(say, name));
    return;
  }
  const picked = more.length === 0 ? { place: only } : await pick(found, name);
  if (picked !== undefined) await show(picked.place);
}

async function placesOf(ref: Ref, isOver: () => boolean): Promise<readonly Place[]> {
  const files = await workspace.findFiles("**/*.{yaml,yml,json}", "**/node_modules/**", mostFiles);
  const places: Place[] = [];
  for (const uri of files) {
    if (isOver()) return places;
    const text = await textOf(uri);
    if (!text?.includes(ref.name)) continue;
    const own = manifestOf(text).objects.filter((object) => isOf(object, ref));
    places.push(...own.map((object) => ({ uri, object })));
  }
  return places;
}

/** A file without a namespace may be of any. */
function isOf({ group, kind, namespace = "", name }: ManifestObject, ref: Ref): boolean {
  if (name === undefined) return false;
  const place = namespace === "" ? ref.namespace : namespace;
  return keyOf({ group, kind, name, ...(place !== undefined && { namespace: place }) }) === keyOf(ref);
}

async function textOf(uri: Uri): Promise<string | undefined> {
  const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open !== undefined) return open.getText();
  try {
    const { size } = await workspace.fs.stat(uri);
    return size > largest ? undefined : new TextDecoder().decode(await workspace.fs.readFile(uri));
  } catch {
    // It went away meanwhile, or may not be read.
    return undefined;
  }
}

function pick(places: readonly Place[], name: string): Thenable<{ readonly place: Place } | undefined> {
  const items = places.map((place) => ({ label: workspace.asRelativePath(place.uri), place }));
  return window.showQuickPick(items, { title: words.pickManifestTitle(say, name) });
}

async function show({ uri, object }: Place): Promise<void> {
  const document: TextDocument = await workspace.openTextDocument(uri);
  const { start, end } = object.spans.kind;
  await window.showTextDocument(document, {
    selection: new Range(document.positionAt(start), document.positionAt(end)),
  });
}
