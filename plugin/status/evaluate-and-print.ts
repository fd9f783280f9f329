import { addMachineCount, needsMachineCount } from "../../shared/aggregate/impact/machine-count.ts";
import { addCauseLogs } from "../../shared/aggregate/root-cause/cause-logs.ts";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { Ref } from "../../shared/model/object.ts";
import type { Report } from "../../shared/model/report.ts";
import { foundObjects, isUnread, type Snapshot } from "../../shared/model/snapshot.ts";
import type { Verdict } from "../../shared/model/verdict.ts";
import { clusterSourceText } from "../../shared/outline/place.ts";
import { justReadText, truncatedInputText } from "../../shared/outline/words/completeness.ts";
import { formFor, joinNames, shortenNames } from "../../shared/outline/words/names.ts";
import { explainNoMatch } from "../../shared/outline/words/nothing-found.ts";
import { uniqueObjects } from "../../shared/parse/unique-objects.ts";
import { formatNames } from "../../shared/render/formats/format-names.ts";
import { renderText } from "../../shared/render/formats/text/text.ts";
import type { TextOptions } from "../../shared/render/terminal/text-style.ts";
import { exitCodes, failedExit } from "../cli/exit-codes.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { furtherCommands } from "../cli/rerun-command.ts";
import { assertRuleSetApplies } from "../cli/rule-set-flag.ts";
import { chooseErrorStyle, chooseTextStyle, isReadNow } from "../cli/text-style.ts";
import type { NamedKind, RequestedObjects } from "../naming/requested-objects.ts";
import type { ReadSnapshot } from "../naming/resolve-names.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { type EvaluateSnapshot, evaluateFor } from "./evaluate.ts";
import { noResources, notFoundErrors } from "./not-found-errors.ts";
import { createReportPrinter, type PrintReport, requestedGate } from "./print-report.ts";
import { readReportLogs } from "./report-logs.ts";

/** The most kinds or namespaces that a sentence about files names. */
const maxNames = 4;

/** The files, the namespace that `-n` chose, and the namespaces of the objects that it leaves out. */
interface FilePlace {
  readonly name: string;
  readonly namespace?: string;
  readonly otherNamespaces: readonly string[];
}

/** Evaluates a snapshot, reads the logs that explain it, prints the Report and resolves to the exit status. */
export type PrintRead = (read: ReadSnapshot) => Promise<number>;

/**
 * Prepares to evaluate and print, before anything is read. A wrong selector, template or polarity file is reported at
 * once.
 * @throws UsageError, InputError for a wrong selector, template or polarity file.
 */
export async function prepareReport(options: CommandLineOptions, environment: HostEnvironment): Promise<PrintRead> {
  const evaluate = await evaluateFor(options, environment);
  const style = { ...chooseTextStyle(options, environment), ...(await requestedGate(options)) };
  const { isTerminal } = environment.screen;
  const { showsCredentials } = options;
  const print = await createReportPrinter(options.output, style, { isTerminal, showsCredentials });
  const logOutput = { isTerminal: false, showsCredentials };
  const annotate = environment.annotate && (await createReportPrinter({ format: "github" }, style, logOutput));
  return async (read) => {
    const report = await readFurther(evaluate, read, options, environment);
    const code = printResult(options, read, report, style, print, environment);
    if (report.roots.length > 0 && report.verdict !== "healthy")
      environment.annotate?.(annotate?.(report, style) ?? "");
    return code;
  };
}

/**
 * Prints a Report, and returns the exit status. In this order:
 * 1. a Report with roots is printed;
 * 2. names that were not found are an error;
 * 3. without roots, a sentence says that no object matches, or what the files have instead. Output for scripts is still
 *    printed;
 * 4. else the empty Report is printed for a person on standard error, and in its format on standard output.
 * @throws UsageError where the rule set does not apply to the Report.
 */
