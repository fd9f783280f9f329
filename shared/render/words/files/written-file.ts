/** The error for a file to write whose path is a directory. */
export function writtenDirectoryText(path: string): string {
  return `cannot write ${path}: it is a directory; specify a file in it`;
}

/** The error for a file to write that exists. */
export function existingFileText(path: string): string {
  return `cannot write ${path}: file exists; remove it or use another name`;
}

/** The error for a file that cannot be written, with the reason. */
export function unwritableFileText(path: string, reason: string): string {
  return `cannot write ${path}: ${reason}`;
}

/** The reason where the folder of a file to write does not exist. */
export const noSuchFolder = "no such directory";
