import { sanitizeLine } from "../../characters/sanitize.ts";
import { wrapText } from "../../characters/wrap.ts";
import { nodeSince } from "../../model/condition-age.ts";
import { definedFields } from "../../model/defined-fields.ts";
import { keyOf, type Ref } from "../../model/object.ts";
import type { Mark } from "../../model/outline.ts";
import type { Report, ReportNode } from "../../model/report.ts";
import type { Transition } from "../../model/report-change.ts";
import { isSerious } from "../../model/verdict.ts";
import { describeFinding } from "../../outline/findings/describe.ts";
import { conditionMark, verdictMark } from "../../outline/marks.ts";
import { describeTransition, formatTransitionSubject, type TransitionContext } from "../../outline/words/changes.ts";
import { markedParagraph, resolveTextStyle, type TextOptions } from "../terminal/text-style.ts";

/** A transition, and the time of its observation (RFC 3339 UTC) where that is printed. */
export interface DatedTransition {
  readonly transition: Transition;
  readonly at?: string;
}

/** The Reports on both sides of the transitions: they know the times, and what could not be read. */
export interface TransitionSides {
  readonly before?: Report;
  readonly after?: Report;
  /** The screen above has the ages of the new states. */
  readonly areAgesShown?: boolean;
}

/**
 * A paragraph for each transition: mark, time, subject, from and to. One line where the width is unlimited. Without the
 * Reports, nothing that disappeared is reported as gone.
 */
export function transitionLines(
  dated: readonly DatedTransition[],
  options: TextOptions,
  sides: TransitionSides = {},
): readonly string[] {
  const style = resolveTextStyle(options);
  const news = dated.filter(({ transition }) => isShown(transition) && !isDetail(transition));
  return transitionTexts(news, sides).flatMap(({ mark, at, subject, words }) =>
    markedParagraph(mark, sanitizeLine(`${at === undefined ? "" : `${at} `}${subject}: ${words}`), style),
  );
}

/** The transitions that are news, as harmless texts of one line each, worded without the Reports. */
export function transitionWords(
  dated: readonly DatedTransition[],
): readonly (TransitionText & { readonly dated: DatedTransition })[] {
  return dated
    .filter(({ transition }) => isShown(transition) && !isDetail(transition))
    .flatMap((transition) =>
      transitionTexts([transition], {}).map((text) => ({
        ...text,
        subject: sanitizeLine(text.subject),
        words: sanitizeLine(text.words),
        dated: transition,
      })),
    );
}

/** The texts in groups, with the subject above each group. */
export function transitionGroups(
  texts: readonly TransitionText[],
  options: TextOptions,
): readonly (readonly string[])[] {
  const style = resolveTextStyle(options);
  const inside = { ...style, width: style.width - 2 };
  const groups = Map.groupBy(texts, ({ subject }) => subject);
  return Array.from(groups, ([subject, textsOfSubject]) => [
    ...wrapText(style.clean(sanitizeLine(subject)), style.width).map(style.palette.bold),
    ...textsOfSubject.flatMap(({ mark, words }) =>
      markedParagraph(mark, sanitizeLine(words), inside).map((line) => `  ${line}`),
    ),
  ]);
}

/** How many transitions are for the better, and for the worse. */
export function countTransitions(texts: readonly TransitionText[]): {
  readonly all: number;
  readonly better: number;
  readonly worse: number;
} {
  const marks = texts.map(({ mark }) => mark);
  const countOf = (countedMarks: readonly Mark[]): number => marks.filter((mark) => countedMarks.includes(mark)).length;
  return { all: marks.length, better: countOf(["good"]), worse: countOf(["bad", "unknown"]) };
}

/** The transitions of a comparison in words. Earlier reports of a deleted object are omitted. */
export function comparedTexts(transitions: readonly Transition[], sides: TransitionSides): readonly TransitionText[] {
  const deleted = new Set(transitions.filter(isDeleted).map(({ about, label }) => nodeKey(about, label)));
  const dated = transitions
    .filter(isShown)
    .filter(
      (transition) =>
        transition.to !== null ||
        isDeleted(transition) ||
        !reportedByNode.has(transition.what) ||
        !deleted.has(nodeKey(transition.about, transition.label)),
    );
  const texts = transitionTexts(
    dated.map((transition) => ({ transition })),
    sides,
  );
  return texts.filter(({ isNews }) => isNews);
}

