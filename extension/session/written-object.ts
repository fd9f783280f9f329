import { type TextDocument, window, workspace } from "vscode";
import type { ManifestObject } from "../../shared/model/manifest/manifest.ts";
import type { CommandTarget } from "./command-target.ts";
import { findObjectAt, isAbout } from "./object-in-document.ts";
import type { ManifestDocuments } from "./session-parts.ts";

/** An object in an open document, with all objects of that document. */
export interface WrittenObject {
  readonly document: TextDocument;
  readonly object: ManifestObject;
  readonly all: readonly ManifestObject[];
}

/** Returns the object in a file of the workspace that is not open. Undefined after a message that there is none. */
export async function searchWrittenObject({ ref }: CommandTarget): Promise<WrittenObject | undefined> {
  const found = await (await import("./search-manifest.ts")).searchManifest(ref);
  return found && { ...found, document: await workspace.openTextDocument(found.uri) };
}

/** Returns the manifest object that a command's arguments point to, else one in a visible editor. */
export async function findWrittenObject(
  session: ManifestDocuments,
  { ref, written }: CommandTarget,
): Promise<WrittenObject | undefined> {
  if (written !== undefined) {
    const document = await workspace.openTextDocument(written.uri);
    const all = session.getOrParseManifest(document)?.objects ?? [];
    const object = findObjectAt(all, written.offset);
    return object === undefined ? undefined : { document, object, all };
  }
  const editors = [window.activeTextEditor, ...window.visibleTextEditors].filter((editor) => editor !== undefined);
  for (const { document } of editors) {
    const all = session.getOrParseManifest(document)?.objects ?? [];
    const object = all.find((one) => isAbout(one, ref));
    if (object !== undefined) return { document, object, all };
  }
  return undefined;
}
