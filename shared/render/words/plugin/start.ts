/** The error for a wrong command line. `help` is the command that prints the help for it. */
export function wrongUsageText(error: string, help: string): string {
  return `error: ${error}\nSee '${help}' for usage.`;
}

/** The error for a Node that is too old. */
export function oldNodeText(version: string): string {
  return `error: hco-status requires Node.js 24 or newer, found ${version}`;
}

/** The error where standard output cannot be written. */
export function unwritableReportText(reason: string): string {
  return `error: cannot write the report: ${reason}`;
}
