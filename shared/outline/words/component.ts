import { joinLines } from "../../characters/join-lines.ts";
import { hasMessage, hasReasonBeyondCounts, isCountReason, type Trouble } from "../../model/cause/trouble.ts";
import { lastConditionOfType } from "../../model/condition.ts";
import { conditionVerdict, worstFirst } from "../../model/condition-age.ts";
import type { Finding } from "../../model/finding/finding.ts";
import type { Text } from "../../model/outline.ts";
import type { EvaluatedCondition, ReportNode } from "../../model/report.ts";
import { evidenceInBrief, evidenceInFull, evidenceText, noReason } from "../cause.ts";
import { containerName, containerNumbers, formatContainer } from "../cause-clauses.ts";
import { joinClauses } from "../end-marks.ts";
import { change } from "../text.ts";
import { joinFilled, joinNames } from "./names.ts";
import { nodeOutcomeText } from "./read-outcomes.ts";

/**
 * `v1.64.0`; `v1.63.0 -> v1.64.0` where it does not run the expected version, `-> v1.64.0` where it has none yet; or
 * empty.
 */
export function versionText(facts: ReportNode["facts"]): Text {
  const observed = facts["observedVersion"] ?? "";
  const expected = facts["expectedVersion"] ?? "";
  return change(observed, expected === observed ? "" : expected);
}

/** Returns what an upgrade waits for although the part reports that it is healthy. */
export function formatUpgradeBlock(node: ReportNode, findings: readonly Finding[]): string {
  const stalls = findings.filter((finding) => finding.code === "upgrade-stall");
  const { missing = [] } = stalls.find(({ component }) => component === node.label) ?? {};
  return missing.length === 0 ? "blocking the upgrade" : `blocking the upgrade: does not report ${joinNames(missing)}`;
}

/**
 * Returns why a part is unhealthy: the text of its worst condition that has one.
 * @param inFull whether the whole message is kept.
 * @param isExplained whether what is unhealthy below the part stands below it, so that a missing reason is not mentioned.
 */
export function explainUnhealthy(
  node: ReportNode,
  findings: readonly Finding[],
  inFull: boolean,
  isExplained: boolean = false,
): string {
  const { outcome, role, trouble } = node;
  if (outcome !== "found") {
    const outcomeText = nodeOutcomeText(node);
    return trouble === undefined ? outcomeText : `${outcomeText}; ${evidenceText(trouble)}`;
  }
  const isDescribedAsChild = rolesBelowComponents.has(role) || (role === "related" && trouble !== undefined);
  if (isDescribedAsChild) return joinFilled(": ", [formatNodeState(node), formatLeafDetail(node)]);
  if (role === "part" && trouble !== undefined) return formatTrouble(node, trouble);
  const conditions = formatConditions(node, findings, inFull, isExplained ? "" : noReason);
  return joinClauses([formatPaused(node), conditions]);
}

/** Roles whose nodes are described as below a component, even where they stand below a root directly. */
const rolesBelowComponents: ReadonlySet<ReportNode["role"]> = new Set(["workload", "replicaset", "pod", "container"]);

/** Returns why nothing changes the node any more; empty where something may. */
function formatPaused({ deleting, frozen, role }: ReportNode): string {
  if (deleting) return "being deleted";
  if (!frozen) return "";
  return role === "part" ? "suspended" : "suspended by annotation";
}

/** `2/3 ready: MinimumReplicasUnavailable: …`. */
function formatTrouble(node: ReportNode, trouble: Trouble): string {
  const ready = node.facts["ready"];
  const evidence = evidenceText(trouble);
  return ready === undefined ? evidence : `${ready} ready: ${evidence}`;
}

/** The name of a node below a component: its kind and name; a container has no kind of its own. */
export function nodeLabel(node: ReportNode): string {
  return node.role === "container" ? containerName(node) : `${node.ref.kind} ${node.label}`;
}

/**
 * Returns the state of a node below a component: `0/1 ready`, `CrashLoopBackOff, exit 1, 7 restarts`, `not ready`, or its
 * verdict.
 */
export function formatNodeState(node: ReportNode): string {
  const { times = 1 } = node;
  const parts = [node.outcome === "found" ? formatFoundState(node) : nodeOutcomeText(node)];
  if (node.deleting) parts.push("being deleted");
  if (times > 1) parts.push(`listed ${times} times`);
  return parts.join(", ");
}

