import { conditionOf } from "../model/condition.ts";
import { keyOf } from "../model/object.ts";
import type { ExpectedCondition, Node, Report, RootNode } from "../model/report.ts";
import type { Transition } from "../model/report-change.ts";
import { sinceOf } from "../model/since.ts";
import { changesBetween } from "./changes.ts";
import { setConditions } from "./verbs.ts";

/** What is remembered of the Reports so far; it does not grow with them. */
export interface History {
  /** The Report that it ends with. */
  readonly report: Report;
  /** Roots and components, those that were seen last at the end; see {@link pastOf}. */
  readonly objects: ReadonlyMap<string, Past>;
  /** The last of what changed, oldest first; what was so at the beginning is no change. */
  readonly transitions: readonly TimedTransition[];
}

/** What changed, and when the snapshot was taken that showed it first, RFC 3339 UTC. */
interface TimedTransition {
  readonly at: string;
  readonly transition: Transition;
}

/** What is remembered of one object. */
export interface Past {
  readonly uid?: string;
  readonly verdict: Lasting;
  /** Of a root: the conditions that its rule set computes. */
  readonly conditions: readonly Lasting[];
}

/** One status over time. */
interface Lasting {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  /** RFC 3339 UTC. */
  readonly since: string;
  /** It was so when it was seen first, and nobody says since when. */
  readonly isAtLeast: boolean;
  /** How often the status changed. */
  readonly flaps: number;
  /** RFC 3339 UTC: the first of these changes; absent: there was none. */
  readonly flapsFrom?: string;
}

const mostTransitions = 20;
/** Objects that are not in the Report any more: what is only out of sight comes back. */
const mostAway = 100;

/** The history with one more Report. */
export function remembered(history: History | undefined, report: Report): History {
  const { takenAt } = report;
  const seen = report.roots.flatMap((root): readonly (readonly [string, Past])[] => [
    pastWith(history, root, lastingConditions, takenAt),
    ...root.children
      .filter(({ role }) => role === "component" || role === "part")
      .map((part) => pastWith(history, part, () => [], takenAt)),
  ]);
  const names = new Set(seen.map(([name]) => name));
  const away = [...(history?.objects ?? [])].filter(([name]) => !names.has(name)).slice(-mostAway);
  const changes = history === undefined ? [] : changesBetween(history.report, report);
  const transitions = changes.map((transition): TimedTransition => ({ at: takenAt, transition }));
  return {
    report,
    objects: new Map([...away, ...seen]),
    transitions: [...(history?.transitions ?? []), ...transitions].slice(-mostTransitions),
  };
}

/** What is remembered of a root or a component. */
export function pastOf(history: History, { ref }: Pick<Node, "ref">): Past | undefined {
  return history.objects.get(keyOf(ref));
}

function pastWith<N extends Node>(
  history: History | undefined,
  node: N,
  conditionsOf: (node: N, before: readonly Lasting[], takenAt: string) => readonly Lasting[],
  takenAt: string,
): readonly [string, Past] {
  const name = keyOf(node.ref);
  const known = history?.objects.get(name);
  const before = known !== undefined && isRecreated(known, node) ? undefined : known;
  const uid = node.ref.uid ?? before?.uid;
  const words = { type: "verdict", status: node.verdict, reason: "", message: "" };
  const [verdict = timed(words, undefined, takenAt)] = kept(
    before === undefined ? [] : [before.verdict],
    [words],
    () => sinceOf(node),
    takenAt,
  );
  const conditions = conditionsOf(node, before?.conditions ?? [], takenAt);
  return [name, { ...(uid === undefined ? {} : { uid }), verdict, conditions }];
}

/** Another object of the same name: what was so of the one before says nothing of it. */
function isRecreated({ uid }: Past, { ref }: Node): boolean {
  return uid !== undefined && ref.uid !== undefined && uid !== ref.uid;
}

function lastingConditions(root: RootNode, before: readonly Lasting[], takenAt: string): readonly Lasting[] {
  const computed = root.expected[root.ruleSet]?.conditions ?? [];
  return kept(before, computed, reportedSince, takenAt);

  /** The time of the reported condition, as long as it says the same. */
  function reportedSince({ type, status }: Words): string | undefined {
    const reported = conditionOf(root.conditions, type);
    return reported?.status === status ? reported.since : undefined;
  }
}

type Words = Pick<ExpectedCondition, "type" | "reason" | "message"> & { readonly status: string };

/**
 * The conditions of now with the times of before, as the Greenhouse controller keeps them ({@link setConditions}): another
 * status is so since `now`; the first sight of one has its own time where anybody says it. A type that is not computed
 * any more is forgotten.
 */
function kept(
  before: readonly Lasting[],
  now: readonly Words[],
  sinceFirst: (condition: Words) => string | undefined,
  takenAt: string,
): readonly Lasting[] {
  return now.flatMap((words) => {
    const known = before.filter(({ type }) => type === words.type);
    const [last] = known;
    const given =
      last === undefined
        ? timed(words, sinceFirst(words), takenAt)
        : last.status === words.status
          ? { ...last, ...wordsOf(words) }
          : { ...timed(words, takenAt, takenAt), flaps: last.flaps + 1, flapsFrom: last.flapsFrom ?? takenAt };
    return setConditions(known, given, takenAt, { ruleSet: "controller" });
  });
}

function timed(words: Words, since: string | undefined, takenAt: string): Lasting {
  return { ...wordsOf(words), since: since ?? takenAt, isAtLeast: since === undefined, flaps: 0 };
}

function wordsOf({ type, status, reason, message }: Words): Words {
  return { type, status, reason, message };
}
