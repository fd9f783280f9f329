import { countText } from "../../outline/words/names.ts";
import type { ScreenSize } from "../terminal/frame.ts";
import type { PaintText } from "../terminal/palette.ts";
import type { GlyphSet } from "../terminal/verdict-marks.ts";

/** The content of a screen; each line fits or is cut. */
export interface WatchScreen {
  readonly report: readonly string[];
  /** At most `room` lines of changes, newest last: the most informative ones. */
  readonly changes: (room: number) => readonly string[];
  /**
   * At most two lines above the last row. They hold what another program printed, such as a credential plugin, and why
   * the connection is in its state.
   */
  readonly messages: readonly string[];
  readonly status: string;
}

/** Where each part of a screen stands. */
export interface WatchLayout {
  /** The lines of which `rows` are shown: the report, and below it the changes that have no row of their own. */
  readonly lines: readonly string[];
  readonly rows: number;
  /** Whether not all of them fit. A sign then says which of them are shown. */
  readonly isLong: boolean;
  /** The newest changes, which always show. */
  readonly changes: readonly string[];
  /** The number of earlier changes that nothing shows. */
  readonly hidden: number;
  readonly messages: readonly string[];
  readonly status: string;
  /** The size of the whole screen. */
  readonly size: ScreenSize;
}

/**
 * Divides the rows of a screen. The report comes first, then the last changes, the status in the last row. Where not all of it
 * fits, report and earlier changes scroll above the newest changes.
 */
export function layOutWatchScreen({ report, changes, messages, status }: WatchScreen, size: ScreenSize): WatchLayout {
  const { rows: height } = size;
  const maxMessages = height < 8 ? 1 : 2;
  const shownMessages = height < 4 ? [] : messages.slice(-maxMessages);
  const room = Math.max(0, height - shownMessages.length - 1);
  const rest = { messages: shownMessages, status, size };
  const all = changes(allChanges);
  const fewest = all.length === 0 ? 0 : 1 + Math.max(1, Math.min(all.length, maxBeside(height)));
  // The empty lines between blocks are omitted where all of the rest fits then.
  const fitting = [report, report.filter((line) => line !== "")].find((lines) => lines.length + fewest <= room);
  if (fitting !== undefined) {
    const beside = all.length === 0 ? [] : changes(room - fitting.length - 1);
    const hidden = all.length - beside.length;
    return { lines: fitting, rows: fitting.length, isLong: false, changes: beside, hidden, ...rest };
  }
  const beside = changes(maxBeside(height));
  const earlier = all.filter((line) => !beside.includes(line));
  const lines = [...report, ...(earlier.length === 0 ? [] : ["", ...earlier])];
  const rows = Math.max(0, room - beside.length - (hasSignRow(height) ? 1 : 0));
  return { lines, rows, isLong: true, changes: beside, hidden: 0, ...rest };
}

/** A line for each row of the screen, with `top` lines scrolled away. */
export function renderWatchScreen(
  layout: WatchLayout,
  top: number,
  glyphs: Pick<GlyphSet, "up" | "down" | "dot">,
  dim: PaintText,
): readonly string[] {
  const { lines, rows, isLong, changes, hidden, messages, status, size } = layout;
  const { rows: height, columns } = size;
  const body = lines.slice(top, top + rows);
  const position = { above: top, shown: body.length, total: lines.length };
  const sign = isLong ? scrollSign(position, glyphs, columns) : hiddenSign(hidden);
  const isBelow = isLong && hasSignRow(height);
  const middle = isBelow || changes.length > 0 ? [dim(sign), ...changes] : [];
  const last = isLong && !isBelow ? `${dim(sign)} ${glyphs.dot} ${status}` : status;
  // Changes stand right below a report that fits; messages and the status stand at the bottom.
  const filled = body.length + middle.length + messages.length + 1;
  const blank = Array.from({ length: Math.max(0, height - filled) }, () => "");
  return [...body, ...middle, ...blank, ...messages, last].slice(-height);
}

/** The number of changes that always show beside a report that needs all the room. */
export function maxBeside(height: number): number {
  if (height < 12) return 0;
  return height < 20 ? 2 : 4;
}

/** Whether the sign has a row of its own; else it stands before the status. */
function hasSignRow(height: number): boolean {
  return height > 2;
}

const allChanges = Number.MAX_SAFE_INTEGER;

/** How many lines are scrolled away above, how many are shown, and how many there are. */
interface ScrollPosition {
  readonly above: number;
  readonly shown: number;
  readonly total: number;
}

/** The sign below lines that do not all fit: `lines 1-22 of 38, ↓ for more`; `1-22/38 ↓` where the screen is narrow. */
function scrollSign(
  { above, shown, total }: ScrollPosition,
  { up, down }: { readonly up: string; readonly down: string },
  columns: number,
): string {
  if (shown === 0) return `${total} lines hidden`;
  const keys: string[] = [];
  if (above > 0) keys.push(up);
  if (above + shown < total) keys.push(down);
  const which = shown === 1 ? `line ${above + 1}` : `lines ${above + 1}-${above + shown}`;
  const whole = `${which} of ${total}${keys.length === 0 ? "" : `, ${keys.join(" ")} for more`}`;
  return whole.length <= columns ? whole : `${above + 1}-${above + shown}/${total} ${keys.join(" ")}`;
}

/** The sign above changes of which the earlier ones have no room; empty where all are shown. */
function hiddenSign(changes: number): string {
  return changes > 0 ? countText(changes, "earlier change") : "";
}
