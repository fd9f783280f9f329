/**
 * Whether a file could matter in an archive that is read in one pass. These are the texts of objects, wherever they lie
 * and whatever the folders around them are called. Files that say when and by what they were collected matter too.
 * Logs, metrics and core dumps, which are nearly all of its bytes, have other names.
 */
export function couldMatter(path: string): boolean {
  if (/\.(ya?ml|json)$/.test(path)) return true;
  const isInImage = /(^|\/)(namespaces|cluster-scoped-resources)\//.test(path);
  // Packed lists are not read, but reported.
  if (/\.(ya?ml|json)\.gz$/.test(path)) return isInImage;
  if (isTextFile(path)) return !isInImage && !/(^|\/)\w+_logs\//.test(path); // `audit_logs/a.txt`
  const name = path.slice(path.lastIndexOf("/") + 1);
  return withoutExtension.includes(name) || isArchive(path);
}

/** Whether a file may hold what a script printed with kubectl, by its name: `pods.txt`, or `oc_get_pods` of sos. */
export function isTextFile(path: string): boolean {
  return /\.(txt|out|desc|describe)$/i.test(path) || /(^|\/)(oc|kubectl)_[^/.]*$/.test(path);
}

/** Whether a file is an archive that may hold a must-gather: `case/must-gather.tar.gz`. */
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
