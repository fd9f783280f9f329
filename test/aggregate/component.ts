import type { ComponentConditions } from "../../shared/aggregate/hco/rules/component-conditions.ts";
import type { Condition, ConditionStatus } from "../../shared/model/condition.ts";

/** `T`, `F`, `U` or a whole condition; a letter alone carries no words. */
export type Short = "T" | "F" | "U" | readonly [status: "T" | "F" | "U", reason: string, message: string];

const statuses: Readonly<Record<string, ConditionStatus>> = { T: "True", F: "False", U: "Unknown" };

export function condition(type: string, short: Short): Condition {
  const [letter, reason, message] = typeof short === "string" ? [short, "", ""] : short;
  return { type, status: statuses[letter] ?? "Unknown", reason, message };
}

/** A component by its conditions, in the order given. */
export function component(name: string, conditions: Readonly<Record<string, Short>>): ComponentConditions {
  return {
    component: name,
    conditions: Object.entries(conditions).map(([type, short]) => condition(type, short)),
    hasConditionList: true,
  };
}

/** A CR whose status has no conditions at all. */
export function componentWithoutConditions(name: string): ComponentConditions {
  return { component: name, conditions: [], hasConditionList: false };
}

export const healthyConditions: Readonly<Record<string, Short>> = { Available: "T", Progressing: "F", Degraded: "F" };

/** `Available False CDINotAvailable CDI is not available: ` and so on: one line per condition. */
export function conditionLines(
  conditions: readonly { type: string; status: string; reason: string; message: string }[],
): string[] {
  return conditions.map(({ type, status, reason, message }) => `${type} ${status} ${reason} | ${message}`);
}
