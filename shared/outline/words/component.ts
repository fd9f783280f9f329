import { joinLines } from "../../characters/join-lines.ts";
import type { Trouble } from "../../model/cause/trouble.ts";
import { hasMessage, hasReasonBeyondCounts, isCountReason } from "../../model/cause/trouble.ts";
import { lastConditionOfType } from "../../model/condition.ts";
import { conditionVerdict, worstFirst } from "../../model/condition-age.ts";
import type { Finding } from "../../model/finding/finding.ts";
import type { Text } from "../../model/outline.ts";
import type { EvaluatedCondition, ReportNode } from "../../model/report.ts";
import { evidenceInBrief, evidenceInFull, evidenceText, noReason } from "../cause.ts";
import { containerName, containerNumbers, containerWords } from "../cause-clauses.ts";
import { joinClauses } from "../end-marks.ts";
import { change } from "../text.ts";
import { joinNames } from "./names.ts";
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

/** What an upgrade waits for although the part reports that it is healthy. */
export function awaitedWords(node: ReportNode, findings: readonly Finding[]): string {
  const stall = findings.find((finding) => finding.code === "upgrade-stall" && finding.component === node.label);
  const missing = stall?.code === "upgrade-stall" ? (stall.missing ?? []) : [];
  return `blocking the upgrade${missing.length === 0 ? "" : `: does not report ${joinNames(missing)}`}`;
}

/**
 * Why a part is unhealthy: the text of its worst condition that has one. `inFull` keeps the whole message; `isExplained`:
 * what is unhealthy below it stands below it, so a missing reason is not mentioned.
 */
export function whyUnhealthy(
  node: ReportNode,
  findings: readonly Finding[],
  inFull: boolean,
  isExplained: boolean = false,
): string {
  if (node.outcome !== "found") {
    const { trouble } = node;
    return `${nodeOutcomeText(node)}${trouble === undefined ? "" : `; ${evidenceText(trouble)}`}`;
  }
  if (belowRoles.has(node.role) || (node.role === "related" && node.trouble !== undefined))
    return [nodeStateText(node), leafWords(node)].filter((word) => word !== "").join(": ");
  if (node.role === "part" && node.trouble !== undefined) return troubleWords(node, node.trouble);
  return joinClauses([pausedWords(node), conditionWords(node, findings, inFull, isExplained ? "" : noReason)]);
}

/** Why nothing changes the node any more; empty where that is not so. */
function pausedWords({ deleting, frozen, role }: ReportNode): string {
  if (deleting) return "being deleted";
  if (!frozen) return "";
  return role === "part" ? "suspended" : "suspended by annotation";
}

/** Roles whose nodes are described as below a component, even where they stand below a root directly. */
const belowRoles: ReadonlySet<ReportNode["role"]> = new Set(["workload", "replicaset", "pod", "container"]);

/** `2/3 ready: MinimumReplicasUnavailable: …`. */
function troubleWords(node: ReportNode, trouble: Trouble): string {
  const ready = node.facts["ready"];
  return [...(ready === undefined ? [] : [`${ready} ready`]), evidenceText(trouble)].join(": ");
}

/** The name of a node below a component: its kind and name; a container has no kind of its own. */
export function nodeLabel(node: ReportNode): string {
  return node.role === "container" ? containerName(node) : `${node.ref.kind} ${node.label}`;
}

/**
 * The state of a node below a component: `0/1 ready`, `CrashLoopBackOff, exit 1, 7 restarts`, `not ready`, or its
 * verdict.
 */
export function nodeStateText(node: ReportNode): string {
  const times = node.times === undefined || node.times < 2 ? "" : `, listed ${node.times} times`;
  const state = node.outcome === "found" ? foundWords(node) : nodeOutcomeText(node);
  return `${state}${node.deleting ? ", being deleted" : ""}${times}`;
}

/**
 * The text of a node without unhealthy nodes below it that would explain it, on one line; `inFull` keeps the whole
 * message.
 */
export function leafWords(node: ReportNode, inFull = false): string {
  const format: typeof evidenceText = inFull ? (words) => joinLines(evidenceInFull(words)) : evidenceText;
  const { trouble, role } = node;
  if (trouble !== undefined) {
    const isReplicas = (role === "workload" || role === "replicaset") && !hasReasonBeyondCounts(node);
    if (isReplicas) return "";
    if (role === "container") return containerWords(node, format);
    const words = role === "related" ? { ...trouble, reason: "" } : trouble;
    return words.reason === "" && !hasMessage(words) ? "" : format(words);
  }
  const worst = worstAbnormal(node.conditions);
  if (worst === undefined || (worst.reason === "" && worst.message === "")) return "";
  return role === "workload" && isCountReason(worst.reason) ? "" : format(worst);
}

function foundWords(node: ReportNode): string {
  const { facts, trouble } = node;
  if (node.role === "container") {
    const reason = trouble?.reason ?? facts["waiting"];
    const all = [...(reason === undefined ? [] : [reason]), ...containerNumbers(node)];
    return all.length === 0 ? node.verdict : all.join(", ");
  }
  if (node.role === "related" && trouble !== undefined) return trouble.reason;
  if (node.role === "pod") {
    const isReady = node.verdict === "healthy" || lastConditionOfType(node.conditions, "Ready")?.status === "True";
    return isReady ? "ready" : "not ready";
  }
  return facts["ready"] === undefined ? node.verdict : `${facts["ready"]} ready`;
}

/** `silence`: the text where no condition has a reason. */
function conditionWords(node: ReportNode, findings: readonly Finding[], inFull: boolean, fallback: string): string {
  if (node.conditions.length === 0) {
    if (node.facts["ready"] !== undefined) return nodeStateText(node);
    if (node.judged !== undefined && !node.required) return "no status";
    return node.ownVerdict === "healthy" ? "" : "no conditions";
  }
  const worst = worstAbnormal(node.conditions);
  if (worst === undefined && (node.frozen || node.deleting)) return "";
  if (worst === undefined)
    return node.ownVerdict === "healthy" ? "its own conditions are healthy" : missingWords(node, findings, fallback);
  const withText = worstFirst(node.conditions.filter(isAbnormal)).find(
    (condition) => condition.reason !== "" || condition.message !== "",
  );
  if (withText === undefined) return joinClauses([fallback, siblingWords(node, findings)]);
  const type = withText === worst && withText.status !== "Unknown" ? "" : `${withText.type} ${withText.status}: `;
  return `${type}${inFull ? evidenceInFull(withText) : evidenceInBrief(withText)}`;
}

/** The message of a good condition where the abnormal one has no text. */
function siblingWords(node: ReportNode, findings: readonly Finding[]): string {
  for (const finding of findings) {
    if (finding.code !== "empty-message" || finding.component !== node.label) continue;
    if (finding.siblingMessage !== undefined)
      return `${finding.siblingType ?? "another condition"} reports: ${finding.siblingMessage}`;
  }
  return "";
}

/** The text for a part whose reported conditions are good, but which lacks others. */
function missingWords(node: ReportNode, findings: readonly Finding[], fallback: string): string {
  for (const finding of findings) {
    if (finding.code === "missing-condition" && finding.component === node.label) {
      return `does not report ${joinNames(finding.types)}`;
    }
  }
  return fallback;
}

function worstAbnormal(conditions: readonly EvaluatedCondition[]): EvaluatedCondition | undefined {
  return worstFirst(conditions.filter(isAbnormal))[0];
}

function isAbnormal(condition: EvaluatedCondition): boolean {
  return conditionVerdict(condition) !== "healthy";
}
