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

/** The damage of a file without content. */
export const emptyFileText = "it is empty";

/** The reason for a file with nothing usable, as the first of `faults` faults. */
export function nothingUsableText(cause: string, faults: number): string {
  const others = faults === 1 ? "" : ` (and ${faults - 1} more unusable)`;
  return `${cause}${others}`;
}
