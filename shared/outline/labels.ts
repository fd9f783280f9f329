import { kubectlCommand } from "../model/kubectl-command.ts";
import type { Source } from "../model/snapshot.ts";

/** The label of the line that says where a Report was read. */
export function sourceLabel({ kind }: Source): string {
  return kind === "cluster" ? "Cluster" : "Source";
}

/** The state of the conditions beside their types, for the title above them. */
export interface ConditionsNote {
  /** The kind of the object that reports them. */
  readonly kind: string;
  /** The age that all of them share, or empty. */
  readonly since: string;
  /** Why they are out of date, if they are. */
  readonly outdated?: "operator-down" | "deleting";
}

/** `HyperConverged reports, all for 14m`. */
export function conditionsNotes({ kind, since, outdated }: ConditionsNote): string {
  const state = {
    "operator-down": "out of date while the operator is down",
    deleting: "not updated during deletion",
  } as const;
  const notes = [
    `${kind} reports`,
    ...(since === "" ? [] : [`all ${since}`]),
    ...(outdated === undefined ? [] : [state[outdated]]),
  ];
  return notes.join(", ");
}

/** What prints the full report of objects that were read from standard input. */
export const sameCommandInFull = "the same command with -o wide";

/** The command that prints the full report; `selection`: the arguments that read the same objects. */
export function fullReportCommand(selection: readonly string[] = []): string {
  return kubectlCommand(["hco-status", ...selection, "-o", "wide"]);
}

/** The command that prints every reason against an upgrade; `selection` as of {@link fullReportCommand}. */
export function upgradeGateCommand(selection: readonly string[] = []): string {
  return kubectlCommand(["hco-status", "gate", "upgrade", ...selection]);
}

/** The labels of paragraphs. */
export const paragraphLabels = {
  impact: "Impact",
  next: "Next",
} as const;

/** The titles of columns. */
export const columnTitles = {
  since: "SINCE",
  verdict: "VERDICT",
  version: "VERSION",
} as const;

/** `and 3 more`, for a list that was cut. */
export function moreWords(count: number): string {
  return `and ${count} more; -o wide shows all`;
}

/** `2 more similar`, for rows that differ only in the object's name. */
export function similarText(count: number): string {
  return `${count} more similar`;
}

/** The text that replaces one equal to the row above. */
export const asAbove = "as above";
