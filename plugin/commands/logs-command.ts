import { UsageError } from "../../shared/io/errors/errors.ts";
import { buildReachFlags, type CommandReach, kubectlCommand } from "../../shared/model/kubectl-command.ts";
import { findCauseLog } from "../../shared/model/log-source.ts";
import type { Cause, Report } from "../../shared/model/report.ts";
import { quoteShellWord } from "../../shared/model/shell-word.ts";
import { joinNames, shortenNames } from "../../shared/outline/words/names.ts";
import { nearestSpelling } from "../../shared/parse/spelling.ts";
import { buildLogsArguments } from "../../shared/render/shell/logs-words.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { rerunWords } from "../cli/rerun-command.ts";
import type { OpenSource } from "../naming/resolve-names.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { runAttached } from "../process/run-program.ts";
import { readFrom } from "../read/read-source.ts";
import { evaluateFor } from "../status/evaluate.ts";

/**
 * `logs [COMPONENT]`: runs `kubectl logs` for the first cause that has a container with a log, else for the log that the
 * report suggests, and resolves to the exit status of kubectl. With `--dry-run` it prints the command instead. Of a
 * must-gather it prints the log that was collected.
 * @throws UsageError where there is no such component or no such container, and where kubectl cannot be started. Reading
 * throws its own errors.
 */
export async function runLogs(options: CommandLineOptions, environment: HostEnvironment): Promise<number> {
  const [typed] = options.operands;
  const evaluate = await evaluateFor(options, environment);
  const staysOpen = options.mustGather !== undefined && !options.isDryRun;
  const read = await readFrom(options, environment, { staysOpen });
  const report = evaluate(read);
  if (report.roots.length === 0) throw new UsageError(noRootText(unreadKinds(report), rerunWords(options)));
  const component = typed === undefined ? undefined : findComponent(typed, report);
  const collected = read.open && (await printCollected(report, component, read.open, options, environment));
  if (collected === true) return 0;
  const words = findFirstLog(report, component) ?? findSuggestedLog(report, component);
  if (words === undefined) throw new UsageError(missingLog(report, component, options));
  if (options.isDryRun) {
    environment.print(`${kubectlCommand([...words, ...options.passedOn], printedReach(options))}\n`);
    return 0;
  }
  // The current cluster may be another one than that of the must-gather.
  if (options.mustGather !== undefined) throw new UsageError(uncollectedLogText(words, options));
  const end = await runAttached("kubectl", [...reachArguments(options), ...words, ...options.passedOn], environment);
  if ("failure" in end)
    throw new UsageError(
      `cannot run kubectl, which logs requires: ${end.failure === "ENOENT" ? "it is not on PATH" : end.failure}`,
    );
  return end.status;
}

/** Prints the log that was collected beside the objects, and resolves to whether there is one. */
async function printCollected(
  report: Report,
  component: string | undefined,
  logs: OpenSource,
  { passedOn }: CommandLineOptions,
  { print }: HostEnvironment,
): Promise<boolean> {
  const { readCollectedLog: collectedLog } = await import("./collected-log.ts");
  const requested = report.roots.map((root) => ({
    ...root,
    causes: root.causes.filter((cause) => isAsked(cause, component)),
  }));
  try {
    const text = await collectedLog({ ...report, roots: requested }, logs, passedOn);
    if (text !== undefined) print(text);
    return text !== undefined;
  } finally {
    logs.close();
  }
}

/** The error where a must-gather lacks the log that kubectl with `words` prints. */
function uncollectedLogText(words: readonly string[], { mustGather }: CommandLineOptions): string {
  return `${mustGather} has no log of this container; on its cluster run: ${kubectlCommand(words)}`;
}

/** The error where there is nothing to report on. */
function noRootText(unread: readonly string[], again: readonly string[]): string {
  return `no object to report on was found${gapsText(unread)}; ${detailsText(again)}`;
}

/** The printed command must not run on the hub, which may have the same pods. Only the user knows a context. */
function printedReach({ reach }: CommandLineOptions): CommandReach {
  const { inventoryCluster } = reach;
  const flags =
    inventoryCluster === undefined ? buildReachFlags(reach) : ["--context", nameUnknownContext(inventoryCluster)];
  return { flags };
}

/** The component's name as the report writes it. @throws UsageError where there is none. */
function findComponent(typed: string, { roots }: Report): string {
  const all = roots.flatMap(({ children, causes }) => [
    ...children.filter(({ outcome }) => outcome === "found").map(({ label }) => label),
    ...causes.flatMap(({ component, sharedBy = [] }) => [component, ...sharedBy]),
  ]);
  const known = [...new Set(all)];
  const found = known.find((name) => name.toLowerCase() === typed.toLowerCase());
  if (found === undefined) throw new UsageError(unknownComponentText(typed, known, nearestSpelling(typed, known)));
  return found;
}

