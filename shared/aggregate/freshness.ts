import type { Condition } from "../model/condition.ts";
import type { KubeObject } from "../model/object.ts";
import { at, generationNumber } from "../parse/value.ts";

/**
 * Its status is older than its spec: status.observedGeneration, or where there is none a condition's, is below
 * metadata.generation (facts seed-systems 5.4). Not to be asked where the CRD has no status subresource.
 */
export function isOlderThanSpec(object: KubeObject, conditions: readonly Condition[]): boolean {
  const { generation } = object;
  if (generation === undefined) return false;
  const observed = generationNumber(at(object.status, ["observedGeneration"]));
  if (observed !== undefined) return observed < generation;
  return conditions.some((each) => each.observedGeneration !== undefined && each.observedGeneration < generation);
}
