/** The line that reports an error. */
export function errorText(error: string): string {
  return `error: ${error}`;
}

/** The error for a wrong command line. `help` is the command that prints the help for it. */
export function wrongUsageText(error: string, help: string): string {
  return `${errorText(error)}\nSee '${help}' for usage.`;
}

/**
 * The error for a Node that is too old, with what to do. `folder` has the Node of the plugin's own package, quoted for a
 * shell, where that is installed. `command` is the name of the plugin.
 */
export function oldNodeText(version: string, folder: string | undefined, command: string): string {
  const own = folder === undefined ? "" : `\nTo use the Node of its package, run:\n  PATH=${folder}:$PATH ${command}`;
  return `error: hco-status requires Node.js 24 or newer, found ${version}
Install Node.js 24 from https://nodejs.org, or use the executable of hco-status, which does not require Node.js.${own}`;
}

/** The error where standard output cannot be written. */
export function unwritableReportText(reason: string): string {
  return `error: cannot write to standard output: ${reason}`;
}

/** The version in one line, with the commit where it is known, and what runs it. */
export function versionText({ version, commit, runtime }: VersionFacts): string {
  const origin = commit === undefined ? "" : `commit ${commit}, `;
  return `hco-status ${version} (${origin}${runtime.name} ${runtime.version})`;
}

interface VersionFacts {
  readonly version: string;
  readonly commit?: string;
  readonly runtime: { readonly name: string; readonly version: string };
}
