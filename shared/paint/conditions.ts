import { displayWidth } from "../characters/display-width.ts";
import type { OutlineEntry } from "../model/outline.ts";
import { entryLine, plainText, word } from "../outline/text.ts";
import type { TextStyle } from "../render/terminal/text-style.ts";
import { layOutIndented, layOutMarked, markColumns, paintedMark } from "./lines.ts";
import type { ScreenDensity } from "./screen-density.ts";

/** Spaces between two columns. */
const gap = 3;

/**
 * Conditions in as many columns as fit, and without a width in two, row by row. Where there are more rows than the
 * density allows, the last one names the others.
 */
export function layOutConditions(
  entries: readonly OutlineEntry[],
  { conditionRows: most, textRows }: ScreenDensity,
  style: TextStyle,
): readonly string[] {
  const cells = entries.map((entry) => ({
    mark: entry.mark ?? "unknown",
    text: style.clean(plainText(entryLine(entry))),
  }));
  const room = style.width - markColumns;
  if (cells.some(({ text }) => displayWidth(text) > room)) {
    const shown = entries.length <= most ? entries : entries.slice(0, most - 1);
    return [
      ...shown.flatMap((entry) => layOutMarked(entry.mark, entryLine(entry), textRows, style)),
      ...layOutOthers(entries.slice(shown.length), style),
    ];
  }
  const texts = cells.map(({ text }) => text);
  const counts = style.width === Number.POSITIVE_INFINITY ? [2] : [cells.length, 4, 3, 2];
  const columns = counts.find((count) => tableWidth(texts, count) <= style.width) ?? 1;
  const widths = columnWidths(texts, columns);
  const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
    cells
      .slice(row * columns, (row + 1) * columns)
      .map(({ mark, text }, column) => {
        const padding = (widths[column] ?? 0) + gap - markColumns - displayWidth(text);
        return `${paintedMark(mark, style)} ${text}${" ".repeat(Math.max(0, padding))}`;
      })
      .join("")
      .trimEnd(),
  );
  if (rows.length <= most) return rows;
  return [...rows.slice(0, most - 1), ...layOutOthers(entries.slice((most - 1) * columns), style)];
}

/** `and Degraded=True, Upgradeable=False`: a condition without a row of its own is named. */
function layOutOthers(others: readonly OutlineEntry[], style: TextStyle): readonly string[] {
  if (others.length === 0) return [];
  const names = others.map(({ subject }) => plainText(subject));
  return layOutIndented([word("and "), { is: "list", names }], 1, style);
}

function columnWidths(texts: readonly string[], columns: number): readonly number[] {
  return Array.from({ length: columns }, (_, column) =>
    Math.max(
      0,
      ...texts.filter((_text, index) => index % columns === column).map((text) => displayWidth(text) + markColumns),
    ),
  );
}

function tableWidth(texts: readonly string[], columns: number): number {
  return columnWidths(texts, columns).reduce((sum, width) => sum + width, gap * (columns - 1));
}
