/** The kinds of entries that a kubeconfig lists. */
type EntryList = "contexts" | "clusters" | "users";

/** The error for an entry that a flag names and no file contains. `choice` says what the files contain. */
export function unknownEntryText(
  kind: "context" | "cluster" | "user",
  name: string | undefined,
  choice: string,
): string {
  return `${kind} "${name}" does not exist${choice}`;
}

/** The error for a current-context that no file contains. */
export function unknownCurrentContextText(name: string, choice: string): string {
  return `current-context is "${name}", which does not exist${choice}`;
}

/** The error for a context without a cluster. */
export function contextWithoutClusterText(context: string | undefined, file: string | undefined): string {
  return `context "${context}" of ${file} names no cluster`;
}

/** The error for a context whose cluster or user no file contains. */
export function unknownEntryOfContextText(
  context: string | undefined,
  kind: "cluster" | "user",
  name: string,
  choice: string,
): string {
  return `context "${context}" names ${kind} "${name}", which does not exist${choice}`;
}

/** The error for kubeconfig files that choose no cluster. `contexts` are the names that they contain. */
export function noClusterText(files: readonly string[], contexts: readonly string[]): string {
  const why =
    contexts.length > 0
      ? `no current-context in ${files.join(", ")}; select one of its contexts: ${someOf(contexts)}`
      : `no context in ${files.join(", ") || "KUBECONFIG"}; set KUBECONFIG or --kubeconfig, or log in to a cluster`;
  return `no cluster is configured: ${why}`;
}

/** The end of an error for an unknown name: the names that the files contain. */
export function choiceText(list: EntryList, known: readonly string[], files: readonly string[]): string {
  const where = files.join(", ");
  return known.length === 0 ? ` (${where} has no ${list})` : ` in ${where}; its ${list}: ${someOf(known)}`;
}

function someOf(known: readonly string[]): string {
  const names = known.toSorted();
  return names.length <= 8 ? names.join(", ") : `${names.slice(0, 8).join(", ")} and ${names.length - 8} more`;
}
