import { currentCluster } from "../model/kubectl-command.ts";
import type { OutlineEntry, Text } from "../model/outline.ts";
import type { Cause, ReportNode, RootNode } from "../model/report.ts";
import type { AgeClock } from "./ages.ts";
import { causeId, causeSections, partCauseEntry, singleCauseEntry } from "./cause-entries.ts";
import type { OutlineOptions } from "./outline-options.ts";
import { stateText } from "./root-state.ts";
import { entryLine, isSentence, joined, plainText, spaced, words } from "./text.ts";
import { formFor } from "./words/names.ts";

// A cause on one line, for rows, hovers and lists. Each form is a part of the entry that the first screen draws.

/** The causes of a root, each component once, in the order of all fronts. */
function causeEntries(root: RootNode, clock: AgeClock): readonly OutlineEntry[] {
  const entries = causeSections(root, lineOptions(clock)).flatMap((section) => section.entries);
  return entries.filter(({ kind }) => kind === "cause");
}

function lineOptions(clock: AgeClock): OutlineOptions {
  return { clock, reach: currentCluster, isLive: true, details: "" };
}

/**
 * The worst cause by name, for a line that has the verdict and its age already:
 * `CDI: container cdi-controller CrashLoopBackOff (exit 1, 7 restarts)`. Empty where a root has none.
 */
export function worstCauseText(root: RootNode, clock: AgeClock): Text {
  const [worst] = causeEntries(root, clock);
  return worst === undefined ? [] : namedCauseText(worst, root);
}

/** The same with the number of the other causes, where no other line has them: `CDI: does not exist; 1 more cause`. */
export function causesText(root: RootNode, clock: AgeClock): Text {
  const [worst, ...others] = causeEntries(root, clock);
  return worst === undefined ? [] : joined("; ", [namedCauseText(worst, root), moreText(others.length, "cause")]);
}

/** `2 more causes`; nothing for none. */
export function moreText(count: number, one: string): Text {
  return count === 0 ? [] : words(`${count} more ${formFor(count, one, `${one}s`)}`);
}

/** Without what the CR says of the component: the first screen and `-o wide` have that. */
function namedCauseText(worst: OutlineEntry, root: RootNode): Text {
  if (isSentence(worst)) return entryLine(worst);
  // A cause of the root itself does not repeat its name.
  const isOwn = root.causes.some(({ path, component }) => path.length === 1 && worst.id === causeId({ component }));
  return joined(": ", [isOwn ? [] : worst.subject, explainedText(worst)]);
}

/** The cause of a part without its name, its own or one that it shares. Empty where no cause is about it. */
export function partCauseText(root: RootNode, node: ReportNode, clock: AgeClock): Text {
  const entry = partCauseEntry(root, node, lineOptions(clock));
  return entry === undefined ? [] : explainedText(entry);
}

/**
 * One cause in a sentence of its own, with the whole way down:
 * `CDI unavailable for 14m: Deployment cdi-deployment 0/1 > Pod cdi-deployment-7d9c > container cdi-controller OOMKilled`.
 */
export function causeInFull(root: RootNode, cause: Cause, clock: AgeClock): Text {
  const entry = singleCauseEntry(root, cause, lineOptions(clock));
  // The headline has the state of a cause of the root itself.
  const state = entry.text.length > 0 ? entry.text : words(stateText(cause.verdict, cause.since, clock));
  return joined(": ", [spaced(entry.subject, state), explainedText(entry, true)]);
}

/** What explains a cause, without its name and its state, with the whole way down. */
export function causeExplanation(root: RootNode, cause: Cause, clock: AgeClock): Text {
  return explainedText(singleCauseEntry(root, cause, lineOptions(clock)), true);
}

/** A cause without its name: what explains it, then its state, `… · unavailable for 14m`. */
export function causeLine(entry: OutlineEntry): string {
  return plainText(joined(" · ", [explainedText(entry), entry.text]));
}

/**
 * The deepest object of a cause and what that reports: `container cdi-controller CrashLoopBackOff (exit 1)`. `isWhole`:
 * with all objects on the way down to it.
 */
function explainedText({ entries }: OutlineEntry, isWhole = false): Text {
  const way = entries.find(({ kind }) => kind === "way");
  const [steps] = way?.text ?? [];
  const deepest = steps?.is === "way" ? words(steps.steps.at(-1) ?? "") : [];
  const end = steps?.is === "way" && isWhole ? [steps] : deepest;
  const evidence = entries.find(({ kind }) => kind === "evidence")?.text ?? [];
  // The state of a container stands behind its name; other objects report sentences.
  return way?.container === undefined ? joined(": ", [end, evidence]) : spaced(end, evidence);
}
