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
  const old = before?.size.rows === rows && before.size.columns === columns ? before : undefined;
  const changes: string[] = [];
  for (let row = 0; row < rows; row += 1) {
    const [was, is] = [old?.lines[row], after.lines[row] ?? ""];
    if (was === is) continue;
    const cells = truncateCells(splitCells(is), columns, ellipsis);
    const known = old === undefined ? undefined : truncateCells(splitCells(was ?? ""), columns, ellipsis);
    const change = rowChange(known, cells, row, columns);
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
  was: readonly ScreenCell[] | undefined,
  is: readonly ScreenCell[],
  row: number,
  columns: number,
): string {
  const start = was === undefined ? 0 : sameAtStart(was, is);
  const rest = is.slice(start);
  const old = was?.slice(start);
  if (old !== undefined && old.length === 0 && rest.length === 0) return "";
  const go = `\u001b[${row + 1};${start + 1}H`;
  const isSure = rest.every(isCertain) && (old ?? []).every(isCertain);
  // Terminals disagree about the width of some characters, so the old text is erased first.
  if (!isSure) return `${go}${eraseToEnd}${cellsToText(rest)}`;
  const end = old?.length === rest.length ? sameAtEnd(old, rest) : 0;
  const isShorter = old === undefined ? cellsWidth(is) < columns : rest.length < old.length;
  return `${go}${cellsToText(rest.slice(0, rest.length - end))}${isShorter ? eraseToEnd : ""}`;
}

/** The number of leading cells that stay, as long as every terminal agrees about their width. */
function sameAtStart(was: readonly ScreenCell[], is: readonly ScreenCell[]): number {
  const differing = is.findIndex((cell, index) => !isSameCell(cell, was[index]) || !isCertain(cell));
  return differing < 0 ? is.length : differing;
}

function sameAtEnd(was: readonly ScreenCell[], is: readonly ScreenCell[]): number {
  let number = 0;
  while (number < is.length && isSameCell(is.at(-1 - number), was.at(-1 - number))) number += 1;
  return number;
}

function isSameCell(a: ScreenCell | undefined, b: ScreenCell | undefined): boolean {
  return a?.text === b?.text && a?.style === b?.style;
}

/**
 * Whether a character is one column everywhere: ASCII and our two marks. Our other signs are two columns wide where
 * people set East Asian widths.
 */
function isCertain({ text }: ScreenCell): boolean {
  return /^[\x20-\x7e✓✗]$/.test(text);
}
