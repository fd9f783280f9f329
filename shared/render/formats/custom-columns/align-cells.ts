import { type PrintBudget, spendCharacters } from "../../jsonpath/budget.ts";

// The settings of github.com/liggitt/tabwriter in cli-runtime, pkg/printers/tabwriter.go.
const minColumnWidth = 6;
const padding = 3;

/** A line with the widths of its cells, of which all but the last cell get one. */
interface TabbedLine {
  /** The number of the line in the output. */
  readonly index: number;
  readonly cells: readonly string[];
  /** Whether a form feed precedes it, which ends every column. */
  readonly isAfterFormFeed: boolean;
  readonly widths: number[];
}

/**
 * Aligns texts of tab-terminated cells in columns as wide as kubectl's, each line followed by a line break:
 *
 * - A column is a run of neighbouring lines that have it. Its width is that of its widest cell, and at least that of the
 *   runs above it.
 * - The last cell of a line ends no column and is not padded.
 * - A vertical tab ends a cell like a tab. A line break ends a line, a form feed a line and every column.
 *
 * @throws TemplateError when the padding would be longer than the budget allows
 */
export function alignCells(texts: readonly string[], budget: PrintBudget): string {
  const lines = texts.flatMap(splitLines).map((line, index): TabbedLine => ({ ...line, index, widths: [] }));
  let linesWithColumn = lines;
  for (let column = 0; linesWithColumn.length > 0; column += 1) {
    linesWithColumn = linesWithColumn.filter(({ cells }) => column < cells.length - 1);
    let width = minColumnWidth;
    for (const run of groupNeighbours(linesWithColumn)) {
      for (const { cells } of run) width = Math.max(width, countCodePoints(cells[column] ?? "") + padding);
      for (const { widths } of run) widths.push(width);
      spendCharacters(budget, width * run.length);
    }
  }
  return lines.map((line) => `${padCells(line)}\n`).join("");
}

/** The lines of a text. A text that ends in a break has one more, empty line. */
function splitLines(text: string): readonly Pick<TabbedLine, "cells" | "isAfterFormFeed">[] {
  const breaks = text.match(/[\n\f]/g) ?? [];
  return text.split(/[\n\f]/).map((line, index) => ({
    cells: line.split(/[\t\v]/),
    isAfterFormFeed: breaks[index - 1] === "\f",
  }));
}

/** The runs of lines that follow each other in the output, without a form feed between them. */
function groupNeighbours(lines: readonly TabbedLine[]): readonly (readonly TabbedLine[])[] {
  const runs: TabbedLine[][] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    const isNeighbour = run?.at(-1)?.index === line.index - 1 && !line.isAfterFormFeed;
    if (run !== undefined && isNeighbour) run.push(line);
    else runs.push([line]);
  }
  return runs;
}

function padCells({ cells, widths }: TabbedLine): string {
  const padded = cells.map((cell, column) => {
    const missing = (widths[column] ?? 0) - countCodePoints(cell);
    return cell + " ".repeat(Math.max(0, missing));
  });
  return padded.join("");
}

/** The width of a cell: kubectl knows no wide characters. */
function countCodePoints(cell: string): number {
  let count = 0;
  for (const _ of cell) count += 1;
  return count;
}
