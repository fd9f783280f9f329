import type { CauseClause } from "../../model/cause/cause-evidence.ts";
import { hasMessage } from "../../model/cause/trouble.ts";
import { conditionVerdict } from "../../model/condition-age.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { NextStep } from "../../model/next-step.ts";
import type { Ref } from "../../model/object.ts";
import type { EvaluatedCondition, ReportNode, RootNode } from "../../model/report.ts";
import { allVerdicts, isSerious } from "../../model/verdict.ts";
import { compareTexts } from "../evaluation/compare.ts";
import type { Candidate, OwnEvidence } from "./candidates.ts";
import { quote } from "./cause-evidence.ts";

type OwnShare = Pick<OwnEvidence, "clauses" | "since">;

/**
 * The root's own share in its verdict, for a root that no part explains: its trouble by the rule of its kind, else the
 * condition that says why, else its deletion or a status older than its spec. A root that is unavailable or degraded
 * always has one, another root only where it says something. `next`: the commands before those that describe it.
 */
export function ownCandidate(
  root: ReportNode & Partial<Pick<RootNode, "gates">>,
  next: readonly NextStep[],
): Candidate | undefined {
  const { label: component, verdict, ref: about, conditions } = root;
  const [evidence] = [ownTrouble(root), ownCondition(root), ownState(root)].flatMap((each) => each ?? []);
  if (evidence === undefined && !isSerious(verdict)) return undefined;
  const silence: CauseClause = conditions.length === 0 ? { is: "no-condition" } : { is: "state", state: "silent" };
  return { component, verdict, required: true, evidence: { about, next, ...(evidence ?? { clauses: [silence] }) } };
}

function ownTrouble({ trouble, facts }: ReportNode): OwnShare | undefined {
  if (trouble === undefined) return undefined;
  const { ready } = facts;
  if (ready === undefined) return withSince([quote(trouble)], trouble.since);
  const counts: CauseClause = { is: "workload", ready };
  const isSilent = trouble.reason === "" && !hasMessage(trouble);
  return withSince(isSilent ? [counts] : [counts, quote(trouble)], trouble.since);
}

function ownCondition({ conditions, ref, gates }: ReportNode & Partial<Pick<RootNode, "gates">>): OwnShare | undefined {
  const [condition] = conditions.filter((each) => orderOf(each) >= 0).toSorted(compareConditions);
  if (condition === undefined) return undefined;
  const { type, status, reason, message, since } = condition;
  const isUpgrading = gates?.upgrade.running === true;
  if (isPlaceholder(condition))
    return withSince([{ is: "not-evaluated", reason, ...(isUpgrading && { isUpgrading }) }], since);
  const required = requiredPlace(condition, ref);
  if (required !== undefined) return withSince([{ is: "rejected", reason, message, ...required }], since);
  return withSince([{ is: "condition", type, status, reason, message }], since);
}

/**
 * What HyperConverged's operator writes where it computed no condition (hyperconverged_controller.go, updateConditions):
 * `Unknown Status` says nothing.
 */
function isPlaceholder({ status, reason, message }: EvaluatedCondition): boolean {
  return status === "Unknown" && reason === "StatusUnknown" && message === "Unknown Status";
}

/**
 * The name and the namespace that the operator accepts, where they are others than those of the root. Undefined for another
 * message (hyperconverged_controller.go, ensureHcoRequest: `Request does not match expected name (x) and namespace (y)`).
 */
function requiredPlace({ message }: EvaluatedCondition, ref: Ref): { name?: string; namespace?: string } | undefined {
  const [, name, namespace] =
    /^Request does not match expected name \((\S+)\) and namespace \((\S+)\)$/.exec(message) ?? [];
  if (name === undefined || namespace === undefined) return undefined;
  if (name === ref.name && namespace === ref.namespace) return undefined;
  return {
    ...(name !== ref.name && { name }),
    ...(namespace !== ref.namespace && { namespace }),
  };
}

function ownState({ deleting, stale, facts }: ReportNode): OwnShare | undefined {
  if (deleting) return withSince([{ is: "state", state: "being-deleted" }], facts["deletedAt"]);
  return stale ? { clauses: [{ is: "state", state: "outdated" }] } : undefined;
}

function withSince(clauses: readonly CauseClause[], since: string | undefined): OwnShare {
  return { clauses, ...definedFields({ since }) };
}

/**
 * Orders the conditions of a root by how much they explain. The worse verdict comes first, then one with a message
 * that says more than its reason. A condition about one fact comes before the summary of them all, for the summary only repeats it.
 */
function compareConditions(a: EvaluatedCondition, b: EvaluatedCondition): number {
  const isSilent = ({ message, reason }: EvaluatedCondition): boolean => ["", reason].includes(message.trim());
  return (
    orderOf(a) - orderOf(b) ||
    Number(isSilent(a)) - Number(isSilent(b)) ||
    Number(a.polarity === "main") - Number(b.polarity === "main") ||
    compareTexts(a.since ?? "", b.since ?? "") ||
    compareTexts(a.type, b.type)
  );
}

/** The place of a condition's verdict, unavailable and degraded being one; negative where it makes nothing worse. */
function orderOf(condition: EvaluatedCondition): number {
  const verdict = conditionVerdict(condition);
  if (verdict === "healthy" || verdict === "remark") return -1;
  return isSerious(verdict) ? 0 : allVerdicts.indexOf(verdict);
}