function printResult(
  options: CommandLineOptions,
  read: ReadSnapshot,
  report: Report,
  style: TextOptions,
  print: PrintReport,
  environment: HostEnvironment,
): number {
  const { snapshot, requested } = read;
  assertRuleSetApplies(options.ruleSet, report);
  const sourceTexts = describeSource(options, snapshot);
  const commands = furtherCommands(options);
  const printStyle = { ...style, ...sourceTexts, ...commands };
  const hasRoots = report.roots.length > 0;
  if (hasRoots) environment.print(print(report, printStyle));
  const errors = notFoundErrors(requested, report, snapshot, options.namespace);
  if (errors.length > 0) {
    environment.printMessage(`${errors.join("\n")}\n`);
    return failedExit;
  }
  if (hasRoots) return exitCodeFor(report.verdict, snapshot, options);
  const reader = formatNames.find(({ name }) => name === options.output.format)?.reader;
  const absence = contentsOfFiles(read, options) ?? absenceMessage(options, requested, report);
  if (absence !== undefined) {
    const truncated = snapshot.damage.filter(({ isTruncated }) => isTruncated);
    const lines = truncated.length === 0 ? [absence] : [sanitizeLine(truncatedInputText(truncated)), absence];
    environment.printMessage(`${lines.join("\n")}\n`);
    if (reader === "script") environment.print(print(report, printStyle));
    return exitCodeFor("unknown", snapshot, options);
  }
  const errorStyle = { ...chooseErrorStyle(options, environment), ...sourceTexts, ...commands };
  environment.printMessage(renderText(report, errorStyle));
  if (reader !== "person") environment.print(print(report, printStyle));
  return isUnreadable(snapshot) ? failedExit : exitCodeFor("unknown", snapshot, options);
}

/** The texts about a source that was read just now; none for a source of another time, and with absolute times. */
function describeSource(
  options: CommandLineOptions,
  { source }: Snapshot,
): { readonly contextLine?: string; readonly place?: string } {
  if (!isReadNow(source, options)) return {};
  return { contextLine: justReadText(source, options.reach), place: clusterSourceText(source, options.reach) };
}

/** The exit status of a verdict: 0 without `--exit-code`, and an error where a part of the input is missing. */
function exitCodeFor(verdict: Verdict, snapshot: Snapshot, { exitCode }: CommandLineOptions): number {
  if (!exitCode) return 0;
  return isTruncated(snapshot) ? failedExit : exitCodes[verdict];
}

/**
 * A sentence about what files hold, where that is nothing to report on. Undefined for other sources, and where a
 * selector leaves objects out.
 */
function contentsOfFiles(
  { snapshot, requested: { wanted }, otherNamespaces = [] }: ReadSnapshot,
  { namespace, selector, fieldSelector }: CommandLineOptions,
): string | undefined {
  const { source, readings, damage } = snapshot;
  if (source.kind !== "files" || source.snapshot !== undefined) return undefined;
  if (selector !== undefined || fieldSelector !== undefined) return undefined;
  const objects = readings.flatMap(foundObjects);
  const refs = uniqueObjects(objects).map(({ ref }) => ref);
  const isByType = wanted?.some(({ word }) => word !== undefined) === true;
  const place = { name: source.name, ...definedFields({ namespace }), otherNamespaces };
  if (isByType) return sanitizeLine(otherResourcesText(place, refs));
  // A report without roots names the damage.
  return damage.length > 0 ? undefined : sanitizeLine(nothingToReportText(place, refs));
}

/**
 * What files hold, where that is nothing to report on: `Nothing to report in cm.yaml: ConfigMap c has no status; …`.
 * @param refs the objects of the chosen namespace
 */
function nothingToReportText(place: FilePlace, refs: readonly Ref[]): string {
  const subject = `Nothing to report in ${place.name}`;
  const [first] = refs;
  if (first === undefined) return `${subject}: ${emptyText(place)}`;
  const has = formFor(refs.length, "has", "have");
  const them = formFor(refs.length, "it", "them");
  const type = first.kind.toLowerCase();
  return `${subject}: ${objectsText(refs)} ${has} no status; to report on ${them} all the same, add the type, such as ${type}`;
}