function formatFoundState(node: ReportNode): string {
  const { role, verdict, facts, trouble } = node;
  if (role === "container") return formatContainerState(node);
  if (role === "related" && trouble !== undefined) return trouble.reason;
  if (role === "pod") {
    const isReady = verdict === "healthy" || lastConditionOfType(node.conditions, "Ready")?.status === "True";
    return isReady ? "ready" : "not ready";
  }
  return facts["ready"] === undefined ? verdict : `${facts["ready"]} ready`;
}

/** `CrashLoopBackOff, exit 1, 7 restarts`; the verdict where the container reports none of these. */
function formatContainerState(node: ReportNode): string {
  const reason = node.trouble?.reason ?? node.facts["waiting"];
  const parts = [...containerNumbers(node)];
  if (reason !== undefined) parts.unshift(reason);
  return parts.length === 0 ? node.verdict : parts.join(", ");
}

/**
 * Returns the text of a node without unhealthy nodes below it that would explain it, on one line. Empty where the text
 * would only repeat the state of the node.
 * @param inFull whether the whole message is kept.
 */
export function formatLeafDetail(node: ReportNode, inFull = false): string {
  const format: typeof evidenceText = inFull ? (evidence) => joinLines(evidenceInFull(evidence)) : evidenceText;
  if (node.trouble !== undefined) return formatLeafTrouble(node, node.trouble, format);
  const worst = worstAbnormal(node.conditions);
  if (worst === undefined || (worst.reason === "" && worst.message === "")) return "";
  return node.role === "workload" && isCountReason(worst.reason) ? "" : format(worst);
}

function formatLeafTrouble(node: ReportNode, trouble: Trouble, format: typeof evidenceText): string {
  const { role } = node;
  const hasReplicas = role === "workload" || role === "replicaset";
  if (hasReplicas && !hasReasonBeyondCounts(node)) return "";
  if (role === "container") return formatContainer(node, format);
  // The reason of a recorded object stands in its state.
  const evidence = role === "related" ? { ...trouble, reason: "" } : trouble;
  return evidence.reason === "" && !hasMessage(evidence) ? "" : format(evidence);
}

/** @param fallback the text where no condition has a reason. */
function formatConditions(node: ReportNode, findings: readonly Finding[], inFull: boolean, fallback: string): string {
  if (node.conditions.length === 0) return formatNoConditions(node);
  const worst = worstAbnormal(node.conditions);
  if (worst === undefined) {
    if (node.frozen || node.deleting) return "";
    if (node.ownVerdict === "healthy") return "its own conditions are healthy";
    return formatMissingConditions(node, findings) ?? fallback;
  }
  const withText = worstFirst(node.conditions.filter(isAbnormal)).find(
    (condition) => condition.reason !== "" || condition.message !== "",
  );
  if (withText === undefined) return joinClauses([fallback, formatSiblingMessage(node, findings)]);
  const text = inFull ? evidenceInFull(withText) : evidenceInBrief(withText);
  // The worst condition needs no name, because the verdict beside the text is its own.
  const isNamed = withText !== worst || withText.status === "Unknown";
  return isNamed ? `${withText.type} ${withText.status}: ${text}` : text;
}

function formatNoConditions(node: ReportNode): string {
  if (node.facts["ready"] !== undefined) return formatNodeState(node);
  if (node.judged !== undefined && !node.required) return "no status";
  return node.ownVerdict === "healthy" ? "" : "no conditions";
}

/** Returns the message of a good condition where the abnormal one has no text. */
function formatSiblingMessage(node: ReportNode, findings: readonly Finding[]): string {
  const silent = findings.filter((finding) => finding.code === "empty-message");
  const explained = silent.find((each) => each.component === node.label && each.siblingMessage !== undefined);
  if (explained === undefined) return "";
  return `${explained.siblingType ?? "another condition"} reports: ${explained.siblingMessage}`;
}

/** Returns which conditions a part lacks whose reported conditions are good. */
function formatMissingConditions(node: ReportNode, findings: readonly Finding[]): string | undefined {
  const incomplete = findings.filter((finding) => finding.code === "missing-condition");
  const missing = incomplete.find(({ component }) => component === node.label);
  return missing && `does not report ${joinNames(missing.types)}`;
}

function worstAbnormal(conditions: readonly EvaluatedCondition[]): EvaluatedCondition | undefined {
  return worstFirst(conditions.filter(isAbnormal))[0];
}

function isAbnormal(condition: EvaluatedCondition): boolean {
  return conditionVerdict(condition) !== "healthy";
}
