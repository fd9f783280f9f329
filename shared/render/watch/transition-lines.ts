import { sanitizeLine } from "../../characters/sanitize.ts";
import { wrapText } from "../../characters/wrap.ts";
import { nodeSince } from "../../model/condition-age.ts";
import { definedFields } from "../../model/defined-fields.ts";
import { isSameKind } from "../../model/kind.ts";
import { keyOf, type Ref } from "../../model/object.ts";
import type { Mark } from "../../model/outline.ts";
import type { ReadGap, Report, ReportNode } from "../../model/report.ts";
import type { Transition } from "../../model/report-change.ts";
import { isUnread } from "../../model/snapshot.ts";
import { isSerious } from "../../model/verdict.ts";
import { describeFinding } from "../../outline/findings/describe.ts";
import { conditionMark, verdictMark } from "../../outline/marks.ts";
import { describeTransition, formatTransitionSubject, type TransitionContext } from "../../outline/words/changes.ts";
import { markedParagraph, resolveTextStyle, type TextOptions } from "../terminal/text-style.ts";

/** The changes of what a node reports about itself. */
const changesOfNode: ReadonlySet<Transition["what"]> = new Set([
  "condition",
  "version",
  "verdict",
  "outcome",
  "gate",
  "upgrade",
]);

const gateMarks = { yes: "good", no: "remark", unknown: "unknown" } as const;

/** A transition, and the time of its observation (RFC 3339 UTC) where that is printed. */
export interface DatedTransition {
  readonly transition: Transition;
  readonly at?: string;
}

/** The Reports before and after the transitions: they have the times, and what could not be read. */
export interface TransitionSides {
  readonly before?: Report;
  readonly after?: Report;
  /** Whether the screen above has the ages of the new states. */
  readonly areAgesShown?: boolean;
}

/**
 * Returns a paragraph for each transition: mark, time, subject, from and to. It is one line where the width is unlimited.
 * Without the Reports, an object that disappeared is `removed` and not `deleted`.
 */
export function transitionLines(
  dated: readonly DatedTransition[],
  options: TextOptions,
  sides: TransitionSides = {},
): readonly string[] {
  const style = resolveTextStyle(options);
  return transitionTexts(listShown(dated), sides).flatMap(({ mark, subject, words, dated: { at } }) => {
    const time = at === undefined ? "" : `${at} `;
    return markedParagraph(mark, sanitizeLine(`${time}${subject}: ${words}`), style);
  });
}

/** Returns the texts of the shown transitions without control characters and line breaks, worded without the Reports. */
export function listShownTransitions(dated: readonly DatedTransition[]): readonly TransitionText[] {
  const texts = transitionTexts(listShown(dated), {});
  return texts.map((text) => ({ ...text, subject: sanitizeLine(text.subject), words: sanitizeLine(text.words) }));
}

/** The transitions that are shown as lines of their own. */
function listShown(dated: readonly DatedTransition[]): readonly DatedTransition[] {
  return dated.filter(({ transition }) => isShown(transition) && !isDetail(transition));
}

/** The texts in groups, with the subject above each group. */
export function transitionGroups(
  texts: readonly TransitionText[],
  options: TextOptions,
): readonly (readonly string[])[] {
  const style = resolveTextStyle(options);
  const indented = { ...style, width: style.width - 2 };
  const groups = Map.groupBy(texts, ({ subject }) => subject);
  return Array.from(groups, ([subject, textsOfSubject]) => {
    const title = wrapText(style.clean(sanitizeLine(subject)), style.width).map(style.palette.bold);
    const lines = textsOfSubject.flatMap(({ mark, words }) => markedParagraph(mark, sanitizeLine(words), indented));
    return [...title, ...lines.map((line) => `  ${line}`)];
  });
}

/** How many transitions there are, and how many of them are for the better and for the worse. */
export function countTransitions(texts: readonly TransitionText[]): {
  readonly all: number;
  readonly better: number;
  readonly worse: number;
} {
  const marks = texts.map(({ mark }) => mark);
  const countOf = (countedMarks: readonly Mark[]): number => marks.filter((mark) => countedMarks.includes(mark)).length;
  return { all: marks.length, better: countOf(["good"]), worse: countOf(["bad", "unknown"]) };
}

/** Returns the texts of a comparison. What a deleted object no longer reports is omitted, because it is deleted. */
export function comparedTexts(transitions: readonly Transition[], sides: TransitionSides): readonly TransitionText[] {
  const deletedNodes = new Set(transitions.filter(isDeletion).map(({ about, label }) => nodeKey(about, label)));
  const isImpliedByDeletion = (transition: Transition): boolean =>
    transition.to === null &&
    changesOfNode.has(transition.what) &&
    deletedNodes.has(nodeKey(transition.about, transition.label));
  const shown = transitions.filter((transition) => isShown(transition) && !isImpliedByDeletion(transition));
  const dated = shown.map((transition) => ({ transition }));
  return transitionTexts(dated, sides).filter(({ isNews }) => isNews);
}

