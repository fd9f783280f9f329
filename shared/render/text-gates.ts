import type { RootNode } from "../model/report.ts";
import { paintOf } from "./marks.ts";
import { gateRows, isOpen } from "./rows-gates.ts";
import type { Style } from "./style.ts";
import { table } from "./table.ts";
import { titles } from "./words-labels.ts";

/** What the state blocks; nothing where both gates are open, which the folded line says. */
export function gateLines(root: RootNode, style: Style): readonly string[] {
  if (isOpen(root) && !style.wide) return [];
  const { marks } = style.glyphs;
  const cells = gateRows(root).map(({ name, mark, words }) => [
    { text: `${marks[mark]} ${name}`, paint: paintOf(mark, style.palette) },
    { text: words },
  ]);
  const { head, rows } = table([{ title: titles.gate }, { title: "" }], cells, style.width);
  return [style.palette.dim(head), ...rows.flat()];
}
