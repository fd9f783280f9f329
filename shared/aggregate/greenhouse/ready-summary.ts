import type { Condition, ConditionWords } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { ReadyGateRow } from "../../model/ready-rule.ts";
import { firstConditionOfType } from "../evaluation/condition-verbs.ts";

/** The Ready condition that a controller computes. */
export interface ReadySummary extends Pick<ConditionWords, "status" | "message"> {
  /** Absent: the condition keeps its previous reason. */
  readonly reason?: string;
  /** The type of the condition that decided. Absent if a check of the controller decided. */
  readonly decidingType?: string;
}

/**
 * Ready as the gates compute it from the conditions of one object. Undefined if no gate prevents True. The gates are
 * checked in their order, and the first of these that exists decides:
 * 1. the first gate that is tripped, or whose missing condition makes Ready Unknown at once,
 * 2. the first gate whose missing condition makes Ready Unknown if no gate is tripped.
 */
export function summarizeGates(
  gates: readonly ReadyGateRow[],
  conditions: readonly Condition[],
): ReadySummary | undefined {
  let firstUnknown: ReadySummary | undefined;
  for (const gate of gates) {
    const summary = checkGate(gate, conditions);
    if (summary === undefined) continue;
    if (summary.status === "False" || gate.whenMissing === "unknown-at-once") return summary;
    firstUnknown ??= summary;
  }
  return firstUnknown;
}

/** Ready as one gate makes it: Unknown without a condition that the gate requires, False if the gate is tripped. */
function checkGate(gate: ReadyGateRow, conditions: readonly Condition[]): ReadySummary | undefined {
  const reportedCondition = findGateCondition(gate, conditions);
  if (reportedCondition === undefined && gate.whenMissing !== undefined) return summarizeMissingCondition(gate);
  const condition = reportedCondition ?? makeInitialCondition(gate);
  return gate.trippedBy.includes(condition.status) ? summarizeTrippedGate(gate, condition) : undefined;
}

/** The condition of a gate: the first of its types that exists. */
export function findGateCondition(gate: ReadyGateRow, conditions: readonly Condition[]): Condition | undefined {
  return gate.types.map((type) => firstConditionOfType(conditions, type)).find((condition) => condition !== undefined);
}

/** A condition that does not exist yet, as the controller initializes it. */
function makeInitialCondition({ types: [newestType] }: ReadyGateRow): Condition {
  return { type: newestType, status: "Unknown", reason: "", message: "" };
}

/** Ready that is Unknown, because a condition that the gate requires does not exist. */
function summarizeMissingCondition({ types: [newestType], missingMessage = "" }: ReadyGateRow): ReadySummary {
  return { status: "Unknown", reason: "", message: missingMessage, decidingType: newestType };
}

/** Ready that is False, because the status of the condition trips the gate. */
function summarizeTrippedGate(gate: ReadyGateRow, condition: Condition): ReadySummary {
  const message = takesConditionMessage(gate, condition) ? condition.message : gate.message;
  const reason = gate.conditionReasonFor?.includes(condition.status) ? condition.reason : gate.reason;
  return { status: "False", message, decidingType: condition.type, ...definedFields({ reason }) };
}

/** Whether Ready has the message of the condition, and not that of the gate. */
function takesConditionMessage({ conditionMessage }: ReadyGateRow, condition: Condition): boolean {
  if (conditionMessage === undefined) return false;
  if (conditionMessage === "always") return true;
  if (conditionMessage === "if-any") return condition.message !== "";
  return conditionMessage.reason === condition.reason;
}
