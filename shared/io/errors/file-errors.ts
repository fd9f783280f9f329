/** How messages name the input that the path `-` means. */
export const standardInputTitle = "standard input";

/** The error for a file that cannot be read. */
export function unreadableFileText(path: string, reason: string): string {
  return `cannot read ${path}: ${reason}`;
}

/** The error for a file or a directory whose content cannot be used. */
export function unusableFileText(path: string, reason: string): string {
  return `cannot use ${path}: ${reason}`;
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

/** Why a link in a directory is not read. */
export const outsideLinkText = "it is a link that leaves the directory; name its target";

/** The damage of a file without content. */
export const emptyFileText = "it is empty";

/** The reason for a file with nothing usable, as the first of `faults` faults. */
export function nothingUsableText(cause: string, faults: number): string {
  const others = faults === 1 ? "" : ` (and ${faults - 1} more unusable)`;
  return `${cause}${others}`;
}

/** The reason where a path leads to no file. */
export const noSuchFile = "no such file";

/** The reason for a named pipe, which may have no writer. */
export const namedPipeText = "it is a named pipe; name a file";

/** The reason for a device or a pipe that stays open and brings nothing. */
export const silentFileText = "nothing was written to it; name a file";

/** The reason for a file of more than `megabytes` where a small one is expected. */
export function largeFileText(megabytes: number): string {
  return `it is larger than ${megabytes} MB; is this the right file?`;
}
