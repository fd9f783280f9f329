/**
 * Whether a file could matter in an archive that is read in one pass. These are the texts of objects, wherever they lie
 * and whatever the folders around them are called. Files that say when and by what they were collected matter too.
 * Logs, metrics and core dumps, which are nearly all of its bytes, have other names.
 */
export function couldMatter(path: string): boolean {
  if (/\.(ya?ml|json)$/.test(path)) return true;
  // Packed lists are not read, but reported.
  if (/\.(ya?ml|json)\.gz$/.test(path)) return /(^|\/)(namespaces|cluster-scoped-resources)\//.test(path);
  if (isTextFile(path)) return !/(^|\/)(namespaces|cluster-scoped-resources|\w+_logs)\//.test(path);
  return withoutExtension.includes(path.slice(path.lastIndexOf("/") + 1)) || isArchive(path);
}

/** Whether a file may hold what a script printed with kubectl, by its name. sos calls it by the command. */
export function isTextFile(path: string): boolean {
  return /\.(txt|out|desc|describe)$/i.test(path) || /(^|\/)(oc|kubectl)_[^/.]*$/.test(path);
}

/** Whether a file is an archive that may hold a must-gather. */
export function isArchive(path: string): boolean {
  return /\.(tar|tar\.gz|tgz|zip)$/i.test(path) && !/(^|\/)namespaces\//.test(path);
}

/**
 * The files without an extension that matter: `timestamp`, `version`, and the lists that gather_hco of
 * kubevirt/must-gather writes.
 */
const withoutExtension: readonly string[] = [
  "timestamp",
  "version",
  "subscriptions",
  "installplans",
  "packagemanifests",
];
