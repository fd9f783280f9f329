import { displayWidth } from "../characters/display-width.ts";
import { fitRows } from "../characters/fit-rows.ts";
import type { TextStyle } from "../terminal/text-style.ts";
import { moreConditionsText } from "../words/first-screen/labels.ts";
import type { ScreenDensity } from "./density.ts";
import type { MarkedLine } from "./first-screen.ts";
import { layOutMarked, markColumns, paintedMark } from "./lay-out-marked.ts";

/** Spaces between two columns. */
const gap = 3;

/**
 * Conditions in as many columns as fit, and without a width in two, row by row. Where there are more than
 * `most` rows, the last one counts the others. In a narrow terminal one takes as many rows as `wrapped`.
 */
export function layOutConditions(
  entries: readonly MarkedLine[],
  { conditionRows: most, lineRows: wrapped }: ScreenDensity,
  style: TextStyle,
): readonly string[] {
  if (entries.some(({ text }) => displayWidth(text) > style.width - markColumns) && entries.length <= most)
    return entries.flatMap((entry) => layOutMarked(entry, wrapped, style));
  const texts = entries.map((entry) => fittedText(entry, style));
  const counts = style.width === Number.POSITIVE_INFINITY ? [2] : [entries.length, 4, 3, 2];
  const columns = counts.find((count) => tableWidth(texts, count) <= style.width) ?? 1;
  const rows = Array.from({ length: Math.ceil(entries.length / columns) }, (_, row) =>
    rowText(entries, texts, { columns, row, style }),
  );
  if (rows.length <= most) return rows;
  const left = entries.length - (most - 1) * columns;
  return [...rows.slice(0, most - 1), `  ${moreConditionsText(left)}`];
}

interface RowPlace {
  readonly columns: number;
  readonly row: number;
  readonly style: TextStyle;
}

function rowText(entries: readonly MarkedLine[], texts: readonly string[], { columns, row, style }: RowPlace): string {
  const widths = columnWidths(texts, columns);
  const start = row * columns;
  const cells = entries.slice(start, start + columns).map(({ mark }, index) => {
    const text = texts[start + index] ?? "";
    const room = (widths[index] ?? 0) + gap - displayWidth(text);
    return `${paintedMark(mark, style)}${text.slice(1)}${" ".repeat(Math.max(0, room))}`;
  });
  return cells.join("").trimEnd();
}

function fittedText({ mark, text }: MarkedLine, { width, glyphs, clean }: TextStyle): string {
  const room = { width: width - markColumns, rows: 1, ellipsis: glyphs.ellipsis };
  return `${glyphs.marks[mark]} ${fitRows(clean(text), room).join(" ")}`;
}

function columnWidths(texts: readonly string[], columns: number): readonly number[] {
  return Array.from({ length: columns }, (_, column) =>
    Math.max(0, ...texts.filter((_text, index) => index % columns === column).map(displayWidth)),
  );
}

function tableWidth(texts: readonly string[], columns: number): number {
  return columnWidths(texts, columns).reduce((sum, width) => sum + width, gap * (columns - 1));
}