/**
 * Whether a transition is shown. A rewritten entry of relatedObjects is not: the operator rewrites its objects all the
 * time.
 */
function isShown({ what, from, to }: Transition): boolean {
  const isBeat = (state: unknown): boolean => state === "same" || state === "changed";
  return !(what === "related" && isBeat(from) && isBeat(to));
}

/**
 * Whether a transition matters only for comparing two Reports. It is no line of its own, because a verdict or restarts
 * report it.
 */
function isDetail(transition: Transition): boolean {
  if (transition.what === "finding") return transition.from === transition.to;
  return transition.what === "fact" && (transition.type === "waiting" || transition.type === "exitCode");
}

/** What a node reports about itself. */
const reportedByNode: ReadonlySet<Transition["what"]> = new Set([
  "condition",
  "version",
  "verdict",
  "outcome",
  "gate",
  "upgrade",
]);

function isDeleted({ what, to }: Transition): boolean {
  return what === "presence" && to === null;
}

/** One transition in words; cluster texts in it are not yet escaped. */
export interface TransitionText {
  readonly mark: Mark;
  readonly at: string | undefined;
  readonly subject: string;
  readonly words: string;
  /** False: the thing is healthy, and one Report lacks it only because nothing below healthy objects is read. */
  readonly isNews: boolean;
}

function transitionTexts(dated: readonly DatedTransition[], sides: TransitionSides): readonly TransitionText[] {
  const before = sideOf(sides.before);
  const after = sideOf(sides.after);
  return dated.map(({ transition, at }) => {
    const context = contextOf(transition, before, after, sides.areAgesShown);
    const usualMark = markOfTransition(transition, context, after);
    const mark =
      usualMark === "bad" && isPlannedDeletion(transition, after.report ?? before.report) ? "busy" : usualMark;
    const isHealthy = transition.what === "presence" && (transition.to ?? transition.from) === "healthy";
    const isNews = !(isHealthy && context.absence === "unseen");
    return {
      mark,
      at,
      subject: formatTransitionSubject(transition),
      words: describeTransition(transition, context),
      isNews,
    };
  });
}

/** One Report with its lookup tables. */
interface Side {
  readonly report: Report | undefined;
  readonly nodes: ReadonlyMap<string, ReportNode>;
  /** The kinds of objects that were read below each path. */
  readonly kinds: ReadonlySet<string>;
}

function sideOf(report: Report | undefined): Side {
  const nodes = new Map<string, ReportNode>();
  const kinds = new Set<string>();
  add(report?.roots ?? [], []);
  return { report, nodes, kinds };

  function add(nodesAtLevel: readonly ReportNode[], above: readonly string[]): void {
    for (const node of nodesAtLevel) {
      const key = nodeKey(node.ref, node.label);
      if (!nodes.has(key)) nodes.set(key, node);
      if (node.outcome === "found") kinds.add(pathKey(node.ref, above));
      add(node.children, [...above, node.label]);
    }
  }
}

function contextOf(transition: Transition, before: Side, after: Side, areAgesShown = false): TransitionContext {
  const { to } = transition;
  const other = to === null ? after : before;
  const finding = transition.what === "finding" ? transition.finding : undefined;
  const since = areAgesShown ? undefined : sinceIn(transition, after);
  return {
    absence: absenceIn(transition, other),
    ...definedFields({ since }),
    ...(finding !== undefined && { sentence: describeFinding(finding) }),
  };
}

/** Whether a thing that stands in one Report only is known to be missing in the other. */
function absenceIn(
  { about, label, path, what }: Transition,
  { report, kinds, nodes }: Side,
): TransitionContext["absence"] {
  if (report === undefined) return "unseen";
  const node = nodes.get(nodeKey(about, label));
  // An object that was read is not unread, though a list of its kind is forbidden elsewhere.
  const isRead = node !== undefined && node.outcome !== "forbidden" && node.outcome !== "unread";
  const isRefused = report.completeness.gaps.some(
    (gap) =>
      (gap.outcome === "forbidden" || gap.outcome === "unread") &&
      gap.kind === about.kind &&
      gap.group === about.group &&
      (gap.namespace === undefined || about.namespace === undefined || gap.namespace === about.namespace) &&
      (gap.name === undefined || gap.name === about.name),
  );
  if (isRefused && !isRead) return "refused";
  // Every Report reads roots; objects below are read only where something is unhealthy.
  const isPresent = node !== undefined;
  if (isPresent && what === "presence") return "elsewhere";
  return isPresent ||
    what === "finding" ||
    what === "related" ||
    path.length === 1 ||
    kinds.has(pathKey(about, path.slice(0, -1)))
    ? "gone"
    : "unseen";
}

