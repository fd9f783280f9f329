import { wrapHanging } from "../../characters/wrap.ts";
import type { LabelledText, PageLine, RootPage } from "../../page/page.ts";
import { labelledParagraph, markedParagraph, type TextStyle } from "../../terminal/text-style.ts";
import { conditionTable, gateTable, partTable } from "./tables.ts";

/** One root in full, block by block. */
export function rootBlocks(page: RootPage, style: TextStyle): readonly (readonly string[])[] {
  return [
    [...headLines(page, style), ...foldedLines(page.folded, style)],
    page.why.flatMap(({ label, texts }) => labelledParagraph(label, texts.join("; "), style)),
    [...conditionTable(page.conditions.listed, style), ...foldedLines(page.conditions.folded, style)],
    [...partTable(page.parts.title, page.parts.listed, style), ...foldedLines(page.parts.folded, style)],
    gateTable(page.gates, style),
    page.notes.flatMap((paragraph) => paragraphLines(paragraph, style)),
  ];
}

/** The texts, with the label before the first only; several texts have a dot before each. */
export function paragraphLines({ label, texts }: LabelledText, style: TextStyle): readonly string[] {
  const bullet = texts.length > 1 ? `${style.glyphs.dot} ` : "";
  return texts.flatMap((text, index) => labelledParagraph(index === 0 ? label : "", text, style, bullet));
}

/** The verdict, then the object's identity and how it was read. */
function headLines({ leads, identity }: RootPage, style: TextStyle): readonly string[] {
  const { bold, dim } = style.palette;
  const pieces = identity.join(` ${style.glyphs.dot} `);
  return [
    ...leads.flatMap((lead) => markedParagraph(lead.mark, lead.text, style)).map(bold),
    ...(pieces === "" ? [] : wrapHanging("  ", pieces, style.width).map(dim)),
  ];
}

function foldedLines(lines: readonly PageLine[], style: TextStyle): readonly string[] {
  return lines.flatMap(({ mark, text }) =>
    mark === undefined ? wrapHanging("  ", text, style.width) : markedParagraph(mark, text, style),
  );
}
