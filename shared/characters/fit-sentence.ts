import { displayWidth } from "./display-width.ts";
import { fitRows, type TextRoom } from "./fit-rows.ts";
import { joinLines } from "./join-lines.ts";
import { wrapText } from "./wrap.ts";

/**
 * One of our own sentences in at most `rows` lines. It says the fact first, so its end is omitted: a whole clause where
 * one ends in the second half, else words.
 */
export function fitSentence(text: string, room: TextRoom): readonly string[] {
  const line = joinLines(text);
  const { width, rows, ellipsis } = room;
  const whole = fitRows(line, { ...room, rows: Number.POSITIVE_INFINITY });
  if (whole.length <= rows) return whole;
  const fits = (end: number): boolean => wrapText(`${line.slice(0, end)} ${ellipsis}`, width).length <= rows;
  const [words, clauses] = [/ /g, /[:;,]? \(|[:;,] /g].map((ends) =>
    Array.from(line.matchAll(ends), ({ index }) => index).findLast(fits),
  );
  // A single word without a space is cut like any other text.
  if (words === undefined) return fitRows(line, room);
  const end = clauses !== undefined && displayWidth(line.slice(0, clauses)) * 2 >= width * rows ? clauses : words;
  return wrapText(`${line.slice(0, end)} ${ellipsis}`, width);
}
