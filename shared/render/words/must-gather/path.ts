/** The note that more damage exists than is reported. */
export function moreDamageText(count: number): string {
  return `${count} more are skipped`;
}

/** The note that an archive has more manifests than are read. */
export function tooManyFilesText(files: number): string {
  return `only its first ${files} files are read; pass the relevant ones`;
}

/** The error for a path that is neither a folder nor a file. */
export function notFileOrFolderText(path: string): string {
  return `cannot use ${path}: it is neither a folder nor a file`;
}

/** The error for an empty file. */
export function emptyArchiveText(path: string): string {
  return `cannot use ${path}: it is empty`;
}

/** The error for a file that is no archive. */
export function notAnArchiveText(path: string): string {
  return `cannot use ${path}: not a must-gather (a folder, .tar, .tar.gz, .tgz or .zip); use -f for a file of objects`;
}

/** The error for an archive of a type that the plugin does not read. */
export function unsupportedArchiveText(path: string, type: string): string {
  return `cannot use ${path}: ${type} archives are not supported; unpack it, and specify the folder`;
}

/** What was found at a path without a must-gather. */
export interface NoGather {
  readonly path: string;
  /** The names at the top of it. */
  readonly names: readonly string[];
  readonly damage: { readonly where: string; readonly cause: string } | undefined;
  /** Why the search ended early. */
  readonly gaveUp: string | undefined;
  /** An archive in the folder, which may be the must-gather. */
  readonly archive: string | undefined;
}

/** The error for a path without the folders of a must-gather. */
export function noGatherText({ path, names, damage, gaveUp, archive }: NoGather): string {
  const some = names.slice(0, 5).join(", ");
  const found =
    names.length === 0 ? "it is empty" : `it has ${some}${names.length > 5 ? `, and ${names.length - 5} more` : ""}`;
  const fault = damage === undefined ? "" : ` (${damage.where}: ${damage.cause})`;
  const end = gaveUp === undefined ? "" : `; ${gaveUp}`;
  const hint =
    archive === undefined
      ? "specify the folder or archive created by oc adm must-gather, or use -f for files of objects"
      : `to read the must-gather in ${archive}, specify that file`;
  return `cannot use ${path}: not a must-gather: no folder named namespaces or cluster-scoped-resources at any level: ${found}${fault}${end}; ${hint}`;
}

/** A summary of a must-gather: how many images, and which namespaces they have. */
export function imagesText(images: number, namespaces: readonly string[]): string {
  const some = namespaces.slice(0, 6).join(", ");
  const more = namespaces.length > 6 ? `, and ${namespaces.length - 6} more` : "";
  const trees = images === 1 ? "one image" : `${images} images`;
  return namespaces.length === 0 ? `${trees} without namespaces` : `${trees} with namespaces ${some}${more}`;
}

/** Why the search for must-gathers ended after a number of folders. */
export function tooManyFoldersText(most: number): string {
  return `the search for must-gathers stops after ${most} folders`;
}

/** Why the search for must-gathers ended at a depth. */
export function tooDeepFoldersText(deepest: number): string {
  return `the search for must-gathers stops ${deepest} levels below the given path`;
}

/** The error for must-gathers of two times in one path. */
export function twoTimesText(path: string, stamps: readonly [GatherTime, GatherTime]): string {
  return `cannot use ${path}: it contains must-gathers of two times: ${stamps.map(gatherTimeText).join(", ")}; specify one of them`;
}

/** A folder with a must-gather, and its RFC 3339 time. */
export interface GatherTime {
  readonly folder: string;
  readonly time: string;
}

function gatherTimeText({ folder, time }: GatherTime): string {
  return `${folder || "."} of ${time}`;
}

/** Why the stated time of a must-gather is not believed. */
export function doubtedTimeText(takenAt: string, newest: string | undefined): string {
  return `${takenAt} is in the future and far from the times in the must-gather; ages are computed from ${newest}, the newest time found`;
}
