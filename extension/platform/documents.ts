import { Range, type TextDocument, window, workspace } from "vscode";
import type { TextSpan } from "../../shared/model/manifest/manifest.ts";
import { isWorkedOn } from "./document-schemes.ts";

/**
 * Whether the extension shows the live state beside this document. Its scheme must be one in which the user works on
 * documents.
 */
export function isOfWorkspace({ uri }: Pick<TextDocument, "uri">): boolean {
  return isWorkedOn(
    uri.scheme,
    (workspace.workspaceFolders ?? []).map((folder) => folder.uri.scheme),
  );
}

/** Returns the documents of all visible editors, each once. */
export function listVisibleDocuments(): readonly TextDocument[] {
  return [...new Set(window.visibleTextEditors.map(({ document }) => document))];
}

/** Returns the range of a part of a document's text. */
export function rangeOf(document: TextDocument, { start, end }: TextSpan): Range {
  return new Range(document.positionAt(start), document.positionAt(end));
}
