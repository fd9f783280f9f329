import { cellsToText, cellsWidth, type ScreenCell, splitCells, truncateCells } from "./cells.ts";

/** The size of a terminal in characters. */
export interface ScreenSize {
  readonly rows: number;
  readonly columns: number;
}

/** The content of a screen: a line of harmless text with colour sequences for each row. Longer lines are cut. */
export interface ScreenFrame {
  readonly size: ScreenSize;
  readonly lines: readonly string[];
}

// Synchronized output, DEC private mode 2026: what is written between the two sequences is shown at once. Terminals
// without it ignore them.
const beginUpdate = "\u001b[?2026h";
const endUpdate = "\u001b[?2026l";
const eraseToEndOfLine = "\u001b[K";

/** Our two marks and ASCII. Other signs of ours are two columns wide where people set East Asian widths. */
const oneColumnEverywhere = /^[\x20-\x7e✓✗]$/;

/**
 * The output that turns a screen showing `before` into one showing `after`; empty where nothing differs. Unchanged text
 * is not cleared, nothing scrolls, and nothing wraps (the terminal's own wrapping is off meanwhile). Without an earlier
 * frame, or after a change of size, every row is written.
 */
export function renderFrameDiff(before: ScreenFrame | undefined, after: ScreenFrame, ellipsis = "…"): string {
  const { rows, columns } = after.size;
  const isSameSize = before?.size.rows === rows && before.size.columns === columns;
  const splitLine = (line: string): readonly ScreenCell[] => truncateCells(splitCells(line), columns, ellipsis);
  const changes: string[] = [];
  for (let row = 0; row < rows; row += 1) {
    const line = after.lines[row] ?? "";
    const lineBefore = isSameSize ? before.lines[row] : undefined;
    if (line === lineBefore) continue;
    const change = isSameSize
      ? renderRowChange(splitLine(lineBefore ?? ""), splitLine(line), row)
      : renderWholeRow(splitLine(line), row, columns);
    if (change !== "") changes.push(change);
  }
  if (changes.length < 2) return changes.join("");
  return `${beginUpdate}${changes.join("")}${endUpdate}`;
}

/** Writes a row over a row of unknown content. */
function renderWholeRow(cells: readonly ScreenCell[], row: number, columns: number): string {
  const start = moveCursor(row, 0);
  // A terminal may draw a character wider or narrower than expected, so the old text is erased first.
  if (!cells.every(hasCertainWidth)) return `${start}${eraseToEndOfLine}${cellsToText(cells)}`;
  return `${start}${cellsToText(cells)}${cellsWidth(cells) < columns ? eraseToEndOfLine : ""}`;
}

/** Writes the cells of a row that differ; empty where none does. */
function renderRowChange(before: readonly ScreenCell[], after: readonly ScreenCell[], row: number): string {
  const sameStart = countSameAtStart(before, after);
  const oldCells = before.slice(sameStart);
  const newCells = after.slice(sameStart);
  if (oldCells.length === 0 && newCells.length === 0) return "";
  const start = moveCursor(row, sameStart);
  const haveCertainWidths = newCells.every(hasCertainWidth) && oldCells.every(hasCertainWidth);
  if (!haveCertainWidths) return `${start}${eraseToEndOfLine}${cellsToText(newCells)}`;
  if (newCells.length < oldCells.length) return `${start}${cellsToText(newCells)}${eraseToEndOfLine}`;
  const sameEnd = newCells.length === oldCells.length ? countSameAtEnd(oldCells, newCells) : 0;
  return `${start}${cellsToText(newCells.slice(0, newCells.length - sameEnd))}`;
}

/** The sequence that puts the cursor at a cell, counted from 0. */
function moveCursor(row: number, column: number): string {
  return `\u001b[${row + 1};${column + 1}H`;
}

/** The number of leading cells that stay. A cell of uncertain width ends them: what follows may stand in another column. */
function countSameAtStart(before: readonly ScreenCell[], after: readonly ScreenCell[]): number {
  const differing = after.findIndex((cell, index) => !isSameCell(cell, before[index]) || !hasCertainWidth(cell));
  return differing < 0 ? after.length : differing;
}

function countSameAtEnd(before: readonly ScreenCell[], after: readonly ScreenCell[]): number {
  let count = 0;
  while (count < after.length && isSameCell(after.at(-1 - count), before.at(-1 - count))) count += 1;
  return count;
}

function isSameCell(a: ScreenCell | undefined, b: ScreenCell | undefined): boolean {
  return a?.text === b?.text && a?.style === b?.style;
}

function hasCertainWidth({ text }: ScreenCell): boolean {
  return oneColumnEverywhere.test(text);
}
