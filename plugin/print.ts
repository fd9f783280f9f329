import { readFileSync } from "node:fs";
import { InputError, UsageError } from "../shared/io/errors.ts";
import { refusalOf } from "../shared/io/refusal.ts";
import type { Report } from "../shared/model/report.ts";
import { formatNames } from "../shared/render/format-names.ts";
import { formats, type Printer } from "../shared/render/formats.ts";
import { harmlessLines } from "../shared/render/safe.ts";
import type { TextOptions } from "../shared/render/style.ts";
import type { Output } from "./output.ts";

/** The text of a Report. */
export type Print = (report: Report, style: TextOptions) => string;

/**
 * Makes ready to print, before there is anything to print: a wrong template is told without it.
 * @throws UsageError for a wrong template; InputError for a template file that cannot be read.
 */
export async function printerOf(output: Output, style: TextOptions, isTerminal: boolean): Promise<Print> {
  const format = formats[output.format];
  const printer: Printer = await format.printer(templateOf(output), style);
  if ("error" in printer) throw new UsageError(printer.error);
  return (report, styleNow) => {
    const printed = printer(report, styleNow);
    if ("error" in printed) throw new UsageError(printed.error);
    // Scripts get what the cluster holds; a terminal would act on it.
    return format.isRaw && isTerminal ? harmlessLines(printed.text) : printed.text;
  };
}

/** What stands behind `=`, or in the file that it names. @throws InputError where that cannot be read. */
export function templateOf({ format, argument = "" }: Output): string {
  const isFile = formatNames.some(({ name, takes }) => name === format && takes === "file");
  return isFile ? contentOf(argument) : argument;
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new InputError(`cannot read the template ${path}: ${refusalOf(error)}`, { cause: error });
  }
}
