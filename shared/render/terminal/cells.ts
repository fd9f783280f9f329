import { displayWidth, isPlain, splitGraphemes } from "../../characters/display-width.ts";

/** One cell of a line: a character as people see it, its columns, and its colours. */
export interface ScreenCell {
  readonly text: string;
  readonly columns: number;
  /** The sequences that switch on its colours; empty: none. */
  readonly style: string;
}

/** The cells of a line of harmless text with colour sequences in it. */
export function splitCells(line: string): readonly ScreenCell[] {
  const cells: ScreenCell[] = [];
  let style = "";
  for (const [index, piece] of line.split(colour).entries()) {
    // Every other piece is a sequence.
    if (index % 2 === 1) style = isReset(piece) ? "" : style + piece;
    else for (const text of splitGraphemes(piece)) cells.push({ text, columns: columnsOf(text), style });
  }
  return cells;
}

/** As many cells as fit. Where there are more, `ellipsis` replaces the last ones; a wide one is never halved. */
export function truncateCells(cells: readonly ScreenCell[], width: number, ellipsis: string): readonly ScreenCell[] {
  if (cellsWidth(cells) <= width) return cells;
  const room = width - displayWidth(ellipsis);
  const kept = firstCells(cells, room < 1 ? width : room);
  if (room < 1) return kept;
  const style = kept.at(-1)?.style ?? "";
  return [...kept, ...splitCells(ellipsis).map((cell) => ({ ...cell, style }))];
}

/** The line, cut where it is longer than `width`. */
export function truncateLine(line: string, width: number, ellipsis: string): string {
  return cellsToText(truncateCells(splitCells(line), width, ellipsis));
}

/** The line in pieces of at most `width` columns, nothing omitted. A character wider than that is a piece of its own. */
export function foldLine(line: string, width: number): readonly string[] {
  // Nearly every line fits, and to split all of them would take most of the time of a picture.
  if (displayWidth(line.replace(colours, "")) <= width) return [line];
  const pieces: string[] = [];
  let remaining = splitCells(line);
  while (cellsWidth(remaining) > width) {
    const piece = firstCells(remaining, width);
    const taken = Math.max(1, piece.length);
    pieces.push(cellsToText(remaining.slice(0, taken)));
    remaining = remaining.slice(taken);
  }
  return remaining.length > 0 || pieces.length === 0 ? [...pieces, cellsToText(remaining)] : pieces;
}

/** The columns of all cells. */
export function cellsWidth(cells: readonly ScreenCell[]): number {
  return cells.reduce((sum, { columns }) => sum + columns, 0);
}

/** The text with its colours, ending without any. */
export function cellsToText(cells: readonly ScreenCell[]): string {
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
const colours = new RegExp(colour, "g");
const noColour = "\u001b[0m";

function isReset(sequence: string): boolean {
  return sequence === noColour || sequence === "\u001b[m";
}

function columnsOf(grapheme: string): number {
  return isPlain(grapheme) ? 1 : displayWidth(grapheme);
}

function firstCells(cells: readonly ScreenCell[], width: number): readonly ScreenCell[] {
  let columnsTaken = 0;
  const end = cells.findIndex(({ columns }) => {
    columnsTaken += columns;
    return columnsTaken > width;
  });
  return end < 0 ? cells : cells.slice(0, end);
}