/** `ConfigMap c` of one object; of several their kinds, `ConfigMap (2) and Secret`. */
function objectsText(refs: readonly Ref[]): string {
  const [first, ...others] = refs;
  if (first !== undefined && others.length === 0) return `${first.kind} ${first.name}`;
  const refsByKind = Map.groupBy(refs, ({ kind }) => kind);
  const kinds = Array.from(refsByKind, ([kind, ofKind]) => (ofKind.length === 1 ? kind : `${kind} (${ofKind.length})`));
  return joinNames(shortenNames(kinds, maxNames));
}

/** Why no object is chosen: there is none, or all are in other namespaces. */
function emptyText({ namespace, otherNamespaces }: FilePlace): string {
  if (namespace === undefined || otherNamespaces.length === 0) return "it has no objects";
  const namespaces = joinNames(shortenNames(otherNamespaces, maxNames));
  return `no object is in namespace ${namespace}, all are in ${namespaces}; use -A for all namespaces`;
}

/** kubectl's sentence about types without objects, with what the files hold instead. */
function otherResourcesText(place: FilePlace, refs: readonly Ref[]): string {
  if (refs.length === 0) return `No resources found in ${place.name}: ${emptyText(place)}`;
  const scope = place.namespace === undefined ? place.name : `namespace ${place.namespace} of ${place.name}`;
  return `No resources found in ${scope}, which has only ${objectsText(refs)}`;
}

/**
 * A sentence that no object matches, where none of the requested ones was found. Undefined where reading was refused or
 * failed, or where the options select nothing.
 */
export function absenceMessage(
  options: CommandLineOptions,
  { wanted }: RequestedObjects,
  report: Report,
): string | undefined {
  const { namespace, selector = options.fieldSelector } = options;
  if (hasUnreadRequirement(report)) return undefined;
  if (selector !== undefined)
    return explainNoMatch(sanitizeLine(selector), namespace, report.source, listKinds(wanted));
  const isByType = wanted?.every(({ word, name }) => word !== undefined && name === undefined);
  return wanted !== undefined && isByType ? noResources(wanted, namespace) : undefined;
}

/** Whether a part of the input is missing, so that the verdict is about the rest alone. */
function isTruncated({ damage }: Snapshot): boolean {
  return damage.some((piece) => piece.isTruncated === true);
}

/** Whether nothing at all could be read: every reading was forbidden or failed. kubectl then exits with 1 too. */
export function isUnreadable({ readings }: Snapshot): boolean {
  return readings.length > 0 && readings.every(({ outcome }) => outcome === "unread" || outcome === "forbidden");
}

/** Whether required objects could not be read. Then the plugin cannot say that a name does not exist. */
function hasUnreadRequirement(report: Report): boolean {
  return report.completeness.gaps.some((gap) => gap.required && isUnread(gap));
}

/** The requested kinds; HyperConverged where the command line names none. */
function listKinds(wanted: readonly NamedKind[] = []): readonly string[] {
  const kinds = wanted.map(({ kind }) => kind.kind);
  return kinds.length === 0 ? ["HyperConverged"] : [...new Set(kinds)];
}

/**
 * Evaluates what was read, and adds what only an unhealthy Report needs: lines of logs, and how many virtual machines
 * run. Both are read at the same time from the source that was read before, which is closed then. The verdict does not
 * change.
 */
async function readFurther(
  evaluate: EvaluateSnapshot,
  read: ReadSnapshot,
  { logs }: Pick<CommandLineOptions, "logs">,
  environment: Pick<HostEnvironment, "printMessage">,
): Promise<Report> {
  const { open } = read;
  if (open === undefined) return evaluate(read);
  try {
    const report = evaluate(read);
    const [lines, machines] = await Promise.all([
      logs === "off" ? [] : readReportLogs(report, read, environment),
      needsMachineCount(report) ? open.countMachines?.() : undefined,
    ]);
    const explained = addCauseLogs(report, lines);
    return machines === undefined ? explained : addMachineCount(explained, machines);
  } finally {
    open.close();
  }
}
