import { kubectlCommand } from "../model/kubectl-command.ts";
import type { Source } from "../model/snapshot.ts";

/** The label of the line that says where a Report was read. */
export function sourceLabel({ kind }: Source): string {
  return kind === "cluster" ? "Cluster" : "Source";
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

/** The text that replaces one equal to the row above. */
export const asAbove = "as above";
