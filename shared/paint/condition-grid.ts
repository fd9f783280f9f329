import { displayWidth } from "../characters/display-width.ts";
import type { Mark, OutlineEntry } from "../model/outline.ts";
import { entryLine, plainText, word } from "../outline/text.ts";
import type { TextStyle } from "../render/terminal/text-style.ts";
import { layOutIndented, layOutMarked, markColumns, paintedMark } from "./lines.ts";
import type { ScreenDensity } from "./screen-density.ts";

/** Spaces between two columns. */
const columnGap = 3;

/** The numbers of columns that are tried below the number of cells, in this order. */
const usualColumnCounts: readonly number[] = [4, 3, 2];

/** A condition in a row with others: `✗ Available=False`. */
interface ConditionCell {
  readonly mark: Mark;
  readonly text: string;
  /** The columns of mark and text. */
  readonly width: number;
}

/**
 * Conditions in columns, row by row: `✗ Available=False   ✓ Upgradeable=True`. A condition that is wider than the
 * terminal takes several rows, and then each condition has rows of its own. Where there are more rows than the density
 * allows, the last one names the other conditions.
 */
export function layOutConditions(
  conditions: readonly OutlineEntry[],
  { conditionRows: maxRows, textRows }: ScreenDensity,
  style: TextStyle,
): readonly string[] {
  const cells = conditions.map((condition): ConditionCell => {
    const text = style.clean(plainText(entryLine(condition)));
    return { mark: condition.mark ?? "unknown", text, width: markColumns + displayWidth(text) };
  });
  if (cells.some(({ width }) => width > style.width)) {
    const shown = conditions.length <= maxRows ? conditions : conditions.slice(0, maxRows - 1);
    const lines = shown.flatMap((condition) => layOutMarked(condition.mark, entryLine(condition), textRows, style));
    return [...lines, ...nameOthers(conditions.slice(shown.length), style)];
  }
  const columnCount = chooseColumnCount(cells, style.width);
  const rows = layOutRows(cells, columnCount, style);
  if (rows.length <= maxRows) return rows;
  const shownRows = rows.slice(0, maxRows - 1);
  return [...shownRows, ...nameOthers(conditions.slice(shownRows.length * columnCount), style)];
}

/** As many columns as fit: all cells in one row, else four, three, two or one; two without a width. */
function chooseColumnCount(cells: readonly ConditionCell[], width: number): number {
  if (width === Number.POSITIVE_INFINITY) return 2;
  const fits = (columnCount: number): boolean => {
    const widths = measureColumns(cells, columnCount);
    return widths.reduce((sum, columnWidth) => sum + columnWidth, columnGap * (columnCount - 1)) <= width;
  };
  return [cells.length, ...usualColumnCounts].find(fits) ?? 1;
}

/** The width of each column: that of its widest cell. */
function measureColumns(cells: readonly ConditionCell[], columnCount: number): readonly number[] {
  const widths = Array.from({ length: columnCount }, () => 0);
  for (const [index, { width }] of cells.entries()) {
    const column = index % columnCount;
    widths[column] = Math.max(widths[column] ?? 0, width);
  }
  return widths;
}

function layOutRows(cells: readonly ConditionCell[], columnCount: number, style: TextStyle): readonly string[] {
  const widths = measureColumns(cells, columnCount);
  const rows: string[] = [];
  for (let start = 0; start < cells.length; start += columnCount) {
    const paddedCells = cells.slice(start, start + columnCount).map(({ mark, text, width }, column) => {
      const padding = (widths[column] ?? width) - width + columnGap;
      return `${paintedMark(mark, style)} ${text}${" ".repeat(padding)}`;
    });
    rows.push(paddedCells.join("").trimEnd());
  }
  return rows;
}

/** `  and Degraded=True, Upgradeable=False`: the conditions without a row. */
function nameOthers(others: readonly OutlineEntry[], style: TextStyle): readonly string[] {
  if (others.length === 0) return [];
  const names = others.map(({ subject }) => plainText(subject));
  return layOutIndented([word("and "), { is: "list", names }], 1, style);
}
