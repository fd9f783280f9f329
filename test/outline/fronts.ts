import { harmlessReport } from "../../shared/characters/sanitize.ts";
import { currentCluster } from "../../shared/model/kubectl-command.ts";
import type { LinkedObject } from "../../shared/model/manifest/link.ts";
import type { Outline, OutlineEntry } from "../../shared/model/outline.ts";
import type { Report, RootNode } from "../../shared/model/report.ts";
import { outlineReport } from "../../shared/outline/outline-report.ts";
import { paintFirstScreen } from "../../shared/paint/first-screen.ts";
import { paintFullText } from "../../shared/paint/full-text.ts";
import { paintHtml } from "../../shared/paint/html/html.ts";
import { paintMarkdown } from "../../shared/paint/markdown.ts";
import { paintPlain } from "../../shared/paint/plain.ts";
import type { AnnotatedPlace } from "../../shared/render/editor/annotations/annotated-place.ts";
import { fileBadge } from "../../shared/render/editor/annotations/badge-and-status-bar.ts";
import { inlayText } from "../../shared/render/editor/annotations/inlay-and-status.ts";
import { hoverParts } from "../../shared/render/editor/hover/build-hover.ts";
import { renderMarkdownParts } from "../../shared/render/editor/hover/markdown-parts.ts";
import { buildTreeRows } from "../../shared/render/editor/tree/build-rows.ts";
import type { OutlineRow } from "../../shared/render/editor/tree/row.ts";
import { reportOutline } from "../../shared/render/formats/text/report-outline.ts";
import { resolveTextStyle, type TextOptions } from "../../shared/render/terminal/text-style.ts";

/** The outline of a Report as every front takes it. */
export function buildOutline(report: Report): Outline {
  return outlineReport(harmlessReport(report), {
    clock: { now: report.takenAt, format: "age", isNewest: report.source.takenFrom === "newest" },
    reach: currentCluster,
    isLive: report.source.kind === "cluster",
    details: "kubectl hco-status -o wide",
  });
}

/** All entries of an outline, those above others first. */
export function allEntries(entries: readonly OutlineEntry[]): readonly OutlineEntry[] {
  return entries.flatMap((entry) => [entry, ...allEntries(entry.entries)]);
}

/** The fronts that say everything that matters, each as one text. Those of the editor draw parts of the same outline. */
export const fullFronts: Readonly<Record<string, (outline: Outline, report: Report) => string>> = {
  "first screen": (outline) => paintFirstScreen(outline).join("\n"),
  "-o wide": (outline) => paintFullText(outline).join("\n"),
  Markdown: (outline) => withoutEscapes(paintMarkdown(outline, resolveTextStyle({}))),
  plain: (outline) => paintPlain(outline, false).join("\n"),
  HTML: (outline) =>
    withoutTags(paintHtml(outline, { origin: "", takenAt: "", maker: "", concealed: "" }, resolveTextStyle({}))),
  tree: (_, report) =>
    treeRows(report)
      .map(({ label, description }) => `${label} ${description}`)
      .join("\n"),
  hover: (_, report) => report.roots.map((root) => hoverText(report, root)).join("\n"),
};

/** All rows of the tree, those above others first. */
export function treeRows(report: Report): readonly OutlineRow[] {
  const listBelow = (rows: readonly OutlineRow[]): readonly OutlineRow[] =>
    rows.flatMap((row) => [row, ...listBelow(row.children())]);
  return listBelow(buildTreeRows(report));
}

/** The hover over the kind of a root in its manifest. */
export function hoverText(report: Report, root: RootNode): string {
  const parts = hoverParts({
    subject: { about: "object" },
    document: { kind: root.ref.kind, name: root.ref.name },
    link: linkTo(root),
    report,
    place: { name: "prod", isFiles: false, state: "live" },
    actions: [],
    now: secondsOf(report),
  });
  return withoutEscapes(renderMarkdownParts(parts));
}

/** What stands beside the manifest of a root: behind its kind, and at its file in the Explorer. */
export function manifestMarks(report: Report, root: RootNode): { readonly inlay: string; readonly badge: string } {
  const here: AnnotatedPlace = {
    name: "prod",
    isFiles: false,
    link: { state: "live" },
    needsLogin: false,
    isAsking: false,
    now: report.takenAt,
    timeOf: () => "12:00",
  };
  const badge = fileBadge([linkTo(root)], here);
  return {
    inlay: inlayText(linkTo(root), here) ?? "",
    badge: badge === undefined ? "" : `${badge.text} ${badge.tooltip}`,
  };
}

function linkTo(root: RootNode): LinkedObject {
  return { state: "linked", ref: root.ref, node: root, root };
}

function secondsOf({ takenAt }: Report): number {
  return Date.parse(takenAt) / 1000;
}

/** The text of a page, without its legend, which has every verdict. */
function withoutTags(html: string): string {
  return html
    .replace(/<head>.*?<\/head>/s, "")
    .replace(/<h2>Marks<.*/s, "")
    .replace(/<[^>]*>/g, "")
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
}

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
