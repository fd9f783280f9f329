import { newBudget, type PrintBudget, spendCharacters } from "../../jsonpath/budget.ts";
import { executeTemplate } from "../../jsonpath/execute.ts";
import type { TemplateNode } from "../../jsonpath/node.ts";
import { parseTemplate } from "../../jsonpath/parse.ts";
import { printGoValue } from "../../jsonpath/print.ts";
import { attemptTemplate, TemplateError } from "../../jsonpath/template-error.ts";
import { asValue } from "../../jsonpath/value.ts";
import type { PrintResult } from "../../print-result.ts";
import { noColumnsGiven } from "../format-names.ts";
import { alignedLikeKubectl } from "./columns-table.ts";

/** Prints a table with a row for each document, or reports why the columns are invalid. */
export type CompiledColumns =
  | { readonly print: (rows: readonly unknown[]) => PrintResult }
  | { readonly error: string };

/** The options of custom columns; `noHeaders` is `--no-headers`. */
export interface ColumnsOptions {
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
    const [headers, specs] = [wordsOf(first), wordsOf(second)];
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
function wordsOf(line: string): readonly string[] {
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
