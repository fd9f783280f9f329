import type { Condition, ConditionWords } from "../../model/condition.ts";
import type { ReadyGateRow } from "../../model/ready-rule.ts";
import { firstConditionOfType } from "../evaluation/condition-verbs.ts";

/** The result of a summary. Without a reason the condition keeps its previous one. */
export interface ReadySummary extends Pick<ConditionWords, "status" | "message"> {
  readonly reason?: string;
  /** The type of the condition that decided. */
  readonly by?: string;
}

/**
 * What the gates compute from one object's conditions, in their order. The first gate with a bad condition gives False. A
 * missing condition that is required gives Unknown: at once, or if no later gate has a bad condition. Undefined if no gate
 * prevents True.
 */
export function summarizeGates(
  gates: readonly ReadyGateRow[],
  conditions: readonly Condition[],
): ReadySummary | undefined {
  let pending: ReadySummary | undefined;
  for (const gate of gates) {
    const condition = findGateCondition(gate, conditions);
    if (condition === undefined && gate.missing !== undefined) {
      const unknown = {
        status: "Unknown" as const,
        reason: "",
        message: gate.missingMessage ?? "",
        by: firstTypeOf(gate),
      };
      if (gate.missing === "at-once") return unknown;
      pending ??= unknown;
    } else if (gate.bad.includes(condition?.status ?? "Unknown")) {
      return summarizeTrippedGate(gate, condition ?? makeInitialCondition(gate));
    }
  }
  return pending;
}

/** The condition of a gate: the first of its types that exists. */
export function findGateCondition(gate: ReadyGateRow, conditions: readonly Condition[]): Condition | undefined {
  return gate.types.map((type) => firstConditionOfType(conditions, type)).find((condition) => condition !== undefined);
}

function summarizeTrippedGate(gate: ReadyGateRow, condition: Condition): ReadySummary {
  const reason = gate.ownReason?.includes(condition.status) ? condition.reason : gate.reason;
  const summary = { status: "False" as const, message: chooseMessage(gate, condition), by: condition.type };
  return reason === undefined ? summary : { ...summary, reason };
}

/** The message of Ready: that of the condition, or that of the gate, as the gate says. */
function chooseMessage({ own, message }: ReadyGateRow, condition: Condition): string {
  if (own === "always") return condition.message;
  if (own === "where-any") return condition.message === "" ? message : condition.message;
  return own !== undefined && own.reason === condition.reason ? condition.message : message;
}

/** A condition that does not exist yet, as the controller initializes it. */
function makeInitialCondition(gate: ReadyGateRow): Condition {
  return { type: firstTypeOf(gate), status: "Unknown", reason: "", message: "" };
}

function firstTypeOf({ types: [type = ""] }: ReadyGateRow): string {
  return type;
}
