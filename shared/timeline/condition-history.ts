import { setConditions } from "../aggregate/evaluation/condition-verbs.ts";
import { listChanges } from "../changes/compare-reports.ts";
import { lastConditionOfType } from "../model/condition.ts";
import { nodeSince } from "../model/condition-age.ts";
import { definedFields } from "../model/defined-fields.ts";
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
  readonly verdict: RememberedStatus;
  /** Of a root: the conditions that its rule set computes. Empty for other objects. */
  readonly conditions: readonly RememberedStatus[];
}

/** A status as one Report has it. */
interface CurrentStatus {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  /** What makes the object unhealthy. Empty for a status that is no fault. */
  readonly cause: string;
}

/** One status over time. */
interface RememberedStatus extends CurrentStatus {
  /** RFC 3339 UTC. */
  readonly since: string;
  /** Whether the status was already present when first seen, and no source gives its beginning. */
  readonly isAtLeast: boolean;
  /** How often the status changed. */
  readonly flaps: number;
  /** RFC 3339 UTC: the first of these changes. Absent without a change. */
  readonly flapsFrom?: string;
  /** How often the present cause came or went, or the one that went last. */
  readonly recurring?: CauseChanges;
  /** How often each cause came or went. The last to change is at the end. */
  readonly causes: ReadonlyMap<string, CauseChanges>;
}

/** How often a cause came or went. */
interface CauseChanges {
  readonly times: number;
  /** RFC 3339 UTC: the first change. */
  readonly from: string;
}

/** The most changes that are remembered. */
const maxTransitions = 20;

/** The most deletions of roots that are remembered. */
const maxDeletions = 10;

/** The most causes that are remembered of each status. */
const maxCausesPerStatus = 8;

/** The most objects that are remembered after they are missing from a Report, because an object may reappear. */
const maxRemovedObjects = 100;

/** Adds one Report to the history. */
export function rememberReport(history: ConditionHistory | undefined, report: Report): ConditionHistory {
  const changes = history === undefined ? [] : listChanges(history.report, report);
  return rememberChanges(history, report, changes);
}

/** Adds one Report to the history. `changes` are those since the last Report. */
export function rememberChanges(
  history: ConditionHistory | undefined,
  report: Report,
  changes: readonly Transition[],
): ConditionHistory {
  const { takenAt } = report;
  const seen = new Map<string, ObjectPast>();
  for (const root of report.roots) {
    const past = findPastOfSameObject(history, root);
    const conditions = rememberConditions(past?.conditions ?? [], root, takenAt);
    seen.set(keyOf(root.ref), { ...rememberVerdict(past, root, takenAt), conditions });
    for (const part of root.children.filter(({ role }) => role === "component" || role === "part")) {
      const verdict = rememberVerdict(findPastOfSameObject(history, part), part, takenAt);
      seen.set(keyOf(part.ref), { ...verdict, conditions: [] });
    }
  }
  const removed = [...(history?.objects ?? [])].filter(([key]) => !seen.has(key)).slice(-maxRemovedObjects);
  const transitions = changes
    .filter(isChangeOfCluster)
    .map((transition): TimedTransition => ({ at: takenAt, transition }));
  return {
    report,
    objects: new Map([...removed, ...seen]),
    transitions: [...(history?.transitions ?? []), ...transitions].slice(-maxTransitions),
    deletions: [...(history?.deletions ?? []), ...transitions.filter(isDeletion)].slice(-maxDeletions),
  };
}

/**
 * Whether the cluster changed, and not only what was read of it: the objects that a root records are read while a window
 * shows them.
 */
function isChangeOfCluster({ what, from, to }: Transition): boolean {
  const isReadOrDropped = from === "unread" || to === "unread";
  if (what === "completeness") return !isReadOrDropped;
  return what !== "related" || (!isReadOrDropped && from !== null);
}

/** Whether a root was there before and is not any more. */
function isDeletion({ transition: { what, to, path } }: TimedTransition): boolean {
  return what === "presence" && to === null && path.length === 1;
}

/** The remembered state of a root or a component. */
export function findPast(history: ConditionHistory, { ref }: Pick<ReportNode, "ref">): ObjectPast | undefined {
  return history.objects.get(keyOf(ref));
}

/** The remembered state of a node. Undefined where another object of the same name was remembered: its state says nothing. */
function findPastOfSameObject(history: ConditionHistory | undefined, node: ReportNode): ObjectPast | undefined {
  const past = history && findPast(history, node);
  const isRecreated = past?.uid !== undefined && node.ref.uid !== undefined && past.uid !== node.ref.uid;
  return isRecreated ? undefined : past;
}

/** The uid and the verdict of a node, over time. */
function rememberVerdict(
  past: ObjectPast | undefined,
  node: ReportNode,
  takenAt: string,
): Omit<ObjectPast, "conditions"> {
  const current = { type: "verdict", status: node.verdict, reason: "", message: "", cause: describeCause(node) };
  const verdict = rememberStatus(past?.verdict, current, nodeSince(node), takenAt);
  return { ...definedFields({ uid: node.ref.uid ?? past?.uid }), verdict };
}

