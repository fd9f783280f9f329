import type { CauseClause } from "../../model/cause/cause-evidence.ts";
import { hasMessage, type ReportedWords, reportedWords, saysWhy, scaledToZero } from "../../model/cause/trouble.ts";
import { lastConditionOfType } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { printKinds } from "../../model/next-step.ts";
import { keyOf, type Ref } from "../../model/object.ts";
import type { EvaluatedCondition, ReportNode, RootNode } from "../../model/report.ts";
import type { Outcome, Source } from "../../model/snapshot.ts";
import { compareVerdicts } from "../../model/verdict.ts";
import { isNamedIn } from "../../parse/named-in.ts";
import { progressReport } from "../../profiles/hco/progress-reports.ts";
import { workloadKinds } from "../../profiles/hco/workloads.ts";
import { type CauseTrail, deepestNode } from "./cause-trails.ts";
import { restartingBelow } from "./restarting-containers.ts";

/**
 * The evidence along a trail: the part's own condition, its workload's replicas, and the end of the trail. The part's
 * condition appears only where nothing below it is as bad, because a workload explains its operator's conditions. Pods
 * and ReplicaSets in between are omitted.
 */
export function trailEvidence(trail: CauseTrail): readonly CauseClause[] {
  const [part, below] = trail;
  const end = deepestNode(trail);
  if (below === undefined) return evidenceOfPartAlone(part);
  if (isReplicaController(part)) {
    // Of a Deployment that could not be read no counts are known.
    const counts = part.facts["ready"] === undefined ? [] : [replicaCounts(part)];
    return [...counts, endEvidence(end)];
  }
  const isExplained = compareVerdicts(below.verdict, part.verdict) <= 0 && (end !== below || saysWhy(below));
  const workload = trail.slice(1, -1).find(isReplicaController);
  return [
    ...ownEvidenceBeside(trail, isExplained),
    ...(workload === undefined ? [] : [{ ...replicaCounts(workload), kind: workload.ref.kind, name: workload.label }]),
    endEvidence(end),
  ];
}

/**
 * What a part reports beside an object below it that explains it: its condition, unless that only repeats the object. The
 * lines about other workloads are causes of their own. cluster-network-addons-operator writes one for each workload
 * (pkg/controller/statusmanager/status_manager.go): `Deployment "x/y" is not available (awaiting 1 nodes)`.
 */
function ownEvidenceBeside(trail: CauseTrail, isExplained: boolean): readonly CauseClause[] {
  const [part] = trail;
  if (part.outcome !== "found") return isExplained ? [] : [ownEvidence(part)];
  if (hasNoReason(part)) return [];
  const condition = explainingCondition(part.conditions);
  if (condition === undefined) return isExplained ? [] : [ownEvidence(part)];
  if (isExplained || isWorkloadList(condition.message)) return [];
  const lines = linesOf(condition.message);
  return lines.length > 0 && lines.every((line) => repeats(line, trail)) ? [] : [quote(condition)];
}

function linesOf(message: string): readonly string[] {
  return message.split("\n").filter((line) => line.trim() !== "");
}

