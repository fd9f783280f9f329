/** The error for an archive that unpacks to more than a must-gather can. */
export function unpackingBombText(path: string, ratio: number): string {
  return `cannot use ${path}: it unpacks to more than ${ratio} times its size, which suggests an archive bomb`;
}

/** The error for an archive of which too many entries are refused. */
export function tooManyRefusedEntriesText(archive: string, most: number): string {
  return `cannot use ${archive}: more than ${most} of its entries are links, devices or have invalid names; not a must-gather`;
}

/** The error for an archive with more entries than a must-gather has. */
export function tooManyEntriesText(archive: string, most: number): string {
  return `cannot use ${archive}: more than ${most} entries; unpack the relevant part, and specify the folder`;
}

/** Why an entry is omitted whose path leads through a file. */
export const entryBelowFile = "its parent path is a file; skipped";

/** Why a folder is omitted that has the path of a file. */
export const folderInPlaceOfFile = "a folder with the name of a file; skipped";

/** Why a file is omitted that has the path of a folder. */
export const fileInPlaceOfFolder = "a file with the name of a folder; skipped";

/** Why two different entries of one path are omitted. */
export const differingEntries = "the archive has this path twice, with different contents; both skipped";

/** Why an entry is omitted whose name holds a forbidden character. */
export const nameWithZeroOrBackslash = "its name contains a zero byte or a backslash; skipped";

/** Why an entry is omitted whose name is an absolute path. */
export const absoluteName = "an absolute path; skipped";

/** Why an entry is omitted whose name leads out of the archive. */
export const nameOutOfArchive = "its path leaves the archive (..); skipped";

/** Why an entry is omitted whose name is deeper or longer than any of a must-gather. */
export const nameTooDeepOrLong = "its path is too deep or too long; skipped";
