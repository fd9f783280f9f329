import { harmlessReport, sanitizeLine } from "../../characters/sanitize.ts";
import { rootFindings } from "../../model/finding/root-findings.ts";
import type { Report } from "../../model/report.ts";
import { rootRows } from "../../outline/root-rows.ts";
import { plainText } from "../../outline/text.ts";
import { resolveTextStyle, type TextOptions } from "../terminal/text-style.ts";
import { markPaint } from "../terminal/verdict-marks.ts";

/** A line for each root: its state and its cause. */
export function rootStatusLines(report: Report, options: TextOptions): readonly string[] {
  const { palette, glyphs, clean } = resolveTextStyle(options);
  const safe = harmlessReport(report, clean);
  const clock = { now: safe.takenAt, format: options.absoluteTime === true ? "time" : "age" } as const;
  return rootRows(safe.roots, (root) => rootFindings(safe, root), clock).map(({ mark, sentence }) => {
    return `${markPaint(mark, palette)(glyphs.marks[mark])} ${sanitizeLine(clean(plainText(sentence)))}`;
  });
}
