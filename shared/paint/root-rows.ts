import { displayWidth, padText } from "../characters/display-width.ts";
import type { OutlineEntry } from "../model/outline.ts";
import { plainText, words } from "../outline/text.ts";
import type { TextStyle } from "../render/terminal/text-style.ts";
import { fitText } from "./fit-text.ts";
import { layOutMarked, markColumns, roomFor } from "./lines.ts";

/** The fewest columns in which the cause of a root stands beside it. */
const leastRoom = 16;

/** The most roots with a row. */
const mostRows = 20;

/** Several roots, one row each; the last row counts those without one. */
export function layOutRows(rows: readonly OutlineEntry[], style: TextStyle): readonly string[] {
  const shown = rows.slice(0, mostRows);
  const names = columnOf(shown.map(({ subject }) => plainText(subject)));
  const states = columnOf(shown.map(({ text }) => plainText(text)));
  const lines = shown.flatMap(({ mark, subject, text, entries }) => {
    const head = `${padText(plainText(subject), names)}  ${padText(plainText(text), states)}`;
    const room = style.width - markColumns - displayWidth(head) - 2;
    const why = entries[0]?.text ?? [];
    const beside =
      room < leastRoom || why.length === 0 ? [] : fitText(why, { ...roomFor(1, style, 0), width: room, rows: 1 });
    // What does not fit in one row stands with the cause of the root, or in the full report.
    return layOutMarked(mark, words(`${head}  ${beside.length === 1 ? beside[0] : ""}`.trimEnd()), 2, style);
  });
  const left = rows.length - shown.length;
  return left === 0 ? lines : [...lines, `  and ${left} more`];
}

function columnOf(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(displayWidth));
}
