import { displayWidth, maxDisplayWidth } from "../../characters/display-width.ts";
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

/** Spaces between two columns of the table. */
const gutter = 2;

/** The width of the last column up to which a column with `breaks` is wrapped to leave the last column more room. */
const comfortableLastWidth = 28;
/** The width of the last column below which rows are stacked. */
const minLastWidth = 20;
/** The last column is at least as wide as its longest word, up to this width. A longer word may be cut. */
const maxUncutWordWidth = 32;

/** A column with text in at least one row. `index` is its place in the columns and rows that the caller passed. */
interface FilledColumn extends TableColumn {
  readonly index: number;
  /** The width of the longest line of the title and the cells. */
  readonly lineWidth: number;
  /** The width of the longest word of the title and the cells. */
  readonly wordWidth: number;
}

/**
 * Lays out `rows` in lines of at most `width` terminal columns. Columns without text are omitted. The first of these layouts
 * for which there is room is chosen:
 *
 * 1. The last column wraps, and each other column is as wide as its longest line.
 * 2. The same, but each other column with `breaks` is as wide as its longest word, and wraps too.
 * 3. Rows are stacked: the cells of a row stand in one line, and its last cell stands in the lines below.
 */
export function layOutTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly TableCell[])[],
  width: number,
): TextTable {
  const filledColumns = measureFilledColumns(columns, rows);
  const columnWidths = chooseColumnWidths(filledColumns, width);
  if (columnWidths === undefined) {
    return { head: columns[0]?.title ?? "", rows: rows.map((row) => stackRow(row, width)) };
  }
  const titles = filledColumns.map(({ title }) => ({ text: title }));
  const [head = ""] = layOutRow(titles, columnWidths);
  const laidOutRows = rows.map((row) => {
    const cells = filledColumns.map(({ index }) => row[index] ?? { text: "" });
    return layOutRow(cells, columnWidths);
  });
  return { head, rows: laidOutRows };
}

function measureFilledColumns(
  columns: readonly TableColumn[],
  rows: readonly (readonly TableCell[])[],
): readonly FilledColumn[] {
  const filledColumns: FilledColumn[] = [];
  for (const [index, column] of columns.entries()) {
    const cellTexts = rows.map((row) => cellText(row, index));
    if (cellTexts.every((text) => text === "")) continue;
    const texts = [column.title, ...cellTexts];
    const lines = texts.flatMap((text) => text.split("\n"));
    const words = lines.flatMap(splitIntoWords);
    filledColumns.push({ ...column, index, lineWidth: maxDisplayWidth(lines), wordWidth: maxDisplayWidth(words) });
  }
  return filledColumns;
}

/** Returns the width of each column, or undefined where the last column has no room, so that rows are stacked. */
function chooseColumnWidths(columns: readonly FilledColumn[], width: number): readonly number[] | undefined {
  const lastColumn = columns.at(-1);
  if (lastColumn === undefined) return [];
  const otherColumns = columns.slice(0, -1);
  const lastWidth = lastColumn.lineWidth;

  const unwrappedWidths = otherColumns.map(({ lineWidth }) => lineWidth);
  const wrappedWidths = otherColumns.map(({ breaks, lineWidth, wordWidth }) => (breaks ? wordWidth : lineWidth));
  const isComfortable = remainingWidth(unwrappedWidths, width) >= Math.min(lastWidth, comfortableLastWidth);
  const otherWidths = isComfortable ? unwrappedWidths : wrappedWidths;

  const uncutWordWidth = Math.min(lastColumn.wordWidth, maxUncutWordWidth);
  const neededWidth = Math.max(minLastWidth, uncutWordWidth);
  const availableWidth = remainingWidth(otherWidths, width);
  if (availableWidth < Math.min(lastWidth, neededWidth)) return undefined;
  return [...otherWidths, Math.min(lastWidth, availableWidth)];
}

/** Returns how many terminal columns of a line are left for the last column. */
function remainingWidth(otherWidths: readonly number[], width: number): number {
  let remaining = width;
  for (const otherWidth of otherWidths) remaining -= otherWidth + gutter;
  return remaining;
}

/**
 * Splits a line at its spaces: `"v1.63.0 -> v1.64.0"` -> `["v1.63.0", "-> v1.64.0"]`. An arrow counts as a part of the
 * word behind it, so that a column has room for both and the arrow gets no line of its own.
 */
function splitIntoWords(line: string): readonly string[] {
  return line.split(/(?<!->) /);
}

/** Returns the lines of a row. The text of each cell wraps within the width of its column. */
function layOutRow(cells: readonly TableCell[], columnWidths: readonly number[]): readonly string[] {
  const cellLines = cells.map((cell, column) => wrapText(cell.text, columnWidths[column] ?? 0));
  const height = Math.max(1, ...cellLines.map((lines) => lines.length));
  const rowLines: string[] = [];
  for (let line = 0; line < height; line += 1) {
    let rowLine = "";
    // Spaces are added when text follows, so that no line ends in spaces.
    let pendingSpaces = 0;
    for (const [column, cell] of cells.entries()) {
      const text = cellLines[column]?.[line] ?? "";
      if (text !== "") {
        rowLine += " ".repeat(pendingSpaces) + paintWith(cell.paint, text);
        pendingSpaces = 0;
      }
      pendingSpaces += (columnWidths[column] ?? 0) - displayWidth(text) + gutter;
    }
    rowLines.push(rowLine);
  }
  return rowLines;
}

/**
 * Returns the lines of a stacked row: `["cdi", "degraded", "2h", "The pod fails."]` ->
 * `["cdi degraded, 2h", "  The pod fails."]`.
 */
function stackRow(row: readonly TableCell[], width: number): readonly string[] {
  const indent = "  ";
  const wrapWidth = width - indent.length;
  const [nameCell, stateCell, ...detailCells] = row.slice(0, -1).filter((cell) => cell.text !== "");
  const nameAndState = `${nameCell?.text ?? ""} ${stateCell?.text ?? ""}`.trim();
  const summary = [nameAndState, ...detailCells.map((cell) => cell.text)].join(", ");
  const [firstLine = "", ...indentedLines] = wrapText(summary, wrapWidth);
  const lastText = cellText(row, row.length - 1);
  if (lastText !== "") indentedLines.push(...wrapText(lastText, wrapWidth));
  return [paintWith(nameCell?.paint, firstLine), ...indentedLines.map((line) => `${indent}${line}`.trimEnd())];
}

function cellText(row: readonly TableCell[], index: number): string {
  return row[index]?.text ?? "";
}

function paintWith(paint: PaintText | undefined, text: string): string {
  return paint === undefined ? text : paint(text);
}
