import { sanitizeLine } from "../../characters/sanitize.ts";
import type { Report } from "../../model/report.ts";
import { printReport } from "../../outline/printed-report.ts";
import type { PrintResult } from "../jsonpath/compile.ts";
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

/** How to print each format of format-names.ts. */
export const outputFormats: Readonly<Record<FormatName, OutputFormat>> = {
  text: { printer: () => plainly(renderFirstText) },
  wide: { printer: () => plainly((report, options) => renderText(report, { ...options, wide: true })) },
  json: { printer: () => plainly((report) => renderJson(printReport(report))) },
  ndjson: { printer: () => plainly((report) => renderJsonLine(printReport(report))) },
  yaml: { printer: () => plainly((report) => renderYaml(printReport(report))) },
  name: { printer: () => plainly(renderName) },
  plain: { printer: async () => plainly((await import("./plain.ts")).renderPlain) },
  markdown: { printer: async () => plainly((await import("./markdown.ts")).renderMarkdown) },
  html: { printer: async () => plainly((await import("./html.ts")).renderHtml) },
  mermaid: { printer: async () => plainly((await import("./pipeline/mermaid.ts")).renderMermaid) },
  junit: { printer: async () => plainly((await import("./pipeline/junit.ts")).renderJunit) },
  github: { printer: async () => plainly((await import("./pipeline/github.ts")).renderGithub) },
  openmetrics: { printer: async () => plainly((await import("./openmetrics/openmetrics.ts")).renderOpenMetrics) },
  jsonpath: { isRaw: true, printer: jsonpath },
  "jsonpath-file": { isRaw: true, printer: jsonpath },
  "jsonpath-as-json": { isRaw: true, printer: jsonpathAsJson },
  "custom-columns": { isRaw: true, printer: columns },
  "custom-columns-file": { isRaw: true, printer: columnsOfFile },
};

function plainly(render: (report: Report, options: TextOptions) => string): FormatPrinter {
  return (report, options) => ({ text: render(report, options) });
}

async function jsonpath(template: string): Promise<FormatPrinter> {
  const { compileJsonpath } = await import("../jsonpath/compile.ts");
  return ofDocument(compileJsonpath(template));
}

async function jsonpathAsJson(template: string): Promise<FormatPrinter> {
  const { compileJsonpathAsJson } = await import("../jsonpath/compile.ts");
  return ofDocument(compileJsonpathAsJson(template));
}

async function columns(spec: string, { noHeaders = false }: TextOptions): Promise<FormatPrinter> {
  const { compileColumns } = await import("./custom-columns/custom-columns.ts");
  return ofRows(compileColumns(spec, { noHeaders }), /:\{?\.?roots\b/.test(spec));
}

async function columnsOfFile(text: string, { noHeaders = false }: TextOptions): Promise<FormatPrinter> {
  const { compileColumnsTemplate } = await import("./custom-columns/custom-columns.ts");
  const [, paths = ""] = text.split("\n");
  return ofRows(compileColumnsTemplate(text, { noHeaders }), /(?:^|\s)\{?\.?roots\b/.test(paths));
}

/** Paths count from the Report as `-o json` prints it. */
function ofDocument(compiled: Compiled<unknown>): FormatPrinter {
  return "error" in compiled ? compiled : (report) => compiled.print(printReport(report));
}

/**
 * A row for each root, as kubectl has one for each object (kubectl, pkg/cmd/get/customcolumn.go, PrintObj). Paths count
 * from the root, and reach the other fields of the Report: `.ref.name`, `.source.name`. The Report is the only row where
 * a path names its `roots`.
 */
function ofRows(compiled: Compiled<readonly unknown[]>, isOfReport: boolean): FormatPrinter {
  if ("error" in compiled) return compiled;
  return (report) => {
    const printed = printReport(report);
    const { roots, ...others } = printed;
    return compiled.print(isOfReport ? [printed] : roots.map((root) => ({ ...others, ...root })));
  };
}

type Compiled<D> = { readonly print: (document: D) => PrintResult } | { readonly error: string };

/** One line per root as `kubectl get -o name` prints it: `hyperconverged.hco.kubevirt.io/kubevirt-hyperconverged`. */
export function renderName(report: Report): string {
  return report.roots
    .map(({ ref }) => `${sanitizeLine(typeName(ref.kind, ref.group))}/${sanitizeLine(ref.name)}\n`)
    .join("");
}

function typeName(kind: string, group: string): string {
  return group === "" ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`;
}