const namedWorkload =
  /^(?<kind>Deployment|DaemonSet|StatefulSet) "(?:(?<namespace>[^"/\s]+)\/)?(?<name>[^"/\s]+)"\s*(?<state>.*)$/;

/** Whether each of several lines of a message is about a workload. */
function isWorkloadList(message: string): boolean {
  const lines = linesOf(message);
  return lines.length > 1 && lines.every((line) => namedWorkload.test(line));
}

/** A workload that the message of its component names, and what that says of it: `is not available (awaiting 1 nodes)`. */
export interface ListedWorkload {
  readonly about: Ref;
  readonly state: string;
}

/**
 * The workloads that a component's message lists, one in a line, beside the one on a trail. Each is a fault of its own.
 */
export function workloadsBeside(trail: CauseTrail): readonly ListedWorkload[] {
  const [part, below] = trail;
  const message = explainingCondition(part.conditions)?.message ?? "";
  if (part.outcome !== "found" || !isWorkloadList(message)) return [];
  // Of a part with nothing unhealthy below it the first line is its own evidence.
  const lines = linesOf(message).slice(below === undefined ? 1 : 0);
  return lines.flatMap((line): readonly ListedWorkload[] => {
    const { kind, namespace, name, state } = namedWorkload.exec(line)?.groups ?? {};
    if (kind === undefined || name === undefined || repeats(line, trail)) return [];
    const about = { group: "apps", kind, ...definedFields({ namespace }), name };
    return [{ about, state: state ?? "" }];
  });
}

/** Whether a line is about a workload on the trail and adds nothing to its counts, or to the object below it that explains it. */
function repeats(line: string, trail: CauseTrail): boolean {
  const workload = trail.find((node) => isReplicaController(node) && isNamedIn(line, node.label));
  if (workload === undefined) return false;
  if (workload !== deepestNode(trail)) return true;
  const [ready = 0, wanted = 0] = (workload.facts["ready"] ?? "").split("/").map(Number);
  const numbers = line.replaceAll(workload.label, "").match(/\d+/g)?.map(Number) ?? [];
  const areCounts = numbers.length > 0 && numbers.every((each) => [ready, wanted, wanted - ready].includes(each));
  return areCounts && /available|running|ready/i.test(line);
}

/** The evidence of a part with nothing unhealthy below it: its own condition, else a recent restart below it. */
function evidenceOfPartAlone(part: ReportNode): readonly CauseClause[] {
  const [worst] = part.trouble === undefined && hasNoReason(part) ? restartingBelow(part) : [];
  if (worst === undefined) return [ownEvidence(part)];
  const { pod, container, restarts, reason, exitCode } = worst;
  return [{ is: "restarting", pod: pod.name, container, restarts, reason, exitCode }];
}

/** Whether a node's health is computed from its replicas, whatever its role. */
export function isReplicaController({ role, ref }: ReportNode): boolean {
  return role === "workload" || (ref.group === "apps" && workloadKinds.some(({ kind }) => kind === ref.kind));
}

/** The replica counts of a workload, without its name and what its controller failed to do. */
function replicaCounts({ facts, trouble }: ReportNode): CauseClause & { readonly is: "workload" } {
  const { ready } = facts;
  return {
    is: "workload",
    ...definedFields({ ready }),
    ...(trouble?.reason === scaledToZero && { isScaledToZero: true as const }),
  };
}

/** The replica counts with what its controller failed to do, where the counts do not say it. */
function workloadEvidence(node: ReportNode): CauseClause & { readonly is: "workload" } {
  const { trouble } = node;
  if (trouble === undefined || !saysWhy(node)) return replicaCounts(node);
  return { ...replicaCounts(node), trouble: reportedWords(trouble) };
}

/** The evidence of an object at the end of a trail. */
export function endEvidence(end: ReportNode): CauseClause {
  const { outcome, ref, role, label, facts, trouble, verdict } = end;
  if (outcome !== "found") return notFound(outcome, ref);
  if (role === "workload") return { ...workloadEvidence(end), kind: ref.kind, name: ref.name };
  if (role === "container") {
    return { is: "container", name: label, verdict, facts: kubeletFacts(facts), ...(trouble && { trouble }) };
  }
  return {
    is: "object",
    kind: ref.kind,
    name: ref.name,
    verdict,
    ...(trouble && { trouble: reportedWords(trouble) }),
  };
}

/** What the kubelet reports about a container, of all that its node holds. */
function kubeletFacts(facts: ReportNode["facts"]): ReportNode["facts"] {
  const names = ["container", "waiting", "reason", "exitCode", "signal", "restarts", "lastMessage"];
  return Object.fromEntries(Object.entries(facts).filter(([name]) => names.includes(name)));
}

/** The evidence for an object that was not found. */
export function notFound(outcome: Exclude<Outcome, "found">, { kind, name, namespace }: Ref): CauseClause {
  return { is: "not-found", outcome, kind, name, ...definedFields({ namespace }) };
}

/**
 * The root, whose parts and causes say of each object that was not read that the file or the must-gather lacks it. To a
 * file the user can add it: the commands of such a cause print what to add.
 */
export function withLackingSource(root: RootNode, { kind }: Source): RootNode {
  if (kind === "cluster") return root;
  const causes = root.causes.map((cause) => {
    const evidence = cause.evidence.map((clause) =>
      clause.is === "not-found" && clause.outcome === "unread" ? { ...clause, notIn: kind } : clause,
    );
    const isLacking =
      kind !== "must-gather" && evidence.some((clause) => clause.is === "not-found" && clause.notIn !== undefined);
    return { ...cause, evidence, next: isLacking ? printKinds([cause.about]) : cause.next };
  });
  return { ...root, causes, children: root.children.map((node) => withLackingNodes(node, kind)) };
}

function withLackingNodes(node: ReportNode, notIn: Exclude<Source["kind"], "cluster">): ReportNode {
  const children = node.children.map((child) => withLackingNodes(child, notIn));
  return node.outcome === "unread" ? { ...node, notIn, children } : { ...node, children };
}

/** The root, whose causes name the generation of a status that is out of date and that of its object. */
export function withGenerations(root: RootNode, findings: readonly Finding[]): RootNode {
  const stale = new Map(findings.flatMap((one) => (one.code === "stale" ? [[keyOf(one.about), one] as const] : [])));
  if (stale.size === 0) return root;
  const causes = root.causes.map((cause) => {
    const finding = stale.get(keyOf(cause.about));
    if (finding === undefined) return cause;
    const { observedGeneration, generation } = finding;
    const evidence = cause.evidence.map((clause) =>
      clause.is === "state" && clause.state === "outdated" ? { ...clause, observedGeneration, generation } : clause,
    );
    return { ...cause, evidence };
  });
  return { ...root, causes };
}

/** The cluster's own words, or what the rule of a kind observed, as evidence. */
export function quote(words: ReportedWords): CauseClause {
  return { is: "quote", ...reportedWords(words) };
}

function ownEvidence(part: ReportNode): CauseClause {
  if (part.outcome !== "found") return notFound(part.outcome, part.ref);
  // The cause names the part already.
  if (isReplicaController(part)) return workloadEvidence(part);
  // What the rule of a kind chose among its conditions explains more than the first that is not good.
  if (part.trouble !== undefined && hasMessage(part.trouble)) return quote(part.trouble);
  const condition = explainingCondition(part.conditions);
  if (condition !== undefined && !isSilentCondition(condition)) return conditionClause(withFirstWorkload(condition));
  if (part.trouble !== undefined) return quote(part.trouble);
  if (part.conditions.length === 0) return { is: "no-condition" };
  const state = condition === undefined ? stateEvidence(part) : undefined;
  if (state !== undefined) return state;
  const lacksAvailable = part.role === "component" && lastConditionOfType(part.conditions, "Available") === undefined;
  return lacksAvailable ? { is: "no-condition", type: "Available" } : { is: "state", state: "silent" };
}

/** A condition whose message lists workloads, with the first of them. The others are causes of their own. */
function withFirstWorkload(condition: EvaluatedCondition): EvaluatedCondition {
  const [message = ""] = isWorkloadList(condition.message) ? linesOf(condition.message) : [condition.message];
  return { ...condition, message };
}

/** The words of a condition, or that it reports only the begin of a roll-out. */
function conditionClause({ reason, message }: EvaluatedCondition): CauseClause {
  const progress = progressReport(reason, message);
  return progress === undefined ? quote({ reason, message }) : { is: "progress", reason, message, ...progress };
}

/** Why a part is not healthy though all its conditions are. */
function stateEvidence({ deleting, frozen, stale }: ReportNode): CauseClause | undefined {
  if (deleting) return { is: "state", state: "being-deleted" };
  if (frozen) return { is: "state", state: "paused" };
  return stale ? { is: "state", state: "outdated" } : undefined;
}

/**
 * The condition of a part that best explains why it is unhealthy. The worst ones come first, then the others. Among
 * these, one with a message is preferred.
 */
export function explainingCondition(conditions: readonly EvaluatedCondition[]): EvaluatedCondition | undefined {
  const abnormal = ["Degraded", "Available", "Progressing"]
    .map((type) => lastConditionOfType(conditions, type))
    .filter((condition) => condition?.abnormal);
  const others = conditions.filter((condition) => condition.abnormal && condition.polarity !== "advice");
  const all = [...abnormal, ...others].filter((condition) => condition !== undefined);
  // CDI and similar operators set a message on one condition of three, so an empty one is not the end.
  return (
    all.find((condition) => condition.message !== "" && !isProgressReport(condition)) ??
    all.find((condition) => condition.message !== "") ??
    all.find((condition) => condition.reason !== "") ??
    all[0]
  );
}

/** Whether a condition says no more than that a roll-out has begun. */
export function isProgressReport({ reason, message }: Pick<EvaluatedCondition, "reason" | "message">): boolean {
  return progressReport(reason, message) !== undefined;
}

/** Whether no condition of a part says why it is not healthy. */
function hasNoReason(part: ReportNode): boolean {
  if (part.outcome !== "found") return false;
  const condition = explainingCondition(part.conditions);
  return condition === undefined || isSilentCondition(condition) || isProgressReport(condition);
}

/** Whether a condition has neither reason nor message. */
export function isSilentCondition({ reason, message }: Pick<EvaluatedCondition, "reason" | "message">): boolean {
  return reason === "" && message === "";
}
