import { setConditions } from "../aggregate/evaluation/condition-verbs.ts";
import { listChanges } from "../changes/compare-reports.ts";
import { lastConditionOfType } from "../model/condition.ts";
import { nodeSince } from "../model/condition-age.ts";
import { keyOf } from "../model/object.ts";
import type { ExpectedCondition, Report, ReportNode, RootNode } from "../model/report.ts";
import type { Transition } from "../model/report-change.ts";
import { isSerious } from "../model/verdict.ts";

/** What is remembered of the Reports so far. Its size does not grow with their number. */
export interface ConditionHistory {
  /** The last Report. */
  readonly report: Report;
  /** Roots and components, the last seen at the end. See {@link findPast}. */
  readonly objects: ReadonlyMap<string, ObjectPast>;
  /** The last changes, oldest first. The initial state is not a change. */
  readonly transitions: readonly TimedTransition[];
  /** The last roots that were deleted, oldest first. */
  readonly deletions: readonly TimedTransition[];
}

/** A change, and the time of the first snapshot that showed it, RFC 3339 UTC. */
interface TimedTransition {
  readonly at: string;
  readonly transition: Transition;
}

/** The remembered state of one object. */
export interface ObjectPast {
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
  /** The status was already present when first seen, and no source gives its beginning. */
  readonly isAtLeast: boolean;
  /** How often the status changed. */
  readonly flaps: number;
  /** RFC 3339 UTC: the first of these changes. Absent without a change. */
  readonly flapsFrom?: string;
  /** How often the present cause came or went, or the one that went last. */
  readonly recurring?: CauseChanges;
  /** The present cause. Empty where the status needs none. */
  readonly cause: string;
  /** How often each cause came or went. The last to change is at the end. */
  readonly causes: ReadonlyMap<string, CauseChanges>;
}

interface CauseChanges {
  readonly times: number;
  /** RFC 3339 UTC: the first change. */
  readonly from: string;
}

const maxTransitions = 20;
const maxDeletions = 10;
/** Causes that are remembered of each status. */
const maxCausesPerStatus = 8;
/** Objects that are missing from the last Report are kept, because an object may reappear. */
const maxRemovedObjects = 100;

/** Adds one Report to the history. */
export function rememberReport(history: ConditionHistory | undefined, report: Report): ConditionHistory {
  return rememberChanges(history, report, history === undefined ? [] : listChanges(history.report, report));
}

/** Adds one Report to the history, which was compared with the last one already. */
export function rememberChanges(
  history: ConditionHistory | undefined,
  report: Report,
  all: readonly Transition[],
): ConditionHistory {
  const { takenAt } = report;
  const seen = report.roots.flatMap((root): readonly (readonly [string, ObjectPast])[] => [
    pastWith(history, root, lastingConditions, takenAt),
    ...root.children
      .filter(({ role }) => role === "component" || role === "part")
      .map((part) => pastWith(history, part, () => [], takenAt)),
  ]);
  const names = new Set(seen.map(([name]) => name));
  const away = [...(history?.objects ?? [])].filter(([name]) => !names.has(name)).slice(-maxRemovedObjects);
  const changes = all.filter(isOfCluster);
  const transitions = changes.map((transition): TimedTransition => ({ at: takenAt, transition }));
  return {
    report,
    objects: new Map([...away, ...seen]),
    transitions: [...(history?.transitions ?? []), ...transitions].slice(-maxTransitions),
    deletions: [...(history?.deletions ?? []), ...transitions.filter(isDeletion)].slice(-maxDeletions),
  };
}

/** Whether the cluster changed, and not only what was read of it: a window reads recorded objects while they show. */
function isOfCluster({ what, from, to }: Transition): boolean {
  const isUnread = from === "unread" || to === "unread";
  return !((what === "related" || what === "completeness") && (isUnread || (what === "related" && from === null)));
}

/** Whether a root was there before and is not any more. */
function isDeletion({ transition: { what, to, path } }: TimedTransition): boolean {
  return what === "presence" && to === null && path.length === 1;
}

/** The remembered state of a root or a component. */
export function findPast(history: ConditionHistory, { ref }: Pick<ReportNode, "ref">): ObjectPast | undefined {
  return history.objects.get(keyOf(ref));
}

