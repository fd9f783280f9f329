import type { Report } from "../../../model/report.ts";
import { firstScreenLines } from "../../first-screen/render-first-screen.ts";
import { buildPage } from "../../page/build-page.ts";
import type { ReportPage, RootPage } from "../../page/page.ts";
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
  const pageOf = (wide: boolean): ReportPage => buildPage(report, { ...options, wide, clean: style.clean });
  const parts = deep || tree ? pageOf(true).roots : [];
  const objects = related ? pageOf(false).roots : [];
  return [
    ...parts.map((root) => partTable(root.parts.title, root.parts.listed, style)),
    ...objects.map((root) => relatedLines(root, style)),
  ].filter((block) => block.length > 0);
}

function relatedLines({ notes }: RootPage, style: TextStyle): readonly string[] {
  const texts = notes.filter(({ label }) => label === paragraphLabels.related).flatMap((note) => note.texts);
  const bullet = texts.length > 1 ? `${style.glyphs.dot} ` : "";
  return texts.flatMap((text, index) =>
    labelledParagraph(index === 0 ? paragraphLabels.related : "", text, style, bullet),
  );
}
