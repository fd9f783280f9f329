import type { Report } from "../../../model/report.ts";
import { wrapHanging } from "../../characters/wrap.ts";
import { buildPage } from "../../page/build-page.ts";
import type { ReportPage } from "../../page/page.ts";
import { markedParagraph, resolveTextStyle, type TextOptions, type TextStyle } from "../../terminal/text-style.ts";
import { paragraphLabels } from "../../words/report/labels.ts";
import { paragraphLines, rootBlocks } from "./root-block.ts";
import { rootTable } from "./tables.ts";

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
      ...(page.next === undefined ? [] : [nextLine(page.next, style)]),
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

/** The next command, never wrapped: a terminal that folds it still copies it whole. */
function nextLine({ place, command }: NonNullable<ReportPage["next"]>, style: TextStyle): string {
  return `${style.palette.bold(paragraphLabels.next)}  ${place}${command}`;
}
