import type { RootNode } from "../model/report.ts";
import { paintOf } from "./marks.ts";
import { type ConditionRow, conditionRows } from "./rows-conditions.ts";
import { clipped, marked, type Style } from "./style.ts";
import { type Cell, table } from "./table.ts";
import { asAbove, goodWords, notJudgedWords, titles } from "./words-labels.ts";
import { hanging } from "./wrap.ts";

/** The conditions that are not as they should be as a table, worst first; the rest in one line each. */
export function conditionLines(root: RootNode, now: string, style: Style): readonly string[] {
  const { abnormal, good, unjudged } = conditionRows(root.conditions, now, style.wide);
  const listed = style.wide ? [...abnormal, ...good, ...unjudged] : abnormal;
  if (listed.length === 0) return [];
  const columns = [titles.condition, titles.status, titles.since, titles.words].map((title) => ({ title }));
  const { head, rows } = table(
    columns,
    listed.map((row, index) => cellsOf(row, listed[index - 1], style)),
    style.width,
  );
  const lines = rows.flatMap((row) => clipped(row, style));
  return [style.palette.dim(head), ...lines, ...(style.wide ? [] : folded(good, unjudged, style))];
}

function cellsOf(row: ConditionRow, above: ConditionRow | undefined, style: Style): readonly Cell[] {
  const words = row.words !== "" && above?.words === row.words ? asAbove : row.words;
  return [
    { text: `${style.glyphs.marks[row.mark]} ${row.type}`, paint: paintOf(row.mark, style.palette) },
    { text: row.status },
    { text: row.since },
    { text: words },
  ];
}

function folded(good: readonly ConditionRow[], unjudged: readonly ConditionRow[], style: Style): readonly string[] {
  const names = (rows: readonly ConditionRow[]): readonly string[] => rows.map((row) => `${row.type} ${row.status}`);
  return [
    ...(good.length === 0 ? [] : marked("good", goodWords(names(good)), style)),
    ...(unjudged.length === 0 ? [] : hanging("  ", notJudgedWords(names(unjudged)), style.width)),
  ];
}
