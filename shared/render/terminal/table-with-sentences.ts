import { displayWidth } from "../../characters/display-width.ts";
import { wrapHanging } from "../../characters/wrap.ts";
import { layOutTable, type TableCell, type TableColumn } from "./table.ts";
import { clipRows, type TextStyle } from "./text-style.ts";

/**
 * A table whose last column is `words` under `title`, a sentence for each row. Sentences that do not fit beside their
 * row stand below it.
 */
export function tableWithWords(
  columns: readonly TableColumn[],
  cells: readonly (readonly TableCell[])[],
  words: readonly string[],
  title: string,
  style: TextStyle,
): readonly string[] {
  const short = titled(columns, cells, style);
  const narrow = Math.max(0, ...short.rows.flat().map(displayWidth));
  const isBelow = style.width - narrow < roomForWords && short.rows.every((row) => row.length === 1);
  if (isBelow) {
    const below = (index: number): readonly string[] => {
      const detail = words[index] ?? "";
      return detail === "" ? [] : clipRows(wrapHanging("    ", detail, style.width), style);
    };
    return [...short.head, ...short.rows.flatMap((row, index) => [...row, ...below(index)])];
  }
  const whole = cells.map((row, index) => [...row, { text: words[index] ?? "" }]);
  const { head, rows } = titled([...columns, { title }], whole, style);
  return [...head, ...rows.flatMap((row) => clipRows(row, style))];
}

/** The fewest columns for the text behind a root; with less room it stands below. */
const roomForWords = 30;

interface TitledTable {
  /** One line, or none. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A table, with titles unless they are switched off; without rows nothing. */
function titled(
  columns: readonly TableColumn[],
  cells: readonly (readonly TableCell[])[],
  style: TextStyle,
): TitledTable {
  if (cells.length === 0) return { head: [], rows: [] };
  const shown = style.headers ? columns : columns.map((column) => ({ ...column, title: "" }));
  const { head, rows } = layOutTable(shown, cells, style.width);
  return { head: style.headers ? [style.palette.dim(head)] : [], rows };
}
