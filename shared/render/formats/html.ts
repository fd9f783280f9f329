import { sanitizeLine } from "../../characters/sanitize.ts";
import type { Report } from "../../model/report.ts";
import { pageOrigin, pageSourceText } from "../../outline/words/html-page.ts";
import { paintHtml } from "../../paint/html/html.ts";
import { resolveTextStyle, type TextOptions } from "../terminal/text-style.ts";
import { reportOutline } from "./text/report-outline.ts";
import { withoutPaths } from "./without-paths.ts";

/**
 * The Report as one self-contained HTML file, which names no folder of the machine that made it. `width`, `palette`,
 * `noHeaders` and the place of the reader do not count: the file is read later and elsewhere.
 */
export function renderHtml(report: Report, options: TextOptions = {}): string {
  const { place: _, ...rest } = options;
  const style = resolveTextStyle(rest);
  const shared = withoutPaths(report);
  const { source, takenAt } = shared;
  const frame = {
    origin: style.clean(sanitizeLine(pageSourceText(source))),
    takenAt: style.clean(sanitizeLine(takenAt)),
    maker: pageOrigin,
  };
  return paintHtml(reportOutline(shared, rest), frame, style);
}
