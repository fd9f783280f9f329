/**
 * The error for a Node that is too old, with what to do. `folder` has the Node of the plugin's own package, quoted for a
 * shell, where that is installed. `command` is the name of the plugin.
 */
export function oldNodeText(version: string, folder: string | undefined, command: string): string {
  const own = folder === undefined ? "" : `\nTo use the Node of its package, run:\n  PATH=${folder}:$PATH ${command}`;
  return `error: hco-status requires Node.js 24 or newer, found ${version}
Install Node.js 24 from https://nodejs.org, or use the executable of hco-status, which does not require Node.js.${own}`;
}