function pastWith<N extends ReportNode>(
  history: ConditionHistory | undefined,
  node: N,
  conditionsOf: (node: N, before: readonly Lasting[], takenAt: string) => readonly Lasting[],
  takenAt: string,
): readonly [string, ObjectPast] {
  const name = keyOf(node.ref);
  const known = history?.objects.get(name);
  const before = known !== undefined && isRecreated(known, node) ? undefined : known;
  const uid = node.ref.uid ?? before?.uid;
  const words = { type: "verdict", status: node.verdict, reason: "", message: "", cause: causeOf(node) };
  const [verdict = timed(words, undefined, takenAt)] = kept(
    before === undefined ? [] : [before.verdict],
    [words],
    () => nodeSince(node),
    takenAt,
  );
  const conditions = conditionsOf(node, before?.conditions ?? [], takenAt);
  return [name, { ...(uid === undefined ? {} : { uid }), verdict, conditions }];
}

/** Whether this is another object of the same name. The state of the previous object does not apply to it. */
function isRecreated({ uid }: ObjectPast, { ref }: ReportNode): boolean {
  return uid !== undefined && ref.uid !== undefined && uid !== ref.uid;
}

function lastingConditions(root: RootNode, before: readonly Lasting[], takenAt: string): readonly Lasting[] {
  const computed = root.expected[root.ruleSet]?.conditions ?? [];
  const words = computed.map((each) => ({ ...each, cause: isBad(each) ? `${each.leader ?? ""} ${each.reason}` : "" }));
  return kept(before, words, reportedSince, takenAt);

  /** Whether the condition reports a fault. One that is only in progress does not. */
  function isBad({ type, status }: ExpectedCondition): boolean {
    const polarity = lastConditionOfType(root.conditions, type)?.polarity ?? (type === "Degraded" ? "bad" : "good");
    return polarity === "bad" ? status === "True" : (polarity === "good" || polarity === "main") && status === "False";
  }

  /** The time of the reported condition, as long as its status is the computed one. */
  function reportedSince({ type, status }: Words): string | undefined {
    const reported = lastConditionOfType(root.conditions, type);
    return reported?.status === status ? reported.since : undefined;
  }
}

type Words = Pick<ExpectedCondition, "type" | "reason" | "message"> & Pick<Lasting, "status" | "cause">;

/**
 * What makes a node unavailable or degraded: the part and the workload, or its own condition. Names below a workload
 * change with each pod. Progress is no fault: each change of a spec causes it.
 */
function causeOf(node: ReportNode & Partial<Pick<RootNode, "causes">>): string {
  if (node.verdict !== "unavailable" && node.verdict !== "degraded") return "";
  const [first] = node.causes ?? [];
  const isBelow = first !== undefined && isSerious(first.verdict) && first.path.length > 1;
  const path = isBelow
    ? first.path.slice(1, 3)
    : node.children.filter(({ verdict }) => isSerious(verdict)).map(({ label }) => label);
  const own = node.conditions.filter((each) => each.abnormal).map(({ type, reason }) => `${type} ${reason}`);
  return JSON.stringify(path.length > 0 ? path : own);
}

/**
 * The current conditions with their former times, as the Greenhouse controller keeps them ({@link setConditions}). A
 * changed status begins at `takenAt`. A condition seen for the first time has its own time, where one is reported. A
 * type that is no longer computed is dropped.
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
          ? { ...last, ...wordsOf(words), ...recurrence(last, words, takenAt) }
          : {
              ...timed(words, takenAt, takenAt),
              ...recurrence(last, words, takenAt),
              flaps: last.flaps + 1,
              flapsFrom: last.flapsFrom ?? takenAt,
            };
    return setConditions(known, given, takenAt, { ruleSet: "controller" });
  });
}

type Recurrence = Pick<Lasting, "recurring" | "causes">;

/** How often the cause came and went, after the one of `last` was replaced. */
function recurrence(last: Lasting, { cause }: Words, takenAt: string): Recurrence {
  if (cause === last.cause && cause !== "") {
    return { ...(last.recurring !== undefined && { recurring: last.recurring }), causes: last.causes };
  }
  const causes = new Map(last.causes);
  for (const one of [last.cause, cause].filter((each) => each !== "")) {
    const { times = 0, from = takenAt } = causes.get(one) ?? {};
    causes.delete(one);
    causes.set(one, { times: times + 1, from });
  }
  const recurring = causes.get(cause === "" ? last.cause : cause);
  return { causes: new Map([...causes].slice(-maxCausesPerStatus)), ...(recurring !== undefined && { recurring }) };
}

function timed(words: Words, since: string | undefined, takenAt: string): Lasting {
  return { ...wordsOf(words), since: since ?? takenAt, isAtLeast: since === undefined, flaps: 0, causes: new Map() };
}

function wordsOf({ type, status, reason, message, cause }: Words): Words {
  return { type, status, reason, message, cause };
}
