import { type Cell, cellsOf, cut, widthOf, written } from "./frame-cells.ts";

/** A terminal's, in characters. */
export interface Size {
  readonly rows: number;
  readonly columns: number;
}

/** What stands on a screen: a line of harmless text for each row, colour sequences in it; longer ones are cut. */
export interface Frame {
  readonly size: Size;
  readonly lines: readonly string[];
}

/**
 * What to write so that a screen that shows `before` shows `after`: nothing is cleared that stays, nothing scrolls, nothing
 * wraps (the terminal does not wrap by itself while this goes on). Without one before, or after another size, every row is
 * written; empty where nothing differs.
 */
export function drawn(before: Frame | undefined, after: Frame, ellipsis = "…"): string {
  const { rows, columns } = after.size;
  const old = before?.size.rows === rows && before.size.columns === columns ? before : undefined;
  const changes: string[] = [];
  for (let row = 0; row < rows; row += 1) {
    const [was, is] = [old?.lines[row], after.lines[row] ?? ""];
    if (was === is) continue;
    const cells = cut(cellsOf(is), columns, ellipsis);
    const known = old === undefined ? undefined : cut(cellsOf(was ?? ""), columns, ellipsis);
    const change = rowChange(known, cells, row, columns);
    if (change !== "") changes.push(change);
  }
  if (changes.length < 2) return changes.join("");
  return `${holdPicture}${changes.join("")}${showPicture}`;
}

// Synchronized output, DEC private mode 2026: what lies between is shown at once; who does not know it ignores it.
const holdPicture = "\u001b[?2026h";
const showPicture = "\u001b[?2026l";
const eraseToEnd = "\u001b[K";

function rowChange(was: readonly Cell[] | undefined, is: readonly Cell[], row: number, columns: number): string {
  const start = was === undefined ? 0 : sameAtStart(was, is);
  const rest = is.slice(start);
  const old = was?.slice(start);
  if (old !== undefined && old.length === 0 && rest.length === 0) return "";
  const go = `\u001b[${row + 1};${start + 1}H`;
  const isSure = rest.every(isCertain) && (old ?? []).every(isCertain);
  // Terminals disagree about the width of some characters, so what stood there goes first.
  if (!isSure) return `${go}${eraseToEnd}${written(rest)}`;
  const end = old?.length === rest.length ? sameAtEnd(old, rest) : 0;
  const isShorter = old === undefined ? widthOf(is) < columns : rest.length < old.length;
  return `${go}${written(rest.slice(0, rest.length - end))}${isShorter ? eraseToEnd : ""}`;
}

/** Cells at the start that stay, as long as every terminal agrees about their width. */
function sameAtStart(was: readonly Cell[], is: readonly Cell[]): number {
  const differing = is.findIndex((cell, place) => !isSame(cell, was[place]) || !isCertain(cell));
  return differing < 0 ? is.length : differing;
}

function sameAtEnd(was: readonly Cell[], is: readonly Cell[]): number {
  let number = 0;
  while (number < is.length && isSame(is.at(-1 - number), was.at(-1 - number))) number += 1;
  return number;
}

function isSame(a: Cell | undefined, b: Cell | undefined): boolean {
  return a?.text === b?.text && a?.style === b?.style;
}

/** One column everywhere: ASCII and our two marks. The others of our signs are two wide where people set East Asian widths. */
function isCertain({ text }: Cell): boolean {
  return /^[\x20-\x7e✓✗]$/.test(text);
}
