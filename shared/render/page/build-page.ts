import type { Finding } from "../../model/finding/finding.ts";
import type { Completeness, ReadGap, Report, RootNode } from "../../model/report.ts";
import { isLive } from "../../model/snapshot.ts";
import { compareVerdicts } from "../../model/verdict.ts";
import type { AgeClock } from "../../outline/ages.ts";
import { joinClauses } from "../../outline/end-marks.ts";
import { harmlessReport, sanitizeLine } from "../characters/sanitize.ts";
import type { TextOptions } from "../terminal/text-style.ts";
import { verdictMark, worstMark } from "../terminal/verdict-marks.ts";
import {
  completenessWords,
  isBeside,
  isUnread,
  leftBehind,
  sourceWords,
  truncatedInputText,
  unreadKindsText,
} from "../words/report/completeness.ts";
import type { HeadlineLead } from "../words/report/headline.ts";
import { onTheCluster, paragraphLabels } from "../words/report/labels.ts";
import {
  accessAdvice,
  emptyWords,
  forbiddenTexts,
  noneEitherWords,
  nothingFound,
} from "../words/report/nothing-found.ts";
import { notInFull, rootListSummary, rowsLeftOut } from "../words/report/root-list.ts";
import { leftOver, rootFindings } from "./group-findings.ts";
import { nextCommands } from "./next-command.ts";
import { findingNotes } from "./notes.ts";
import type { PageDetail, ReportPage, RootList } from "./page.ts";
import { rootPage } from "./root-page.ts";
import { commonNamespace, rootRows } from "./root-rows.ts";

/** The options of a Page. */
interface PageOptions
  extends Pick<TextOptions, "wide" | "related" | "tree" | "absoluteTime" | "contextLine" | "kubectl" | "isElsewhere"> {
  /** Ages as kubectl prints them, unless times are requested. */
  readonly tells?: AgeClock["tells"];
  /** Alerts that would fire are shown, also where not everything is. */
  readonly alerts?: boolean;
  /** The final escaping of cluster texts. */
  readonly clean: (text: string) => string;
}

/** The most failed requests that are named one by one. */
const mostGaps = 3;

/** The page of `report`; `wide` leaves nothing out. */
export function buildPage(report: Report, options: PageOptions): ReportPage {
  const { wide = false, related = false, tree = false, alerts = wide, clean } = options;
  const safe = harmlessReport(report, clean);
  const context = clean(sanitizeLine(options.contextLine ?? sourceWords(safe.source, safe.takenAt)));
  const clock: AgeClock = {
    now: safe.takenAt,
    isNewest: safe.source.takenFrom === "newest",
    tells: options.absoluteTime === true ? "time" : (options.tells ?? "age"),
  };
  const all = nextCommands(safe, options.kubectl);
  const commands = wide ? all : all.slice(0, 1);
  const isHere = isLive(safe.source) && options.isElsewhere !== true;
  const lead = leadingLine(safe);
  return {
    clock,
    ...(lead === undefined ? {} : { lead }),
    context,
    nothing: safe.roots.length === 0 ? nothingOf(safe) : [],
    ...rootsOf(safe, context, { clock, wide, related, alerts, tree }),
    ...readingOf(safe, wide),
    ...(commands.length === 0 ? {} : { next: { place: isHere ? "" : `${onTheCluster}: `, commands } }),
  };
}

/**
 * The line above all roots: that the input is incomplete, and what the roots are where there is no HyperConverged, or
 * why the whole is worse than they.
 */
export function leadingLine(report: Report): HeadlineLead | undefined {
  const { findings } = report;
  const truncated = findings.flatMap((one) => (one.code === "damaged-input" && one.truncated ? [one] : []));
  const text = findings.some((one) => one.code === "orphan") ? leftBehind : unseenIn(report);
  const texts = [
    ...(truncated.length === 0 ? [] : [truncatedInputText(truncated)]),
    ...(text === undefined ? [] : [text]),
  ];
  return texts.length === 0 ? undefined : { mark: "remark", text: joinClauses(texts) };
}

/** Whether the line above all roots says what the finding says. */
export function isInLead(finding: Finding): boolean {
  return finding.code === "orphan" || (finding.code === "damaged-input" && finding.truncated === true);
}

