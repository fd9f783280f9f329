import { displayWidth } from "../../characters/display-width.ts";
import { wrapText } from "../../characters/wrap.ts";
import type { PaintText } from "./palette.ts";

/** One cell: plain text, coloured after it has been laid out. */
export interface TableCell {
  readonly text: string;
  readonly paint?: PaintText;
}

/** One column; where room is short, a breaking column wraps at its spaces before the last column gets narrow. */
export interface TableColumn {
  readonly title: string;
  readonly breaks?: true;
}

/** The lines of a table, row by row, so that a caller can insert its own lines below a row. */
export interface TextTable {
  readonly head: string;
  readonly rows: readonly (readonly string[])[];
}

/** Columns between two table columns. */
const gutter = 2;

/**
 * Widths of the last column. It gets the comfortable one where another column can be broken. Below the bearable one
 * rows are stacked. `longWord` is the longest word that the column must hold uncut.
 */
const comfortableWidth = 28;
const minWidth = 20;
const maxUncutWord = 32;

/**
 * `rows` in columns of at most `width` together. All but the last are as wide as they need. The last wraps in the
 * remaining width, under itself. Empty columns are omitted. Rows are stacked where the last column would have less
 * than 20 columns, or would cut a word of up to 32. A stacked row has its cells in one line and the last cell below.
 */
export function layOutTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly TableCell[])[],
  width: number,
): TextTable {
  const used = columns.map((_, index) => index).filter((index) => rows.some((row) => cellText(row, index) !== ""));
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
  columns: readonly TableColumn[],
  rows: readonly (readonly TableCell[])[],
  used: readonly number[],
  width: number,
): readonly number[] | undefined {
  const texts = used.map((index) => [columns[index]?.title ?? "", ...rows.map((row) => cellText(row, index))]);
  const fullWidths = texts.map((column) => widestPiece(column, "\n"));
  const widestWords = texts.map((column) => widestPiece(column, /\n|(?<!->) /));
  const last = fullWidths.at(-1) ?? 0;
  const remainingWidth = (others: readonly number[]): number =>
    width - others.reduce((sum, one) => sum + one + gutter, 0);
  const unbroken = fullWidths.slice(0, -1);
  const broken = unbroken.map((one, index) => (columns[used[index] ?? 0]?.breaks ? (widestWords[index] ?? one) : one));
  const chosen = remainingWidth(unbroken) >= Math.min(last, comfortableWidth) ? unbroken : broken;
  const needed = Math.max(minWidth, Math.min(maxUncutWord, widestWords.at(-1) ?? 0));
  return remainingWidth(chosen) >= Math.min(last, needed)
    ? [...chosen, Math.min(last, remainingWidth(chosen))]
    : undefined;
}

/** Columns of the longest piece of any text. */
function widestPiece(texts: readonly string[], separator: string | RegExp): number {
  return texts.reduce(
    (most, text) => text.split(separator).reduce((all, one) => Math.max(all, displayWidth(one)), most),
    0,
  );
}

function laidOut(cells: readonly TableCell[], widths: readonly number[]): readonly string[] {
  const wrapped = cells.map((cell, index) => wrapText(cell.text, widths[index] ?? 0));
  const height = Math.max(1, ...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) => {
    let pendingSpaces = 0;
    let text = "";
    for (const [index, cell] of cells.entries()) {
      const piece = wrapped[index]?.[line] ?? "";
      // Spaces wait until text follows, so that no line ends in them.
      if (piece !== "") {
        text += " ".repeat(pendingSpaces) + paintWith(cell.paint, piece);
        pendingSpaces = 0;
      }
      pendingSpaces += (widths[index] ?? 0) - displayWidth(piece) + gutter;
    }
    return text;
  });
}

function stacked(row: readonly TableCell[], width: number): readonly string[] {
  const [first, second, ...rest] = row.slice(0, -1).filter((cell) => cell.text !== "");
  const lead = [`${first?.text ?? ""} ${second?.text ?? ""}`.trim(), ...rest.map((cell) => cell.text)].join(", ");
  const indent = "  ";
  const [top = "", ...under] = wrapText(lead, width - indent.length);
  const last = cellText(row, row.length - 1);
  const below = last === "" ? under : [...under, ...wrapText(last, width - indent.length)];
  return [paintWith(first?.paint, top), ...below.map((line) => `${indent}${line}`.trimEnd())];
}

function cellText(row: readonly TableCell[], index: number): string {
  return row[index]?.text ?? "";
}

function paintWith(paint: PaintText | undefined, text: string): string {
  return paint === undefined ? text : paint(text);
}
