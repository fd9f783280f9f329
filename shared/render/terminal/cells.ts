import { displayWidth, isPlain, splitGraphemes } from "../../characters/display-width.ts";

/** One character of a line, as people see it, with its columns and its colours. */
export interface ScreenCell {
  readonly text: string;
  readonly columns: number;
  /** The sequences that switch on its colours; empty: none. */
  readonly style: string;
}

/** A sequence that switches a colour on or off: `ESC[31m`. */
const colourSequence = /\u001b\[[\d;]*m/g;
const resetSequence = "\u001b[0m";
const shortResetSequence = "\u001b[m";

/** The cells of a line of harmless text with colour sequences in it. */
export function splitCells(line: string): readonly ScreenCell[] {
  const cells: ScreenCell[] = [];
  let style = "";
  const addCells = (text: string): void => {
    for (const grapheme of splitGraphemes(text)) {
      cells.push({ text: grapheme, columns: isPlain(grapheme) ? 1 : displayWidth(grapheme), style });
    }
  };
  let offset = 0;
  for (const { 0: sequence, index } of line.matchAll(colourSequence)) {
    addCells(line.slice(offset, index));
    style = isReset(sequence) ? "" : style + sequence;
    offset = index + sequence.length;
  }
  addCells(line.slice(offset));
  return cells;
}

function isReset(sequence: string): boolean {
  return sequence === resetSequence || sequence === shortResetSequence;
}

/**
 * As many cells as fit in `width` columns. Where there are more, `ellipsis` replaces the last ones, if that leaves room
 * for a cell. A wide cell is never halved.
 */
export function truncateCells(cells: readonly ScreenCell[], width: number, ellipsis: string): readonly ScreenCell[] {
  if (cellsWidth(cells) <= width) return cells;
  const room = width - displayWidth(ellipsis);
  if (room < 1) return takeCells(cells, width);
  const kept = takeCells(cells, room);
  const style = kept.at(-1)?.style ?? "";
  return [...kept, ...splitCells(ellipsis).map((cell) => ({ ...cell, style }))];
}

/** The line, cut where it is longer than `width`. */
export function truncateLine(line: string, width: number, ellipsis: string): string {
  return cellsToText(truncateCells(splitCells(line), width, ellipsis));
}

/** The line in pieces of at most `width` columns, nothing omitted. A character wider than `width` is a piece of its own. */
export function foldLine(line: string, width: number): readonly string[] {
  // Nearly every line fits, and to split all of them would take most of the time of a picture.
  if (displayWidth(line.replace(colourSequence, "")) <= width) return [line];
  const pieces: string[] = [];
  let remaining = splitCells(line);
  while (remaining.length > 0) {
    const length = Math.max(1, takeCells(remaining, width).length);
    pieces.push(cellsToText(remaining.slice(0, length)));
    remaining = remaining.slice(length);
  }
  return pieces;
}

/** The first cells, as many as take at most `maxColumns` together. */
function takeCells(cells: readonly ScreenCell[], maxColumns: number): readonly ScreenCell[] {
  let columns = 0;
  const end = cells.findIndex((cell) => {
    columns += cell.columns;
    return columns > maxColumns;
  });
  return end < 0 ? cells : cells.slice(0, end);
}

/** The columns of all cells. */
export function cellsWidth(cells: readonly ScreenCell[]): number {
  return cells.reduce((sum, { columns }) => sum + columns, 0);
}

/** The text of cells with its colours, which are switched off at the end. */
export function cellsToText(cells: readonly ScreenCell[]): string {
  let text = "";
  let currentStyle = "";
  for (const cell of cells) {
    if (cell.style !== currentStyle) {
      if (currentStyle !== "") text += resetSequence;
      text += cell.style;
      currentStyle = cell.style;
    }
    text += cell.text;
  }
  return currentStyle === "" ? text : `${text}${resetSequence}`;
}
