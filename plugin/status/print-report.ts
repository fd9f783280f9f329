import { harmlessLines } from "../../shared/characters/sanitize.ts";
import { InputError, UsageError } from "../../shared/io/errors/errors.ts";
import { fileErrorMessage } from "../../shared/io/errors/file-error-message.ts";
import { readBounded } from "../../shared/io/files/read-bounded.ts";
import type { Report } from "../../shared/model/report.ts";
import type { Concealed } from "../../shared/redact/conceal-texts.ts";
import { type FormatName, formatNames, isSentOn } from "../../shared/render/formats/format-names.ts";
import { type FormatPrinter, outputFormats } from "../../shared/render/formats/formats.ts";
import type { PrintResult } from "../../shared/render/jsonpath/compile.ts";
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
  { isTerminal, showsCredentials }: PrintedPlace,
): Promise<PrintReport> {
  const conceal = await concealmentFor(output.format, showsCredentials);
  const printer: FormatPrinter = await outputFormats[output.format].printer(readTemplate(output), style);
  if ("error" in printer) throw new UsageError(printer.error);
  return (report, styleNow) => {
    const { document, concealedTexts } = conceal(report);
    return textFor(output.format, printer(document, { ...styleNow, concealedTexts }), isTerminal);
  };
}

/**
 * The printed text. Scripts get the cluster's text unchanged. On a terminal it is escaped, because a terminal would act on
 * it.
 * @throws UsageError where the template does not fit the Report.
 */
export function textFor(format: FormatName, printed: PrintResult, isTerminal: boolean): string {
  if ("error" in printed) throw new UsageError(printed.error);
  return outputFormats[format].isRaw && isTerminal ? harmlessLines(printed.text) : printed.text;
}

/** Where a Report is printed, and whether credentials may stand there. */
interface PrintedPlace {
  readonly isTerminal: boolean;
  /** `--no-redact` */
  readonly showsCredentials: boolean;
}

/** Conceals credentials in a document where the format is made to be sent on. The rules are loaded for that alone. */
export async function concealmentFor(
  format: FormatName,
  showsCredentials: boolean,
): Promise<<Document>(document: Document) => Concealed<Document>> {
  if (showsCredentials || !isSentOn(format)) return (document) => ({ document, concealedTexts: 0 });
  return (await import("../../shared/redact/conceal-texts.ts")).concealTexts;
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
  if (!isFile) return argument;
  try {
    return readBounded(argument).toString();
  } catch (error) {
    throw new InputError(`cannot read the template ${argument}: ${fileErrorMessage(error)}`, { cause: error });
  }
}
