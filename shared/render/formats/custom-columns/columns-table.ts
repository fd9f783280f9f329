import { type PrintBudget, spendCharacters } from "../../jsonpath/budget.ts";

/** The settings of github.com/liggitt/tabwriter in cli-runtime, pkg/printers/tabwriter.go. */
const [narrowest, padding] = [6, 3];

/**
 * Lines of tab-terminated cells, each followed by a line break, in columns as wide as kubectl's. A column is a run of
 * lines that have it. It is as wide as its widest cell and never narrower than the runs above it. The last cell of a
 * line ends no column and is not padded. A vertical tab ends a cell. A form feed ends a line and every column.
 * @throws Refusal when the padding would be longer than the budget allows
 */
export function alignedLikeKubectl(texts: readonly string[], budget: PrintBudget): string {
  const lines = texts.flatMap(linesOf);
  const widths = lines.map((): number[] => []);
  let active = lines.map((_, index) => index);
  for (let column = 0; active.length > 0; column++) {
    active = active.filter((index) => (lines[index]?.cells.length ?? 0) - 1 > column);
    let widest = narrowest;
    for (const run of runsOf(active, lines)) {
      for (const index of run) widest = Math.max(widest, widthOf(lines[index]?.cells[column] ?? "") + padding);
      for (const index of run) widths[index]?.push(widest);
      spendCharacters(budget, widest * run.length);
    }
  }
  return lines.map(({ cells }, index) => `${padded(cells, widths[index] ?? [])}\n`).join("");
}

interface Line {
  readonly cells: readonly string[];
  /** Whether a form feed precedes it. */
  readonly isApart: boolean;
}

function linesOf(text: string): readonly Line[] {
  return text.split(/(?<=[\n\f])/).flatMap((line, index, all): readonly Line[] => [
    {
      cells: line.replace(/[\n\f]$/, "").split(/[\t\v]/),
      isApart: all[index - 1]?.endsWith("\f") ?? false,
    },
    // A text that ends in a break has one more, empty line.
    ...(index === all.length - 1 && /[\n\f]$/.test(line) ? [{ cells: [""], isApart: line.endsWith("\f") }] : []),
  ]);
}

/** Groups of neighbours among `indexes`. */
function runsOf(indexes: readonly number[], lines: readonly Line[]): readonly (readonly number[])[] {
  const runs: number[][] = [];
  let last = -1;
  for (const index of indexes) {
    const run = runs.at(-1);
    if (run === undefined || index !== last + 1 || lines[index]?.isApart === true) runs.push([index]);
    else run.push(index);
    last = index;
  }
  return runs;
}

function padded(cells: readonly string[], widths: readonly number[]): string {
  return cells.map((cell, index) => `${cell}${" ".repeat(Math.max(0, (widths[index] ?? 0) - widthOf(cell)))}`).join("");
}

/** The width in code points: kubectl knows no wide characters. */
function widthOf(cell: string): number {
  let width = 0;
  for (const _ of cell) width += 1;
  return width;
}
