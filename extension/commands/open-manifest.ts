import { window, workspace } from "vscode";
import { rangeOf } from "../platform/documents.ts";
import { readRefArgument } from "../session/command-arguments.ts";
import { searchManifest } from "../session/search-manifest.ts";

/** Opens the file with the object of a row and selects its kind. If several files match, the user chooses one. */
export async function openManifest(word: unknown): Promise<void> {
  const ref = readRefArgument(word);
  const found = ref && (await searchManifest(ref));
  if (found === undefined) return;
  const document = await workspace.openTextDocument(found.uri);
  await window.showTextDocument(document, { selection: rangeOf(document, found.object.spans.kind) });
}
