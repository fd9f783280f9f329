import { newBudget, type PrintBudget, spendCharacters } from "../../jsonpath/budget.ts";
import type { Compiled } from "../../jsonpath/compile.ts";
import { executeTemplate } from "../../jsonpath/execute.ts";
import type { TemplateNode } from "../../jsonpath/node.ts";
import { parseTemplate } from "../../jsonpath/parse.ts";
import { printGoValue } from "../../jsonpath/print.ts";
import { attemptTemplate, TemplateError } from "../../jsonpath/template-error.ts";
import { asValue } from "../../jsonpath/value.ts";
import { noColumnsGiven } from "../format-names.ts";
import { alignCells } from "./align-cells.ts";

/** Prints a table with a row for each document, or reports why the columns are invalid. */
export type CompiledColumns = Compiled<readonly unknown[]>;

/** The options of custom columns; `noHeaders` is `--no-headers`. */
interface ColumnsOptions {
  readonly noHeaders: boolean;
}

/** A column as the user wrote it: `NAME` and `.metadata.name`. */
interface ColumnSpec {
  readonly header: string;
  readonly path: string;
}

interface Column {
  readonly header: string;
  readonly nodes: readonly TemplateNode[];
}

/** Runs of what Go's bufio.ScanWords takes for spaces (unicode.IsSpace). */
const goSpaces = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

/**
 * The printer of `-o custom-columns=HEADER:PATH,…` (kubectl, pkg/cmd/get/customcolumn.go). A path may omit the braces
 * and the first dot. Several values are joined by commas, and no value prints `<none>`. Maps and lists look as Go
 * prints them. ESC and carriage return are made visible as kubectl does it. As in kubectl, a line break or tab in a
 * value breaks its row. Terminal output must therefore still be made harmless. Widths count characters, as in kubectl.
 *
 * Unlike kubectl, it refuses an invalid path before it asks for any row. When a row fails, it prints nothing of the
 * table.
 */
export function compileColumns(spec: string, options: ColumnsOptions): CompiledColumns {
  return compileTable(() => parseSpec(spec.toWellFormed()), options);
}

/**
 * The printer for the text of a custom-columns-file. Its first line has headers, its second paths, both split at
 * spaces. Further lines do not count. `--no-headers` applies here too, although kubectl prints the headers
 * nevertheless.
 */
export function compileColumnsTemplate(fileText: string, options: ColumnsOptions): CompiledColumns {
  return compileTable(() => parseColumnsFile(fileText.toWellFormed()), options);
}

/** @throws TemplateError for a text that is no list of columns */
function parseSpec(spec: string): readonly ColumnSpec[] {
  if (spec === "") throw new TemplateError(noColumnsGiven);
  return spec.split(",").map((columnText) => {
    const colon = columnText.indexOf(":");
    if (colon < 0)
      throw new TemplateError(`unexpected custom-columns spec: ${columnText}, expected <header>:<json-path-expr>`);
    return { header: columnText.slice(0, colon), path: columnText.slice(colon + 1) };
  });
}

/** @throws TemplateError for a text without two lines of equally many words */
function parseColumnsFile(fileText: string): readonly ColumnSpec[] {
  if (fileText === "") throw new TemplateError(missingLineText("header"));
  // A final line break ends a line and begins none.
  const [headerLine = "", pathLine] = fileText.replace(/\n$/, "").split("\n");
  if (pathLine === undefined) throw new TemplateError(missingLineText("spec"));
  const headers = splitAtSpaces(headerLine);
  const paths = splitAtSpaces(pathLine);
  if (headers.length !== paths.length)
    throw new TemplateError(
      `number of headers (${headers.length}) and field specifications (${paths.length}) don't match`,
    );
  return headers.map((header, index) => ({ header, path: paths[index] ?? "" }));
}

function missingLineText(line: "header" | "spec"): string {
  return `invalid template, missing ${line} line. Expected format is one line of space separated headers, one line of space separated column specs.`;
}

function splitAtSpaces(line: string): readonly string[] {
  return line.split(goSpaces).filter((word) => word !== "");
}

function compileTable(parseSpecs: () => readonly ColumnSpec[], { noHeaders }: ColumnsOptions): CompiledColumns {
  const compiled = attemptTemplate(() => {
    const specs = parseSpecs().map(({ header, path }) => ({ header, path: wrapPath(path) }));
    return { columns: specs.map(({ header, path }): Column => ({ header, nodes: parseTemplate(path) })) };
  });
  if ("error" in compiled) return compiled;
  return { print: (rows) => attemptTemplate(() => ({ text: printTable(compiled.columns, rows, noHeaders) })) };
}

/** `a.b`, `.a.b` and `{a.b}` -> `{.a.b}` (customcolumn.go, RelaxedJSONPathExpression). An empty path stays empty. */
function wrapPath(path: string): string {
  if (path === "") return "";
  const match = /^\{\.?([^{}]+)\}$|^\.?([^{}]+)$/.exec(path);
  if (match !== null) return `{.${match[1] ?? match[2]}}`;
  throw new TemplateError(
    "unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'",
  );
}

function printTable(columns: readonly Column[], rows: readonly unknown[], noHeaders: boolean): string {
  const budget = newBudget();
  const rowTexts = rows.map((row) => columns.map(({ nodes }) => printCell(nodes, row, budget)).join("\t"));
  const headerText = columns.map(({ header }) => header).join("\t");
  return alignCells(noHeaders ? rowTexts : [headerText, ...rowTexts], budget);
}

function printCell(nodes: readonly TemplateNode[], row: unknown, budget: PrintBudget): string {
  const results = executeTemplate(nodes, asValue(row), budget);
  // An empty value, over which kubectl panics, is printed as null is.
  const texts = results.flat().map((value) => (value.type === "nothing" ? "<nil>" : printGoValue(value)));
  const escapedTexts = texts.map(escapeTerminal);
  const [firstResult = []] = results;
  const text = (firstResult.length === 0 ? ["<none>", ...escapedTexts] : escapedTexts).join(",");
  spendCharacters(budget, text.length);
  return text;
}

/** The text as kubectl escapes it for a terminal (cli-runtime, pkg/printers/terminal.go, EscapeTerminal). */
function escapeTerminal(text: string): string {
  return text.replaceAll("\u001b", "^[").replaceAll("\r", "\\r");
}
