import type { Report } from "../../../model/report.ts";
import { firstScreenLines } from "../../first-screen/render-first-screen.ts";
import { buildPage } from "../../page/build-page.ts";
import type { RootPage } from "../../page/page.ts";
import { labelledParagraph, resolveTextStyle, type TextOptions, type TextStyle } from "../../terminal/text-style.ts";
import { paragraphLabels } from "../../words/report/labels.ts";
import { partTable } from "./tables.ts";
import { renderText } from "./text.ts";

/**
 * The Report as a person sees it first; ends in a line break. Below the first screen stands what flags asked for: all
 * parts and what is below them (`deep`, `tree`), the related objects. Without a root it is {@link renderText}.
 */
export function renderFirstText(report: Report, options: TextOptions = {}): string {
  const lines = firstScreenLines(report, options);
  if (lines.length === 0) return renderText(report, options);
  return `${[lines, ...askedSections(report, options)].map((block) => block.join("\n")).join("\n\n")}\n`;
}

/** The sections of the full report that flags asked for, those of each root. */
function askedSections(report: Report, options: TextOptions): readonly (readonly string[])[] {
  const { deep = false, related = false, tree = false } = options;
  if (!deep && !related && !tree) return [];
  const style = resolveTextStyle(options);
  const page = buildPage(report, { ...options, wide: true, clean: style.clean });
  const blocks = page.roots.flatMap((root) => [
    deep || tree ? partTable(root.parts.title, root.parts.listed, style) : [],
    related ? relatedLines(root, style) : [],
  ]);
  return blocks.filter((block) => block.length > 0);
}

function relatedLines({ notes }: RootPage, style: TextStyle): readonly string[] {
  const texts = notes.filter(({ label }) => label === paragraphLabels.related).flatMap((note) => note.texts);
  return texts.flatMap((text, index) => labelledParagraph(index === 0 ? paragraphLabels.related : "", text, style));
}
