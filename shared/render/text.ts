import type { Finding } from "../model/finding.ts";
import type { Report, RootNode } from "../model/report.ts";
import { compareVerdicts } from "../model/verdict.ts";
import { findingsOf, leftOver } from "./findings.ts";
import { nextCommand } from "./next.ts";
import { harmless, harmlessReport } from "./safe.ts";
import { marked, type Style, styleOf, type TextOptions } from "./style.ts";
import { paragraphs, sentences } from "./text-notes.ts";
import { rootLines } from "./text-root.ts";
import { listLead } from "./words-headline.ts";
import { labels, onTheCluster } from "./words-labels.ts";
import { completenessWords, emptyWords, leftBehind, nothingFound, sourceWords } from "./words-reading.ts";
import { hanging } from "./wrap.ts";

/** Questions that brought nothing which are named one by one. */
const mostGaps = 3;

/**
 * The Report for a person: verdict, cause, evidence, what it blocks, what was not read, what to run next; ends in a line
 * break. Nothing from the cluster in it can act on a terminal, and every line but the command fits the width.
 */
export function renderText(report: Report, options: TextOptions = {}): string {
  const style = styleOf(options);
  const safe = harmlessReport(report, style.clean);
  const context = style.clean(harmless(options.contextLine ?? sourceWords(safe.source, safe.takenAt)));
  const next = nextCommand(safe, options.kubectl);
  const blocks = [
    ...(safe.findings.some((one) => one.code === "orphan") ? [marked("remark", leftBehind, style)] : []),
    ...(safe.roots.length === 0 ? emptyBlocks(safe, style) : rootBlocks(safe, context, style)),
    [...readLines(safe, style), ...(next === undefined ? [] : [nextLine(next, safe, style)])],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join("\n"))
    .join("\n\n")}\n`;
}

/** Never wrapped: a terminal that folds it still copies it whole. */
function nextLine(command: string, report: Report, style: Style): string {
  const place = report.source.kind === "cluster" ? "" : onTheCluster;
  return `${style.palette.bold(labels.next)}  ${place}${command}`;
}

type Block = readonly string[];

/** One root in full; of several one line each, worst first, and those that are unwell in full below. */
function rootBlocks(report: Report, context: string, style: Style): readonly Block[] {
  const roots = report.roots.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
  const full = (root: RootNode, line: string): readonly Block[] =>
    rootLines(root, findingsOf(report, root), { now: report.takenAt, context: line, style });
  const [only] = roots;
  if (only !== undefined && roots.length === 1) return full(only, context);
  const inFull = roots.filter((root) => style.wide || root.verdict !== "healthy");
  const list = roots.flatMap((root) => {
    const lead = listLead(root, findingsOf(report, root), report.takenAt);
    return marked(lead.mark, lead.text, style);
  });
  return [
    [...list, ...hanging("  ", context, style.width)],
    ...inFull.flatMap((root) => full(root, "")),
    noteBlock(
      leftOver(report, inFull).filter((one) => style.wide || one.code !== "orphan"),
      style,
    ),
  ];
}

/** Nothing to report on and nothing to judge, so no mark: one sentence for each question and way in which it failed. */
function emptyBlocks(report: Report, style: Style): readonly Block[] {
  const gaps = report.completeness.gaps.filter((gap) => gap.required);
  const failed = Map.groupBy(gaps, (gap) => `${gap.outcome} ${gap.verb} ${gap.group}/${gap.kind} ${gap.name ?? ""}`);
  const said = Array.from(failed.values(), ([first, ...others]) =>
    first === undefined ? "" : emptyWords([first, ...others]),
  );
  const texts = said.length === 0 ? [nothingFound(report.source)] : said.slice(0, mostGaps);
  return [
    texts.flatMap((text) => hanging("", text, style.width)),
    noteBlock(
      report.findings.filter((finding) => finding.code !== "reading-refused" && finding.code !== "not-read"),
      style,
    ),
  ];
}

function noteBlock(findings: readonly Finding[], style: Style): Block {
  return paragraphs(labels.note, sentences(findings, style), style);
}

/** Only where something is missing that could change the verdict. */
function readLines(report: Report, style: Style): readonly string[] {
  const { forbidden, unread, gaps } = report.completeness;
  const isIncomplete = forbidden + unread > 0 || gaps.some((gap) => gap.required);
  if (report.roots.length === 0 || !(isIncomplete || style.wide)) return [];
  return hanging("", completenessWords(report.completeness, style.wide ? gaps.length : mostGaps), style.width);
}
