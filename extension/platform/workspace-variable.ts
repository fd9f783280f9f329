/** The address of a folder; a VS Code Uri is one. */
interface Address {
  readonly scheme: string;
  readonly fsPath: string;
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: it is what stands in the setting
export const workspaceFolderVariable = "${workspaceFolder}";

/**
 * Returns `text` with the folder's path in place of `${workspaceFolder}`. Undefined where this machine has no such
 * path.
 *
 * @param folder whose settings hold the text. If absent, they are the window's, and the first local one of `folders`
 * counts.
 */
export function withFolder(text: string, folder: Address | undefined, folders: readonly Address[]): string | undefined {
  if (!text.includes(workspaceFolderVariable)) return text;
  const [own] = (folder === undefined ? folders : [folder]).filter(({ scheme }) => scheme === "file");
  return own === undefined ? undefined : text.replaceAll(workspaceFolderVariable, () => own.fsPath);
}
