import type { Report } from "../../model/report.ts";
import { paintPlain } from "../../paint/plain.ts";
import { resolveTextStyle, type TextOptions } from "../terminal/text-style.ts";
import { reportOutline } from "./text/report-outline.ts";

/** The Report as `key: value` lines (paint/plain.ts lists the keys), the verdict first; ages are in words. */
export function renderPlain(report: Report, options: TextOptions = {}): string {
  const { clean, wide } = resolveTextStyle(options);
  const outline = reportOutline(report, options, { format: "words" });
  const lines = [`verdict: ${report.verdict}`, ...paintPlain(outline, wide)];
  return `${lines.map(clean).join("\n")}\n`;
}
