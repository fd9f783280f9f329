import type { CauseClause } from "../../model/cause/cause-evidence.ts";
import {
  hasMessage,
  hasReasonBeyondCounts,
  type ReportedWords,
  reportedWords,
  scaledToZero,
} from "../../model/cause/trouble.ts";
import { lastConditionOfType } from "../../model/condition.ts";
import { definedFields, trueFlags } from "../../model/defined-fields.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { printKinds } from "../../model/next-step.ts";
import { keyOf, type Ref } from "../../model/object.ts";
import type { EvaluatedCondition, ReportNode, RootNode } from "../../model/report.ts";
import type { Outcome, Source } from "../../model/snapshot.ts";
import { compareVerdicts } from "../../model/verdict.ts";
import { isNamedIn } from "../../parse/named-in.ts";
import { progressReport } from "../../profiles/hco/progress-reports.ts";
import { workloadKinds } from "../../profiles/hco/workloads.ts";
import { parseReadyCount } from "../core/ready-count.ts";
import { type CauseTrail, deepestNode } from "./cause-trails.ts";
import { listRestartingBelow } from "./restarting-containers.ts";

/**
 * Lists the evidence along a trail in this order: the condition of the part, the replica counts of its workload, and the
 * state of the deepest object. Pods and ReplicaSets in between are omitted. The condition of the part is omitted where an
 * object below is as bad as the part and has a reason, because an operator's condition only repeats its workload.
 */
export function listTrailEvidence(trail: CauseTrail): readonly CauseClause[] {
  const [part, below] = trail;
  const end = deepestNode(trail);
  if (below === undefined) return [makeClauseOfLonePart(part)];
  if (isReplicaController(part)) {
    if (part.facts["ready"] === undefined) return [makeClauseOfNode(end)];
    return [makeReplicaClause(part), makeClauseOfNode(end)];
  }
  const isBelowAsBad = compareVerdicts(below.verdict, part.verdict) <= 0;
  const isExplained = isBelowAsBad && (end !== below || hasReasonBeyondCounts(below));
  const clauses = isExplained ? [] : [...listPartClauses(trail)];
  const workload = trail.slice(1, -1).find(isReplicaController);
  if (workload !== undefined) {
    clauses.push({ ...makeReplicaClause(workload), kind: workload.ref.kind, name: workload.label });
  }
  clauses.push(makeClauseOfNode(end));
  return clauses;
}

/**
 * The condition of a part that the objects below it do not explain. Empty if each line of its message only repeats the trail,
 * and if the message lists workloads, because each of these is another cause: cluster-network-addons-operator writes a
 * line like `Deployment "x/y" is not available (awaiting 1 nodes)` for each
 * (kubevirt/cluster-network-addons-operator pkg/controller/statusmanager/status_manager.go).
 */
function listPartClauses(trail: CauseTrail): readonly CauseClause[] {
  const [part] = trail;
  if (part.outcome !== "found") return [makeClauseOfPart(part)];
  const condition = findExplainingCondition(part.conditions);
  if (condition === undefined || !givesReason(condition) || isWorkloadList(condition.message)) return [];
  const lines = splitLines(condition.message);
  const repeatsTrail = lines.length > 0 && lines.every((line) => isRepeatedByTrail(line, trail));
  return repeatsTrail ? [] : [quoteReport(condition)];
}

function splitLines(message: string): readonly string[] {
  return message.split("\n").filter((line) => line.trim() !== "");
}