/** The conditions of a root that its rule set computes, over time. A type that is no longer computed is dropped. */
function rememberConditions(
  before: readonly RememberedStatus[],
  root: RootNode,
  takenAt: string,
): readonly RememberedStatus[] {
  const computed = root.expected[root.ruleSet]?.conditions ?? [];
  return computed.map((condition) => {
    const cause = isFault(condition, root) ? `${condition.leader ?? ""} ${condition.reason}` : "";
    const last = before.find(({ type }) => type === condition.type);
    return rememberStatus(last, { ...condition, cause }, reportedSince(condition, root), takenAt);
  });
}

/** Whether a condition reports a fault. One that is only in progress does not. */
function isFault({ type, status }: ExpectedCondition, root: RootNode): boolean {
  const usualPolarity = type === "Degraded" ? "bad" : "good";
  const polarity = lastConditionOfType(root.conditions, type)?.polarity ?? usualPolarity;
  if (polarity === "bad") return status === "True";
  return (polarity === "good" || polarity === "main") && status === "False";
}

/** The time of the condition that the root reports. Undefined where its status is not the computed one. */
function reportedSince({ type, status }: ExpectedCondition, root: RootNode): string | undefined {
  const reported = lastConditionOfType(root.conditions, type);
  return reported?.status === status ? reported.since : undefined;
}

/**
 * What makes a node unavailable or degraded: the part and the workload, or its own condition. Names below a workload
 * change with each pod. Progress is no fault: each change of a spec causes it.
 */
function describeCause(node: ReportNode & Partial<Pick<RootNode, "causes">>): string {
  if (node.verdict !== "unavailable" && node.verdict !== "degraded") return "";
  const [cause] = node.causes ?? [];
  const isBelow = cause !== undefined && isSerious(cause.verdict) && cause.path.length > 1;
  const unhealthyChildren = node.children.filter(({ verdict }) => isSerious(verdict)).map(({ label }) => label);
  const path = isBelow ? cause.path.slice(1, 3) : unhealthyChildren;
  if (path.length > 0) return JSON.stringify(path);
  const abnormal = node.conditions.filter((condition) => condition.abnormal);
  return JSON.stringify(abnormal.map(({ type, reason }) => `${type} ${reason}`));
}

/**
 * The current status with its former times, as the Greenhouse controller keeps them ({@link setConditions}). A changed
 * status begins at `takenAt`. A status seen for the first time began at `sinceFirst`, or at an unknown time.
 */
function rememberStatus(
  last: RememberedStatus | undefined,
  current: CurrentStatus,
  sinceFirst: string | undefined,
  takenAt: string,
): RememberedStatus {
  const next = last === undefined ? beginStatus(current, sinceFirst, takenAt) : continueStatus(last, current, takenAt);
  const [remembered = next] = setConditions(last === undefined ? [] : [last], next, takenAt, { ruleSet: "controller" });
  return remembered;
}

/** A status that goes on, or that replaces another one and begins now. */
function continueStatus(last: RememberedStatus, current: CurrentStatus, takenAt: string): RememberedStatus {
  const recurrence = countCauseChanges(last, current, takenAt);
  if (last.status === current.status) return { ...last, ...statusFields(current), ...recurrence };
  return {
    ...beginStatus(current, takenAt, takenAt),
    ...recurrence,
    flaps: last.flaps + 1,
    flapsFrom: last.flapsFrom ?? takenAt,
  };
}

/** A status that is seen for the first time. `since` is undefined where no source gives its beginning. */
function beginStatus(status: CurrentStatus, since: string | undefined, takenAt: string): RememberedStatus {
  return {
    ...statusFields(status),
    since: since ?? takenAt,
    isAtLeast: since === undefined,
    flaps: 0,
    causes: new Map(),
  };
}

/** How often causes came and went, after the cause of `last` was replaced by `cause`. Empty causes are no faults. */
function countCauseChanges(
  last: RememberedStatus,
  { cause }: CurrentStatus,
  takenAt: string,
): Pick<RememberedStatus, "recurring" | "causes"> {
  if (cause === last.cause && cause !== "")
    return { ...definedFields({ recurring: last.recurring }), causes: last.causes };
  const causes = new Map(last.causes);
  const changed = [last.cause, cause].filter((key) => key !== "");
  for (const key of changed) {
    const { times = 0, from = takenAt } = causes.get(key) ?? {};
    // The last to change is at the end.
    causes.delete(key);
    causes.set(key, { times: times + 1, from });
  }
  const recurring = causes.get(cause === "" ? last.cause : cause);
  return { causes: new Map([...causes].slice(-maxCausesPerStatus)), ...definedFields({ recurring }) };
}

function statusFields({ type, status, reason, message, cause }: CurrentStatus): CurrentStatus {
  return { type, status, reason, message, cause };
}