function sinceIn(transition: Transition, { nodes }: Side): string | undefined {
  const node = nodes.get(nodeKey(transition.about, transition.label));
  if (node === undefined) return undefined;
  if (transition.what === "condition") return node.conditions.find(({ type }) => type === transition.type)?.since;
  return transition.what === "verdict" || transition.what === "presence" ? nodeSince(node) : undefined;
}

function markOfTransition(transition: Transition, { absence }: TransitionContext, after: Side): Mark {
  const { what, to } = transition;
  switch (what) {
    case "presence":
    case "verdict":
      return to === null ? "remark" : verdictMark(transition.to ?? "unknown");
    case "condition": {
      const node = after.nodes.get(nodeKey(transition.about, transition.label));
      const condition = node?.conditions.find(({ type }) => type === transition.type);
      return condition === undefined ? "remark" : conditionMark(condition);
    }
    case "outcome":
    case "completeness":
      if (to === "forbidden" || to === "unread") return "unknown";
      return to === "found" || to === null ? "good" : "remark";
    case "gate":
      if (transition.to === null) return "unknown";
      return { yes: "good", no: "remark", unknown: "unknown" }[transition.to.answer] as Mark;
    case "upgrade":
      if (typeof transition.to?.running !== "boolean") return "unknown";
      return transition.to.running ? "busy" : "good";
    case "root-cause":
      if (to !== null) return "bad";
      return absence === "refused" ? "unknown" : "good";
    case "finding":
      if (to === null) return absence === "refused" ? "unknown" : "good";
      return to === "error" ? "bad" : "remark";
    case "related":
      if (to === "same") return "good";
      return to === "forbidden" || to === "unread" ? "unknown" : "remark";
    case "fact":
      return markOfFact(transition);
    case "state":
      return to === true ? "remark" : "good";
    case "version": {
      const expected = after.nodes.get(nodeKey(transition.about, transition.label))?.facts["expectedVersion"];
      return transition.type === "observedVersion" && to !== null && to === expected ? "good" : "remark";
    }
    case "identity":
      return "remark";
  }
}

/** `ready` from `2/3` to `3/3` is good, from `3/3` to `2/3` bad. */
function markOfFact({ type, from, to }: Extract<Transition, { what: "fact" }>): Mark {
  if (type === "waiting" && to === null) return "good";
  if (type !== "ready" || to === null) return "remark";
  const [ready = "", desired] = to.split("/");
  if (ready === desired) return "good";
  return from !== null && Number(ready) < Number(from.split("/")[0]) ? "bad" : "remark";
}

/**
 * Whether the change is part of the deletion of its root: the operator removes the components that it made, so they go
 * away as planned. A refused deletion is none.
 */
function isPlannedDeletion({ what, path }: Transition, report: Report | undefined): boolean {
  if (what === "finding") return false;
  const root = report?.roots.find(({ label }) => label === path[0]);
  if (report === undefined || root === undefined || !root.deleting) return false;
  const refusing = report.findings.filter(({ effects }) => effects.deletion === "blocks");
  const refused = refusing.map(({ about }) => keyOf(about));
  const isGoing = ({ ref, deleting, outcome }: ReportNode): boolean =>
    (deleting || outcome === "absent" || outcome === "noSuchKind") && !refused.includes(keyOf(ref));
  const [, component] = path;
  if (component !== undefined) return root.children.every((part) => part.label !== component || isGoing(part));
  const down = root.children.filter(({ required, verdict }) => required && isSerious(verdict));
  return refused.length === 0 && !isSerious(root.ownVerdict) && down.every(isGoing);
}

/** The key of a node. The containers of a Pod have its name, so the label is a part of the key. */
function nodeKey(ref: Ref, label: string): string {
  return `${keyOf(ref)} ${label}`;
}

function pathKey({ group, kind }: Ref, above: readonly string[]): string {
  return JSON.stringify([group, kind, ...above]);
}
