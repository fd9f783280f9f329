import { type CancellationToken, Range, type TextDocument, type Uri, window, workspace } from "vscode";
import type { ManifestObject } from "../shared/model/manifest.ts";
import type { Ref } from "../shared/model/object.ts";
import { manifestOf } from "../shared/parse/manifest.ts";
import * as words from "../shared/render/words-session.ts";
import { refOf } from "./command-words.ts";
import { languages } from "./contributions.ts";
import { likelyFirst } from "./likely-first.ts";
import { isOfWorkspace } from "./place-name.ts";
import { say } from "./say.ts";
import type { Session } from "./session.ts";
import { pick, tell, withProgress } from "./telling.ts";
import { isAbout } from "./written-object.ts";

/** Files that are looked into, and how large one may be, in bytes. */
const mostFiles = 2_000;
const largest = 2_000_000;

interface Written {
  readonly uri: Uri;
  readonly object: ManifestObject;
}

/** Opens the file that holds the object of a row, at its kind; of several the person chooses. */
export async function openManifest(_session: Session, word: unknown): Promise<void> {
  const ref = refOf(word);
  if (ref === undefined) return;
  const name = `${ref.kind} ${ref.name}`;
  const found = await withProgress(words.searching(say, name), (_, token) => writtenIn(ref, token));
  // Whoever has had enough of looking wants nothing opened.
  if (found === undefined) return;
  const [only, ...more] = found;
  if (only === undefined) {
    await tell(words.manifestNotFound(say, name));
    return;
  }
  const picked = more.length === 0 ? only : await choose(found, name);
  if (picked !== undefined) await show(picked);
}

/** What somebody has open first, then files that have the object's name. Undefined where it was cancelled. */
async function writtenIn(ref: Ref, token: CancellationToken): Promise<readonly Written[] | undefined> {
  const files = await workspace.findFiles("**/*.{yaml,yml,json}", "**/node_modules/**", mostFiles, token);
  const visible = window.visibleTextEditors.map(({ document }) => document);
  const open = [...visible, ...workspace.textDocuments].filter(isWritten);
  const all = new Map(open.map(({ uri }) => [uri.toString(), uri]));
  for (const uri of likelyFirst(files, ref.name)) if (!all.has(uri.toString())) all.set(uri.toString(), uri);
  const found: Written[] = [];
  for (const uri of all.values()) {
    // Between two files the editor has its turn, also where nothing has to be read.
    await new Promise((resolve) => setImmediate(resolve));
    if (token.isCancellationRequested) return undefined;
    const text = await textOf(uri);
    if (!text?.includes(ref.name)) continue;
    const own = manifestOf(text).objects.filter((object) => isAbout(object, ref));
    found.push(...own.map((object) => ({ uri, object })));
  }
  return found;
}

function isWritten(document: TextDocument): boolean {
  return isOfWorkspace(document) && (languages as readonly string[]).includes(document.languageId);
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

async function choose(all: readonly Written[], name: string): Promise<Written | undefined> {
  const items = all.map((written) => ({ label: workspace.asRelativePath(written.uri), written }));
  return (await pick(items, { title: words.pickManifestTitle(say, name) }))?.written;
}

async function show({ uri, object }: Written): Promise<void> {
  const document: TextDocument = await workspace.openTextDocument(uri);
  const { start, end } = object.spans.kind;
  await window.showTextDocument(document, {
    selection: new Range(document.positionAt(start), document.positionAt(end)),
  });
}