/** The roots in full: the only one, or of several the worst unhealthy ones. */
function rootsOf(report: Report, context: string, telling: PageDetail): Pick<ReportPage, "list" | "roots" | "notes"> {
  const { wide } = telling;
  const roots = report.roots.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
  const isOne = roots.length === 1;
  const unhealthy = roots.filter((root) => isOne || wide || root.verdict !== "healthy");
  const inFull = wide ? unhealthy : unhealthy.slice(0, mostInFull);
  const isSaid = (one: Finding): boolean => (!wide && isInLead(one)) || (roots.length === 0 && one.code === "not-read");
  const left = leftOver(report, unhealthy).filter((one) => !isOne && !isSaid(one));
  return {
    list: roots.length < 2 ? undefined : listOf(report, roots, unhealthy.length - inFull.length, context, telling),
    roots: inFull.map((root) => rootPage(root, rootFindings(report, root), isOne ? context : "", telling)),
    notes: { label: paragraphLabels.note, texts: findingNotes(left, telling) },
  };
}

/** The most roots of several that are shown in full, and that have a row; -o wide has no limit. */
const mostInFull = 5;
const mostRows = 50;

function listOf(
  report: Report,
  roots: readonly RootNode[],
  untold: number,
  context: string,
  { clock, wide }: PageDetail,
): RootList {
  const place = commonNamespace(roots);
  const shown = wide ? roots : roots.slice(0, mostRows);
  const left = roots.length - shown.length;
  return {
    summary: { mark: worstMark(roots.map(({ verdict }) => verdictMark(verdict))), text: rootListSummary(roots) },
    identity: [...(place === undefined ? [] : [place]), context],
    rows: rootRows(shown, (root) => rootFindings(report, root), clock),
    more: [...(left === 0 ? [] : [rowsLeftOut(left)]), ...(untold === 0 ? [] : [notInFull(untold)])],
  };
}

/**
 * For a Report without roots, the result of each request; equal results share a sentence. So do all lists that a server
 * failed to return for one reason.
 */
function nothingOf(report: Report): readonly string[] {
  const gaps = report.completeness.gaps.filter((gap) => gap.required);
  const [first] = gaps;
  if (first === undefined) return [nothingFound(report.source)];
  const isOther = (gap: ReadGap): boolean => gap.kind !== first.kind || gap.group !== first.group;
  const others = gaps.filter((gap) => isOther(gap) && gap.outcome !== "unread");
  const failed = Map.groupBy(
    gaps.filter((gap) => !others.includes(gap)),
    (gap) =>
      gap.outcome === "unread" && isLive(report.source)
        ? `unread ${gap.verb} ${gap.name ?? ""} ${gap.cause ?? ""}`
        : `${gap.outcome} ${gap.verb} ${gap.group}/${gap.kind} ${gap.name ?? ""}`,
  );
  const said = Array.from(failed.values(), ([one = first, ...more]) =>
    one.outcome === "forbidden" ? forbiddenTexts([one, ...more]) : [emptyWords([one, ...more], report.source.kind)],
  );
  const either = Map.groupBy(others, (gap) => gap.outcome === "forbidden");
  return [
    ...said.slice(0, mostGaps).flat(),
    ...Array.from(either, ([isForbidden, some]) => noneEitherWords(some, isForbidden)),
    ...(first.outcome === "forbidden" ? [accessAdvice] : []),
  ];
}

function readingOf({ roots, completeness }: Report, wide: boolean): Pick<ReportPage, "reading"> {
  if (roots.length === 0 || !(isIncomplete(completeness) || wide)) return {};
  return { reading: completenessWords(completeness, wide ? completeness.gaps.length : mostGaps) };
}

/**
 * Why the whole is worse than any of its roots: roots of other kinds could not be read. Undefined where it is not
 * worse.
 */
function unseenIn({ roots, verdict, completeness }: Report): string | undefined {
  if (roots.length === 0 || roots.some((root) => compareVerdicts(root.verdict, verdict) <= 0)) return undefined;
  const parts = roots.flatMap((root) => [root, ...root.children]).map(({ ref }) => `${ref.group}/${ref.kind}`);
  const unseen = completeness.gaps.filter(
    ({ required, outcome, group, kind }) =>
      required && (outcome === "forbidden" || outcome === "unread") && !parts.includes(`${group}/${kind}`),
  );
  const kinds = [...new Set(unseen.map(({ kind }) => kind))];
  return kinds.length === 0 ? undefined : unreadKindsText(kinds, verdict);
}

function isIncomplete({ gaps }: Completeness): boolean {
  return gaps.some((gap) => gap.required || (isUnread(gap) && !isBeside(gap)));
}
