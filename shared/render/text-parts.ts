import type { Finding } from "../model/finding.ts";
import type { RootNode } from "../model/report.ts";
import { paintOf } from "./marks.ts";
import type { NodeRow } from "./rows-nodes.ts";
import { type PartRow, partRows } from "./rows-parts.ts";
import { clipped, marked, type Style } from "./style.ts";
import { type Cell, type Column, table } from "./table.ts";
import { type Branch, tree } from "./tree.ts";
import { healthyWords, partTitle, titles } from "./words-labels.ts";

/** The components that are unwell as a table, each with the tree of what is unwell below it; healthy ones in one line. */
export function partLines(root: RootNode, findings: readonly Finding[], now: string, style: Style): readonly string[] {
  const parts = partRows(root, findings, now, style.wide);
  const listed = style.wide ? parts : parts.filter((part) => part.isListed);
  if (listed.length === 0) return [];
  const columns: readonly Column[] = [
    { title: partTitle(root.profile) },
    { title: titles.verdict },
    { title: titles.since },
    { title: titles.version, breaks: true },
    { title: titles.why },
  ];
  const { head, rows } = table(
    columns,
    listed.map((part) => cellsOf(part, style)),
    style.width,
  );
  const healthy = parts.filter((part) => !listed.includes(part)).map((part) => part.label);
  return [
    style.palette.dim(head),
    ...listed.flatMap((part, index) => [
      ...clipped(rows[index] ?? [], style),
      ...tree(part.children.map(branchOf), style),
    ]),
    ...(healthy.length === 0 ? [] : marked("good", healthyWords(healthy), style)),
  ];
}

function cellsOf(part: PartRow, style: Style): readonly Cell[] {
  const paint = paintOf(part.mark, style.palette);
  return [
    { text: `${style.glyphs.marks[part.mark]} ${part.label}`, paint },
    { text: part.verdict, paint },
    { text: part.since },
    { text: part.version },
    { text: part.why },
  ];
}

function branchOf(row: NodeRow): Branch {
  return { mark: row.mark, text: `${row.label} ${row.description}`.trim(), children: row.children.map(branchOf) };
}
