import type { Damage } from "../../../model/snapshot.ts";
import { joinNames, shortenNames } from "../../../outline/words/names.ts";
import { unusableFileText } from "../files/files.ts";

/** What standard output is called in output. */
export const standardOutputText = "standard output";

/** The error for an archive or must-gather beside other files. */
export function archiveBesideFilesText(path = ""): string {
  return `cannot use ${path} together with other files: it is an archive or a must-gather; pass it alone, or compare two with diff`;
}

/** The error for a file with a template that cannot be read. */
export function unreadableTemplateText(path: string, reason: string): string {
  return `cannot read the template ${path}: ${reason}`;
}

/** The error for an empty value of `--polarity`. */
export const emptyPolarityText = "--polarity is empty; specify a file";

/** A must-gather without HyperConvergeds: what it has, and the types that it has objects or definitions of. */
interface OtherGather {
  readonly path: string;
  readonly contents: string;
  readonly damaged: Damage | undefined;
  readonly types: readonly string[];
}

/** The error for a must-gather without HyperConvergeds. */
export function otherGatherText({ path, contents, damaged, types }: OtherGather): string {
  const such = types.length === 0 ? "" : `, such as ${joinNames(shortenNames(types, 6))}`;
  if (damaged?.isTruncated)
    return `${unusableFileText(path, damaged.cause)}; what was read of it has no HyperConverged`;
  const fault = damaged === undefined ? "" : ` (${damaged.where}: ${damaged.cause})`;
  return `no HyperConverged in ${path}: it has ${contents}${fault}; collect it with OpenShift Virtualization's must-gather image (oc adm must-gather --image=…), or report on another TYPE or TYPE/NAME${such}`;
}

/** The error for a snapshot larger than the plugin can read back. */
export function largeSnapshotText(megabytes: number): string {
  return `cannot write a snapshot larger than ${megabytes} MB, which could not be read back; limit it with -n or names`;
}
