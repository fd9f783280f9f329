import type { Report } from "../../../model/report.ts";
import { joinClauses } from "../../../outline/end-marks.ts";
import { wrapHanging } from "../../characters/wrap.ts";
import { buildPage } from "../../page/build-page.ts";
import type { LabelledText, PageLine, ReportPage, RootPage } from "../../page/page.ts";
import {
  labelledParagraph,
  markedParagraph,
  resolveTextStyle,
  type TextOptions,
  type TextStyle,
} from "../../terminal/text-style.ts";
import { paragraphLabels } from "../../words/report/labels.ts";
import { conditionTable, gateTable, partTable, rootTable } from "./tables.ts";

/**
 * The Report as text; ends in a line break. It has verdict, cause, evidence, blocked operations, what was not read, and
 * the next command. Nothing from the cluster in it can act on a terminal, and every line but the command fits the
 * width.
 */
export function renderText(report: Report, options: TextOptions = {}): string {
  const style = resolveTextStyle(options);
  const page = buildPage(report, { ...options, clean: style.clean });
  const blocks = [
    ...(page.lead === undefined ? [] : [markedParagraph(page.lead.mark, page.lead.text, style)]),
    ...listLines(page, style),
    ...page.roots.flatMap((root) => rootBlocks(root, style)),
    page.nothing.flatMap((text) => wrapHanging("", text, style.width)),
    paragraphLines(page.notes, style),
    [
      ...(page.reading === undefined ? [] : wrapHanging("", page.reading, style.width)),
      ...(page.next === undefined ? [] : nextLines(page.next, style)),
    ],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join("\n"))
    .join("\n\n")}\n`;
}

/** Several roots at a glance: the number in each state, where they were read, and a row for each. */
function listLines({ list }: ReportPage, style: TextStyle): readonly (readonly string[])[] {
  if (list === undefined) return [];
  return [
    [
      ...markedParagraph(list.summary.mark, list.summary.text, style).map(style.palette.bold),
      ...wrapHanging("  ", list.identity.join(` ${style.glyphs.dot} `), style.width).map(style.palette.dim),
    ],
    [...rootTable(list.rows, style), ...list.more.flatMap((text) => wrapHanging("  ", text, style.width))],
  ];
}

/** The next commands, never wrapped: a terminal that folds one still copies it whole. */
function nextLines({ place, commands }: NonNullable<ReportPage["next"]>, style: TextStyle): readonly string[] {
  const label = paragraphLabels.next;
  return commands.map(
    (command, index) => `${index === 0 ? style.palette.bold(label) : " ".repeat(label.length)}  ${place}${command}`,
  );
}

/** One root in full, block by block. */
function rootBlocks(page: RootPage, style: TextStyle): readonly (readonly string[])[] {
  return [
    [...headLines(page, style), ...foldedLines(page.folded, style)],
    page.why.flatMap(({ label, texts }) => labelledParagraph(label, joinClauses(texts), style)),
    [...conditionTable(page.conditions.listed, style), ...foldedLines(page.conditions.folded, style)],
    [...partTable(page.parts.title, page.parts.listed, style), ...foldedLines(page.parts.folded, style)],
    gateTable(page.gates, style),
    page.notes.flatMap((paragraph) => paragraphLines(paragraph, style)),
  ];
}

/** The texts, with the label before the first only; several texts have a dot before each. */
function paragraphLines({ label, texts }: LabelledText, style: TextStyle): readonly string[] {
  const bullet = texts.length > 1 ? `${style.glyphs.dot} ` : "";
  return texts.flatMap((text, index) => labelledParagraph(index === 0 ? label : "", text, style, bullet));
}

/** The verdict, then the object's identity and how it was read. */
function headLines({ leads, impact, identity }: RootPage, style: TextStyle): readonly string[] {
  const { bold, dim } = style.palette;
  const pieces = identity.join(` ${style.glyphs.dot} `);
  return [
    ...leads.flatMap((lead) => markedParagraph(lead.mark, lead.text, style)).map(bold),
    ...(impact.length === 0 ? [] : labelledParagraph(paragraphLabels.impact, joinClauses(impact), style)),
    ...(pieces === "" ? [] : wrapHanging("  ", pieces, style.width).map(dim)),
  ];
}

function foldedLines(lines: readonly PageLine[], style: TextStyle): readonly string[] {
  return lines.flatMap(({ mark, text }) =>
    mark === undefined ? wrapHanging("  ", text, style.width) : markedParagraph(mark, text, style),
  );
}