/** The error for an unknown component. `known` are the names that exist, `meant` is a similar one of them. */
function unknownComponentText(typed: string, known: readonly string[], meant: string | undefined): string {
  const hint = meant === undefined ? "" : ` (did you mean "${meant}"?)`;
  return `unknown component "${typed}"${hint}; the report has ${shortenNames(known).join(", ")}`;
}

/** The arguments of kubectl for the log of the first cause that has one. */
function findFirstLog({ roots }: Report, component: string | undefined): readonly string[] | undefined {
  for (const root of roots) {
    for (const cause of root.causes) {
      const log = isAsked(cause, component) ? findCauseLog(root, cause) : undefined;
      const words = log && buildLogsArguments(log);
      if (words !== undefined) return words;
    }
  }
  return undefined;
}

/**
 * The arguments of kubectl for the first log that the report suggests: that of an operator, or of what fails beside a
 * healthy root.
 */
function findSuggestedLog({ roots, next }: Report, component: string | undefined): readonly string[] | undefined {
  const causes = roots.flatMap((root) => root.causes).filter((cause) => isAsked(cause, component));
  const steps = [...causes.flatMap((cause) => cause.next), ...(component === undefined ? next : [])];
  // A name that needs quotes is none of Kubernetes.
  return steps.find(({ words }) => words[0] === "logs" && words.every((word) => quoteShellWord(word) === word))?.words;
}

function isAsked({ component, sharedBy = [] }: Cause, requested: string | undefined): boolean {
  return requested === undefined || [component, ...sharedBy].includes(requested);
}

/** Why there is no log to print. */
function missingLog(report: Report, component: string | undefined, options: CommandLineOptions): string {
  const parts = report.roots.flatMap(({ children }) => children.filter(({ label }) => label === component));
  if (component !== undefined && parts.length > 0 && parts.every(({ verdict }) => verdict === "healthy"))
    return `${component} is healthy: no container of it has failed`;
  return noLogText(component, unreadKinds(report), rerunWords(options));
}

/**
 * The error where no cause has a container with a log. `component`: only its causes count. `again` has the words that
 * read the same again.
 */
function noLogText(component: string | undefined, unread: readonly string[], again: readonly string[]): string {
  const what = component === undefined ? "no cause in the report" : `no cause of ${component}`;
  return `${what} has a container with a log${gapsText(unread)}; ${detailsText(again)}`;
}

function detailsText(again: readonly string[]): string {
  return `for details: ${kubectlCommand(["hco-status", ...again])}`;
}

function gapsText(unread: readonly string[]): string {
  return unread.length === 0 ? "" : ` (not read: ${joinNames(unread)})`;
}

/** The kinds of roots, and those on the way to a container, that could not be read. */
function unreadKinds({ completeness }: Report): readonly string[] {
  const gaps = completeness.gaps.filter(({ outcome }) => outcome === "forbidden" || outcome === "unread");
  return [...new Set(gaps.filter(({ kind }) => onTheWay.has(kind)).map(({ kind }) => kind))];
}

const onTheWay: ReadonlySet<string> = new Set(["HyperConverged", "Deployment", "DaemonSet", "ReplicaSet", "Pod"]);

/** The flags that reach the cluster. kubectl needs the credentials that the user typed too, so they are passed on. */
function reachArguments({ reach }: CommandLineOptions): readonly string[] {
  const { token, username, password, requestTimeout, cacheDir, disableCompression } = reach;
  return [
    ...buildReachFlags(reach),
    ...(token === undefined ? [] : ["--token", token]),
    ...(username === undefined ? [] : ["--username", username]),
    ...(password === undefined ? [] : ["--password", password]),
    ...(requestTimeout === undefined ? [] : ["--request-timeout", `${requestTimeout}ms`]),
    ...(cacheDir === undefined ? [] : ["--cache-dir", cacheDir]),
    ...(disableCompression === true ? ["--disable-compression"] : []),
  ];
}

/** What the user replaces by a context of the cluster: `CONTEXT_OF_PROD-1`. It needs no quotes in a shell. */
export function nameUnknownContext(inventoryCluster: string): string {
  return `CONTEXT_OF_${inventoryCluster.toUpperCase().replace(/[^A-Z0-9-]/g, "_")}`;
}
