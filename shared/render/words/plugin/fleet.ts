/** The error for a kubeconfig without contexts. */
export function noContextsText(files: readonly string[]): string {
  return `no context in ${files.join(", ")}; set KUBECONFIG or --kubeconfig, or log in to a cluster`;
}

/** The error for a flag that fits only one cluster. */
export function flagOfOneClusterText(flag: string): string {
  return `--${flag} requires a single cluster; remove it, or use --context`;
}

/** A context that does not exist, and a similar one that does. */
export interface UnknownContext {
  readonly name: string;
  readonly guess?: string | undefined;
}

/** The error for unknown contexts. `some` are the first of the known ones, and `more` counts the others. */
export function unknownContextsText(
  unknown: readonly UnknownContext[],
  files: readonly string[],
  some: readonly string[],
  more: number,
): string {
  const named = unknown.map(
    ({ name, guess }) => `"${name}"${guess === undefined ? "" : ` (did you mean "${guess}"?)`}`,
  );
  const [what, verb] = unknown.length === 1 ? ["context", "does"] : ["contexts", "do"];
  const others = more > 0 ? ` and ${more} more` : "";
  const there = some.length === 0 ? "it has no contexts" : `its contexts: ${some.join(", ")}${others}`;
  return `${what} ${named.join(", ")} ${verb} not exist in ${files.join(", ")}; ${there}`;
}

/** Why a cluster that is followed counts as late. */
export function stillWaitedForText(server: string, seconds: number): string {
  return `no response from ${server} within ${seconds} s; still waiting`;
}

/** The error for a format that shows only one cluster. */
export function formatOfOneClusterText(format: string): string {
  return `-o ${format} requires a single cluster`;
}

/** The error for several ClusterProfiles of one name. `names` have their namespaces in front. */
export function severalProfilesText(name: string, names: readonly string[]): string {
  const some = names.slice(0, 5).join(", ");
  const more = names.length > 5 ? `, and ${names.length - 5} more` : "";
  return `the inventory has ${names.length} clusters "${name}": ${some}${more}; specify one with its namespace`;
}

/** The error for a cluster of an inventory that the hub gives no access to. */
export function clusterWithoutAccessText(name: string, why: string): string {
  return `cannot connect to the cluster "${name}" of the inventory: ${why}`;
}

/** The note on a label column in which every cluster has `<none>`. */
export function unknownLabelText(key: string, guess: string | undefined): string {
  const meant = guess === undefined ? "" : `; did you mean "${guess}"?`;
  return `no cluster of the inventory has the label "${key}"${meant}`;
}
