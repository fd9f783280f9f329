import { addMachineCount, needsMachineCount } from "../../shared/aggregate/impact/machine-count.ts";
import { addCauseLogs } from "../../shared/aggregate/root-cause/cause-logs.ts";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import type { Report } from "../../shared/model/report.ts";
import type { Verdict } from "../../shared/model/verdict.ts";
import { clusterSourceText } from "../../shared/outline/place.ts";
import { justReadText, truncatedInputText } from "../../shared/outline/words/completeness.ts";
import { formatNames } from "../../shared/render/formats/format-names.ts";
import { renderText } from "../../shared/render/formats/text/text.ts";
import type { TextOptions } from "../../shared/render/terminal/text-style.ts";
import { exitCodes, failedExit } from "../cli/exit-codes.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { furtherCommands } from "../cli/rerun-command.ts";
import { assertRuleSetApplies } from "../cli/rule-set-flag.ts";
import { chooseErrorStyle, chooseTextStyle, isReadNow } from "../cli/text-style.ts";
import type { ReadSnapshot } from "../naming/resolve-names.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { type EvaluateSnapshot, evaluateFor, isUnreadable } from "./evaluate.ts";
import { notFoundErrors } from "./not-found-errors.ts";
import { absenceMessage, contentsOfFiles } from "./nothing-found.ts";
import { createReportPrinter, type PrintReport, requestedGate } from "./print-report.ts";
import { readReportLogs } from "./report-logs.ts";

/**
 * Prepares a report before anything is read, so that a mistake in the command line is reported at once.
 * @throws UsageError, InputError for a wrong selector, template or polarity file.
 */
export async function prepareReport(
  options: CommandLineOptions,
  environment: HostEnvironment,
): Promise<PreparedReport> {
  const evaluate = await evaluateFor(options, environment);
  const style = { ...chooseTextStyle(options, environment), ...(await requestedGate(options)) };
  const { isTerminal } = environment.screen;
  const { output, showsCredentials } = options;
  const print = await createReportPrinter(output, style, { isTerminal, showsCredentials });
  const printAnnotations = environment.annotate && (await createAnnotationsPrinter(style, showsCredentials));
  return new PreparedReport(options, environment, { evaluate, style, print, ...definedFields({ printAnnotations }) });
}

function createAnnotationsPrinter(style: TextOptions, showsCredentials: boolean): Promise<PrintReport> {
  return createReportPrinter({ format: "github" }, style, { isTerminal: false, showsCredentials });
}

/** What a report needs before anything is read. */
interface ReportParts {
  readonly evaluate: EvaluateSnapshot;
  readonly style: TextOptions;
  readonly print: PrintReport;
  /** Prints the commands for the runner of a pipeline. Absent if none acts on them. */
  readonly printAnnotations?: PrintReport;
}

/** A report whose objects are being read. */
class PreparedReport {
  readonly #options: CommandLineOptions;
  readonly #environment: HostEnvironment;
  readonly #parts: ReportParts;

  constructor(options: CommandLineOptions, environment: HostEnvironment, parts: ReportParts) {
    this.#options = options;
    this.#environment = environment;
    this.#parts = parts;
  }

  /** Evaluates what was read, reads the logs that explain it, prints the Report, and resolves to the exit status. */
  async print(read: ReadSnapshot): Promise<number> {
    const report = await this.#evaluate(read);
    const exitCode = this.#printReport(report, read);
    const { printAnnotations, style } = this.#parts;
    const isUnhealthy = report.roots.length > 0 && report.verdict !== "healthy";
    if (isUnhealthy && printAnnotations) this.#environment.annotate?.(printAnnotations(report, style));
    return exitCode;
  }

  /**
   * Evaluates what was read, and adds what only an unhealthy Report needs: lines of logs, and how many virtual machines
   * run. Both are read at the same time from the source, which is closed then. The verdict does not change.
   */
  async #evaluate(read: ReadSnapshot): Promise<Report> {
    const { evaluate } = this.#parts;
    const { open } = read;
    if (open === undefined) return evaluate(read);
    try {
      const report = evaluate(read);
      const [lines, machines] = await Promise.all([
        this.#options.logs === "off" ? [] : readReportLogs(report, read, this.#environment),
        needsMachineCount(report) ? open.countMachines?.() : undefined,
      ]);
      const explained = addCauseLogs(report, lines);
      return machines === undefined ? explained : addMachineCount(explained, machines);
    } finally {
      open.close();
    }
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
  #printReport(report: Report, read: ReadSnapshot): number {
    const options = this.#options;
    const { print, printMessage } = this.#environment;
    const { snapshot, requested } = read;
    assertRuleSetApplies(options.ruleSet, report);
    const texts = { ...this.#describeSource(report), ...furtherCommands(options) };
    const text = (): string => this.#parts.print(report, { ...this.#parts.style, ...texts });
    const hasRoots = report.roots.length > 0;
    if (hasRoots) print(text());
    const errors = notFoundErrors(requested, report, snapshot, options.namespace);
    if (errors.length > 0) {
      printMessage(`${errors.join("\n")}\n`);
      return failedExit;
    }
    const truncated = snapshot.damage.filter(({ isTruncated }) => isTruncated);
    const exitCodeOf = (verdict: Verdict): number => {
      if (!options.exitCode) return 0;
      // Where a part of the input is missing, the verdict is about the rest alone.
      return truncated.length > 0 ? failedExit : exitCodes[verdict];
    };
    if (hasRoots) return exitCodeOf(report.verdict);
    const reader = formatNames.find(({ name }) => name === options.output.format)?.reader;
    const absence = contentsOfFiles(read, options) ?? absenceMessage(options, requested, report);
    if (absence !== undefined) {
      if (truncated.length > 0) printMessage(`${sanitizeLine(truncatedInputText(truncated))}\n`);
      printMessage(`${absence}\n`);
      if (reader === "script") print(text());
      return exitCodeOf("unknown");
    }
    printMessage(renderText(report, { ...chooseErrorStyle(options, this.#environment), ...texts }));
    if (reader !== "person") print(text());
    return isUnreadable(snapshot) ? failedExit : exitCodeOf("unknown");
  }

  /** The texts about a source that was read just now; none for a source of another time, and with absolute times. */
  #describeSource({ source }: Report): Pick<TextOptions, "contextLine" | "place"> {
    if (!isReadNow(source, this.#options)) return {};
    const { reach } = this.#options;
    return { contextLine: justReadText(source, reach), place: clusterSourceText(source, reach) };
  }
}
