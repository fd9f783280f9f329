import type { Report } from "../model/report.ts";
import { pageOf } from "./page.ts";
import type { Page } from "./page-model.ts";
import { marked, type Style, styleOf, type TextOptions } from "./style.ts";
import { paragraphLines, rootLines } from "./text-root.ts";
import { rootTable } from "./text-tables.ts";
import { labels } from "./words-labels.ts";
import { hanging } from "./wrap.ts";

/**
 * The Report for a person: verdict, cause, evidence, what it blocks, what was not read, what to run next; ends in a line
 * break. Nothing from the cluster in it can act on a terminal, and every line but the command fits the width.
 */
export function renderText(report: Report, options: TextOptions = {}): string {
  const style = styleOf(options);
  const page = pageOf(report, { ...options, clean: style.clean });
  const blocks = [
    ...(page.lead === undefined ? [] : [marked(page.lead.mark, page.lead.text, style)]),
    ...listLines(page, style),
    ...page.roots.flatMap((root) => rootLines(root, style)),
    page.nothing.flatMap((text) => hanging("", text, style.width)),
    paragraphLines(page.notes, style),
    [
      ...(page.reading === undefined ? [] : hanging("", page.reading, style.width)),
      ...(page.next === undefined ? [] : [nextLine(page.next, style)]),
    ],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join("\n"))
    .join("\n\n")}\n`;
}

/** Several roots at a glance: how they are, where they were read, and a row for each. */
function listLines({ list }: Page, style: Style): readonly (readonly string[])[] {
  if (list === undefined) return [];
  return [
    [
      ...marked(list.summary.mark, list.summary.text, style).map(style.palette.bold),
      ...hanging("  ", list.identity.join(` ${style.glyphs.dot} `), style.width).map(style.palette.dim),
    ],
    [...rootTable(list.rows, style), ...list.more.flatMap((text) => hanging("  ", text, style.width))],
  ];
}

/** Never wrapped: a terminal that folds it still copies it whole. */
function nextLine({ place, command }: NonNullable<Page["next"]>, style: Style): string {
  return `${style.palette.bold(labels.next)}  ${place}${command}`;
}
