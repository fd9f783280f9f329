import type { Report } from "../model/report.ts";
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
  readonly name: string;
  /** What stands behind `=`: a template, or the name of the file that holds it; absent: nothing. */
  readonly takes?: "template" | "file";
  /** The text is the cluster's own, character for character: on a terminal it must not act. */
  readonly isRaw?: true;
  /** What few people ask for lies in a file of its own, so that the others need not load it. */
  readonly printer: (template: string, options: TextOptions) => Printer | Promise<Printer>;
}

/** Every value of `-o`, and `--plain`; the first is the default. */
export const formats: readonly Format[] = [
  { name: "text", printer: () => plainly(renderText) },
  { name: "wide", printer: () => plainly((report, options) => renderText(report, { ...options, wide: true })) },
  { name: "json", printer: () => plainly(renderJson) },
  { name: "yaml", printer: () => plainly(renderYaml) },
  { name: "name", printer: () => plainly(renderName) },
  { name: "plain", printer: async () => plainly((await import("./plain.ts")).renderPlain) },
  { name: "markdown", printer: async () => plainly((await import("./markdown.ts")).renderMarkdown) },
  { name: "html", printer: async () => plainly((await import("./html.ts")).renderHtml) },
  { name: "jsonpath", takes: "template", isRaw: true, printer: jsonpath },
  { name: "jsonpath-file", takes: "file", isRaw: true, printer: jsonpath },
  { name: "jsonpath-as-json", takes: "template", isRaw: true, printer: jsonpathAsJson },
  { name: "custom-columns", takes: "template", isRaw: true, printer: columns },
  { name: "custom-columns-file", takes: "file", isRaw: true, printer: columnsOfFile },
];

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
