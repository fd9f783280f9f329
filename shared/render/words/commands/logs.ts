import { joinNames, shortenNames } from "../../../outline/words/names.ts";

/** The error for `logs` of files. kubectl logs has a flag `-f` of its own. */
export function logsOfFilesText(source: "filename" | "must-gather"): string {
  const error = `logs requires a live cluster, but --${source} reads files; add --dry-run to print the command for the cluster`;
  return source === "filename" ? `${error}, or give -f to kubectl after --` : error;
}

/** An error with the place of the flags of `kubectl logs`. */
export function withPassedOnHint(error: string): string {
  return `${error}; ${passedOnHint}`;
}

const passedOnHint = "flags of kubectl logs follow after --, as in: kubectl hco-status logs -- -f --tail 50";

/** The error for `logs` of a cluster that kubectl reaches by no context. */
export const logsOfInventoryText =
  "logs runs kubectl, which does not read an inventory; add --dry-run to print the command, with your context to fill in";

/** What the user replaces by a context of the cluster: `CONTEXT_OF_PROD-1`. It needs no quotes in a shell. */
export function nameUnknownContext(inventoryCluster: string): string {
  return `CONTEXT_OF_${inventoryCluster.toUpperCase().replace(/[^A-Z0-9-]/g, "_")}`;
}

/** The error for `logs` with more than one component. */
export function severalComponentsText(given: readonly string[]): string {
  return withPassedOnHint(`logs takes one component: got "${given.join(" ")}"`);
}

/** The error for an unknown component. `known` are the names that exist, `meant` is a similar one of them. */
export function unknownComponentText(typed: string, known: readonly string[], meant: string | undefined): string {
  const hint = meant === undefined ? "" : ` (did you mean "${meant}"?)`;
  return `unknown component "${typed}"${hint}; the report has ${shortenNames(known).join(", ")}`;
}

/**
 * The error where no cause has a container with a log. `component`: only its causes count. `again` has the words that
 * read the same again.
 */
export function noLogText(component: string | undefined, unread: readonly string[], again: string): string {
  const what = component === undefined ? "no cause in the report" : `no cause of ${component}`;
  return `${what} has a container with a log${gapsText(unread)}; ${detailsText(again)}`;
}

/** The error where there is nothing to report on. */
export function noRootText(unread: readonly string[], again: string): string {
  return `no object to report on was found${gapsText(unread)}; ${detailsText(again)}`;
}

function gapsText(unread: readonly string[]): string {
  return unread.length === 0 ? "" : ` (not read: ${joinNames(unread)})`;
}

function detailsText(again: string): string {
  return `for details: ${`kubectl hco-status ${again}`.trimEnd()}`;
}

/** The error for a component that is healthy. */
export function healthyComponentText(component: string): string {
  return `${component} is healthy: no container of it has failed`;
}

/** The error where kubectl cannot be started. */
export function kubectlMissingText(reason: string): string {
  return `cannot run kubectl, which logs requires: ${reason === "ENOENT" ? "it is not on PATH" : reason}`;
}
