import { maxDisplayWidth } from "../../characters/display-width.ts";
import { wrapHanging } from "../../characters/wrap.ts";
import { layOutTable, type TableCell, type TableColumn, type TextTable } from "./table.ts";
import { clipRows, type TextStyle } from "./text-style.ts";

/** The fewest columns of a terminal that the rows have to leave for sentences beside them. */
const minSentenceColumns = 30;

/** What stands before the lines of a sentence below its row. */
const sentenceIndent = "    ";

/**
 * A table whose last column, with the title `sentenceTitle`, has a sentence for each row. Where all rows without their
 * sentence fit one line each and leave less than 30 columns, the sentences stand below their rows.
 */
export function tableWithSentences(
  columns: readonly TableColumn[],
  rows: readonly (readonly TableCell[])[],
  sentences: readonly string[],
  sentenceTitle: string,
  style: TextStyle,
): readonly string[] {
  if (rows.length === 0) return [];
  const rowTable = layOutTitledTable(columns, rows, style);
  const rowWidth = maxDisplayWidth(rowTable.rows.flat());
  const isRoomNarrow = style.width - rowWidth < minSentenceColumns;
  if (isRoomNarrow && rowTable.rows.every((lines) => lines.length === 1)) {
    const lines = rowTable.rows.flatMap((rowLines, index) => {
      const sentence = sentences[index] ?? "";
      if (sentence === "") return rowLines;
      return [...rowLines, ...clipRows(wrapHanging(sentenceIndent, sentence, style.width), style)];
    });
    return [...headLines(rowTable, style), ...lines];
  }
  const rowsWithSentence = rows.map((row, index) => [...row, { text: sentences[index] ?? "" }]);
  const table = layOutTitledTable([...columns, { title: sentenceTitle }], rowsWithSentence, style);
  return [...headLines(table, style), ...table.rows.flatMap((lines) => clipRows(lines, style))];
}

/** A table whose columns have no titles where those are switched off, so that a title makes no column wider. */
function layOutTitledTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly TableCell[])[],
  style: TextStyle,
): TextTable {
  const titledColumns = style.headers ? columns : columns.map((column) => ({ ...column, title: "" }));
  return layOutTable(titledColumns, rows, style.width);
}

function headLines({ head }: TextTable, style: TextStyle): readonly string[] {
  return style.headers ? [style.palette.dim(head)] : [];
}
