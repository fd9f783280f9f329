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

/** A number of lines that has room for every change. */
const unlimited = Number.MAX_SAFE_INTEGER;

/** The fewest rows of a screen that shows a message of another program, and of one that shows two. */
const minHeight = { oneMessage: 4, twoMessages: 8 };

/**
 * Divides the rows of a screen. The report comes first, then the last changes, the status in the last row:
 * 1. Where report and changes fit, both are shown, with as many changes as have room.
 * 2. The same without the empty lines of the report.
 * 3. Else report and earlier changes scroll above the newest changes.
 */
export function layOutWatchScreen({ report, changes, messages, status }: WatchScreen, size: ScreenSize): WatchLayout {
  const shownMessages = chooseMessages(messages, size);
  const statusAndMessages = { messages: shownMessages, status, size };
  const room = Math.max(0, size.rows - shownMessages.length - 1);
  const allChanges = changes(unlimited);
  // The sign above the changes takes a row, and at least one change stands below it.
  const minChangeRows =
    allChanges.length === 0 ? 0 : 1 + Math.max(1, Math.min(allChanges.length, maxBeside(size.rows)));
  const denseReport = report.filter((line) => line !== "");
  const fittingReport = [report, denseReport].find((lines) => lines.length + minChangeRows <= room);
  if (fittingReport !== undefined) {
    const rows = fittingReport.length;
    const shownChanges = allChanges.length === 0 ? [] : changes(room - rows - 1);
    const hidden = allChanges.length - shownChanges.length;
    return { lines: fittingReport, rows, isLong: false, changes: shownChanges, hidden, ...statusAndMessages };
  }
  const newestChanges = changes(maxBeside(size.rows));
  const earlierChanges = allChanges.filter((line) => !newestChanges.includes(line));
  const lines = earlierChanges.length === 0 ? report : [...report, "", ...earlierChanges];
  const rows = Math.max(0, room - newestChanges.length - (hasSignRow(size.rows) ? 1 : 0));
  return { lines, rows, isLong: true, changes: newestChanges, hidden: 0, ...statusAndMessages };
}

/** The last messages that a screen of this size has room for. */
function chooseMessages(messages: readonly string[], { rows }: ScreenSize): readonly string[] {
  if (rows < minHeight.oneMessage) return [];
  return messages.slice(rows < minHeight.twoMessages ? -1 : -2);
}

/** A line for each row of the screen, with `top` lines scrolled away. */
export function renderWatchScreen(
  layout: WatchLayout,
  top: number,
  glyphs: Pick<GlyphSet, "up" | "down" | "dot">,
  dim: PaintText,
): readonly string[] {
  const { lines, rows, isLong, changes, hidden, messages, status, size } = layout;
  const body = lines.slice(top, top + rows);
  const position = { above: top, shown: body.length, total: lines.length };
  const sign = dim(isLong ? scrollSign(position, glyphs, size.columns) : hiddenSign(hidden));
  const isSignBesideStatus = isLong && !hasSignRow(size.rows);
  const hasSign = (isLong && !isSignBesideStatus) || changes.length > 0;
  const signAndChanges = hasSign ? [sign, ...changes] : [];
  const lastRow = isSignBesideStatus ? `${sign} ${glyphs.dot} ${status}` : status;
  // Changes stand right below a report that fits; messages and the status stand at the bottom.
  const usedRows = body.length + signAndChanges.length + messages.length + 1;
  const emptyRows = Array.from({ length: Math.max(0, size.rows - usedRows) }, () => "");
  return [...body, ...signAndChanges, ...emptyRows, ...messages, lastRow].slice(-size.rows);
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
  const range = `${above + 1}-${above + shown}`;
  const lines = shown === 1 ? `line ${above + 1}` : `lines ${range}`;
  const more = keys.length === 0 ? "" : `, ${keys.join(" ")} for more`;
  const sign = `${lines} of ${total}${more}`;
  return sign.length <= columns ? sign : `${range}/${total} ${keys.join(" ")}`;
}

/** The sign above changes of which the earlier ones have no room; empty where all are shown. */
function hiddenSign(changes: number): string {
  return changes > 0 ? countText(changes, "earlier change") : "";
}
