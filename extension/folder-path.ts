/** What is known of a folder's address; VS Code's Uri is one. */
interface Address {
  readonly scheme: string;
  readonly fsPath: string;
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: it is what stands in the setting
export const variable = "${workspaceFolder}";

/**
 * `text` with the path of the folder in place of `${workspaceFolder}`; undefined where there is no such path on this machine.
 *
 * @param folder whose settings say it; absent: those of the window, and the first of `folders` that lies on this machine counts.
 */
export function withFolder(text: string, folder: Address | undefined, folders: readonly Address[]): string | undefined {
  if (!text.includes(variable)) return text;
  const [own] = (folder === undefined ? folders : [folder]).filter(({ scheme }) => scheme === "file");
  return own === undefined ? undefined : text.replaceAll(variable, () => own.fsPath);
}
