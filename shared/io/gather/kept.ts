/**
 * Whether a file of an archive that is read in one pass could matter: the texts of objects, wherever they lie and whatever
 * the folders around them are called, and what says when and by what they were gathered. Logs, metrics and core dumps,
 * which are nearly all of its bytes, have other names.
 */
export function couldMatter(path: string): boolean {
  if (/\.(ya?ml|json)$/.test(path)) return true;
  // Packed lists are not read, but named.
  if (/\.(ya?ml|json)\.gz$/.test(path)) return /(^|\/)(namespaces|cluster-scoped-resources)\//.test(path);
  return withoutExtension.includes(path.slice(path.lastIndexOf("/") + 1)) || isArchive(path);
}

/** What a gather is packed as. */
export function isArchive(path: string): boolean {
  return /\.(tar|tar\.gz|tgz|zip)$/i.test(path) && !/(^|\/)namespaces\//.test(path);
}

/** hco.md 9.1: `timestamp`, `version`, and the lists that gather_hco writes. */
const withoutExtension: readonly string[] = [
  "timestamp",
  "version",
  "subscriptions",
  "installplans",
  "packagemanifests",
];
