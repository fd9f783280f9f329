import { moreLines } from "./words-watch.ts";

/** What a screen is to show, each a line that fits or is cut. */
export interface Scene {
  readonly report: readonly string[];
  /** At most so many lines of what changed, newest last: those that tell most. */
  readonly changes: (room: number) => readonly string[];
  /** Above the last row, at most two: what somebody else said, such as a credential plugin, and why it is so. */
  readonly said: readonly string[];
  readonly status: string;
}

/**
 * A line for each of `rows` rows: the report from its top, the last changes, the status in the last row. The report gives
 * way to a few changes where there is room for both; what does not fit is counted.
 */
export function pictureOf({ report, changes, said, status }: Scene, rows: number, dots: string): readonly string[] {
  const foot = [...(rows < 4 ? [] : said.slice(rows < 8 ? -1 : -2)), status];
  const room = rows - foot.length;
  const shown = changes(Math.max(mostBeside(rows), room - report.length - 1));
  const above = shown.length === 0 ? room : room - shown.length - 1;
  const body = fitted(report, above, dots);
  const blank = Array.from({ length: Math.max(0, above - body.length) }, () => "");
  return [...body, ...(shown.length === 0 ? [] : ["", ...shown]), ...blank, ...foot].slice(-rows);
}

/** Changes that stand beside a report which needs all the room there is. */
export function mostBeside(rows: number): number {
  if (rows < 12) return 0;
  return rows < 20 ? 2 : 4;
}

function fitted(lines: readonly string[], room: number, dots: string): readonly string[] {
  if (lines.length <= room) return lines;
  // What parts the blocks is the first to go.
  const dense = lines.filter((line) => line !== "");
  if (dense.length <= room) return dense;
  if (room < 2) return dense.slice(0, Math.max(0, room));
  return [...dense.slice(0, room - 1), moreLines(dense.length - room + 1, dots)];
}
