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
