/** Why an entry is omitted that is larger than the limit. */
export function tooLargeEntryText(megabytes: number): string {
  return `larger than ${megabytes} MB; skipped`;
}

/** Why an entry is omitted that is neither a file nor a folder. */
export function otherEntryText(type: string): string {
  return `${kindsOfEntry[type] ?? type}; links and devices of an archive are skipped`;
}

const kindsOfEntry: Readonly<Record<string, string>> = {
  Link: "a hard link",
  SymbolicLink: "a symbolic link",
  CharacterDevice: "a device",
  BlockDevice: "a device",
  FIFO: "a pipe",
};

/** Why an entry is omitted whose type the parser does not know. */
export function unknownEntryText(type: string): string {
  return `an entry of another type (${type}); skipped`;
}

/** Why a sparse file is omitted. */
export const sparseFile = "a sparse file; skipped";

/** Why an entry cannot be read that the end of the archive cuts. */
export const archiveEndsInside = "the archive ends inside it";

/** The error for an archive whose objects exceed the memory that the plugin takes. */
export const tooManyObjects =
  "cannot use the archive: too many objects to hold in memory; unpack it, and specify the folder";

/** The damage of an archive that breaks off, with the reason. */
export function archiveNotWholeText(trouble: string): string {
  if (trouble === endsTooEarly) return "the archive is truncated, and the rest is missing";
  return `the archive cannot be read to its end (${trouble}), and the rest is missing`;
}

/** The reason for an archive without its end. */
export const endsTooEarly = "truncated";

/** The reason for an archive with bytes behind its end. */
export const bytesAfterEnd = "data after its end";

/** The error for an archive whose content is packed a second time. */
export function packedTwiceText(path: string, type: string): string {
  return `cannot use ${path}: it contains another archive (${type}); unpack it once, and specify the result`;
}
