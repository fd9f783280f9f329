const always: readonly string[] = ["file", "untitled", "vscode-remote", "vscode-vfs"];

/**
 * Whether documents of this scheme are what somebody works on, so that what is live is told beside them: not the sides of a
 * comparison, what Git remembers, nor output.
 *
 * @param folders schemes of the workspace's folders.
 */
export function isWorkedOn(scheme: string, folders: readonly string[]): boolean {
  return always.includes(scheme) || folders.includes(scheme);
}
