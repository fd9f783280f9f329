import { sanitizeLine } from "../../characters/sanitize.ts";
import { isSameKind } from "../../model/kind.ts";
import { keyOf } from "../../model/object.ts";
import type { Report, ReportNode } from "../../model/report.ts";
import type { Transition } from "../../model/report-change.ts";
import { secondsBetween } from "../../model/time.ts";
import { formatAge } from "../../outline/ages.ts";
import { verdictMark } from "../../outline/marks.ts";
import { sourceAndTime } from "../../outline/words/completeness.ts";
import { changeText, countText, joinNames, qualifiedName, shortenNames } from "../../outline/words/names.ts";
import { labelledParagraph, markedParagraph, resolveTextStyle, type TextOptions } from "../terminal/text-style.ts";
import { comparedTexts, countTransitions, transitionGroups } from "../watch/transition-lines.ts";

/** The parts of a comparison (changes/related-depth.ts). */
interface Compared {
  readonly transitions: readonly Transition[];
  readonly isSame: boolean;
  readonly isDeeper: boolean;
}

/**
 * The difference between two Reports, for people: the verdict before and after, then every transition in the given
 * order.
 */
export function renderDiff(
  before: Report,
  after: Report,
  { transitions, isSame, isDeeper }: Compared,
  options: TextOptions,
): string {
  const style = resolveTextStyle(options);
  const texts = comparedTexts(transitions, { before, after });
  const head = isSame ? `No differences (${after.verdict})` : headWords(before, after, countTransitions(texts));
  const label = (name: string, text: string): readonly string[] => labelledParagraph(name, sanitizeLine(text), style);
  const identity = [
    ...label(diffLabels.before, sourceAndTime(before.source, before.takenAt)),
    ...label(diffLabels.after, `${sourceAndTime(after.source, after.takenAt)}${laterWords(before, after)}`),
    ...noteWords(before, after, { hasOtherObjects: areDifferentObjects(before, after), isDeeper }).flatMap((note) =>
      label(diffLabels.note, note),
    ),
  ];
  const lead = [...markedParagraph(verdictMark(after.verdict), sanitizeLine(head), style), ...(isSame ? [] : identity)];
  const notes = isSame
    ? noteWords(before, after, { hasOtherObjects: false, isDeeper }).flatMap((note) => label(diffLabels.note, note))
    : [];
  const paragraphs = [[...lead, ...notes], ...transitionGroups(texts, options)];
  return `${paragraphs.map((lines) => style.clean(lines.join("\n"))).join("\n\n")}\n`;
}

const diffLabels = { before: "Before", after: "After", note: "Note" } as const;

/** `healthy -> degraded: 3 changes, 2 worse`, `still degraded: 4 changes, 1 better`; without a change only details differ. */
function headWords({ verdict: from }: Report, { verdict: to }: Report, counts: ChangeCounts): string {
  const verdicts = from === to ? `still ${to}` : changeText(from, to);
  if (counts.all === 0) return from === to ? `${verdicts}, only details differ; compare the two reports` : verdicts;
  const kinds = [
    ...(counts.better === 0 ? [] : [`${counts.better} better`]),
    ...(counts.worse === 0 ? [] : [`${counts.worse} worse`]),
  ];
  return `${verdicts}: ${[countText(counts.all, "change"), ...kinds].join(", ")}`;
}

/** How many changes there are, and how many of them are for the better and for the worse. */
interface ChangeCounts {
  readonly all: number;
  readonly better: number;
  readonly worse: number;
}

/** The text behind the second source: `, 25m later`. */
function laterWords(before: Report, after: Report): string {
  const seconds = secondsBetween(before.takenAt, after.takenAt) ?? 0;
  return seconds === 0 ? "" : `, ${formatAge(seconds)} later`;
}

/** Notes on what may mislead in the comparison, such as the order of the Reports or their depth. */
function noteWords(
  before: Report,
  after: Report,
  { hasOtherObjects, isDeeper }: { readonly hasOtherObjects: boolean; readonly isDeeper: boolean },
): readonly string[] {
  const serverBefore = before.source.server;
  const serverAfter = after.source.server;
  const isBackwards = (secondsBetween(after.takenAt, before.takenAt) ?? 0) > 0;
  return [
    ...(hasOtherObjects ? [`different objects: ${rootsOf(before)} before, ${rootsOf(after)} after`] : []),
    ...(serverBefore !== undefined && serverAfter !== undefined && serverBefore !== serverAfter
      ? [`different clusters: ${serverBefore} and ${serverAfter}`]
      : []),
    ...(isDeeper ? ["the sources cover different objects; only common objects are compared"] : []),
    ...(isBackwards ? ["AFTER is older than BEFORE"] : []),
  ];
}

function rootsOf({ roots }: Report): string {
  return joinNames(
    shortenNames(
      roots.map(({ ref }) => qualifiedName(ref)),
      3,
    ),
  );
}

/**
 * Whether the two Reports share no object: both have roots, and no root of one stands anywhere in the other. Neither
 * Report has a failed reading of the other's kinds of root.
 */
function areDifferentObjects(before: Report, after: Report): boolean {
  return before.roots.length > 0 && after.roots.length > 0 && isWithout(before, after) && isWithout(after, before);
}

function isWithout({ roots }: Report, report: Report): boolean {
  const known = new Set<string>();
  add(report.roots);
  const isRefused = ({ ref }: ReportNode): boolean =>
    report.completeness.gaps.some((gap) => gap.outcome !== "absent" && isSameKind(gap, ref));
  return roots.every((root) => !known.has(keyOf(root.ref)) && !isRefused(root));

  function add(nodes: readonly ReportNode[]): void {
    for (const { ref, children } of nodes) {
      known.add(keyOf(ref));
      add(children);
    }
  }
}
