import { currentCluster } from "../model/kubectl-command.ts";
import type { OutlineEntry, Text } from "../model/outline.ts";
import type { Cause, ReportNode, RootNode } from "../model/report.ts";
import type { AgeClock } from "./ages.ts";
import { causeId, causeSections, partCauseEntry, singleCauseEntry } from "./cause-entries.ts";
import type { OutlineOptions } from "./outline-options.ts";
import { stateText } from "./root-state.ts";
import { entryLine, isSentence, joined, plainText, spaced, words } from "./text.ts";
import { formFor } from "./words/names.ts";

// A cause on one line, made of the parts of the entry that the first screen draws:
//
//   worstCauseText           CDI: container cdi-controller CrashLoopBackOff (exit 1)
//   worstCauseAndCountText   CDI: container cdi-controller CrashLoopBackOff (exit 1); 1 more cause
//   partExplanationText      container cdi-controller CrashLoopBackOff (exit 1)
//   explanationAndState      container cdi-controller CrashLoopBackOff (exit 1) · unavailable for 14m
//   fullExplanationText      Deployment cdi-deployment 0/1 > Pod x > container cdi-controller CrashLoopBackOff (exit 1)
//   fullCauseText            CDI unavailable for 14m: Deployment cdi-deployment 0/1 > Pod x > container …

/** The worst cause of a root, for a line that has the root's verdict and age already. Empty where a root has no cause. */
export function worstCauseText(root: RootNode, clock: AgeClock): Text {
  const [worst] = listCauseEntries(root, clock);
  return worst === undefined ? [] : namedExplanation(worst, root);
}

/** The worst cause of a root and the number of its other causes, for a place that has no line for these. */
export function worstCauseAndCountText(root: RootNode, clock: AgeClock): Text {
  const [worst, ...others] = listCauseEntries(root, clock);
  if (worst === undefined) return [];
  return joined("; ", [namedExplanation(worst, root), moreText(others.length, "cause")]);
}

/** `2 more causes`; nothing for none. */
export function moreText(count: number, one: string): Text {
  return count === 0 ? [] : words(`${count} more ${formFor(count, one, `${one}s`)}`);
}

/** What explains the cause of a part, its own or one that it shares. Empty where no cause is about the part. */
export function partExplanationText(root: RootNode, node: ReportNode, clock: AgeClock): Text {
  const entry = partCauseEntry(root, node, lineOptions(clock));
  return entry === undefined ? [] : deepestExplanation(entry);
}

/** One cause with its name, its state and all objects on the way down. */
export function fullCauseText(root: RootNode, cause: Cause, clock: AgeClock): Text {
  const entry = singleCauseEntry(root, cause, lineOptions(clock));
  // The entry of a cause of the root itself has no state: the headline has it.
  const state = entry.text.length > 0 ? entry.text : words(stateText(cause.verdict, cause.since, clock));
  return joined(": ", [spaced(entry.subject, state), wholeExplanation(entry)]);
}

/** What explains one cause, with all objects on the way down. */
export function fullExplanationText(root: RootNode, cause: Cause, clock: AgeClock): Text {
  return wholeExplanation(singleCauseEntry(root, cause, lineOptions(clock)));
}

/** What explains the cause of an entry, then its state. */
export function explanationAndState(entry: OutlineEntry): string {
  return plainText(joined(" · ", [deepestExplanation(entry), entry.text]));
}

/** The causes of a root, each component once, in the order of the first screen. */
function listCauseEntries(root: RootNode, clock: AgeClock): readonly OutlineEntry[] {
  const entries = causeSections(root, lineOptions(clock)).flatMap((section) => section.entries);
  return entries.filter(({ kind }) => kind === "cause");
}

function lineOptions(clock: AgeClock): OutlineOptions {
  return { clock, reach: currentCluster, isLive: true, details: "" };
}

/** `CDI: does not exist`. The state of the component is omitted: the first screen and `-o wide` have it. */
function namedExplanation(entry: OutlineEntry, root: RootNode): Text {
  if (isSentence(entry)) return entryLine(entry);
  const explanation = deepestExplanation(entry);
  const isAboutRoot = root.causes.some(
    ({ path, component }) => path.length === 1 && entry.id === causeId({ component }),
  );
  // The line is about the root already.
  return isAboutRoot ? explanation : joined(": ", [entry.subject, explanation]);
}

/** The deepest object on the way down and what it reports: `container cdi-controller CrashLoopBackOff (exit 1)`. */
function deepestExplanation(entry: OutlineEntry): Text {
  const [way] = wayIn(entry)?.text ?? [];
  const deepest = way?.is === "way" ? words(way.steps.at(-1) ?? "") : [];
  return withEvidence(entry, deepest);
}

/** All objects on the way down and what the deepest of them reports. */
function wholeExplanation(entry: OutlineEntry): Text {
  return withEvidence(entry, wayIn(entry)?.text ?? []);
}

function wayIn({ entries }: OutlineEntry): OutlineEntry | undefined {
  return entries.find(({ kind }) => kind === "way");
}

/** Objects, and behind them the evidence of the entry. */
function withEvidence(entry: OutlineEntry, objects: Text): Text {
  const evidence = entry.entries.find(({ kind }) => kind === "evidence")?.text ?? [];
  const endsInContainer = wayIn(entry)?.container !== undefined;
  // A container is followed by its state, `container x OOMKilled`, any other object by a sentence.
  return endsInContainer ? spaced(objects, evidence) : joined(": ", [objects, evidence]);
}
