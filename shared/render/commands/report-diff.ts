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
import {
  blocksToText,
  labelledParagraph,
  markedParagraph,
  resolveTextStyle,
  type TextOptions,
} from "../terminal/text-style.ts";
import { comparedTexts, countTransitions, transitionGroups } from "../watch/transition-lines.ts";

/** The parts of a comparison (changes/related-depth.ts). */
interface Compared {
  readonly transitions: readonly Transition[];
  readonly isSame: boolean;
  readonly isDeeper: boolean;
}

/** How many changes there are, and how many of them are for the better and for the worse. */
type ChangeCounts = ReturnType<typeof countTransitions>;

/**
 * Returns the difference between two Reports, for people: the verdict before and after, the two sources, notes on what may
 * mislead, then every transition in the given order. Equal Reports have no sources, and only a note on their depth.
 */
export function renderDiff(
  before: Report,
  after: Report,
  { transitions, isSame, isDeeper }: Compared,
  options: TextOptions,
): string {
  const style = resolveTextStyle(options);
  const texts = comparedTexts(transitions, { before, after });
  const headline = isSame
    ? `No differences (${after.verdict})`
    : formatHeadline(before, after, countTransitions(texts));
  const lead = [...markedParagraph(verdictMark(after.verdict), sanitizeLine(headline), style)];
  const addLine = (label: string, text: string): void => {
    lead.push(...labelledParagraph(label, sanitizeLine(text), style));
  };
  if (!isSame) {
    addLine("Before", sourceAndTime(before.source, before.takenAt));
    addLine("After", `${sourceAndTime(after.source, after.takenAt)}${formatInterval(before, after)}`);
  }
  const hasOtherObjects = !isSame && areDifferentObjects(before, after);
  for (const note of listNotes(before, after, { hasOtherObjects, isDeeper })) addLine("Note", note);
  return style.clean(blocksToText([lead, ...transitionGroups(texts, options)]));
}

/** `healthy -> degraded: 3 changes, 2 worse`, `still degraded: 4 changes, 1 better`; without a change only details differ. */
function formatHeadline({ verdict: from }: Report, { verdict: to }: Report, counts: ChangeCounts): string {
  const verdicts = from === to ? `still ${to}` : changeText(from, to);
  if (counts.all === 0) return from === to ? `${verdicts}, only details differ; compare the two reports` : verdicts;
  const parts = [countText(counts.all, "change")];
  if (counts.better > 0) parts.push(`${counts.better} better`);
  if (counts.worse > 0) parts.push(`${counts.worse} worse`);
  return `${verdicts}: ${parts.join(", ")}`;
}

/** The text behind the second source: `, 25m later`. */
function formatInterval(before: Report, after: Report): string {
  const seconds = secondsBetween(before.takenAt, after.takenAt) ?? 0;
  return seconds === 0 ? "" : `, ${formatAge(seconds)} later`;
}

/** Returns notes on what may mislead in the comparison, such as the order of the Reports or their depth. */
function listNotes(
  before: Report,
  after: Report,
  { hasOtherObjects, isDeeper }: { readonly hasOtherObjects: boolean; readonly isDeeper: boolean },
): readonly string[] {
  const serverBefore = before.source.server;
  const serverAfter = after.source.server;
  const areServersKnown = serverBefore !== undefined && serverAfter !== undefined;
  const isBackwards = (secondsBetween(after.takenAt, before.takenAt) ?? 0) > 0;
  const notes: string[] = [];
  if (hasOtherObjects) notes.push(`different objects: ${formatRoots(before)} before, ${formatRoots(after)} after`);
  if (areServersKnown && serverBefore !== serverAfter) {
    notes.push(`different clusters: ${serverBefore} and ${serverAfter}`);
  }
  if (isDeeper) notes.push("the sources cover different objects; only common objects are compared");
  if (isBackwards) notes.push("AFTER is older than BEFORE");
  return notes;
}

function formatRoots({ roots }: Report): string {
  const names = roots.map(({ ref }) => qualifiedName(ref));
  return joinNames(shortenNames(names, 3));
}

/**
 * Whether the two Reports share no object: both have roots, and no root of one stands anywhere in the other. Neither
 * Report has a failed reading of the other's kinds of root.
 */
function areDifferentObjects(before: Report, after: Report): boolean {
  if (before.roots.length === 0 || after.roots.length === 0) return false;
  return areRootsMissing(before, after) && areRootsMissing(after, before);
}

/** Whether no root of a Report stands in another one, although the other could read them. */
function areRootsMissing({ roots }: Report, other: Report): boolean {
  const keys = new Set<string>();
  collectKeys(other.roots, keys);
  const isUnread = ({ ref }: ReportNode): boolean =>
    other.completeness.gaps.some((gap) => gap.outcome !== "absent" && isSameKind(gap, ref));
  return roots.every((root) => !keys.has(keyOf(root.ref)) && !isUnread(root));
}

function collectKeys(nodes: readonly ReportNode[], keys: Set<string>): void {
  for (const { ref, children } of nodes) {
    keys.add(keyOf(ref));
    collectKeys(children, keys);
  }
}
