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

/**
 * The output that turns a screen showing `before` into one showing `after`; empty where nothing differs. Unchanged text
 * is not cleared, nothing scrolls, and nothing wraps (the terminal's own wrapping is off meanwhile). Without an earlier
 * frame, or after a change of size, every row is written.
 */
export function renderFrameDiff(before: ScreenFrame | undefined, after: ScreenFrame, ellipsis = "…"): string {
  const { rows, columns } = after.size;
  const frameBefore = before?.size.rows === rows && before.size.columns === columns ? before : undefined;
  const changes: string[] = [];
  for (let row = 0; row < rows; row += 1) {
    const line = after.lines[row] ?? "";
    if (line === frameBefore?.lines[row]) continue;
    const cells = truncateCells(splitCells(line), columns, ellipsis);
    const cellsBefore = frameBefore && truncateCells(splitCells(frameBefore.lines[row] ?? ""), columns, ellipsis);
    const change = rowChange(cellsBefore, cells, row, columns);
    if (change !== "") changes.push(change);
  }
  if (changes.length < 2) return changes.join("");
  return `${holdPicture}${changes.join("")}${showPicture}`;
}

// Synchronized output, DEC private mode 2026: what lies between is shown at once. Other terminals ignore it.
const holdPicture = "\u001b[?2026h";
const showPicture = "\u001b[?2026l";
const eraseToEnd = "\u001b[K";

function rowChange(
  before: readonly ScreenCell[] | undefined,
  after: readonly ScreenCell[],
  row: number,
  columns: number,
): string {
  const start = before === undefined ? 0 : sameAtStart(before, after);
  const restAfter = after.slice(start);
  const restBefore = before?.slice(start);
  if (restBefore !== undefined && restBefore.length === 0 && restAfter.length === 0) return "";
  const moveCursor = `\u001b[${row + 1};${start + 1}H`;
  const haveCertainWidths = restAfter.every(hasCertainWidth) && (restBefore ?? []).every(hasCertainWidth);
  // Terminals disagree about the width of some characters, so the old text is erased first.
  if (!haveCertainWidths) return `${moveCursor}${eraseToEnd}${cellsToText(restAfter)}`;
  const end = restBefore?.length === restAfter.length ? sameAtEnd(restBefore, restAfter) : 0;
  const isShorter = restBefore === undefined ? cellsWidth(after) < columns : restAfter.length < restBefore.length;
  return `${moveCursor}${cellsToText(restAfter.slice(0, restAfter.length - end))}${isShorter ? eraseToEnd : ""}`;
}

/** The number of leading cells that stay, as long as every terminal agrees about their width. */
function sameAtStart(before: readonly ScreenCell[], after: readonly ScreenCell[]): number {
  const differing = after.findIndex((cell, index) => !isSameCell(cell, before[index]) || !hasCertainWidth(cell));
  return differing < 0 ? after.length : differing;
}

function sameAtEnd(before: readonly ScreenCell[], after: readonly ScreenCell[]): number {
  let number = 0;
  while (number < after.length && isSameCell(after.at(-1 - number), before.at(-1 - number))) number += 1;
  return number;
}

function isSameCell(a: ScreenCell | undefined, b: ScreenCell | undefined): boolean {
  return a?.text === b?.text && a?.style === b?.style;
}

/**
 * Whether a character is one column everywhere: ASCII and our two marks. Our other signs are two columns wide where
 * people set East Asian widths.
 */
function hasCertainWidth({ text }: ScreenCell): boolean {
  return /^[\x20-\x7e✓✗]$/.test(text);
}
