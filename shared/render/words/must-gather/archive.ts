/** The error for an archive that unpacks to more than a must-gather can. */
export function unpackingBombText(path: string, ratio: number): string {
  return `cannot use ${path}: it unpacks to more than ${ratio} times its size; that is a bomb, not a must-gather`;
}

/** The error for an archive of which too many entries are refused. */
export function tooManyRefusedEntriesText(archive: string, most: number): string {
  return `cannot use ${archive}: more than ${most} of its entries are links, devices or have odd names; that is no must-gather`;
}

/** The error for an archive with more entries than a must-gather has. */
export function tooManyEntriesText(archive: string, most: number): string {
  return `cannot use ${archive}: more than ${most} entries; that is no must-gather: unpack what matters of it, and name the folder`;
}

/** Why an entry is left out whose path leads through a file. */
export const entryBelowFile = "it stands below a path that is a file; left out";

/** Why a folder is left out that has the path of a file. */
export const folderInPlaceOfFile = "a folder where a file of this name is; left out";

/** Why a file is left out that has the path of a folder. */
export const fileInPlaceOfFolder = "a file where a folder of this name is; left out";

/** Why two different entries of one path are left out. */
export const differingEntries = "the archive holds this path twice, with different contents; both are left out";

/** Why an entry is left out whose name holds a forbidden character. */
export const nameWithZeroOrBackslash = "its name has a zero or a backslash; left out";

/** Why an entry is left out whose name is an absolute path. */
export const absoluteName = "an absolute name; left out";

/** Why an entry is left out whose name leads out of the archive. */
export const nameOutOfArchive = "its name leads out of the archive (..); left out";

/** Why an entry is left out whose name is deeper or longer than any of a must-gather. */
export const nameTooDeepOrLong = "its name is too deep or too long; left out";