/** `Deployment "x/y" is not available (awaiting 1 nodes)` */
const workloadLine =
  /^(?<kind>Deployment|DaemonSet|StatefulSet) "(?:(?<namespace>[^"/\s]+)\/)?(?<name>[^"/\s]+)"\s*(?<state>.*)$/;

/** Whether a message has several lines and each is about a workload. */
function isWorkloadList(message: string): boolean {
  const lines = splitLines(message);
  return lines.length > 1 && lines.every((line) => workloadLine.test(line));
}

/** A workload that the message of its component names. */
export interface ListedWorkload {
  readonly about: Ref;
  /** The rest of the line: `is not available (awaiting 1 nodes)`. */
  readonly state: string;
}

/** The workloads that the message of a component lists, one in a line, without the one on the trail. */
export function listWorkloadsBeside(trail: CauseTrail): readonly ListedWorkload[] {
  const [part, below] = trail;
  const message = findExplainingCondition(part.conditions)?.message ?? "";
  if (part.outcome !== "found" || !isWorkloadList(message)) return [];
  const lines = splitLines(message);
  // If nothing below the part is unhealthy, the first line is the evidence of the part itself (keepFirstWorkload).
  const otherLines = below === undefined ? lines.slice(1) : lines;
  return otherLines.flatMap((line): readonly ListedWorkload[] => {
    const { kind, namespace, name, state } = workloadLine.exec(line)?.groups ?? {};
    if (kind === undefined || name === undefined || isRepeatedByTrail(line, trail)) return [];
    const about = { group: "apps", kind, ...definedFields({ namespace }), name };
    return [{ about, state: state ?? "" }];
  });
}

/**
 * Whether a line of a message adds nothing to the trail: it names a workload on the trail, and either the trail goes on
 * below that workload or all numbers of the line are its replica counts (`"a/b" is not available (awaiting 1 nodes)`).
 */
function isRepeatedByTrail(line: string, trail: CauseTrail): boolean {
  const workload = trail.find((node) => isReplicaController(node) && isNamedIn(line, node.label));
  if (workload === undefined) return false;
  if (workload !== deepestNode(trail)) return true;
  const { ready, desired } = parseReadyCount(workload.facts["ready"]) ?? { ready: 0, desired: 0 };
  const counts = [ready, desired, desired - ready];
  const numbers = line.replaceAll(workload.label, "").match(/\d+/g)?.map(Number) ?? [];
  const hasOnlyCounts = numbers.length > 0 && numbers.every((number) => counts.includes(number));
  return hasOnlyCounts && /available|running|ready/i.test(line);
}

/**
 * The evidence of a part with nothing unhealthy below it: what it reports. Where it gives no reason, the container below
 * it that restarts most.
 */
function makeClauseOfLonePart(part: ReportNode): CauseClause {
  const [restarting] = part.trouble === undefined && hasNoReason(part) ? listRestartingBelow(part) : [];
  if (restarting === undefined) return makeClauseOfPart(part);
  const { pod, container, restarts, reason, exitCode } = restarting;
  return { is: "restarting", pod: pod.name, container, restarts, reason, exitCode };
}

/** Whether a node's health is computed from its replicas: a Deployment, a DaemonSet or a StatefulSet in any role. */
export function isReplicaController({ role, ref }: ReportNode): boolean {
  return role === "workload" || (ref.group === "apps" && workloadKinds.some(({ kind }) => kind === ref.kind));
}

/** The replica counts of a workload, without its name and without its trouble. */
function makeReplicaClause({ facts, trouble }: ReportNode): CauseClause & { readonly is: "workload" } {
  const { ready } = facts;
  const isScaledToZero = trouble?.reason === scaledToZero;
  return { is: "workload", ...definedFields({ ready }), ...trueFlags({ isScaledToZero }) };
}

/** The replica counts of a workload, with its trouble unless that only says that replicas are missing. */
function makeWorkloadClause(node: ReportNode): CauseClause & { readonly is: "workload" } {
  const { trouble } = node;
  if (trouble === undefined || !hasReasonBeyondCounts(node)) return makeReplicaClause(node);
  return { ...makeReplicaClause(node), trouble: reportedWords(trouble) };
}

/** The evidence of the object at the end of a trail, with its kind and its name. */
export function makeClauseOfNode(end: ReportNode): CauseClause {
  const { outcome, ref, role, label, facts, trouble, verdict } = end;
  if (outcome !== "found") return makeNotFoundClause(outcome, ref);
  if (role === "workload") return { ...makeWorkloadClause(end), kind: ref.kind, name: ref.name };
  if (role === "container")
    return { is: "container", name: label, verdict, facts: pickKubeletFacts(facts), ...definedFields({ trouble }) };
  const words = trouble && reportedWords(trouble);
  return { is: "object", kind: ref.kind, name: ref.name, verdict, ...definedFields({ trouble: words }) };
}

/** The facts of a container that the kubelet reports and that the sentence about the container needs. */
function pickKubeletFacts(facts: ReportNode["facts"]): ReportNode["facts"] {
  const names = ["container", "waiting", "reason", "exitCode", "signal", "restarts", "lastMessage"];
  return Object.fromEntries(Object.entries(facts).filter(([name]) => names.includes(name)));
}

/** The evidence for an object that does not exist, may not be read or was not read. */
export function makeNotFoundClause(outcome: Exclude<Outcome, "found">, { kind, name, namespace }: Ref): CauseClause {
  return { is: "not-found", outcome, kind, name, ...definedFields({ namespace }) };
}

/**
 * Adds to the causes and the nodes of a root, for each object that was not read, which kind of source lacks it (`notIn`). A
 * user can add objects to a file, so the command of such a cause prints the kind to add. Nothing can be added to a
 * must-gather. A root of a cluster is returned unchanged.
 */
export function markUnreadSources(root: RootNode, { kind }: Source): RootNode {
  if (kind === "cluster") return root;
  const causes = root.causes.map((cause) => {
    const evidence = cause.evidence.map((clause) => (isUnreadClause(clause) ? { ...clause, notIn: kind } : clause));
    const canAddObject = kind !== "must-gather" && evidence.some(isUnreadClause);
    return { ...cause, evidence, next: canAddObject ? printKinds([cause.about]) : cause.next };
  });
  return { ...root, causes, children: root.children.map((node) => markUnreadNodes(node, kind)) };
}

function isUnreadClause(clause: CauseClause): clause is Extract<CauseClause, { readonly is: "not-found" }> {
  return clause.is === "not-found" && clause.outcome === "unread";
}

function markUnreadNodes(node: ReportNode, notIn: Exclude<Source["kind"], "cluster">): ReportNode {
  const children = node.children.map((child) => markUnreadNodes(child, notIn));
  return node.outcome === "unread" ? { ...node, notIn, children } : { ...node, children };
}

/**
 * Adds to each cause about a status that is out of date the generation that the status was written for, and that of its
 * object. Both come from the finding `stale` about the same object.
 */
export function addGenerations(root: RootNode, findings: readonly Finding[]): RootNode {
  const staleFindings = findings.filter((finding) => finding.code === "stale");
  if (staleFindings.length === 0) return root;
  const staleByObject = new Map(staleFindings.map((finding) => [keyOf(finding.about), finding]));
  const causes = root.causes.map((cause) => {
    const finding = staleByObject.get(keyOf(cause.about));
    if (finding === undefined) return cause;
    const { observedGeneration, generation } = finding;
    const evidence = cause.evidence.map((clause) =>
      clause.is === "state" && clause.state === "outdated" ? { ...clause, observedGeneration, generation } : clause,
    );
    return { ...cause, evidence };
  });
  return { ...root, causes };
}

/** Makes evidence of what the cluster or the rule of a kind reports about an object. */
export function quoteReport(words: ReportedWords): CauseClause {
  return { is: "quote", ...reportedWords(words) };
}

/**
 * The evidence of a part, without its kind and name, which its cause has already. The first of these counts:
 * 1. That it was not found, or the replicas of a workload.
 * 2. The message of its trouble, because the rule of its kind chose the condition that explains most.
 * 3. A condition with a reason or a message.
 * 4. The reason of its trouble.
 * 5. That it has no conditions, or a state of the object that no condition reports.
 * 6. That its conditions give no reason.
 */
function makeClauseOfPart(part: ReportNode): CauseClause {
  if (part.outcome !== "found") return makeNotFoundClause(part.outcome, part.ref);
  if (isReplicaController(part)) return makeWorkloadClause(part);
  if (part.trouble !== undefined && hasMessage(part.trouble)) return quoteReport(part.trouble);
  const condition = findExplainingCondition(part.conditions);
  if (condition !== undefined && !isSilentCondition(condition)) {
    return makeConditionClause(keepFirstWorkload(condition));
  }
  if (part.trouble !== undefined) return quoteReport(part.trouble);
  if (part.conditions.length === 0) return { is: "no-condition" };
  const state = condition === undefined ? makeStateClause(part) : undefined;
  if (state !== undefined) return state;
  const lacksAvailable = part.role === "component" && lastConditionOfType(part.conditions, "Available") === undefined;
  return lacksAvailable ? { is: "no-condition", type: "Available" } : { is: "state", state: "silent" };
}

/** Cuts a message that lists workloads after the first line, because each of the other workloads is another cause. */
function keepFirstWorkload(condition: EvaluatedCondition): EvaluatedCondition {
  if (!isWorkloadList(condition.message)) return condition;
  const [message = ""] = splitLines(condition.message);
  return { ...condition, message };
}

/** Reason and message of a condition. If these only announce a roll-out, with the versions that the message names. */
function makeConditionClause({ reason, message }: EvaluatedCondition): CauseClause {
  const progress = progressReport(reason, message);
  return progress === undefined ? quoteReport({ reason, message }) : { is: "progress", reason, message, ...progress };
}

/** The state of the object that makes a part unhealthy although none of its conditions is abnormal. */
function makeStateClause({ deleting, frozen, stale }: ReportNode): CauseClause | undefined {
  if (deleting) return { is: "state", state: "being-deleted" };
  if (frozen) return { is: "state", state: "paused" };
  return stale ? { is: "state", state: "outdated" } : undefined;
}

/**
 * The abnormal condition that best explains why a part is unhealthy. Degraded, Available and Progressing come before the other
 * types, and busy conditions last. Undefined if no condition is abnormal. In this order it is the first condition
 * 1. with a message that announces more than a roll-out,
 * 2. with a message,
 * 3. with a reason,
 * 4. of all.
 *
 * CDI and similar operators set a message on one condition of three, so a condition without a message does not end the search.
 */
export function findExplainingCondition(conditions: readonly EvaluatedCondition[]): EvaluatedCondition | undefined {
  const summaries = ["Degraded", "Available", "Progressing"]
    .map((type) => lastConditionOfType(conditions, type))
    .filter((condition) => condition !== undefined);
  // Work under way explains less than a fault.
  const others = [
    ...conditions.filter(({ polarity }) => polarity !== "advice" && polarity !== "busy"),
    ...conditions.filter(({ polarity }) => polarity === "busy"),
  ];
  const abnormal = [...summaries, ...others].filter((condition) => condition.abnormal);
  return (
    abnormal.find((condition) => condition.message !== "" && !isProgressReport(condition)) ??
    abnormal.find((condition) => condition.message !== "") ??
    abnormal.find((condition) => condition.reason !== "") ??
    abnormal[0]
  );
}

/** Whether a condition only announces that a roll-out has begun. */
export function isProgressReport({ reason, message }: Pick<EvaluatedCondition, "reason" | "message">): boolean {
  return progressReport(reason, message) !== undefined;
}

/** Whether a part was read and no condition of it gives a reason why it is unhealthy. */
function hasNoReason(part: ReportNode): boolean {
  if (part.outcome !== "found") return false;
  const condition = findExplainingCondition(part.conditions);
  return condition === undefined || !givesReason(condition);
}

function givesReason(condition: EvaluatedCondition): boolean {
  return !isSilentCondition(condition) && !isProgressReport(condition);
}

/** Whether a condition has neither reason nor message. */
export function isSilentCondition({ reason, message }: Pick<EvaluatedCondition, "reason" | "message">): boolean {
  return reason === "" && message === "";
}
