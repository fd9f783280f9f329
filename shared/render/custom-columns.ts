import { alignedLikeKubectl } from "./custom-columns-table.ts";
import { type Budget, newBudget, spendCharacters } from "./jsonpath/budget.ts";
import { execute } from "./jsonpath/execute.ts";
import type { Node } from "./jsonpath/node.ts";
import { parse } from "./jsonpath/parse.ts";
import { printed } from "./jsonpath/print.ts";
import { attempt, Refusal } from "./jsonpath/refusal.ts";
import { asValue } from "./jsonpath/value.ts";
import type { Printed } from "./printed.ts";
import { noColumnsGiven } from "./words-jsonpath.ts";

/** Prints a table with a row for each document, or says why the columns cannot. */
export type CompiledColumns = { readonly print: (rows: readonly unknown[]) => Printed } | { readonly error: string };

/** `noHeaders`: `--no-headers`. */
export interface ColumnsOptions {
  readonly noHeaders: boolean;
}

interface Column {
  readonly header: string;
  readonly nodes: readonly Node[];
}

/**
 * The printer of `-o custom-columns=HEADER:PATH,…` (kubectl, pkg/cmd/get/customcolumn.go). A path may go without braces
 * and without the first dot; several values are joined by commas, none are `<none>`, maps and lists look as Go prints
 * them. ESC and carriage return are made visible as kubectl does it; a line break or tab in a value breaks its row there
 * and here, so who writes to a terminal still makes the lines harmless first. Widths count characters, as there.
 *
 * It differs from kubectl in that a path that cannot be read is refused before any row is asked for, and that nothing is
 * printed of a table whose last row goes wrong.
 */
export function compileColumns(spec: string, { noHeaders }: ColumnsOptions): CompiledColumns {
  return compiled(noHeaders, () => {
    if (spec === "") throw new Refusal(noColumnsGiven);
    return spec
      .toWellFormed()
      .split(",")
      .map((part) => {
        const colon = part.indexOf(":");
        if (colon >= 0) return [part.slice(0, colon), part.slice(colon + 1)];
        throw new Refusal(`unexpected custom-columns spec: ${part}, expected <header>:<json-path-expr>`);
      });
  });
}

/**
 * The same for the text of a custom-columns-file: a line of headers, a line of paths, both split at spaces; further lines
 * do not count. `--no-headers` holds here too, where kubectl prints the headers nevertheless.
 */
export function compileColumnsTemplate(fileText: string, { noHeaders }: ColumnsOptions): CompiledColumns {
  return compiled(noHeaders, () => {
    // A last line break ends a line and begins none.
    const [first, second] = fileText.toWellFormed().replace(/\n$/, "").split("\n");
    if (first === undefined || fileText === "") throw new Refusal(missing("header"));
    if (second === undefined) throw new Refusal(missing("spec"));
    const [headers, specs] = [wordsOf(first), wordsOf(second)];
    if (headers.length === specs.length) return headers.map((header, index) => [header, specs[index] ?? ""]);
    throw new Refusal(`number of headers (${headers.length}) and field specifications (${specs.length}) don't match`);
  });
}

function missing(line: string): string {
  return `invalid template, missing ${line} line. Expected format is one line of space separated headers, one line of space separated column specs.`;
}

/** What Go's bufio.ScanWords splits at: unicode.IsSpace. */
function wordsOf(line: string): readonly string[] {
  return line
    .split(/[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/)
    .filter((word) => word !== "");
}

function compiled(noHeaders: boolean, read: () => readonly (readonly string[])[]): CompiledColumns {
  const ready = attempt(() => ({
    columns: read()
      .map(([header = "", path = ""]) => ({ header, path: relaxed(path) }))
      .map(({ header, path }): Column => ({ header, nodes: parse(path) })),
  }));
  return "error" in ready ? ready : { print: (rows) => attempt(() => printTable(ready.columns, rows, noHeaders)) };
}

/** `a.b`, `.a.b` and `{a.b}` mean `{.a.b}` (customcolumn.go, RelaxedJSONPathExpression). */
function relaxed(path: string): string {
  if (path === "") return "";
  const found = /^\{\.?([^{}]+)\}$|^\.?([^{}]+)$/.exec(path);
  if (found !== null) return `{.${found[1] ?? found[2]}}`;
  throw new Refusal(
    "unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'",
  );
}

function printTable(columns: readonly Column[], rows: readonly unknown[], noHeaders: boolean): { text: string } {
  const budget = newBudget();
  const lines = rows.map((row) => columns.map(({ nodes }) => cell(nodes, row, budget)).join("\t"));
  const headers = noHeaders ? [] : [columns.map(({ header }) => header).join("\t")];
  return { text: alignedLikeKubectl([...headers, ...lines], budget) };
}

function cell(nodes: readonly Node[], row: unknown, budget: Budget): string {
  const found = execute(nodes, asValue(row), budget);
  const none = (found[0] ?? []).length === 0 ? ["<none>"] : [];
  // Nothing, over which kubectl panics, is printed as null is.
  const texts = found.flat().map((value) => (value.type === "nothing" ? "<nil>" : printed(value)));
  const text = [...none, ...texts.map(escapeTerminal)].join(",");
  spendCharacters(budget, text.length);
  return text;
}

/** cli-runtime, pkg/printers/terminal.go, EscapeTerminal. */
function escapeTerminal(text: string): string {
  return text.replaceAll("\u001b", "^[").replaceAll("\r", "\\r");
}
