import { displayWidth } from "../../characters/display-width.ts";
import { wrapHanging } from "../../characters/wrap.ts";
import type { PartRow } from "../../page/component-rows.ts";
import type { ConditionRow } from "../../page/condition-rows.ts";
import type { PageGateRow } from "../../page/gate-rows.ts";
import type { NodeRow } from "../../page/node-rows.ts";
import type { RootRow } from "../../page/root-rows.ts";
import { layOutTable, type TableCell, type TableColumn } from "../../terminal/table.ts";
import { clipRows, type TextStyle } from "../../terminal/text-style.ts";
import { drawTree, type TreeBranch } from "../../terminal/tree-lines.ts";
import { markPaint } from "../../terminal/verdict-marks.ts";
import { asAbove, columnTitles } from "../../words/report/labels.ts";

/** Conditions, a line of text for each; a text equal to the one in the row above is not repeated. */
export function conditionTable(conditions: readonly ConditionRow[], style: TextStyle): readonly string[] {
  const columns = [columnTitles.condition, columnTitles.status, columnTitles.since, columnTitles.words].map(
    (title) => ({ title }),
  );
  const cells = conditions.map((row, index) => [
    ...marked(row, row.type, style),
    { text: row.status },
    { text: row.since },
    { text: row.words !== "" && conditions[index - 1]?.words === row.words ? asAbove : row.words },
  ]);
  const { head, rows } = titled(columns, cells, style);
  return [...head, ...rows.flatMap((row) => clipRows(row, style))];
}

/** Components or parts, each with the tree of unhealthy objects below it. */
export function partTable(title: string, parts: readonly PartRow[], style: TextStyle): readonly string[] {
  const columns: readonly TableColumn[] = [
    { title },
    { title: columnTitles.verdict },
    { title: columnTitles.since },
    { title: columnTitles.version, breaks: true },
    { title: columnTitles.why },
  ];
  const cells = parts.map((part) => [
    ...marked(part, part.label, style),
    { text: part.verdict, paint: markPaint(part.mark, style.palette) },
    { text: part.since },
    { text: part.version },
    { text: style.clean(part.why) },
  ]);
  const { head, rows } = titled(columns, cells, style);
  const below = (part: PartRow): readonly string[] => drawTree(part.children.map(branchOf), style);
  return [...head, ...parts.flatMap((part, index) => [...clipRows(rows[index] ?? [], style), ...below(part)])];
}

/** Several roots, a row each; texts that do not fit beside the row stand below it. */
export function rootTable(roots: readonly RootRow[], style: TextStyle): readonly string[] {
  const columns = [columnTitles.name, columnTitles.namespace, columnTitles.verdict, columnTitles.since].map(
    (title) => ({ title }),
  );
  const whys = roots.map(({ why }) => style.clean(why));
  const cells = roots.map((root) => [
    ...marked(root, root.name, style),
    { text: root.namespace },
    { text: root.verdict, paint: markPaint(root.mark, style.palette) },
    { text: root.since },
  ]);
  return tableWithWords(columns, cells, whys, columnTitles.why, style);
}

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

/** The table of what the state blocks. */
export function gateTable(gates: readonly PageGateRow[], style: TextStyle): readonly string[] {
  const cells = gates.map((gate) => [...marked(gate, gate.name, style), { text: gate.words }]);
  const { head, rows } = titled([{ title: columnTitles.gate }, { title: "" }], cells, style);
  return [...head, ...rows.flat()];
}

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

function marked({ mark }: Pick<ConditionRow, "mark">, text: string, style: TextStyle): readonly [TableCell] {
  return [{ text: `${style.glyphs.marks[mark]} ${text}`, paint: markPaint(mark, style.palette) }];
}

function branchOf(row: NodeRow): TreeBranch {
  return { mark: row.mark, text: `${row.label} ${row.description}`.trim(), children: row.children.map(branchOf) };
}
