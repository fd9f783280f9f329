import { displayWidth } from "../characters/display-width.ts";
import { fitRows, type TextRoom } from "../characters/fit-rows.ts";
import { fitSentence } from "../characters/fit-sentence.ts";
import { wrapText } from "../characters/wrap.ts";
import type { PaintText } from "../terminal/palette.ts";
import type { TextStyle } from "../terminal/text-style.ts";
import { markPaint, type VerdictMark } from "../terminal/verdict-marks.ts";
import type { FittingLine, MarkedLine, RemarkLine } from "./first-screen.ts";

/** A text behind its mark, in at most `rows` rows; `paint` colours the text. */
export function layOutMarked(
  { mark, text }: MarkedLine,
  rows: number,
  style: TextStyle,
  paint: PaintText = (plain) => plain,
): readonly string[] {
  return behindMark(mark, fitRows(style.clean(text), roomFor(rows, style)).map(paint), style);
}

/** A finding behind its mark, in at most `rows` rows. */
export function layOutRemark({ mark, text, keepsEnd }: RemarkLine, rows: number, style: TextStyle): readonly string[] {
  const shorten = keepsEnd ? fitRows : fitSentence;
  return behindMark(mark, shorten(style.clean(text), roomFor(rows, style)), style);
}

function behindMark(mark: VerdictMark, rows: readonly string[], style: TextStyle): readonly string[] {
  return rows.map((row, index) => `${index === 0 ? `${paintedMark(mark, style)} ` : "  "}${row}`);
}

function roomFor(rows: number, { width, glyphs }: TextStyle): TextRoom {
  return { width: width - markColumns, rows, ellipsis: glyphs.ellipsis };
}

/** The longest text of a line that fits in `rows` rows; the shortest is cut where none fits. */
export function layOutFitting({ mark, texts }: FittingLine, rows: number, style: TextStyle): readonly string[] {
  return layOutMarked({ mark, text: longestFitting(texts, rows, style) }, rows, style);
}

function longestFitting(texts: readonly string[], rows: number, style: TextStyle): string {
  const width = style.width - markColumns;
  const isFitting = (text: string): boolean =>
    displayWidth(text) <= width * rows && (rows === 1 || wrapText(text, width).length <= rows);
  return texts.find((each) => isFitting(style.clean(each))) ?? texts.at(-1) ?? "";
}

/** The same without a mark, indented as far as rows behind one. */
export function layOutFittingIndented(texts: readonly string[], rows: number, style: TextStyle): readonly string[] {
  return layOutIndented(longestFitting(texts, rows, style), rows, style);
}

/** Rows without a mark, indented as far as those behind one. */
export function layOutIndented(text: string, rows: number, style: TextStyle): readonly string[] {
  return fitRows(style.clean(text), roomFor(rows, style)).map((row) => `  ${row}`);
}

/** A mark in its colour. */
export function paintedMark(mark: VerdictMark, { glyphs, palette }: TextStyle): string {
  return markPaint(mark, palette)(glyphs.marks[mark]);
}

/** The columns of a mark and the space behind it: every mark is one column. */
export const markColumns = 2;
