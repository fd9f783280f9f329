import type { DocumentFault } from "../../../model/fault/document.ts";
import { documentFaultText } from "./document-faults.ts";

/** How messages name the input that the path `-` means. */
export const standardInputTitle = "standard input";

/** The error for a file that cannot be read. */
export function unreadableFileText(path: string, reason: string): string {
  return `cannot read ${path}: ${reason}`;
}

/** The reason for a URL in place of a path. */
export const onlyFilesText = "only local files are supported; download it, or pipe it into -f -";

/** The reason for a file or a stream of more than `megabytes`. */
export function largeInputText(megabytes: number): string {
  return `it is larger than ${megabytes} MB; pass only the relevant parts`;
}

/** The error for a file or a directory whose content cannot be used. */
export function unusableFileText(path: string, reason: string): string {
  return `cannot use ${path}: ${reason}`;
}

/**
 * The error for an archive without an object.
 * @param damage what could not be used in the archive
 */
export function emptyOfObjectsText(
  path: string,
  damage: readonly { readonly where: string; readonly cause: string }[],
): string {
  const [first] = damage;
  if (first !== undefined) return unusableFileText(first.where, nothingUsableText(first.cause, damage.length));
  return unusableFileText(path, "no .yaml, .yml, .json or text file in it holds a Kubernetes object");
}

/** The reason for a directory without manifests. `isRecursive`: the directories below it were read too. */
export function noManifestText(isRecursive: boolean): string {
  const place = isRecursive
    ? "in this directory or its subdirectories"
    : "in this directory (add -R to search subdirectories)";
  return `no .yaml, .yml or .json file ${place}`;
}

/** The damage of a file of a directory that cannot be read. */
export function skippedFileText(reason: string): string {
  return `not readable: ${reason}`;
}

/** The damage of a file without content. */
export const emptyFileText = "it is empty";

/** The reason for a file with nothing usable, as the first of `faults` faults. */
export function nothingUsableText(cause: string, faults: number): string {
  const others = faults === 1 ? "" : ` (and ${faults - 1} more unusable)`;
  return `${cause}${others}`;
}

/** The error for a file with several documents, one of which is a snapshot. */
export function snapshotAmongDocumentsText(path: string, documents: number): string {
  return snapshotBesideText(path, `${documents} documents`);
}

/** The error for a file with a snapshot and a damaged document. */
export function snapshotBesideDamageText(path: string, place: string, cause: string): string {
  return snapshotBesideText(path, `${place}: ${cause}`);
}

function snapshotBesideText(path: string, other: string): string {
  return unusableFileText(path, `it contains a snapshot and something else (${other})`);
}

/** The error for a snapshot whose content is invalid. */
export function invalidSnapshotText(path: string, fault: DocumentFault): string {
  return `cannot use ${path} as a snapshot: ${documentFaultText(fault)}`;
}

/** The error for a snapshot beside other files. */
export function snapshotBesideFilesText(path: string | undefined): string {
  return `cannot use ${path} together with other files: a snapshot is a complete source; pass it alone, or compare two with diff`;
}
