import type { Report } from "../../../model/report.ts";
import { paintFirstScreen } from "../../../paint/first-screen.ts";
import { areSectionsRequested, paintFullText, paintRequested } from "../../../paint/full-text.ts";
import type { TextOptions } from "../../terminal/text-style.ts";
import { reportOutline } from "./report-outline.ts";

/**
 * The Report as a person sees it first; ends in a line break. Below the first screen stands what flags asked for: all
 * parts and what is below them (`deep`, `tree`), the related objects. Nothing from the cluster in it can act on a
 * terminal, and every line but the commands fits the width.
 */
export function renderFirstText(report: Report, options: TextOptions = {}): string {
  const outline = reportOutline(report, options, { isFirstScreen: !areSectionsRequested(options) });
  return joinLines([...paintFirstScreen(outline, options), ...paintRequested(outline, options)]);
}

/** The whole Report as text (`-o wide`). */
export function renderText(report: Report, options: TextOptions = {}): string {
  return joinLines(paintFullText(reportOutline(report, options), options));
}

function joinLines(lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}
