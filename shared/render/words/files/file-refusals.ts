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

/** The short reason for each code of a file system error. */
export const fileRefusals: Readonly<Record<string, string>> = {
  ENOENT: noSuchFile,
  ENOTDIR: noSuchFile,
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a directory",
  ELOOP: "its symbolic links form a loop",
  EAGAIN: silentFileText,
  ENXIO: "no such device",
};

/** The reason for packed data that ends too early. */
export function truncatedDataText(format: "gzip" | "zstd"): string {
  return `its ${format} data is truncated`;
}

/** The reason for packed data that cannot be unpacked. */
export function damagedDataText(format: "gzip" | "zstd"): string {
  return `its ${format} data is damaged`;
}

/** The reason for xz data that cannot be unpacked. */
export const damagedXzText = "its xz data is damaged";

/** The reason for xz data that needs what the library lacks. */
export const foreignXzText =
  "its xz data uses a check, filter or dictionary that is not supported; unpack it first: xz -d";

/** Why a packed file is not read, with the program that unpacks it. */
export function packedText(program: string): string {
  return `it is packed with ${program}; unpack it first: ${program} -d`;
}
