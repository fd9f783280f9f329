import type { Finding } from "../model/finding.ts";
import type { JudgedCondition, Node, Trouble } from "../model/report.ts";
import { conditionVerdict } from "../model/since.ts";
import { worstFirst } from "./since.ts";
import { evidenceInBrief, evidenceInFull, evidenceText, noReason } from "./words-cause.ts";
import { containerName, containerNumbers, containerWords, isCounted, saysWhy } from "./words-evidence.ts";
import { listOf } from "./words-names.ts";
import { outcomeWords } from "./words-outcome.ts";

/** `v1.64.0`; `v1.63.0 -> v1.64.0` where it runs another version than it should, `-> v1.64.0` where none yet; or empty. */
export function versionWords(facts: Node["facts"]): string {
  const observed = facts["observedVersion"] ?? "";
  const expected = facts["expectedVersion"] ?? "";
  if (expected === "" || expected === observed) return observed;
  return `${observed} -> ${expected}`.trim();
}

/** What an upgrade waits for although the part says that it is well. */
export function awaitedWords(node: Node, findings: readonly Finding[]): string {
  const stall = findings.find((one) => one.code === "upgrade-stall" && one.component === node.label);
  const missing = stall?.code === "upgrade-stall" ? (stall.missing ?? []) : [];
  return `the upgrade waits for it${missing.length === 0 ? "" : `: it does not report ${listOf(missing)}`}`;
}

/** Why a part is unwell: its worst condition that says anything, in its own words, `inFull` with all of them. */
export function whyOf(node: Node, findings: readonly Finding[], inFull: boolean): string {
  if (node.outcome !== "found") {
    const { trouble } = node;
    return `${outcomeWords[node.outcome]}${trouble === undefined ? "" : `; ${evidenceText(trouble)}`}`;
  }
  if (belowRoles.has(node.role) || (node.role === "related" && node.trouble !== undefined))
    return [stateWords(node), leafWords(node)].filter((word) => word !== "").join(": ");
  if (node.role === "part" && node.trouble !== undefined) return troubleWords(node, node.trouble);
  const state = [
    ...(node.deleting ? ["being deleted"] : []),
    ...(node.frozen && !node.deleting ? [node.role === "part" ? "suspended" : "suspended by annotation"] : []),
  ];
  return [...state, conditionWords(node, findings, inFull)].filter((word) => word !== "").join("; ");
}

/** What is told as it is below a component, also where it stands below a root itself. */
const belowRoles: ReadonlySet<Node["role"]> = new Set(["workload", "replicaset", "pod", "container"]);

/** `2/3 ready: MinimumReplicasUnavailable: …`, here as often as it was selected. */
function troubleWords(node: Node, trouble: Trouble): string {
  const ready = node.facts["ready"];
  return [...(ready === undefined ? [] : [`${ready} ready`]), evidenceText(trouble)].join(": ");
}

/** What a node below a component is called: its kind and name; a container has no kind of its own. */
export function nodeLabel(node: Node): string {
  return node.role === "container" ? containerName(node) : `${node.ref.kind} ${node.label}`;
}

/** How a node below a component is: `0/1 ready`, `CrashLoopBackOff, exit 1, 7 restarts`, `not ready`, or its verdict. */
export function stateWords(node: Node): string {
  const times = node.times === undefined || node.times < 2 ? "" : `, here ${node.times} times`;
  return `${node.outcome === "found" ? foundWords(node) : outcomeWords[node.outcome]}${node.deleting ? ", being deleted" : ""}${times}`;
}

/** The words of a node with nothing unwell below it: nobody else explains it. */
export function leafWords(node: Node): string {
  const { trouble, role } = node;
  if (trouble !== undefined) {
    const isReplicas = (role === "workload" || role === "replicaset") && !saysWhy(node);
    if (isReplicas) return "";
    if (role === "container") return containerWords(node);
    const words = role === "related" ? { reason: "", message: trouble.message } : trouble;
    return words.reason === "" && words.message.trim() === "" ? "" : evidenceText(words);
  }
  const worst = worstAbnormal(node.conditions);
  if (worst === undefined || (worst.reason === "" && worst.message === "")) return "";
  return role === "workload" && isCounted(worst.reason) ? "" : evidenceText(worst);
}

function foundWords(node: Node): string {
  const { facts, trouble } = node;
  if (node.role === "container") {
    const reason = trouble?.reason ?? facts["waiting"];
    const all = [...(reason === undefined ? [] : [reason]), ...containerNumbers(node)];
    return all.length === 0 ? node.verdict : all.join(", ");
  }
  if (node.role === "related" && trouble !== undefined) return trouble.reason;
  if (node.role === "pod") return node.verdict === "healthy" ? "ready" : "not ready";
  return facts["ready"] === undefined ? node.verdict : `${facts["ready"]} ready`;
}

function conditionWords(node: Node, findings: readonly Finding[], inFull: boolean): string {
  if (node.conditions.length === 0) {
    if (node.facts["ready"] !== undefined) return stateWords(node);
    if (node.judged !== undefined && !node.required) return "it tells nothing of itself";
    return node.ownVerdict === "healthy" ? "" : "it has no conditions";
  }
  const worst = worstAbnormal(node.conditions);
  if (worst === undefined && (node.frozen || node.deleting)) return "";
  if (worst === undefined)
    return node.ownVerdict === "healthy" ? "its own conditions are good" : missingWords(node, findings);
  const speaking = worstFirst(node.conditions.filter(isAbnormal)).find(
    (one) => one.reason !== "" || one.message !== "",
  );
  if (speaking === undefined) return [noReason, siblingWords(node, findings)].filter((word) => word !== "").join("; ");
  const type = speaking === worst && speaking.status !== "Unknown" ? "" : `${speaking.type} ${speaking.status}: `;
  return `${type}${inFull ? evidenceInFull(speaking) : evidenceInBrief(speaking)}`;
}

/** A condition that is good but says what the bad one does not. */
function siblingWords(node: Node, findings: readonly Finding[]): string {
  for (const finding of findings) {
    if (finding.code !== "empty-message" || finding.component !== node.label) continue;
    if (finding.siblingMessage !== undefined)
      return `${finding.siblingType ?? "another condition"} says: ${finding.siblingMessage}`;
  }
  return "";
}

/** What is there is good, and it is unwell for what is not there. */
function missingWords(node: Node, findings: readonly Finding[]): string {
  for (const finding of findings) {
    if (finding.code === "missing-condition" && finding.component === node.label) {
      return `it does not report ${listOf(finding.types)}`;
    }
  }
  return noReason;
}

function worstAbnormal(conditions: readonly JudgedCondition[]): JudgedCondition | undefined {
  return worstFirst(conditions.filter(isAbnormal))[0];
}

function isAbnormal(condition: JudgedCondition): boolean {
  return conditionVerdict(condition) !== "healthy";
}
