const always: readonly string[] = ["file", "untitled", "vscode-remote", "vscode-vfs"];

/**
 * Whether the user works on documents of this scheme, so that the live state is shown beside them. The sides of a
 * comparison, Git's earlier versions and output do not count.
 *
 * @param folders schemes of the workspace's folders.
 */
export function isWorkedOn(scheme: string, folders: readonly string[]): boolean {
  return always.includes(scheme) || folders.includes(scheme);
}
