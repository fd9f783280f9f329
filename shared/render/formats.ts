import type { Report } from "../model/report.ts";
import type { FormatName } from "./format-names.ts";
import { renderJson } from "./json.ts";
import { renderName } from "./name.ts";
import type { Printed } from "./printed.ts";
import type { TextOptions } from "./style.ts";
import { renderText } from "./text.ts";
import { renderYaml } from "./yaml.ts";

/** Prints a Report, or says what is wrong with the template it was made of. */
export type Printer = ((report: Report, options: TextOptions) => Printed) | { readonly error: string };

/** One way to print a Report. */
export interface Format {
  /** The text is the cluster's own, character for character: on a terminal it must not act. */
  readonly isRaw?: true;
  /** What few people ask for lies in a file of its own, so that the others need not load it. */
  readonly printer: (template: string, options: TextOptions) => Printer | Promise<Printer>;
}

/** How each format of format-names.ts prints. */
export const formats: Readonly<Record<FormatName, Format>> = {
  text: { printer: () => plainly(renderText) },
  wide: { printer: () => plainly((report, options) => renderText(report, { ...options, wide: true })) },
  json: { printer: () => plainly(renderJson) },
  yaml: { printer: () => plainly(renderYaml) },
  name: { printer: () => plainly(renderName) },
  plain: { printer: async () => plainly((await import("./plain.ts")).renderPlain) },
  markdown: { printer: async () => plainly((await import("./markdown.ts")).renderMarkdown) },
  html: { printer: async () => plainly((await import("./html.ts")).renderHtml) },
  jsonpath: { isRaw: true, printer: jsonpath },
  "jsonpath-file": { isRaw: true, printer: jsonpath },
  "jsonpath-as-json": { isRaw: true, printer: jsonpathAsJson },
  "custom-columns": { isRaw: true, printer: columns },
  "custom-columns-file": { isRaw: true, printer: columnsOfFile },
};

function plainly(render: (report: Report, options: TextOptions) => string): Printer {
  return (report, options) => ({ text: render(report, options) });
}

async function jsonpath(template: string): Promise<Printer> {
  const { compileJsonpath } = await import("./jsonpath/compile.ts");
  return ofDocument(compileJsonpath(template));
}

async function jsonpathAsJson(template: string): Promise<Printer> {
  const { compileJsonpathAsJson } = await import("./jsonpath/compile.ts");
  return ofDocument(compileJsonpathAsJson(template));
}

async function columns(spec: string, { noHeaders = false }: TextOptions): Promise<Printer> {
  const { compileColumns } = await import("./custom-columns.ts");
  return ofRows(compileColumns(spec, { noHeaders }));
}

async function columnsOfFile(text: string, { noHeaders = false }: TextOptions): Promise<Printer> {
  const { compileColumnsTemplate } = await import("./custom-columns.ts");
  return ofRows(compileColumnsTemplate(text, { noHeaders }));
}

/** Paths count from the Report: what `-o json` prints. */
function ofDocument(compiled: Compiled<unknown>): Printer {
  return "error" in compiled ? compiled : (report) => compiled.print(report);
}

/** The Report is the one row, as one object is for kubectl. */
function ofRows(compiled: Compiled<readonly unknown[]>): Printer {
  return "error" in compiled ? compiled : (report) => compiled.print([report]);
}

type Compiled<D> = { readonly print: (document: D) => Printed } | { readonly error: string };
