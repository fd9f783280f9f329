import { Range, type TextDocument, window, workspace } from "vscode";
import { readRefArgument } from "../session/command-arguments.ts";
import { searchManifest } from "../session/search-manifest.ts";

/** Opens the file with the object of a row and selects its kind. If several files match, the user chooses one. */
export async function openManifest(word: unknown): Promise<void> {
  const ref = readRefArgument(word);
  const found = ref && (await searchManifest(ref));
  if (found === undefined) return;
  const document: TextDocument = await workspace.openTextDocument(found.uri);
  const { start, end } = found.object.spans.kind;
  await window.showTextDocument(document, {
    selection: new Range(document.positionAt(start), document.positionAt(end)),
  });
}
