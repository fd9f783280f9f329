import { newBudget, type PrintBudget, spendCharacters } from "../../jsonpath/budget.ts";
import type { PrintResult } from "../../jsonpath/compile.ts";
import { executeTemplate } from "../../jsonpath/execute.ts";
import type { TemplateNode } from "../../jsonpath/node.ts";
import { parseTemplate } from "../../jsonpath/parse.ts";
import { printGoValue } from "../../jsonpath/print.ts";
import { attemptTemplate, TemplateError } from "../../jsonpath/template-error.ts";
import { asValue } from "../../jsonpath/value.ts";
import { noColumnsGiven } from "../format-names.ts";

/** Prints a table with a row for each document, or reports why the columns are invalid. */
export type CompiledColumns =
  | { readonly print: (rows: readonly unknown[]) => PrintResult }
  | { readonly error: string };

/** The options of custom columns; `noHeaders` is `--no-headers`. */
interface ColumnsOptions {
  readonly noHeaders: boolean;
}

interface Column {
  readonly header: string;
  readonly nodes: readonly TemplateNode[];
}

/**
 * The printer of `-o custom-columns=HEADER:PATH,…` (kubectl, pkg/cmd/get/customcolumn.go). A path may omit the braces
 * and the first dot. Several values are joined by commas, and no value prints `<none>`. Maps and lists look as Go
 * prints them. ESC and carriage return are made visible as kubectl does it. As in kubectl, a line break or tab in a
 * value breaks its row. Terminal output must therefore still be made harmless. Widths count characters, as in kubectl.
 *
 * Unlike kubectl, it refuses an invalid path before it asks for any row. When a row fails, it prints nothing of the
 * table.
 */
export function compileColumns(spec: string, { noHeaders }: ColumnsOptions): CompiledColumns {
  return compiled(noHeaders, () => {
    if (spec === "") throw new TemplateError(noColumnsGiven);
    return spec
      .toWellFormed()
      .split(",")
      .map((part) => {
        const colon = part.indexOf(":");
        if (colon >= 0) return [part.slice(0, colon), part.slice(colon + 1)];
        throw new TemplateError(`unexpected custom-columns spec: ${part}, expected <header>:<json-path-expr>`);
      });
  });
}

/**
 * The printer for the text of a custom-columns-file. Its first line has headers, its second paths, both split at
 * spaces. Further lines do not count. `--no-headers` applies here too, although kubectl prints the headers
 * nevertheless.
 */
export function compileColumnsTemplate(fileText: string, { noHeaders }: ColumnsOptions): CompiledColumns {
  return compiled(noHeaders, () => {
    // A final line break ends a line and begins none.
    const [first, second] = fileText.toWellFormed().replace(/\n$/, "").split("\n");
    if (first === undefined || fileText === "") throw new TemplateError(missingLineText("header"));
    if (second === undefined) throw new TemplateError(missingLineText("spec"));
    const headers = splitAtSpaces(first);
    const specs = splitAtSpaces(second);
    if (headers.length === specs.length) return headers.map((header, index) => [header, specs[index] ?? ""]);
    throw new TemplateError(
      `number of headers (${headers.length}) and field specifications (${specs.length}) don't match`,
    );
  });
}

function missingLineText(line: "header" | "spec"): string {
  return `invalid template, missing ${line} line. Expected format is one line of space separated headers, one line of space separated column specs.`;
}

