import type { CauseClause } from "../../model/cause/cause-evidence.ts";
import { hasMessage } from "../../model/cause/trouble.ts";
import { compareTexts } from "../../model/compare-texts.ts";
import { conditionVerdict } from "../../model/condition-age.ts";
import { definedFields, trueFlags } from "../../model/defined-fields.ts";
import type { NextStep } from "../../model/next-step.ts";
import type { Ref } from "../../model/object.ts";
import type { EvaluatedCondition, ReportNode, RootNode } from "../../model/report.ts";
import { isSerious } from "../../model/verdict.ts";
import type { Candidate, OwnEvidence } from "./candidates.ts";
import { quoteReport } from "./cause-evidence.ts";

/** The evidence that the root itself gives for its verdict. */
type ReportedEvidence = Pick<OwnEvidence, "clauses" | "since">;

type RootOrNode = ReportNode & Partial<Pick<RootNode, "gates">>;

/**
 * Makes the root itself a candidate, for a root that no part explains. Its evidence is the first of these that it has:
 * 1. its trouble by the rule of its kind,
 * 2. the condition that explains most,
 * 3. its deletion, or a status that is older than its spec,
 * 4. for a root that is unavailable or degraded: that it reports no condition, or no reason.
 *
 * Undefined for any other root without the first three.
 *
 * @param next the commands before those that describe the root
 */
export function makeOwnCandidate(root: RootOrNode, next: readonly NextStep[]): Candidate | undefined {
  const { label: component, verdict, ref: about, conditions } = root;
  const evidence = readTroubleEvidence(root) ?? readConditionEvidence(root) ?? readStateEvidence(root);
  if (evidence !== undefined) return { component, verdict, required: true, evidence: { about, next, ...evidence } };
  if (!isSerious(verdict)) return undefined;
  const silence: CauseClause = conditions.length === 0 ? { is: "no-condition" } : { is: "state", state: "silent" };
  return { component, verdict, required: true, evidence: { about, next, clauses: [silence] } };
}

/** The trouble of the root, after its replica counts if it has them. */
function readTroubleEvidence({ trouble, facts }: ReportNode): ReportedEvidence | undefined {
  if (trouble === undefined) return undefined;
  const { ready } = facts;
  if (ready === undefined) return makeEvidence([quoteReport(trouble)], trouble.since);
  const counts: CauseClause = { is: "workload", ready };
  const isSilent = trouble.reason === "" && !hasMessage(trouble);
  return makeEvidence(isSilent ? [counts] : [counts, quoteReport(trouble)], trouble.since);
}

/** The condition of the root that explains most. Undefined if no condition is abnormal. */
function readConditionEvidence({ conditions, ref, gates }: RootOrNode): ReportedEvidence | undefined {
  const [condition] = conditions.filter(isAbnormal).toSorted(compareConditions);
  if (condition === undefined) return undefined;
  const { type, status, reason, message, since } = condition;
  if (isPlaceholder(condition)) {
    const isUpgrading = gates?.upgrade.running === true;
    return makeEvidence([{ is: "not-evaluated", reason, ...trueFlags({ isUpgrading }) }], since);
  }
  const accepted = readAcceptedIdentity(message, ref);
  if (accepted !== undefined) return makeEvidence([{ is: "rejected", reason, message, ...accepted }], since);
  return makeEvidence([{ is: "condition", type, status, reason, message }], since);
}

/**
 * Whether this is what HyperConverged's operator writes where it computed no condition: the message `Unknown Status`
 * (kubevirt/hyperconverged-cluster-operator controllers/hyperconverged/hyperconverged_controller.go, updateConditions).
 */
function isPlaceholder({ status, reason, message }: EvaluatedCondition): boolean {
  return status === "Unknown" && reason === "StatusUnknown" && message === "Unknown Status";
}

/**
 * Reads the only name and namespace that the operator accepts, without those that the root has. Undefined for another
 * message (kubevirt/hyperconverged-cluster-operator controllers/hyperconverged/hyperconverged_controller.go,
 * ensureHcoRequest): `Request does not match expected name (x) and namespace (y)` -> `{ name: "x", namespace: "y" }`.
 */
function readAcceptedIdentity(message: string, ref: Ref): { name?: string; namespace?: string } | undefined {
  const [, name, namespace] =
    /^Request does not match expected name \((\S+)\) and namespace \((\S+)\)$/.exec(message) ?? [];
  if (name === undefined || namespace === undefined) return undefined;
  const accepted: { name?: string; namespace?: string } = {};
  if (name !== ref.name) accepted.name = name;
  if (namespace !== ref.namespace) accepted.namespace = namespace;
  return Object.keys(accepted).length === 0 ? undefined : accepted;
}

/** That the root is being deleted, or else that its status is older than its spec. */
function readStateEvidence({ deleting, stale, facts }: ReportNode): ReportedEvidence | undefined {
  if (deleting) return makeEvidence([{ is: "state", state: "being-deleted" }], facts["deletedAt"]);
  return stale ? makeEvidence([{ is: "state", state: "outdated" }], undefined) : undefined;
}

function makeEvidence(clauses: readonly CauseClause[], since: string | undefined): ReportedEvidence {
  return { clauses, ...definedFields({ since }) };
}

/** The ranks of conditions by their verdicts, the worst first. Unavailable and degraded have the same rank. */
const severityRanks = { unavailable: 0, degraded: 0, unknown: 1, progressing: 2, healthy: 3, remark: 3 } as const;

/**
 * Orders the conditions of a root by how much they explain:
 * 1. the worse verdict,
 * 2. one whose message is more than its reason,
 * 3. one about a single fact before the main condition, which only sums up the others,
 * 4. the older one, and the types.
 */
function compareConditions(a: EvaluatedCondition, b: EvaluatedCondition): number {
  const isSilent = ({ message, reason }: EvaluatedCondition): boolean => ["", reason].includes(message.trim());
  return (
    severityRanks[conditionVerdict(a)] - severityRanks[conditionVerdict(b)] ||
    Number(isSilent(a)) - Number(isSilent(b)) ||
    Number(a.polarity === "main") - Number(b.polarity === "main") ||
    compareTexts(a.since ?? "", b.since ?? "") ||
    compareTexts(a.type, b.type)
  );
}

/** Whether something is wrong by a condition. */
function isAbnormal(condition: EvaluatedCondition): boolean {
  const verdict = conditionVerdict(condition);
  return verdict !== "healthy" && verdict !== "remark";
}
