import { harmlessLines } from "../../shared/characters/sanitize.ts";
import { UsageError } from "../../shared/io/errors/errors.ts";
import { planLogs } from "../../shared/logs/plan-logs.ts";
import { buildReachFlags, type CommandReach, kubectlCommand } from "../../shared/model/kubectl-command.ts";
import { findCauseLog } from "../../shared/model/log-source.ts";
import type { Cause, Report } from "../../shared/model/report.ts";
import { quoteShellWord, type ShellWord } from "../../shared/model/shell-word.ts";
import { isUnread } from "../../shared/model/snapshot.ts";
import { joinNames, shortenNames } from "../../shared/outline/words/names.ts";
import { nearestSpelling } from "../../shared/parse/spelling.ts";
import { concealLines } from "../../shared/redact/conceal-lines.ts";
import { buildLogsArguments } from "../../shared/render/shell/logs-words.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { rerunWords } from "../cli/rerun-command.ts";
import type { OpenSource } from "../naming/resolve-names.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { runAttached } from "../process/run-program.ts";
import { readFrom } from "../read/read-source.ts";
import { evaluateFor } from "../status/evaluate.ts";

/** The kinds of roots, and those between a root and a container. */
const kindsAboveContainers: ReadonlySet<string> = new Set([
  "HyperConverged",
  "Deployment",
  "DaemonSet",
  "ReplicaSet",
  "Pod",
]);

/**
 * Runs `logs [COMPONENT]`, and resolves to the exit status. It shows the log of the first cause that has a container with
 * a log, or else the log that the report suggests:
 * - for a must-gather, the collected log
 * - with `--dry-run`, the command that prints the log
 * - else what `kubectl logs` prints, with its exit status
 *
 * @throws UsageError where there is no such component or no such container, and where kubectl cannot be started. Reading
 * throws its own errors.
 */
export async function runLogs(options: CommandLineOptions, environment: HostEnvironment): Promise<number> {
  const evaluate = await evaluateFor(options, environment);
  const staysOpen = options.mustGather !== undefined && !options.isDryRun;
  const read = await readFrom(options, environment, { staysOpen });
  const report = evaluate(read);
  if (report.roots.length === 0)
    throw new UsageError(`no object to report on was found${unreadText(report)}; ${detailsText(options)}`);
  const component = findComponent(options.operands[0], report);
  if (read.open && (await printCollectedLog(report, component, read.open, options, environment))) return 0;
  const logsArguments = findFirstLog(report, component) ?? findSuggestedLog(report, component);
  if (logsArguments === undefined) throw new UsageError(missingLogText(report, component, options));
  if (options.isDryRun) {
    environment.print(`${kubectlCommand([...logsArguments, ...options.passedOn], printedReach(options))}\n`);
    return 0;
  }
  // The current cluster may be another one than that of the must-gather.
  if (options.mustGather !== undefined)
    throw new UsageError(
      `${options.mustGather} has no log of this container; on its cluster run: ${kubectlCommand(logsArguments)}`,
    );
  const kubectlArguments = [...reachArguments(options), ...logsArguments, ...options.passedOn];
  const end = await runAttached("kubectl", kubectlArguments, environment);
  if (!("failure" in end)) return end.status;
  const cause = end.failure === "ENOENT" ? "it is not on PATH" : end.failure;
  throw new UsageError(`cannot run kubectl, which logs requires: ${cause}`);
}

/**
 * Prints the log of the first cause that was collected beside the objects: its end, of at most 64 KiB, without credentials
 * and harmless, or as many of its lines as `--tail` says. Resolves to whether there is one, and closes the logs.
 * @throws UsageError where the flags for kubectl are others than `--tail`.
 */
async function printCollectedLog(
  report: Report,
  component: string | undefined,
  logs: OpenSource,
  { passedOn }: CommandLineOptions,
  { print }: HostEnvironment,
): Promise<boolean> {
  try {
    const maxLines = readTailFlag(passedOn);
    const roots = report.roots.map((root) => {
      return { ...root, causes: root.causes.filter((cause) => isCauseOf(cause, component)) };
    });
    const { requests } = planLogs({ ...report, roots }, () => true);
    const { texts } = await logs.read(requests);
    const [first] = requests.flatMap((request) => texts.filter((text) => text.request === request));
    if (first === undefined) return false;
    const lines = first.text.replace(/\n$/, "").split("\n").slice(-maxLines);
    print(`${harmlessLines(concealLines(lines).join("\n"))}\n`);
    return true;
  } finally {
    logs.close();
  }
}

/** `["--tail", "5"]` -> 5. Without the flag, there is no limit. @throws UsageError for every other flag. */
function readTailFlag(flags: readonly string[]): number {
  const [, lines] = /^--tail[= ](\d{1,9})$/.exec(flags.join(" ")) ?? [];
  if (lines !== undefined) return Math.max(1, Number(lines));
  if (flags.length === 0) return Number.MAX_SAFE_INTEGER;
  throw new UsageError(`of the flags of kubectl logs only --tail applies to a log that was collected, not ${flags[0]}`);
}

