import type { Condition } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { generationNumber, valueAt } from "../../parse/json-value.ts";

/**
 * Whether the status of an object is older than its spec. It is if status.observedGeneration, or else a condition's, is
 * below metadata.generation (facts seed-systems 5.4). Do not call it where the CRD has no status subresource.
 */
export function isOlderThanSpec(object: KubeObject, conditions: readonly Condition[]): boolean {
  const { generation } = object;
  if (generation === undefined) return false;
  const observed = generationNumber(valueAt(object.status, ["observedGeneration"]));
  if (observed !== undefined) return observed < generation;
  return conditions.some((each) => each.observedGeneration !== undefined && each.observedGeneration < generation);
}
