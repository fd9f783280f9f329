import { harmlessLines } from "../../shared/characters/sanitize.ts";
import { InputError, UsageError } from "../../shared/io/errors/errors.ts";
import { fileErrorMessage } from "../../shared/io/errors/refusal-reading.ts";
import { readBounded } from "../../shared/io/files/read-bounded.ts";
import type { Report } from "../../shared/model/report.ts";
import { formatNames } from "../../shared/render/formats/format-names.ts";
import { type FormatPrinter, outputFormats } from "../../shared/render/formats/formats.ts";
import type { TextOptions } from "../../shared/render/terminal/text-style.ts";
import type { OutputTarget } from "../cli/output-format.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";

/** Returns the text of a Report. */
export type PrintReport = (report: Report, style: TextOptions) => string;

/**
 * Prepares to print, so that a wrong template is reported before anything is read.
 * @throws UsageError for a wrong template; InputError for a template file that cannot be read.
 */
export async function createReportPrinter(
  output: OutputTarget,
  style: TextOptions,
  isTerminal: boolean,
): Promise<PrintReport> {
  const format = outputFormats[output.format];
  const printer: FormatPrinter = await format.printer(readTemplate(output), style);
  if ("error" in printer) throw new UsageError(printer.error);
  return (report, styleNow) => {
    const printed = printer(report, styleNow);
    if ("error" in printed) throw new UsageError(printed.error);
    // Scripts get the cluster's text unchanged. On a terminal it is escaped, because a terminal would act on it.
    return format.isRaw && isTerminal ? harmlessLines(printed.text) : printed.text;
  };
}

/** The upgrade gate for the formats that check it, where `--gate` requests it. It is loaded for that alone. */
export async function requestedGate({
  checksUpgrade,
}: Pick<CommandLineOptions, "checksUpgrade">): Promise<Pick<TextOptions, "upgradeGate">> {
  if (!checksUpgrade) return {};
  const { upgradeGate } = await import("../../shared/upgrade-gate/upgrade-gate.ts");
  return { upgradeGate: (report) => upgradeGate(report) };
}

/**
 * The template after `=`, or in the file that it names.
 * @throws InputError where the file cannot be read.
 */
export function readTemplate({ format, argument = "" }: OutputTarget): string {
  const isFile = formatNames.some(({ name, takes }) => name === format && takes === "file");
  return isFile ? contentOf(argument) : argument;
}

function contentOf(path: string): string {
  try {
    return readBounded(path).toString();
  } catch (error) {
    throw new InputError(`cannot read the template ${path}: ${fileErrorMessage(error)}`, { cause: error });
  }
}
