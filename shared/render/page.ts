import type { Finding } from "../model/finding.ts";
import type { Completeness, Report } from "../model/report.ts";
import { compareVerdicts } from "../model/verdict.ts";
import { findingsOf, leftOver } from "./findings.ts";
import { nextCommand } from "./next.ts";
import type { Page, Telling } from "./page-model.ts";
import { notesOf } from "./page-notes.ts";
import { rootPage } from "./page-root.ts";
import { harmless, harmlessReport } from "./safe.ts";
import type { TextOptions } from "./style.ts";
import type { Clock } from "./words-age.ts";
import { listLead } from "./words-headline.ts";
import { labels, onTheCluster } from "./words-labels.ts";
import { completenessWords, emptyWords, leftBehind, nothingFound, sourceWords } from "./words-reading.ts";

/** How a Page is to be told. */
interface PageOptions extends Pick<TextOptions, "wide" | "absoluteTime" | "contextLine" | "kubectl"> {
  /** Ages as kubectl's, unless times are asked for. */
  readonly tells?: Clock["tells"];
  /** Last word on what the cluster wrote. */
  readonly clean: (text: string) => string;
}

/** Questions that brought nothing which are named one by one. */
const mostGaps = 3;

/** What `report` says; `wide`: all of it. */
export function pageOf(report: Report, options: PageOptions): Page {
  const { wide = false, clean } = options;
  const safe = harmlessReport(report, clean);
  const context = clean(harmless(options.contextLine ?? sourceWords(safe.source, safe.takenAt)));
  const clock: Clock = {
    now: safe.takenAt,
    tells: options.absoluteTime === true ? "time" : (options.tells ?? "age"),
  };
  const command = nextCommand(safe, options.kubectl);
  const isOrphaned = safe.findings.some((one) => one.code === "orphan");
  return {
    clock,
    ...(isOrphaned ? { lead: { mark: "remark", text: leftBehind } } : {}),
    context,
    nothing: safe.roots.length === 0 ? nothingOf(safe) : [],
    ...rootsOf(safe, context, { clock, wide }),
    ...readingOf(safe, wide),
    ...(command === undefined ? {} : { next: { place: safe.source.kind === "cluster" ? "" : onTheCluster, command } }),
  };
}

/** One root in full; of several those that are unwell. */
function rootsOf(report: Report, context: string, telling: Telling): Pick<Page, "list" | "roots" | "notes"> {
  const { clock, wide } = telling;
  const roots = report.roots.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
  const isOne = roots.length === 1;
  const inFull = roots.filter((root) => isOne || wide || root.verdict !== "healthy");
  const isSaid = (one: Finding): boolean =>
    roots.length === 0 ? one.code === "reading-refused" || one.code === "not-read" : !wide && one.code === "orphan";
  const left = leftOver(report, inFull).filter((one) => !isOne && !isSaid(one));
  return {
    list: isOne ? [] : roots.map((root) => listLead(root, findingsOf(report, root), clock)),
    roots: inFull.map((root) => rootPage(root, findingsOf(report, root), isOne ? context : "", telling)),
    notes: { label: labels.note, texts: notesOf(left, telling) },
  };
}

/** Nothing to report on and nothing to judge. */
function nothingOf(report: Report): readonly string[] {
  const gaps = report.completeness.gaps.filter((gap) => gap.required);
  const failed = Map.groupBy(gaps, (gap) => `${gap.outcome} ${gap.verb} ${gap.group}/${gap.kind} ${gap.name ?? ""}`);
  const said = Array.from(failed.values(), ([first, ...others]) =>
    first === undefined ? "" : emptyWords([first, ...others]),
  );
  return said.length === 0 ? [nothingFound(report.source)] : said.slice(0, mostGaps);
}

function readingOf({ roots, completeness }: Report, wide: boolean): Pick<Page, "reading"> {
  if (roots.length === 0 || !(isIncomplete(completeness) || wide)) return {};
  return { reading: completenessWords(completeness, wide ? completeness.gaps.length : mostGaps) };
}

function isIncomplete({ forbidden, unread, gaps }: Completeness): boolean {
  return forbidden + unread > 0 || gaps.some((gap) => gap.required);
}
