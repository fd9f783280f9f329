import type { Condition } from "../model/condition.ts";
import type { KubeObject, Oddity } from "../model/object.ts";

/** A conditions field read tolerantly: what could be used, what was odd, and what it was at all. */
export interface ConditionsReading {
  readonly conditions: readonly Condition[];
  readonly oddities: readonly Oddity[];
  /** `absent` is undefined or null, as Go writes a nil list. */
  readonly shape: "absent" | "list" | "other";
}

/** Reads whatever stands where a conditions list is expected. */
export function readConditions(_value: unknown): ConditionsReading {
  throw new Error("not written yet");
}

/** The conditions of an object: `status.conditions`, else Greenhouse's `status.statusConditions.conditions`. */
export function conditionsAt(_object: Pick<KubeObject, "status">): ConditionsReading {
  throw new Error("not written yet");
}
