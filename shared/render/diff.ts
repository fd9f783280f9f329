import { keyOf } from "../model/object.ts";
import type { Node, Report } from "../model/report.ts";
import type { Transition } from "../model/report-change.ts";
import { markOf } from "./marks.ts";
import { harmless } from "./safe.ts";
import { labelled, marked, styleOf, type TextOptions } from "./style.ts";
import { transitionGroups } from "./transitions.ts";
import { diffLabels, headWords, laterWords, noteWords, sameWords } from "./words-diff.ts";
import { sourceWords } from "./words-reading.ts";

/** What differs (aggregate/changes-depth.ts). */
interface Compared {
  readonly transitions: readonly Transition[];
  readonly isSame: boolean;
  readonly isDeeper: boolean;
}

/** What lies between two Reports, for people: from which verdict to which, then every transition in the given order. */
export function renderDiff(
  before: Report,
  after: Report,
  { transitions, isSame, isDeeper }: Compared,
  options: TextOptions,
): string {
  const style = styleOf(options);
  const head = isSame ? sameWords(after) : headWords(before, after, transitions.length === 0);
  const label = (name: string, text: string): readonly string[] => labelled(name, harmless(text), style);
  const identity = [
    ...label(diffLabels.before, sourceWords(before.source, before.takenAt)),
    ...label(diffLabels.after, `${sourceWords(after.source, after.takenAt)}${laterWords(before, after)}`),
    ...noteWords(before, after, { areOthers: areOthers(before, after), isDeeper }).flatMap((note) =>
      label(diffLabels.note, note),
    ),
  ];
  const lead = [...marked(markOf(after.verdict), harmless(head), style), ...(isSame ? [] : identity)];
  const notes = isSame
    ? noteWords(before, after, { areOthers: false, isDeeper }).flatMap((note) => label(diffLabels.note, note))
    : [];
  const paragraphs = [[...lead, ...notes], ...transitionGroups(transitions, options, { before, after })];
  return `${paragraphs.map((lines) => style.clean(lines.join("\n"))).join("\n\n")}\n`;
}

/** Both have roots, none of the one stands anywhere in the other, and nobody was kept from reading them there. */
function areOthers(before: Report, after: Report): boolean {
  return before.roots.length > 0 && after.roots.length > 0 && isWithout(before, after) && isWithout(after, before);
}

function isWithout({ roots }: Report, other: Report): boolean {
  const known = new Set<string>();
  add(other.roots);
  const isRefused = ({ ref }: Node): boolean =>
    other.completeness.gaps.some(
      ({ outcome, kind, group }) => outcome !== "absent" && kind === ref.kind && group === ref.group,
    );
  return roots.every((root) => !known.has(keyOf(root.ref)) && !isRefused(root));

  function add(nodes: readonly Node[]): void {
    for (const { ref, children } of nodes) {
      known.add(keyOf(ref));
      add(children);
    }
  }
}
