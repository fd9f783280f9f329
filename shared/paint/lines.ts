import { displayWidth, padText } from "../characters/display-width.ts";
import type { Mark, Text } from "../model/outline.ts";
import { fitText, type TextRoom } from "../outline/fit-text.ts";
import { plainText } from "../outline/text.ts";
import type { PaintText } from "../render/terminal/palette.ts";
import type { TextStyle } from "../render/terminal/text-style.ts";
import { markPaint } from "../render/terminal/verdict-marks.ts";

/** The columns of a mark and the space behind it: every mark is one column. */
export const markColumns = 2;

/** A text behind its mark, in at most `rows` rows where nothing that must stay takes more; `paint` colours the text. */
export function layOutMarked(
  mark: Mark | undefined,
  text: Text,
  rows: number,
  style: TextStyle,
  paint: PaintText = (plain) => plain,
): readonly string[] {
  const lines = fitText(text, roomFor(rows, style, markColumns)).map(paint);
  return lines.map((line, index) => {
    const sign = index === 0 && mark !== undefined ? paintedMark(mark, style) : " ";
    return `${sign} ${line}`;
  });
}

/** Rows without a mark, behind an indentation. */
export function layOutIndented(text: Text, rows: number, style: TextStyle, indent = "  "): readonly string[] {
  return fitText(text, roomFor(rows, style, indent.length)).map((line) => `${indent}${line}`);
}

/** The columns of the labels below a headline. */
const labelColumns = 9;

/** `  Cluster   admin@prod`. */
export function layOutLabelled(label: string, text: Text, rows: number, style: TextStyle): readonly string[] {
  const head = `  ${padText(label, labelColumns)} `;
  const lines = fitText(text, roomFor(rows, style, displayWidth(head)));
  return lines.map((line, index) =>
    index === 0
      ? `  ${style.palette.bold(label)}${head.slice(2 + label.length)}${line}`
      : `${" ".repeat(head.length)}${line}`,
  );
}

export function roomFor(rows: number, { width, glyphs, clean }: TextStyle, taken: number): TextRoom {
  return { width: width - taken, rows: stretched(rows, width), ellipsis: glyphs.ellipsis, clean };
}

/** In a narrow terminal as much text takes more rows, because a terminal scrolls. */
function stretched(rows: number, width: number): number {
  return rows * Math.max(1, Math.ceil(usualColumns / width));
}

/** The columns for which numbers of rows are meant. */
const usualColumns = 80;

/** A mark in its colour. */
export function paintedMark(mark: Mark, { glyphs, palette }: TextStyle): string {
  return markPaint(mark, palette)(glyphs.marks[mark]);
}

/** The columns of a whole text. */
export function textColumns(text: Text, { clean }: TextStyle): number {
  return displayWidth(clean(plainText(text)));
}
