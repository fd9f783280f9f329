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
 * What the gates compute from one object's conditions, or undefined if no gate prevents True. The gates are checked in
 * their order. The result is that of the first gate that
 * - has a bad condition: Ready is False,
 * - has no condition and makes Ready Unknown at once.
 * If there is none, the first other gate that requires a condition and has none makes Ready Unknown.
 */
export function summarizeGates(
  gates: readonly ReadyGateRow[],
  conditions: readonly Condition[],
): ReadySummary | undefined {
  let unknownUnlessTripped: ReadySummary | undefined;
  for (const gate of gates) {
    const condition = findGateCondition(gate, conditions);
    if (condition === undefined && gate.missing === "at-once") return summarizeMissingCondition(gate);
    if (condition === undefined && gate.missing === "unless-tripped") {
      unknownUnlessTripped ??= summarizeMissingCondition(gate);
      continue;
    }
    const gateCondition = condition ?? makeInitialCondition(gate);
    if (gate.bad.includes(gateCondition.status)) return summarizeTrippedGate(gate, gateCondition);
  }
  return unknownUnlessTripped;
}

/** The condition of a gate: the first of its types that exists. */
export function findGateCondition(gate: ReadyGateRow, conditions: readonly Condition[]): Condition | undefined {
  return gate.types.map((type) => firstConditionOfType(conditions, type)).find((condition) => condition !== undefined);
}

/** Ready that is Unknown, because a condition that the gate requires does not exist. */
function summarizeMissingCondition(gate: ReadyGateRow): ReadySummary {
  return { status: "Unknown", reason: "", message: gate.missingMessage ?? "", decidingType: readNewestType(gate) };
}

/** Ready that is False, because the condition of the gate is bad. */
function summarizeTrippedGate(gate: ReadyGateRow, condition: Condition): ReadySummary {
  const reason = gate.ownReason?.includes(condition.status) ? condition.reason : gate.reason;
  const message = chooseMessage(gate, condition);
  return { status: "False", message, decidingType: condition.type, ...definedFields({ reason }) };
}

/** The message of Ready: that of the condition or that of the gate, as the field `own` of the gate says. */
function chooseMessage({ own, message: gateMessage }: ReadyGateRow, condition: Condition): string {
  if (own === undefined) return gateMessage;
  if (own === "always") return condition.message;
  if (own === "where-any") return condition.message || gateMessage;
  return own.reason === condition.reason ? condition.message : gateMessage;
}

/** A condition that does not exist yet, as the controller initializes it. */
function makeInitialCondition(gate: ReadyGateRow): Condition {
  return { type: readNewestType(gate), status: "Unknown", reason: "", message: "" };
}

/** The type of a gate's condition in the newest release, which is the first in the row. */
function readNewestType({ types: [newestType = ""] }: ReadyGateRow): string {
  return newestType;
}
