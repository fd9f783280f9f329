import type { Report } from "../model/report.ts";
import { findingsOf } from "./findings.ts";
import { paintOf } from "./marks.ts";
import { rootRows } from "./rows-roots.ts";
import { harmless, harmlessReport } from "./safe.ts";
import { styleOf, type TextOptions } from "./style.ts";

/** A line for each root: how it is, and the cause. */
export function rootLines(report: Report, options: TextOptions): readonly string[] {
  const { palette, glyphs, clean } = styleOf(options);
  const safe = harmlessReport(report, clean);
  const clock = { now: safe.takenAt, tells: options.absoluteTime === true ? "time" : "age" } as const;
  return rootRows(safe.roots, (root) => findingsOf(safe, root), clock).map(({ mark, sentence, verdict, why }) => {
    // Words that say more than the verdict have the reason in them.
    const text = why === "" || !sentence.includes(` is ${verdict}`) ? sentence : `${sentence}: ${why}`;
    return `${paintOf(mark, palette)(glyphs.marks[mark])} ${harmless(clean(text))}`;
  });
}
