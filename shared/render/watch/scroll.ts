/** A movement through lines that do not all fit on the screen. */
export const scrollMoves = ["line-up", "line-down", "page-up", "page-down", "start", "end"] as const;

export type ScrollMove = (typeof scrollMoves)[number];

/** The lines as they are laid out now, and how many rows show them. */
export interface ScrollRoom {
  readonly lines: readonly string[];
  readonly rows: number;
  readonly columns: number;
}

/** What of the lines is shown. */
export interface ScrollState {
  /** The number of lines above the first one shown. */
  readonly top: number;
  /** The width that the lines were laid out for. */
  readonly columns: number;
  /** The share of the text above the first line shown, as the user left it. It outlives any number of layouts. */
  readonly share: number;
  /** Whether the user went to the end. The end is then shown, however the text grows, until another move. */
  readonly isAtEnd: boolean;
}

/** The state before the first move: the beginning is shown. */
export const notScrolled: ScrollState = { top: 0, columns: 0, share: 0, isAtEnd: false };

/**
 * The state after the lines were laid out again. Another width keeps the text at the top, as far as there is text below.
 * Who went to the end stays there.
 */
export function layOutScroll(state: ScrollState, room: ScrollRoom): ScrollState {
  const { lines, columns } = room;
  if (state.isAtEnd) return { ...state, top: highestTop(room), columns };
  const top = columns === state.columns ? state.top : lineAt(state.share, lines);
  return { ...state, top: Math.min(top, highestTop(room)), columns };
}

/** The state after a move of the user. A page leaves one line of the page before. */
export function moveScroll(state: ScrollState, move: ScrollMove, room: ScrollRoom): ScrollState {
  const page = Math.max(1, room.rows - 1);
  const targets: Readonly<Record<ScrollMove, number>> = {
    "line-up": state.top - 1,
    "line-down": state.top + 1,
    "page-up": state.top - page,
    "page-down": state.top + page,
    start: 0,
    end: room.lines.length,
  };
  const top = Math.max(0, Math.min(targets[move], highestTop(room)));
  return { top, columns: room.columns, share: shareAbove(top, room.lines), isAtEnd: move === "end" };
}

function highestTop({ lines, rows }: ScrollRoom): number {
  return Math.max(0, lines.length - Math.max(1, rows));
}

/** The share of the text that stands above a line. Wrapping moves spaces only, so it hardly depends on the width. */
function shareAbove(top: number, lines: readonly string[]): number {
  const total = inkIn(lines);
  return total === 0 ? 0 : inkIn(lines.slice(0, top)) / total;
}

/** The last line that has at most this share of the text above it. */
function lineAt(share: number, lines: readonly string[]): number {
  // Shares are quotients, so an equal one may differ in its last digit.
  const maxAbove = share * inkIn(lines) + 0.5;
  let above = 0;
  let lastFitting = 0;
  for (const [index, line] of lines.entries()) {
    if (above > maxAbove) break;
    lastFitting = index;
    above += inkOf(line);
  }
  return share === 0 ? 0 : lastFitting;
}

function inkIn(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + inkOf(line), 0);
}

/** The characters of a line that are no spaces, without its colours. */
function inkOf(line: string): number {
  return line.replace(/\u001b\[[\d;]*m|\s+/g, "").length;
}