/**
 * Whether a transition is shown. A rewritten entry of relatedObjects is not, because the operator rewrites its objects all
 * the time.
 */
function isShown({ what, from, to }: Transition): boolean {
  const isPresent = (state: unknown): boolean => state === "same" || state === "changed";
  const isRewritten = what === "related" && isPresent(from) && isPresent(to);
  return !isRewritten;
}

/**
 * Whether a transition matters only for comparing two Reports. It is no line of its own, because a verdict or restarts
 * report it.
 */
function isDetail(transition: Transition): boolean {
  if (transition.what === "finding") return transition.from === transition.to;
  return transition.what === "fact" && (transition.type === "waiting" || transition.type === "exitCode");
}

function isDeletion({ what, to }: Transition): boolean {
  return what === "presence" && to === null;
}

/** The text of one transition; cluster texts in it are not yet escaped. */
export interface TransitionText {
  readonly mark: Mark;
  readonly subject: string;
  readonly words: string;
  /** The transition itself. */
  readonly dated: DatedTransition;
  /** False: the object is healthy, and one Report lacks it only because nothing below healthy objects is read. */
  readonly isNews: boolean;
}

function transitionTexts(dated: readonly DatedTransition[], sides: TransitionSides): readonly TransitionText[] {
  const before = indexReport(sides.before);
  const after = indexReport(sides.after);
  return dated.map((datedTransition) => {
    const { transition } = datedTransition;
    const context = findContext(transition, before, after, sides.areAgesShown);
    const isHealthy = transition.what === "presence" && (transition.to ?? transition.from) === "healthy";
    return {
      mark: chooseMark(transition, context, before, after),
      subject: formatTransitionSubject(transition),
      words: describeTransition(transition, context),
      isNews: !(isHealthy && context.absence === "unseen"),
      dated: datedTransition,
    };
  });
}

/** One Report with its lookup tables. */
interface IndexedReport {
  readonly report: Report | undefined;
  readonly nodes: ReadonlyMap<string, ReportNode>;
  /** The kinds of objects that were read below each path. */
  readonly kinds: ReadonlySet<string>;
}

function indexReport(report: Report | undefined): IndexedReport {
  const nodes = new Map<string, ReportNode>();
  const kinds = new Set<string>();
  indexNodes(report?.roots ?? [], []);
  return { report, nodes, kinds };

  function indexNodes(nodesAtLevel: readonly ReportNode[], path: readonly string[]): void {
    for (const node of nodesAtLevel) {
      const key = nodeKey(node.ref, node.label);
      if (!nodes.has(key)) nodes.set(key, node);
      if (node.outcome === "found") kinds.add(pathKey(node.ref, path));
      indexNodes(node.children, [...path, node.label]);
    }
  }
}

function findContext(
  transition: Transition,
  before: IndexedReport,
  after: IndexedReport,
  areAgesShown = false,
): TransitionContext {
  const finding = transition.what === "finding" ? transition.finding : undefined;
  return {
    absence: explainAbsence(transition, transition.to === null ? after : before),
    ...definedFields({
      since: areAgesShown ? undefined : findStart(transition, after),
      sentence: finding === undefined ? undefined : describeFinding(finding),
    }),
  };
}

/**
 * Returns why a Report lacks what stands in the other one. The first rule that applies decides:
 * 1. There is no Report: `unseen`.
 * 2. A request for the object failed, and the object was not read otherwise: `refused`.
 * 3. The object stands elsewhere in the Report: `elsewhere`; only its detail is missing: `gone`.
 * 4. The Report always has it (a root, a finding, a recorded object), or read its kind at this path: `gone`.
 * 5. Else `unseen`, because objects below healthy ones are not read.
 */
function explainAbsence(
  { about, label, path, what }: Transition,
  { report, kinds, nodes }: IndexedReport,
): TransitionContext["absence"] {
  if (report === undefined) return "unseen";
  const node = nodes.get(nodeKey(about, label));
  // An object that was read is not unread, although a list of its kind is forbidden elsewhere.
  const isRead = node !== undefined && !isUnread(node);
  if (!isRead && report.completeness.gaps.some((gap) => isFailedRequestFor(gap, about))) return "refused";
  if (node !== undefined) return what === "presence" ? "elsewhere" : "gone";
  const isAlwaysReported = what === "finding" || what === "related" || path.length === 1;
  const isKindRead = kinds.has(pathKey(about, path.slice(0, -1)));
  return isAlwaysReported || isKindRead ? "gone" : "unseen";
}

