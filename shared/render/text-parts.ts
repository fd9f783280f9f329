import type { Finding } from "../model/finding.ts";
import type { RootNode } from "../model/report.ts";
import { paintOf } from "./marks.ts";
import type { NodeRow } from "./rows-nodes.ts";
import { type PartRow, partRows } from "./rows-parts.ts";
import { clipped, marked, type Style } from "./style.ts";
import { type Cell, type Column, table } from "./table.ts";
import { type Branch, tree } from "./tree.ts";
import { healthyWords, partTitle, titles, unseenWords } from "./words-labels.ts";

/** The components that are unwell as a table, each with the tree of what is unwell below it; the others in a line each. */
export function partLines(root: RootNode, findings: readonly Finding[], now: string, style: Style): readonly string[] {
  const parts = partRows(root, findings, now, style.wide);
  if (!style.wide && parts.every((part) => !part.isListed)) return [];
  const isUnseen = (part: PartRow): boolean => part.outcome === "forbidden" || part.outcome === "unread";
  const listed = style.wide ? parts : parts.filter((part) => part.isListed && !isUnseen(part));
  // Where nothing worse is known the headline names them already.
  const unseen = root.verdict === "unknown" ? [] : parts.filter((part) => isUnseen(part) && !listed.includes(part));
  const healthy = parts.filter((part) => !part.isListed && !listed.includes(part)).map((part) => part.label);
  return [
    ...(listed.length === 0 ? [] : tableLines(root, listed, style)),
    ...(["forbidden", "unread"] as const).flatMap((outcome) => {
      const names = unseen.filter((part) => part.outcome === outcome).map((part) => part.label);
      return names.length === 0 ? [] : marked("unknown", unseenWords(outcome, names), style);
    }),
    ...(healthy.length === 0 ? [] : marked("good", healthyWords(healthy), style)),
  ];
}

function tableLines(root: RootNode, listed: readonly PartRow[], style: Style): readonly string[] {
  const columns: readonly Column[] = [
    { title: partTitle(root.profile) },
    { title: titles.verdict },
    { title: titles.since },
    { title: titles.version, breaks: true },
    { title: titles.why },
  ];
  const cells = listed.map((part) => cellsOf(part, style));
  const { head, rows } = table(columns, cells, style.width);
  return [
    style.palette.dim(head),
    ...listed.flatMap((part, index) => [
      ...clipped(rows[index] ?? [], style),
      ...tree(part.children.map(branchOf), style),
    ]),
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
