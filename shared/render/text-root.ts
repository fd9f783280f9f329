import type { Line, Paragraph, RootPage } from "./page-model.ts";
import { labelled, marked, type Style } from "./style.ts";
import { conditionTable, gateTable, partTable } from "./text-tables.ts";
import { hanging } from "./wrap.ts";

/** One root in full, block by block. */
export function rootLines(page: RootPage, style: Style): readonly (readonly string[])[] {
  return [
    [...headLines(page, style), ...foldedLines(page.folded, style)],
    page.why.flatMap(({ label, texts }) => labelled(label, texts.join("; "), style)),
    [...conditionTable(page.conditions.listed, style), ...foldedLines(page.conditions.folded, style)],
    [...partTable(page.parts.title, page.parts.listed, style), ...foldedLines(page.parts.folded, style)],
    gateTable(page.gates, style),
    page.notes.flatMap((paragraph) => paragraphLines(paragraph, style)),
  ];
}

/** The label before the first text only, and where there are several a dot before each. */
export function paragraphLines({ label, texts }: Paragraph, style: Style): readonly string[] {
  const bullet = texts.length > 1 ? `${style.glyphs.dot} ` : "";
  return texts.flatMap((text, index) => labelled(index === 0 ? label : "", text, style, bullet));
}

/** Verdict first, then which object this is and how it was read. */
function headLines({ leads, identity }: RootPage, style: Style): readonly string[] {
  const { bold, dim } = style.palette;
  const pieces = identity.join(` ${style.glyphs.dot} `);
  return [
    ...leads.flatMap((lead) => marked(lead.mark, lead.text, style)).map(bold),
    ...(pieces === "" ? [] : hanging("  ", pieces, style.width).map(dim)),
  ];
}

function foldedLines(lines: readonly Line[], style: Style): readonly string[] {
  return lines.flatMap(({ mark, text }) =>
    mark === undefined ? hanging("  ", text, style.width) : marked(mark, text, style),
  );
}