/** Whether a request that would have returned an object failed. */
function isFailedRequestFor(gap: ReadGap, about: Ref): boolean {
  const { namespace, name } = gap;
  if (!isUnread(gap) || !isSameKind(gap, about)) return false;
  const isSameNamespace = namespace === undefined || about.namespace === undefined || namespace === about.namespace;
  const isSameName = name === undefined || name === about.name;
  return isSameNamespace && isSameName;
}

/** Returns since when the new state lasts. Undefined where that is not known, and for changes that are no states. */
function findStart(transition: Transition, after: IndexedReport): string | undefined {
  const node = findNode(transition, after);
  if (node === undefined) return undefined;
  if (transition.what === "condition") return node.conditions.find(({ type }) => type === transition.type)?.since;
  return transition.what === "verdict" || transition.what === "presence" ? nodeSince(node) : undefined;
}

function findNode({ about, label }: Transition, { nodes }: IndexedReport): ReportNode | undefined {
  return nodes.get(nodeKey(about, label));
}

function chooseMark(
  transition: Transition,
  context: TransitionContext,
  before: IndexedReport,
  after: IndexedReport,
): Mark {
  const mark = markOfTransition(transition, context, after);
  const isPlanned = mark === "bad" && isPlannedDeletion(transition, after.report ?? before.report);
  return isPlanned ? "busy" : mark;
}

function markOfTransition(transition: Transition, { absence }: TransitionContext, after: IndexedReport): Mark {
  const { what, to } = transition;
  switch (what) {
    case "presence":
    case "verdict":
      return to === null ? "remark" : verdictMark(transition.to ?? "unknown");
    case "condition": {
      const condition = findNode(transition, after)?.conditions.find(({ type }) => type === transition.type);
      return condition === undefined ? "remark" : conditionMark(condition);
    }
    case "outcome":
    case "completeness":
      if (to === "forbidden" || to === "unread") return "unknown";
      return to === "found" || to === null ? "good" : "remark";
    case "gate":
      if (transition.to === null) return "unknown";
      return gateMarks[transition.to.answer];
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
      const isReached = to !== null && to === findNode(transition, after)?.facts["expectedVersion"];
      return transition.type === "observedVersion" && isReached ? "good" : "remark";
    }
    case "identity":
      return "remark";
  }
}

/** `ready` from `2/3` to `3/3` is good, from `3/3` to `2/3` bad. A container that no longer waits is good. */
function markOfFact({ type, from, to }: Extract<Transition, { what: "fact" }>): Mark {
  if (type === "waiting" && to === null) return "good";
  if (type !== "ready" || to === null) return "remark";
  const [ready = "", desired] = to.split("/");
  if (ready === desired) return "good";
  const [readyBefore] = from?.split("/") ?? [];
  return readyBefore !== undefined && Number(ready) < Number(readyBefore) ? "bad" : "remark";
}

/**
 * Whether the change is part of the deletion of its root: the operator removes the components that it created, so they
 * disappear as planned. The deletion of an object that a finding blocks is not planned.
 */
function isPlannedDeletion({ what, path }: Transition, report: Report | undefined): boolean {
  const [rootLabel, componentLabel] = path;
  const root = report?.roots.find(({ label }) => label === rootLabel);
  if (what === "finding" || report === undefined || root === undefined || !root.deleting) return false;
  const blockingFindings = report.findings.filter(({ effects }) => effects.deletion === "blocks");
  const blockedKeys = blockingFindings.map(({ about }) => keyOf(about));
  const isBeingRemoved = ({ ref, deleting, outcome }: ReportNode): boolean =>
    (deleting || outcome === "absent" || outcome === "noSuchKind") && !blockedKeys.includes(keyOf(ref));
  if (componentLabel !== undefined)
    return root.children.filter(({ label }) => label === componentLabel).every(isBeingRemoved);
  const unhealthyParts = root.children.filter(({ required, verdict }) => required && isSerious(verdict));
  return blockedKeys.length === 0 && !isSerious(root.ownVerdict) && unhealthyParts.every(isBeingRemoved);
}

/** The key of a node. The containers of a Pod have its name, so the label is a part of the key. */
export function nodeKey(ref: Ref, label: string): string {
  return `${keyOf(ref)} ${label}`;
}

/** The key of the objects of one kind below a path. */
function pathKey({ group, kind }: Ref, path: readonly string[]): string {
  return JSON.stringify([group, kind, ...path]);
}
