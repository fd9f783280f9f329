/** What standard output is called in output. */
export const standardOutputText = "standard output";

/** The error for an archive that was given as a file of objects. */
export function archiveAsObjectsText(path: string): string {
  return `cannot read ${path} as a file of objects: it is an archive; use --must-gather ${path}`;
}

/** The error for a file with a template that cannot be read. */
export function unreadableTemplateText(path: string, reason: string): string {
  return `cannot read the template ${path}: ${reason}`;
}

/** The error for an empty value of `--senses`. */
export const emptySensesText = "--senses names no file: its value is empty";

/** A file of a must-gather that is damaged, and how. */
export interface DamagedFile {
  readonly where: string;
  readonly cause: string;
}

/** The error for a must-gather without HyperConvergeds. `contents` says what it has. */
export function otherGatherText(path: string, contents: string, damaged: DamagedFile | undefined): string {
  const fault = damaged === undefined ? "" : ` (${damaged.where}: ${damaged.cause})`;
  return `no HyperConverged in ${path}: it has ${contents}${fault}; the gather of OpenShift Virtualization's own image has it (oc adm must-gather --image=…), and TYPE/NAME reports on something else`;
}

/** The error for a snapshot larger than the plugin can read back. */
export function largeSnapshotText(megabytes: number): string {
  return `cannot write a snapshot of more than ${megabytes} MB: it could not be read back; narrow it with -n or names`;
}
