import type { Condition, ConditionWords } from "../../model/condition.ts";
import type { GateRow } from "../../profiles/greenhouse-gates.ts";
import { conditionOf } from "../verbs.ts";

/** What a summary says; an absent reason is the one it had before. */
export interface Summary extends Pick<ConditionWords, "status" | "message"> {
  readonly reason?: string;
  /** The condition that decided. */
  readonly by?: string;
}

/**
 * What the gates make of one object's conditions, in order: the first that trips gives False, one that is missing and
 * must not be gives Unknown; undefined where nothing stands against True (facts seed-systems 5.2).
 */
export function summary(gates: readonly GateRow[], conditions: readonly Condition[]): Summary | undefined {
  let pending: Summary | undefined;
  for (const gate of gates) {
    const condition = askedOf(gate, conditions);
    if (condition === undefined && gate.missing !== undefined) {
      const unknown = { status: "Unknown" as const, reason: "", message: gate.missingMessage ?? "", by: typeOf(gate) };
      if (gate.missing === "at-once") return unknown;
      pending ??= unknown;
    } else if (gate.bad.includes(condition?.status ?? "Unknown")) {
      return tripped(gate, condition ?? initial(gate));
    }
  }
  return pending;
}

/** Of several names of one condition the first that is there. */
export function askedOf(gate: GateRow, conditions: readonly Condition[]): Condition | undefined {
  return gate.types.map((type) => conditionOf(conditions, type)).find((condition) => condition !== undefined);
}

function tripped(gate: GateRow, condition: Condition): Summary {
  const reason = gate.ownReason?.includes(condition.status) ? condition.reason : gate.reason;
  const said = { status: "False" as const, message: messageOf(gate, condition), by: condition.type };
  return reason === undefined ? said : { ...said, reason };
}

function messageOf({ own, message }: GateRow, condition: Condition): string {
  if (own === "always") return condition.message;
  if (own === "where-any") return condition.message === "" ? message : condition.message;
  return own !== undefined && own.reason === condition.reason ? condition.message : message;
}

/** As the controller's Init* writes it before anything is known. */
function initial(gate: GateRow): Condition {
  return { type: typeOf(gate), status: "Unknown", reason: "", message: "" };
}

function typeOf({ types: [type = ""] }: GateRow): string {
  return type;
}
