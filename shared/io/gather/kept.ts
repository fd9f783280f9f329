/**
 * Whether a file of an archive that is read in one pass could matter: the texts of objects, wherever they lie, and what
 * says when and by what they were gathered. Logs, metrics and core dumps, which are nearly all of its bytes, do not.
 */
export function couldMatter(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (/(^|\/)(logs|audit_logs|monitoring|insights-data|host_service_logs|etcd_info)\//.test(path)) return false;
  return /\.(ya?ml|json)$/.test(name) || withoutExtension.includes(name);
}

/** hco.md 9.1: `timestamp`, `version`, and the lists that gather_hco writes. */
const withoutExtension: readonly string[] = [
  "timestamp",
  "version",
  "subscriptions",
  "installplans",
  "packagemanifests",
];