/** The words of a line, split as Go's bufio.ScanWords does (unicode.IsSpace). */
function splitAtSpaces(line: string): readonly string[] {
  return line
    .split(/[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/)
    .filter((word) => word !== "");
}

function compiled(noHeaders: boolean, read: () => readonly (readonly string[])[]): CompiledColumns {
  const ready = attemptTemplate(() => ({
    columns: read()
      .map(([header = "", path = ""]) => ({ header, path: relaxed(path) }))
      .map(({ header, path }): Column => ({ header, nodes: parseTemplate(path) })),
  }));
  return "error" in ready
    ? ready
    : { print: (rows) => attemptTemplate(() => printTable(ready.columns, rows, noHeaders)) };
}

/** `a.b`, `.a.b` and `{a.b}` mean `{.a.b}` (customcolumn.go, RelaxedJSONPathExpression). */
function relaxed(path: string): string {
  if (path === "") return "";
  const found = /^\{\.?([^{}]+)\}$|^\.?([^{}]+)$/.exec(path);
  if (found !== null) return `{.${found[1] ?? found[2]}}`;
  throw new TemplateError(
    "unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'",
  );
}

function printTable(columns: readonly Column[], rows: readonly unknown[], noHeaders: boolean): { text: string } {
  const budget = newBudget();
  const lines = rows.map((row) => columns.map(({ nodes }) => cell(nodes, row, budget)).join("\t"));
  const headers = noHeaders ? [] : [columns.map(({ header }) => header).join("\t")];
  return { text: alignedLikeKubectl([...headers, ...lines], budget) };
}

function cell(nodes: readonly TemplateNode[], row: unknown, budget: PrintBudget): string {
  const found = executeTemplate(nodes, asValue(row), budget);
  const none = (found[0] ?? []).length === 0 ? ["<none>"] : [];
  // An empty value, over which kubectl panics, is printed as null is.
  const texts = found.flat().map((value) => (value.type === "nothing" ? "<nil>" : printGoValue(value)));
  const text = [...none, ...texts.map(escapeTerminal)].join(",");
  spendCharacters(budget, text.length);
  return text;
}

/** The text as kubectl escapes it for a terminal (cli-runtime, pkg/printers/terminal.go, EscapeTerminal). */
function escapeTerminal(text: string): string {
  return text.replaceAll("\u001b", "^[").replaceAll("\r", "\\r");
}

/** The settings of github.com/liggitt/tabwriter in cli-runtime, pkg/printers/tabwriter.go. */
const minColumnWidth = 6;
const padding = 3;

/**
 * Lines of tab-terminated cells, each followed by a line break, in columns as wide as kubectl's. A column is a run of
 * lines that have it. It is as wide as its widest cell and never narrower than the runs above it. The last cell of a
 * line ends no column and is not padded. A vertical tab ends a cell. A form feed ends a line and every column.
 * @throws Refusal when the padding would be longer than the budget allows
 */
function alignedLikeKubectl(texts: readonly string[], budget: PrintBudget): string {
  const lines = texts.flatMap(splitLines);
  const widths = lines.map((): number[] => []);
  let active = lines.map((_, index) => index);
  for (let column = 0; active.length > 0; column++) {
    active = active.filter((index) => (lines[index]?.cells.length ?? 0) - 1 > column);
    let widest = minColumnWidth;
    for (const run of runsOf(active, lines)) {
      for (const index of run) widest = Math.max(widest, widthOf(lines[index]?.cells[column] ?? "") + padding);
      for (const index of run) widths[index]?.push(widest);
      spendCharacters(budget, widest * run.length);
    }
  }
  return lines.map(({ cells }, index) => `${padded(cells, widths[index] ?? [])}\n`).join("");
}

interface Line {
  readonly cells: readonly string[];
  /** Whether a form feed precedes it. */
  readonly isApart: boolean;
}

function splitLines(text: string): readonly Line[] {
  return text.split(/(?<=[\n\f])/).flatMap((line, index, all): readonly Line[] => [
    {
      cells: line.replace(/[\n\f]$/, "").split(/[\t\v]/),
      isApart: all[index - 1]?.endsWith("\f") ?? false,
    },
    // A text that ends in a break has one more, empty line.
    ...(index === all.length - 1 && /[\n\f]$/.test(line) ? [{ cells: [""], isApart: line.endsWith("\f") }] : []),
  ]);
}

/** Groups of neighbours among `indexes`. */
function runsOf(indexes: readonly number[], lines: readonly Line[]): readonly (readonly number[])[] {
  const runs: number[][] = [];
  let last = -1;
  for (const index of indexes) {
    const run = runs.at(-1);
    if (run === undefined || index !== last + 1 || lines[index]?.isApart === true) runs.push([index]);
    else run.push(index);
    last = index;
  }
  return runs;
}

function padded(cells: readonly string[], widths: readonly number[]): string {
  return cells.map((cell, index) => `${cell}${" ".repeat(Math.max(0, (widths[index] ?? 0) - widthOf(cell)))}`).join("");
}

/** The width in code points: kubectl knows no wide characters. */
function widthOf(cell: string): number {
  let width = 0;
  for (const _ of cell) width += 1;
  return width;
}
