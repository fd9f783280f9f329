import { harmlessReport } from "../../shared/characters/sanitize.ts";
import type { Outline, OutlineEntry } from "../../shared/model/outline.ts";
import type { Report } from "../../shared/model/report.ts";
import { outlineReport } from "../../shared/outline/outline-report.ts";
import { paintFirstScreen } from "../../shared/paint/first-screen.ts";
import { paintFullText } from "../../shared/paint/full-text.ts";
import { paintMarkdown } from "../../shared/paint/markdown.ts";
import { paintPlain } from "../../shared/paint/plain.ts";
import { reportOutline } from "../../shared/render/formats/text/report-outline.ts";
import { resolveTextStyle, type TextOptions } from "../../shared/render/terminal/text-style.ts";

/** The outline of a Report as every front takes it. */
export function outlineOf(report: Report): Outline {
  return outlineReport(harmlessReport(report), {
    clock: { now: report.takenAt, tells: "age", isNewest: report.source.takenFrom === "newest" },
    kubectl: "kubectl",
    isLive: report.source.kind === "cluster",
    details: "kubectl hco-status -o wide",
    gate: "kubectl hco-status gate upgrade",
  });
}

/** All entries of an outline, those above others first. */
export function allEntries(entries: readonly OutlineEntry[]): readonly OutlineEntry[] {
  return entries.flatMap((entry) => [entry, ...allEntries(entry.entries)]);
}

/** The fronts that say everything that matters, each as one text. */
export const fullFronts: Readonly<Record<string, (outline: Outline) => string>> = {
  "first screen": (outline) => paintFirstScreen(outline).join("\n"),
  "-o wide": (outline) => paintFullText(outline).join("\n"),
  Markdown: (outline) => withoutEscapes(paintMarkdown(outline, resolveTextStyle({}))),
  plain: (outline) => paintPlain(outline, false).join("\n"),
};

/** Markdown without the signs that keep a text from acting in it. */
function withoutEscapes(text: string): string {
  return text.replaceAll("\u200b", "").replace(/\\(?=[!-/:-@[-`{-~])/g, "");
}

/** The lines of the first screen in a terminal. */
export function firstScreen(outline: Outline, width: number): readonly string[] {
  return paintFirstScreen(outline, { width });
}

/** The first screen of a Report, as `-o text` prints it. */
export function firstScreenLines(report: Report, options: TextOptions = {}): readonly string[] {
  return paintFirstScreen(reportOutline(report, options), options);
}
