import { displayWidth } from "../characters/display-width.ts";
import type { Mark, OutlineEntry, Text } from "../model/outline.ts";
import { fitText, type TextRoom } from "../outline/fit-text.ts";
import { plainText } from "../outline/text.ts";
import type { PaintText } from "../render/terminal/palette.ts";
import type { TextStyle } from "../render/terminal/text-style.ts";
import { markPaint } from "../render/terminal/verdict-marks.ts";

/** The columns of a mark and the space behind it: every mark is one column. */
export const markColumns = 2;

/** The columns of the label of a field below a headline: `Cluster  `. */
export const fieldLabelWidth = 9;

/** The columns of a terminal for which numbers of rows are meant. */
const usualColumns = 80;

/**
 * A text behind its mark, `✗ CDI is degraded`, with further rows indented. It takes more than `maxRows` only where
 * pieces that must stay need them. `paint` colours the text.
 */
export function layOutMarked(
  mark: Mark | undefined,
  text: Text,
  maxRows: number,
  style: TextStyle,
  paint: PaintText = (plain) => plain,
): readonly string[] {
  const [firstLine = "", ...furtherLines] = fitText(text, roomFor(maxRows, style, markColumns)).map(paint);
  const sign = mark === undefined ? " " : paintedMark(mark, style);
  return [`${sign} ${firstLine}`, ...furtherLines.map((line) => `  ${line}`)];
}

/** Rows without a mark, behind an indentation. */
export function layOutIndented(text: Text, maxRows: number, style: TextStyle, indent = "  "): readonly string[] {
  return fitText(text, roomFor(maxRows, style, indent.length)).map((line) => `${indent}${line}`);
}

/** A text behind its label, `  Cluster   admin@prod`, with further rows below the text. */
export function layOutLabelled(label: string, text: Text, maxRows: number, style: TextStyle): readonly string[] {
  const padding = " ".repeat(Math.max(0, fieldLabelWidth - displayWidth(label)));
  const indent = " ".repeat(displayWidth(`  ${label}${padding} `));
  const [firstLine = "", ...furtherLines] = fitText(text, roomFor(maxRows, style, indent.length));
  return [`  ${style.palette.bold(label)}${padding} ${firstLine}`, ...furtherLines.map((line) => `${indent}${line}`)];
}

/** The first commands, a line each: `  $ kubectl get pods`. They are never wrapped or cut, so that they can be copied. */
export function layOutCommands(
  { commands }: Pick<OutlineEntry, "commands">,
  maxCommands: number = Number.POSITIVE_INFINITY,
): readonly string[] {
  return commands.slice(0, maxCommands).map(({ command }) => `  $ ${command}`);
}

/** The lines of all blocks that have any, with an empty line between two blocks. */
export function joinBlocks(blocks: readonly (readonly string[])[]): readonly string[] {
  const filled = blocks.filter((block) => block.length > 0);
  return filled.flatMap((block, index) => (index === 0 ? block : ["", ...block]));
}

/**
 * The room for a text in lines of which `takenColumns` are taken. A terminal below 80 columns gets more rows for the same
 * text, because a terminal scrolls.
 */
export function roomFor(maxRows: number, { width, glyphs, clean }: TextStyle, takenColumns: number): TextRoom {
  const rowsFactor = Math.max(1, Math.ceil(usualColumns / width));
  return { width: width - takenColumns, rows: maxRows * rowsFactor, ellipsis: glyphs.ellipsis, clean };
}

/** A mark in its colour. */
export function paintedMark(mark: Mark, { glyphs, palette }: TextStyle): string {
  return markPaint(mark, palette)(glyphs.marks[mark]);
}

/** The columns of a whole text. */
export function textColumns(text: Text, { clean }: TextStyle): number {
  return displayWidth(clean(plainText(text)));
}
