import { type CancellationToken, l10n, type TextDocument, type Uri, window, workspace } from "vscode";
import { keepFirstOfEachKey } from "../../shared/model/items-by-key.ts";
import type { Manifest, ManifestObject } from "../../shared/model/manifest/manifest.ts";
import type { Ref } from "../../shared/model/object.ts";
import { manifestSteps } from "../../shared/parse/manifest/parse-manifest.ts";
import { manifestLanguages } from "../platform/contributions.ts";
import { isOfWorkspace } from "../platform/documents.ts";
import { pickOne, showMessage, withProgress } from "../platform/messages.ts";
import { runOneTurn } from "./document-reader.ts";
import { isAbout } from "./object-in-document.ts";
import { sortByLikelihood } from "./sort-picks.ts";

const maxFiles = 10_000;

const maxFileBytes = 2_000_000;

/** Files that are read at the same time. Each waits for two responses of the process that has the files. */
const filesAtOnce = 16;

/** An object in a file of the workspace, with all objects of that file. */
export interface FoundManifest {
  readonly uri: Uri;
  readonly object: ManifestObject;
  readonly all: readonly ManifestObject[];
}

/**
 * Searches the workspace for the manifest of an object. If several files match, the user chooses one. Undefined after a
 * message that there is none, and where the user cancelled.
 */
export async function searchManifest(ref: Ref): Promise<FoundManifest | undefined> {
  const name = `${ref.kind} ${ref.name}`;
  const found = await withProgress(l10n.t("Searching for the manifest of {0}", name), (_, token) =>
    findManifests(ref, token),
  );
  // The user has cancelled the search.
  if (found === undefined) return undefined;
  if (found.length > 1) return choose(found, name);
  if (found.length === 0) await showMessage(l10n.t("No file in the workspace contains {0}", name));
  return found[0];
}

/**
 * Returns where an object is written: in open documents first, then in files named like it. Undefined if the user
 * cancelled.
 */
async function findManifests(ref: Ref, token: CancellationToken): Promise<readonly FoundManifest[] | undefined> {
  const files = await workspace.findFiles("**/*.{yaml,yml,json}", "**/node_modules/**", maxFiles, token);
  const candidates = [...listOpenDocuments(), ...sortByLikelihood(files, ref.name)];
  const uris = keepFirstOfEachKey(candidates, (uri) => uri.toString());
  const found: FoundManifest[] = [];
  for (let start = 0; start < uris.length; start += filesAtOnce) {
    // Lets VS Code run in between, even where nothing has to be read.
    await yieldToEditor();
    if (token.isCancellationRequested) return undefined;
    for (const { uri, text } of await readTexts(uris.slice(start, start + filesAtOnce))) {
      if (!text?.includes(ref.name)) continue;
      const { objects } = await parseInTurns(text);
      const matching = objects.filter((object) => isAbout(object, ref));
      found.push(...matching.map((object) => ({ uri, object, all: objects })));
    }
  }
  return found;
}

/** Reads files at the same time, in their order. The text of a file that cannot be read is undefined. */
function readTexts(uris: readonly Uri[]): Promise<readonly { readonly uri: Uri; readonly text: string | undefined }[]> {
  return Promise.all(uris.map(async (uri) => ({ uri, text: await readText(uri) })));
}

/** Parses a text in several turns of the event loop, so that the editor stays responsive. */
async function parseInTurns(text: string): Promise<Manifest> {
  const steps = manifestSteps(text);
  for (;;) {
    const manifest = runOneTurn(steps);
    if (manifest !== undefined) return manifest;
    await yieldToEditor();
  }
}

function yieldToEditor(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Returns the open documents in a language of manifests, the visible ones first. */
function listOpenDocuments(): readonly Uri[] {
  const visible = window.visibleTextEditors.map(({ document }) => document);
  const documents = [...visible, ...workspace.textDocuments].filter(mayBeManifest);
  return documents.map(({ uri }) => uri);
}

function mayBeManifest(document: TextDocument): boolean {
  return isOfWorkspace(document) && (manifestLanguages as readonly string[]).includes(document.languageId);
}

async function readText(uri: Uri): Promise<string | undefined> {
  const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open !== undefined) return open.getText();
  try {
    const { size } = await workspace.fs.stat(uri);
    return size > maxFileBytes ? undefined : new TextDecoder().decode(await workspace.fs.readFile(uri));
  } catch {
    // The file was deleted meanwhile, or may not be read.
    return undefined;
  }
}

async function choose(manifests: readonly FoundManifest[], name: string): Promise<FoundManifest | undefined> {
  const items = manifests.map((manifest) => ({ label: workspace.asRelativePath(manifest.uri), manifest }));
  const picked = await pickOne(items, { title: l10n.t("Select a file of {0}", name) });
  return picked?.manifest;
}
