import type { Report } from "../model/report.ts";
import { pageOf } from "./page.ts";
import type { Page } from "./page-model.ts";
import { marked, type Style, styleOf, type TextOptions } from "./style.ts";
import { paragraphLines, rootLines } from "./text-root.ts";
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
    listLines(page, style),
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

/** Several roots in one line each, and where they were read. */
function listLines({ list, context }: Page, style: Style): readonly string[] {
  if (list.length === 0) return [];
  return [...list.flatMap(({ mark, text }) => marked(mark, text, style)), ...hanging("  ", context, style.width)];
}

/** Never wrapped: a terminal that folds it still copies it whole. */
function nextLine({ place, command }: NonNullable<Page["next"]>, style: Style): string {
  return `${style.palette.bold(labels.next)}  ${place}${command}`;
}
