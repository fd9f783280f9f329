import type { Finding } from "../model/finding.ts";
import type { Completeness, Gap, Report, RootNode } from "../model/report.ts";
import { isLive } from "../model/snapshot.ts";
import { compareVerdicts } from "../model/verdict.ts";
import { findingsOf, leftOver } from "./findings.ts";
import { markOf, worstMark } from "./marks.ts";
import { nextCommand } from "./next.ts";
import type { Page, RootList, Telling } from "./page-model.ts";
import { notesOf } from "./page-notes.ts";
import { rootPage } from "./page-root.ts";
import { placeOf, rootRows } from "./rows-roots.ts";
import { harmless, harmlessReport } from "./safe.ts";
import type { TextOptions } from "./style.ts";
import type { Clock } from "./words-age.ts";
import { emptyWords, noneEitherWords, nothingFound } from "./words-empty.ts";
import { labels, onTheCluster } from "./words-labels.ts";
import { completenessWords, leftBehind, sourceWords, unseenWords } from "./words-reading.ts";
import { notInFull, rootsWords, rowsLeftOut } from "./words-roots.ts";

/** How a Page is to be told. */
interface PageOptions
  extends Pick<TextOptions, "wide" | "related" | "tree" | "absoluteTime" | "contextLine" | "kubectl"> {
  /** Ages as kubectl's, unless times are asked for. */
  readonly tells?: Clock["tells"];
  /** Last word on what the cluster wrote. */
  readonly clean: (text: string) => string;
}

/** Questions that brought nothing which are named one by one. */
const mostGaps = 3;

/** What `report` says; `wide`: all of it. */
export function pageOf(report: Report, options: PageOptions): Page {
  const { wide = false, related = false, tree = false, clean } = options;
  const safe = harmlessReport(report, clean);
  const context = clean(harmless(options.contextLine ?? sourceWords(safe.source, safe.takenAt)));
  const clock: Clock = {
    now: safe.takenAt,
    tells: options.absoluteTime === true ? "time" : (options.tells ?? "age"),
  };
  const command = nextCommand(safe, options.kubectl);
  const lead = safe.findings.some((one) => one.code === "orphan") ? leftBehind : unseenIn(safe);
  return {
    clock,
    ...(lead === undefined ? {} : { lead: { mark: "remark", text: lead } }),
    context,
    nothing: safe.roots.length === 0 ? nothingOf(safe) : [],
    ...rootsOf(safe, context, { clock, wide, related, tree }),
    ...readingOf(safe, wide),
    ...(command === undefined ? {} : { next: { place: isLive(safe.source) ? "" : onTheCluster, command } }),
  };
}

/** One root in full; of several the worst that are unwell. */
function rootsOf(report: Report, context: string, telling: Telling): Pick<Page, "list" | "roots" | "notes"> {
  const { wide } = telling;
  const roots = report.roots.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
  const isOne = roots.length === 1;
  const unwell = roots.filter((root) => isOne || wide || root.verdict !== "healthy");
  const inFull = wide ? unwell : unwell.slice(0, mostInFull);
  const isSaid = (one: Finding): boolean =>
    roots.length === 0 ? one.code === "reading-refused" || one.code === "not-read" : !wide && one.code === "orphan";
  const left = leftOver(report, unwell).filter((one) => !isOne && !isSaid(one));
  return {
    list: roots.length < 2 ? undefined : listOf(report, roots, unwell.length - inFull.length, context, telling),
    roots: inFull.map((root) => rootPage(root, findingsOf(report, root), isOne ? context : "", telling)),
    notes: { label: labels.note, texts: notesOf(left, telling) },
  };
}

/** The most roots of several that are told in full, and that have a row; -o wide has no limit. */
const mostInFull = 5;
const mostRows = 50;

function listOf(
  report: Report,
  roots: readonly RootNode[],
  untold: number,
  context: string,
  { clock, wide }: Telling,
): RootList {
  const place = placeOf(roots);
  const shown = wide ? roots : roots.slice(0, mostRows);
  const left = roots.length - shown.length;
  return {
    summary: { mark: worstMark(roots.map(({ verdict }) => markOf(verdict))), text: rootsWords(roots) },
    identity: [...(place === undefined ? [] : [place]), context],
    rows: rootRows(shown, (root) => findingsOf(report, root), clock),
    more: [...(left === 0 ? [] : [rowsLeftOut(left)]), ...(untold === 0 ? [] : [notInFull(untold)])],
  };
}

/** Nothing to report on and nothing to judge: what became of each question, those alike in one sentence. */
function nothingOf(report: Report): readonly string[] {
  const gaps = report.completeness.gaps.filter((gap) => gap.required);
  const [first] = gaps;
  if (first === undefined) return [nothingFound(report.source)];
  const isOther = (gap: Gap): boolean => gap.kind !== first.kind || gap.group !== first.group;
  const others = gaps.filter((gap) => isOther(gap) && gap.outcome !== "unread");
  const failed = Map.groupBy(
    gaps.filter((gap) => !others.includes(gap)),
    (gap) => `${gap.outcome} ${gap.verb} ${gap.group}/${gap.kind} ${gap.name ?? ""}`,
  );
  const said = Array.from(failed.values(), ([one = first, ...more]) => emptyWords([one, ...more], report.source.kind));
  const either = Map.groupBy(others, (gap) => gap.outcome === "forbidden");
  return [
    ...said.slice(0, mostGaps),
    ...Array.from(either, ([isForbidden, some]) => noneEitherWords(some, isForbidden)),
  ];
}

function readingOf({ roots, completeness }: Report, wide: boolean): Pick<Page, "reading"> {
  if (roots.length === 0 || !(isIncomplete(completeness) || wide)) return {};
  return { reading: completenessWords(completeness, wide ? completeness.gaps.length : mostGaps) };
}

/** Why the whole is worse than any of its roots: roots of other kinds that nobody may look for. */
function unseenIn({ roots, verdict, completeness }: Report): string | undefined {
  if (roots.length === 0 || roots.some((root) => compareVerdicts(root.verdict, verdict) <= 0)) return undefined;
  const parts = roots.flatMap((root) => [root, ...root.children]).map(({ ref }) => `${ref.group}/${ref.kind}`);
  const unseen = completeness.gaps.filter(
    ({ required, outcome, group, kind }) =>
      required && (outcome === "forbidden" || outcome === "unread") && !parts.includes(`${group}/${kind}`),
  );
  const kinds = [...new Set(unseen.map(({ kind }) => kind))];
  return kinds.length === 0 ? undefined : unseenWords(kinds, verdict);
}

function isIncomplete({ forbidden, unread, gaps }: Completeness): boolean {
  return forbidden + unread > 0 || gaps.some((gap) => gap.required);
}
