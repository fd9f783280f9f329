import type { Paint } from "./palette.ts";
import { displayWidth } from "./width.ts";
import { wrap } from "./wrap.ts";

/** One cell: plain text, coloured after it has been laid out. */
export interface Cell {
  readonly text: string;
  readonly paint?: Paint;
}

/** One column; where room is short a breaking column is wrapped at its spaces before the last one gets narrow. */
export interface Column {
  readonly title: string;
  readonly breaks?: true;
}

/** Lines of a table, row by row, so that a caller can put lines of its own under a row. */
export interface Table {
  readonly head: string;
  readonly rows: readonly (readonly string[])[];
}

/** Between two columns. */
const gutter = 2;

/** What the last column is given where another can be broken, below what rows are stacked, and what a long word is worth. */
const comfortable = 28;
const bearable = 20;
const longWord = 32;

/**
 * `rows` in columns of at most `width` together: all but the last as wide as they need, the last wraps in what is left,
 * under itself. Empty columns are left out. Where the last would have less than 20 columns, or would cut a word of up to
 * 32, each row is stacked instead: its cells in one line, the last one below.
 */
export function table(columns: readonly Column[], rows: readonly (readonly Cell[])[], width: number): Table {
  const used = columns.map((_, index) => index).filter((index) => rows.some((row) => textOf(row, index) !== ""));
  const widths = widthsOf(columns, rows, used, width);
  if (widths === undefined) return { head: columns[0]?.title ?? "", rows: rows.map((row) => stacked(row, width)) };
  const head = used.map((index) => ({ text: columns[index]?.title ?? "" }));
  return {
    head: laidOut(head, widths)[0] ?? "",
    rows: rows.map((row) =>
      laidOut(
        used.map((index) => row[index] ?? { text: "" }),
        widths,
      ),
    ),
  };
}

/** Widths of the used columns, or undefined where the last has no room. */
function widthsOf(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  used: readonly number[],
  width: number,
): readonly number[] | undefined {
  const texts = used.map((index) => [columns[index]?.title ?? "", ...rows.map((row) => textOf(row, index))]);
  const natural = texts.map((column) => longest(column, "\n"));
  const shortest = texts.map((column) => longest(column, /\n|(?<!->) /));
  const last = natural.at(-1) ?? 0;
  const left = (others: readonly number[]): number => width - others.reduce((sum, one) => sum + one + gutter, 0);
  const roomy = natural.slice(0, -1);
  const tight = roomy.map((one, at) => (columns[used[at] ?? 0]?.breaks ? (shortest[at] ?? one) : one));
  const chosen = left(roomy) >= Math.min(last, comfortable) ? roomy : tight;
  const needed = Math.max(bearable, Math.min(longWord, shortest.at(-1) ?? 0));
  return left(chosen) >= Math.min(last, needed) ? [...chosen, Math.min(last, left(chosen))] : undefined;
}

/** Columns of the longest piece of any text. */
function longest(texts: readonly string[], separator: string | RegExp): number {
  return texts.reduce(
    (most, text) => text.split(separator).reduce((all, one) => Math.max(all, displayWidth(one)), most),
    0,
  );
}

function laidOut(cells: readonly Cell[], widths: readonly number[]): readonly string[] {
  const wrapped = cells.map((cell, index) => wrap(cell.text, widths[index] ?? 0));
  const height = Math.max(1, ...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) => {
    let behind = 0;
    let text = "";
    for (const [index, cell] of cells.entries()) {
      const piece = wrapped[index]?.[line] ?? "";
      // Spaces are owed until something follows, so that no line ends in them.
      if (piece !== "") {
        text += " ".repeat(behind) + paintWith(cell.paint, piece);
        behind = 0;
      }
      behind += (widths[index] ?? 0) - displayWidth(piece) + gutter;
    }
    return text;
  });
}

function stacked(row: readonly Cell[], width: number): readonly string[] {
  const [first, second, ...rest] = row.slice(0, -1).filter((cell) => cell.text !== "");
  const lead = [`${first?.text ?? ""} ${second?.text ?? ""}`.trim(), ...rest.map((cell) => cell.text)].join(", ");
  const indent = "  ";
  const [top = "", ...under] = wrap(lead, width - indent.length);
  const below = textOf(row, row.length - 1) === "" ? [] : wrap(textOf(row, row.length - 1), width - indent.length);
  return [paintWith(first?.paint, top), ...[...under, ...below].map((line) => `${indent}${line}`.trimEnd())];
}

function textOf(row: readonly Cell[], index: number): string {
  return row[index]?.text ?? "";
}

function paintWith(paint: Paint | undefined, text: string): string {
  return paint === undefined ? text : paint(text);
}
