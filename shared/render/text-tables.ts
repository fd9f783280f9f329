import { paintOf } from "./marks.ts";
import type { ConditionRow } from "./rows-conditions.ts";
import type { GateRow } from "./rows-gates.ts";
import type { NodeRow } from "./rows-nodes.ts";
import type { PartRow } from "./rows-parts.ts";
import { clipped, type Style } from "./style.ts";
import { type Cell, type Column, table } from "./table.ts";
import { type Branch, tree } from "./tree.ts";
import { asAbove, titles } from "./words-labels.ts";

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
    { text: part.why },
  ]);
  const { head, rows } = titled(columns, cells, style);
  const below = (part: PartRow): readonly string[] => tree(part.children.map(branchOf), style);
  return [...head, ...parts.flatMap((part, index) => [...clipped(rows[index] ?? [], style), ...below(part)])];
}

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
