import { type TextDocument, workspace } from "vscode";
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
