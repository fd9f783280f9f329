import { displayWidth, graphemes, isPlain } from "./width.ts";

/** What stands in one place of a line: a character as people see it, its columns, and the colours it has. */
export interface Cell {
  readonly text: string;
  readonly columns: number;
  /** The sequences that switch its colours on; empty: none. */
  readonly style: string;
}

/** A line of harmless text, with colour sequences in it, in cells. */
export function cellsOf(line: string): readonly Cell[] {
  const cells: Cell[] = [];
  let style = "";
  for (const [place, piece] of line.split(colour).entries()) {
    // Every other piece is a sequence.
    if (place % 2 === 1) style = isReset(piece) ? "" : style + piece;
    else for (const text of graphemes(piece)) cells.push({ text, columns: columnsOf(text), style });
  }
  return cells;
}

/** As many cells as fit, the last ones replaced by `ellipsis` where there are more; a wide one is never halved. */
export function cut(cells: readonly Cell[], width: number, ellipsis: string): readonly Cell[] {
  if (widthOf(cells) <= width) return cells;
  const room = width - displayWidth(ellipsis);
  const kept = head(cells, room < 1 ? width : room);
  if (room < 1) return kept;
  const style = kept.at(-1)?.style ?? "";
  return [...kept, ...cellsOf(ellipsis).map((cell) => ({ ...cell, style }))];
}

/** A line, cut where it is longer. */
export function fitting(line: string, width: number, ellipsis: string): string {
  return written(cut(cellsOf(line), width, ellipsis));
}

/** The columns of all of them. */
export function widthOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, { columns }) => sum + columns, 0);
}

/** The text with its colours, ending without any. */
export function written(cells: readonly Cell[]): string {
  let text = "";
  let current = "";
  for (const cell of cells) {
    if (cell.style !== current) text += `${current === "" ? "" : noColour}${cell.style}`;
    current = cell.style;
    text += cell.text;
  }
  return current === "" ? text : `${text}${noColour}`;
}

const colour = /(\u001b\[[\d;]*m)/;
const noColour = "\u001b[0m";

function isReset(sequence: string): boolean {
  return sequence === noColour || sequence === "\u001b[m";
}

function columnsOf(grapheme: string): number {
  return isPlain(grapheme) ? 1 : displayWidth(grapheme);
}

function head(cells: readonly Cell[], width: number): readonly Cell[] {
  let taken = 0;
  const end = cells.findIndex(({ columns }) => {
    taken += columns;
    return taken > width;
  });
  return end < 0 ? cells : cells.slice(0, end);
}
