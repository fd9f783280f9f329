import { sanitizeLine } from "../../characters/sanitize.ts";
import { keyOf } from "../../model/object.ts";
import type { Report, ReportNode } from "../../model/report.ts";
import type { Transition } from "../../model/report-change.ts";
import { verdictMark } from "../../outline/marks.ts";
import { sourceWords } from "../../outline/words/completeness.ts";
import { labelledParagraph, markedParagraph, resolveTextStyle, type TextOptions } from "../terminal/text-style.ts";
import { comparedTexts, countTransitions, transitionGroups } from "../watch/transition-lines.ts";
import { diffLabels, headWords, laterWords, noteWords, sameWords } from "../words/commands/diff.ts";

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
  const head = isSame ? sameWords(after) : headWords(before, after, countTransitions(texts));
  const label = (name: string, text: string): readonly string[] => labelledParagraph(name, sanitizeLine(text), style);
  const identity = [
    ...label(diffLabels.before, sourceWords(before.source, before.takenAt)),
    ...label(diffLabels.after, `${sourceWords(after.source, after.takenAt)}${laterWords(before, after)}`),
    ...noteWords(before, after, { areOthers: areOthers(before, after), isDeeper }).flatMap((note) =>
      label(diffLabels.note, note),
    ),
  ];
  const lead = [...markedParagraph(verdictMark(after.verdict), sanitizeLine(head), style), ...(isSame ? [] : identity)];
  const notes = isSame
    ? noteWords(before, after, { areOthers: false, isDeeper }).flatMap((note) => label(diffLabels.note, note))
    : [];
  const paragraphs = [[...lead, ...notes], ...transitionGroups(texts, options)];
  return `${paragraphs.map((lines) => style.clean(lines.join("\n"))).join("\n\n")}\n`;
}

/**
 * Whether the two Reports share no object: both have roots, and no root of one stands anywhere in the other. Neither
 * Report has a failed reading of the other's kinds of root.
 */
function areOthers(before: Report, after: Report): boolean {
  return before.roots.length > 0 && after.roots.length > 0 && isWithout(before, after) && isWithout(after, before);
}

function isWithout({ roots }: Report, other: Report): boolean {
  const known = new Set<string>();
  add(other.roots);
  const isRefused = ({ ref }: ReportNode): boolean =>
    other.completeness.gaps.some(
      ({ outcome, kind, group }) => outcome !== "absent" && kind === ref.kind && group === ref.group,
    );
  return roots.every((root) => !known.has(keyOf(root.ref)) && !isRefused(root));

  function add(nodes: readonly ReportNode[]): void {
    for (const { ref, children } of nodes) {
      known.add(keyOf(ref));
      add(children);
    }
  }
}