/** Returns the component's name as the report writes it. @throws UsageError where there is no such component. */
function findComponent(typed: string | undefined, { roots }: Report): string | undefined {
  if (typed === undefined) return undefined;
  const names = new Set<string>();
  for (const { children, causes } of roots) {
    for (const { outcome, label } of children) if (outcome === "found") names.add(label);
    for (const { component, sharedBy = [] } of causes) for (const name of [component, ...sharedBy]) names.add(name);
  }
  const knownNames = [...names];
  const found = knownNames.find((name) => name.toLowerCase() === typed.toLowerCase());
  if (found === undefined) throw new UsageError(unknownComponentText(typed, knownNames));
  return found;
}

/** Returns the arguments of kubectl for the log of the first cause that has one. */
function findFirstLog({ roots }: Report, component: string | undefined): readonly string[] | undefined {
  for (const root of roots) {
    for (const cause of root.causes) {
      const log = isCauseOf(cause, component) ? findCauseLog(root, cause) : undefined;
      const logsArguments = log && buildLogsArguments(log);
      if (logsArguments !== undefined) return logsArguments;
    }
  }
  return undefined;
}

/**
 * Returns the arguments of kubectl for the first log that the report suggests: that of an operator, or of what fails
 * beside a healthy root.
 */
function findSuggestedLog({ roots, next }: Report, component: string | undefined): readonly string[] | undefined {
  const causes = roots.flatMap((root) => root.causes).filter((cause) => isCauseOf(cause, component));
  const steps = causes.flatMap((cause) => cause.next);
  if (component === undefined) steps.push(...next);
  // A name that needs quotes is no name of Kubernetes.
  const isPlain = (argument: ShellWord): boolean => quoteShellWord(argument) === argument;
  return steps.find(({ words }) => words[0] === "logs" && words.every(isPlain))?.words;
}

/** Whether a cause is of the component. Without a component each cause counts. */
function isCauseOf({ component, sharedBy = [] }: Cause, requested: string | undefined): boolean {
  return requested === undefined || component === requested || sharedBy.includes(requested);
}

function unknownComponentText(typed: string, knownNames: readonly string[]): string {
  const similar = nearestSpelling(typed, knownNames);
  const hint = similar === undefined ? "" : ` (did you mean "${similar}"?)`;
  return `unknown component "${typed}"${hint}; the report has ${shortenNames(knownNames).join(", ")}`;
}

/** The error where there is no log to print. */
function missingLogText(report: Report, component: string | undefined, options: CommandLineOptions): string {
  const details = `${unreadText(report)}; ${detailsText(options)}`;
  if (component === undefined) return `no cause in the report has a container with a log${details}`;
  const parts = report.roots.flatMap(({ children }) => children.filter(({ label }) => label === component));
  const isHealthy = parts.length > 0 && parts.every(({ verdict }) => verdict === "healthy");
  if (isHealthy) return `${component} is healthy: no container of it has failed`;
  return `no cause of ${component} has a container with a log${details}`;
}

/** `for details: kubectl hco-status -n openshift-cnv` */
function detailsText(options: CommandLineOptions): string {
  return `for details: ${kubectlCommand(["hco-status", ...rerunWords(options)])}`;
}

/** ` (not read: Pod)`: the kinds of roots, and those between a root and a container, that could not be read. */
function unreadText({ completeness }: Report): string {
  const kinds = new Set<string>();
  for (const gap of completeness.gaps) {
    if (isUnread(gap) && kindsAboveContainers.has(gap.kind)) kinds.add(gap.kind);
  }
  return kinds.size === 0 ? "" : ` (not read: ${joinNames([...kinds])})`;
}

/** The printed command must not run on the hub, which may have the same pods. Only the user knows a context. */
function printedReach({ reach }: CommandLineOptions): CommandReach {
  const { inventoryCluster } = reach;
  if (inventoryCluster === undefined) return { flags: buildReachFlags(reach) };
  return { flags: ["--context", nameUnknownContext(inventoryCluster)] };
}

/**
 * Returns the flags with which kubectl reaches the cluster. They include the credentials that the user typed, which are
 * passed to kubectl and never printed.
 */
function reachArguments({ reach }: CommandLineOptions): readonly string[] {
  const { token, username, password, requestTimeout, cacheDir, disableCompression } = reach;
  const flags = [...buildReachFlags(reach)];
  if (token !== undefined) flags.push("--token", token);
  if (username !== undefined) flags.push("--username", username);
  if (password !== undefined) flags.push("--password", password);
  if (requestTimeout !== undefined) flags.push("--request-timeout", `${requestTimeout}ms`);
  if (cacheDir !== undefined) flags.push("--cache-dir", cacheDir);
  if (disableCompression === true) flags.push("--disable-compression");
  return flags;
}

/** Returns what the user replaces by a context of the cluster: `CONTEXT_OF_PROD-1`. It needs no quotes in a shell. */
export function nameUnknownContext(inventoryCluster: string): string {
  return `CONTEXT_OF_${inventoryCluster.toUpperCase().replace(/[^A-Z0-9-]/g, "_")}`;
}
