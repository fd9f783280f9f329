import { moreLines } from "../words/commands/watch.ts";

/** The content of a screen; each line fits or is cut. */
export interface WatchScreen {
  readonly report: readonly string[];
  /** At most `room` lines of changes, newest last: the most informative ones. */
  readonly changes: (room: number) => readonly string[];
  /**
   * At most two lines above the last row. They hold what another program printed, such as a credential plugin, and why
   * the connection is in its state.
   */
  readonly said: readonly string[];
  readonly status: string;
}

/**
 * A line for each of `rows` rows. The report from its top comes first, then the last changes, the status in the last
 * row. Where both fit, the report is shortened for a few changes; lines that do not fit are counted.
 */
export function renderWatchScreen(
  { report, changes, said, status }: WatchScreen,
  rows: number,
  dots: string,
): readonly string[] {
  const foot = [...(rows < 4 ? [] : said.slice(rows < 8 ? -1 : -2)), status];
  const room = rows - foot.length;
  const shown = changes(Math.max(mostBeside(rows), room - report.length - 1));
  const above = shown.length === 0 ? room : room - shown.length - 1;
  const body = fitted(report, above, dots);
  const blank = Array.from({ length: Math.max(0, above - body.length) }, () => "");
  return [...body, ...(shown.length === 0 ? [] : ["", ...shown]), ...blank, ...foot].slice(-rows);
}

/** The number of changes beside a report that needs all the room. */
export function mostBeside(rows: number): number {
  if (rows < 12) return 0;
  return rows < 20 ? 2 : 4;
}

function fitted(lines: readonly string[], room: number, dots: string): readonly string[] {
  if (lines.length <= room) return lines;
  // The empty lines between blocks are the first to be omitted.
  const dense = lines.filter((line) => line !== "");
  if (dense.length <= room) return dense;
  if (room < 2) return dense.slice(0, Math.max(0, room));
  return [...dense.slice(0, room - 1), moreLines(dense.length - room + 1, dots)];
}
