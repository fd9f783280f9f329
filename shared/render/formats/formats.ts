import { sanitizeLine } from "../../characters/sanitize.ts";
import type { Report } from "../../model/report.ts";
import { printReport } from "../../outline/printed-report.ts";
import type { Compiled, PrintResult } from "../jsonpath/compile.ts";
import type { TextOptions } from "../terminal/text-style.ts";
import type { FormatName } from "./format-names.ts";
import { renderJson, renderJsonLine } from "./json.ts";
import { renderFirstText, renderText } from "./text/text.ts";
import { renderYaml } from "./yaml.ts";

/** Prints a Report, or reports what is wrong with the template. */
export type FormatPrinter = ((report: Report, options: TextOptions) => PrintResult) | { readonly error: string };

/** One way to print a Report. */
interface OutputFormat {
  /** The text is the cluster's own, character for character: it must be made harmless for a terminal. */
  readonly isRaw?: true;
  /** Makes the printer. Rarely used printers lie in files of their own, so that the others need not load them. */
  readonly printer: (template: string, options: TextOptions) => FormatPrinter | Promise<FormatPrinter>;
}

/** A path of custom columns that names the roots: `NAME:.roots[0].ref.name`. */
const rootsInSpec = /:\{?\.?roots\b/;

/** The same in the second line of a custom-columns-file: `.verdict {.roots[0].ref.name}`. */
const rootsInPathLine = /(?:^|\s)\{?\.?roots\b/;

/** How to print each format of format-names.ts. */
export const outputFormats: Readonly<Record<FormatName, OutputFormat>> = {
  text: { printer: () => printText(renderFirstText) },
  wide: { printer: () => printText((report, options) => renderText(report, { ...options, wide: true })) },
  json: { printer: () => printText((report) => renderJson(printReport(report))) },
  ndjson: { printer: () => printText((report) => renderJsonLine(printReport(report))) },
  yaml: { printer: () => printText((report) => renderYaml(printReport(report))) },
  name: { printer: () => printText(renderName) },
  plain: { printer: async () => printText((await import("./plain.ts")).renderPlain) },
  markdown: { printer: async () => printText((await import("./markdown.ts")).renderMarkdown) },
  html: { printer: async () => printText((await import("./html.ts")).renderHtml) },
  mermaid: { printer: async () => printText((await import("./pipeline/mermaid.ts")).renderMermaid) },
  junit: { printer: async () => printText((await import("./pipeline/junit.ts")).renderJunit) },
  github: { printer: async () => printText((await import("./pipeline/github.ts")).renderGithub) },
  openmetrics: { printer: async () => printText((await import("./openmetrics/openmetrics.ts")).renderOpenMetrics) },
  jsonpath: { isRaw: true, printer: makeJsonpathPrinter },
  "jsonpath-file": { isRaw: true, printer: makeJsonpathPrinter },
  "jsonpath-as-json": { isRaw: true, printer: makeJsonpathAsJsonPrinter },
  "custom-columns": { isRaw: true, printer: makeColumnsPrinter },
  "custom-columns-file": { isRaw: true, printer: makeColumnsFilePrinter },
};

function printText(render: (report: Report, options: TextOptions) => string): FormatPrinter {
  return (report, options) => ({ text: render(report, options) });
}

async function makeJsonpathPrinter(template: string): Promise<FormatPrinter> {
  const { compileJsonpath } = await import("../jsonpath/compile.ts");
  return printDocument(compileJsonpath(template));
}

async function makeJsonpathAsJsonPrinter(template: string): Promise<FormatPrinter> {
  const { compileJsonpathAsJson } = await import("../jsonpath/compile.ts");
  return printDocument(compileJsonpathAsJson(template));
}

/** Prints the Report as `-o json` has it: paths count from the Report. */
function printDocument(compiled: Compiled<unknown>): FormatPrinter {
  return "error" in compiled ? compiled : (report) => compiled.print(printReport(report));
}

async function makeColumnsPrinter(spec: string, { noHeaders = false }: TextOptions): Promise<FormatPrinter> {
  const { compileColumns } = await import("./custom-columns/custom-columns.ts");
  const compiled = compileColumns(spec, { noHeaders });
  return rootsInSpec.test(spec) ? printReportRow(compiled) : printRootRows(compiled);
}

async function makeColumnsFilePrinter(text: string, { noHeaders = false }: TextOptions): Promise<FormatPrinter> {
  const { compileColumnsTemplate } = await import("./custom-columns/custom-columns.ts");
  const compiled = compileColumnsTemplate(text, { noHeaders });
  const [, pathLine = ""] = text.split("\n");
  return rootsInPathLine.test(pathLine) ? printReportRow(compiled) : printRootRows(compiled);
}

/**
 * Prints a row for each root, as kubectl has one for each object (kubectl, pkg/cmd/get/customcolumn.go, PrintObj). Paths
 * count from the root, and reach the other fields of the Report: `.ref.name`, `.source.name`.
 */
function printRootRows(compiled: Compiled<readonly unknown[]>): FormatPrinter {
  if ("error" in compiled) return compiled;
  return (report) => {
    const { roots, ...others } = printReport(report);
    return compiled.print(roots.map((root) => ({ ...others, ...root })));
  };
}

/** Prints the Report as the only row, for a path that names its `roots`. */
function printReportRow(compiled: Compiled<readonly unknown[]>): FormatPrinter {
  return "error" in compiled ? compiled : (report) => compiled.print([printReport(report)]);
}

/** One line per root as `kubectl get -o name` prints it: `hyperconverged.hco.kubevirt.io/kubevirt-hyperconverged`. */
export function renderName(report: Report): string {
  return report.roots
    .map(({ ref }) => `${sanitizeLine(typeName(ref.kind, ref.group))}/${sanitizeLine(ref.name)}\n`)
    .join("");
}

function typeName(kind: string, group: string): string {
  return group === "" ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`;
}
