import { paintOf } from "./marks.ts";
import type { ConditionRow } from "./rows-conditions.ts";
import type { GateRow } from "./rows-gates.ts";
import type { NodeRow } from "./rows-nodes.ts";
import type { PartRow } from "./rows-parts.ts";
import type { RootRow } from "./rows-roots.ts";
import { clipped, type Style } from "./style.ts";
import { type Cell, type Column, table } from "./table.ts";
import { type Branch, tree } from "./tree.ts";
import { displayWidth } from "./width.ts";
import { asAbove, titles } from "./words-labels.ts";
import { hanging } from "./wrap.ts";

/** Conditions, a line of words for each; words that stand in the row above are not said again. */
export function conditionTable(conditions: readonly ConditionRow[], style: Style): readonly string[] {
  const columns = [titles.condition, titles.status, titles.since, titles.words].map((title) => ({ title }));
  const cells = conditions.map((row, index) => [
    ...marked(row, row.type, style),
    { text: row.status },
    { text: row.since },
    { text: row.words !== "" && conditions[index - 1]?.words === row.words ? asAbove : row.words },
  ]);
  const { head, rows } = titled(columns, cells, style);
  return [...head, ...rows.flatMap((row) => clipped(row, style))];
}

/** Components or parts, each with the tree of what is unwell below it. */
export function partTable(title: string, parts: readonly PartRow[], style: Style): readonly string[] {
  const columns: readonly Column[] = [
    { title },
    { title: titles.verdict },
    { title: titles.since },
    { title: titles.version, breaks: true },
    { title: titles.why },
  ];
  const cells = parts.map((part) => [
    ...marked(part, part.label, style),
    { text: part.verdict, paint: paintOf(part.mark, style.palette) },
    { text: part.since },
    { text: part.version },
    { text: style.clean(part.why) },
  ]);
  const { head, rows } = titled(columns, cells, style);
  const below = (part: PartRow): readonly string[] => tree(part.children.map(branchOf), style);
  return [...head, ...parts.flatMap((part, index) => [...clipped(rows[index] ?? [], style), ...below(part)])];
}

/** Several roots, a row each; where the words behind them have no room, they stand below. */
export function rootTable(roots: readonly RootRow[], style: Style): readonly string[] {
  const columns = [titles.name, titles.namespace, titles.verdict, titles.since].map((title) => ({ title }));
  const whys = roots.map(({ why }) => style.clean(why));
  const cells = roots.map((root) => [
    ...marked(root, root.name, style),
    { text: root.namespace },
    { text: root.verdict, paint: paintOf(root.mark, style.palette) },
    { text: root.since },
  ]);
  return tableWithWords(columns, cells, whys, titles.why, style);
}

/** A table whose last column is `words` under `title`, a sentence a row: where they have no room, they stand below. */
export function tableWithWords(
  columns: readonly Column[],
  cells: readonly (readonly Cell[])[],
  words: readonly string[],
  title: string,
  style: Style,
): readonly string[] {
  const short = titled(columns, cells, style);
  const narrow = Math.max(0, ...short.rows.flat().map(displayWidth));
  const isBelow = style.width - narrow < roomForWords && short.rows.every((row) => row.length === 1);
  if (isBelow) {
    const below = (index: number): readonly string[] => {
      const said = words[index] ?? "";
      return said === "" ? [] : clipped(hanging("    ", said, style.width), style);
    };
    return [...short.head, ...short.rows.flatMap((row, index) => [...row, ...below(index)])];
  }
  const whole = cells.map((row, index) => [...row, { text: words[index] ?? "" }]);
  const { head, rows } = titled([...columns, { title }], whole, style);
  return [...head, ...rows.flatMap((row) => clipped(row, style))];
}

/** Columns below which the words behind a root would be a thin strip. */
const roomForWords = 30;

/** What the state blocks. */
export function gateTable(gates: readonly GateRow[], style: Style): readonly string[] {
  const cells = gates.map((gate) => [...marked(gate, gate.name, style), { text: gate.words }]);
  const { head, rows } = titled([{ title: titles.gate }, { title: "" }], cells, style);
  return [...head, ...rows.flat()];
}

interface TitledTable {
  /** One line, or none. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A table with its titles where they are wanted; without rows nothing. */
function titled(columns: readonly Column[], cells: readonly (readonly Cell[])[], style: Style): TitledTable {
  if (cells.length === 0) return { head: [], rows: [] };
  const shown = style.headers ? columns : columns.map((column) => ({ ...column, title: "" }));
  const { head, rows } = table(shown, cells, style.width);
  return { head: style.headers ? [style.palette.dim(head)] : [], rows };
}

function marked({ mark }: Pick<ConditionRow, "mark">, text: string, style: Style): readonly [Cell] {
  return [{ text: `${style.glyphs.marks[mark]} ${text}`, paint: paintOf(mark, style.palette) }];
}

function branchOf(row: NodeRow): Branch {
  return { mark: row.mark, text: `${row.label} ${row.description}`.trim(), children: row.children.map(branchOf) };
}
