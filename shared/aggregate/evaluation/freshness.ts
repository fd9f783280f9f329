import type { Condition } from "../../model/condition.ts";
import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import { generationNumber, valueAt } from "../../parse/json-value.ts";
import { virtualMachines } from "../../profiles/virtual-machines.ts";
import { mainTypes } from "../../tables/type-names.ts";

/**
 * Whether the status of an object is older than its spec. It is if status.observedGeneration, or else a condition's, is
 * below metadata.generation. Do not call it where the CRD has no status subresource: there each write of the status
 * raises metadata.generation.
 * `counted`: see {@link observedGeneration}.
 */
export function isOlderThanSpec(
  object: KubeObject,
  conditions: readonly Condition[],
  counted: readonly string[] = [],
): boolean {
  const { generation } = object;
  if (generation === undefined) return false;
  const observed = observedGeneration(object, conditions, counted);
  return observed !== undefined && observed < generation;
}

/**
 * The generation that the status belongs to: status.observedGeneration, or else that of its summary, or else the lowest
 * of a condition. A controller that fails at its first step leaves the conditions of later steps as they are.
 * Conditions of the types `counted` belong to their own even where the status has one (apimachinery, metav1.Condition).
 */
export function observedGeneration(
  object: KubeObject,
  conditions: readonly Condition[],
  counted: readonly string[] = [],
): number | undefined {
  const ofStatus = generationNumber(valueAt(object.status, generationField(object)));
  const summary = conditions.find(({ type, observedGeneration: own }) => own !== undefined && mainTypes.includes(type));
  if (ofStatus === undefined && counted.length === 0 && summary !== undefined) return summary.observedGeneration;
  const known = conditions
    .filter(({ type }) => ofStatus === undefined || counted.includes(type))
    .flatMap(({ observedGeneration: own }) => own ?? []);
  const all = ofStatus === undefined ? known : [ofStatus, ...known];
  return all.length === 0 ? undefined : all.reduce((least, each) => Math.min(least, each));
}

/**
 * The field of a status with the generation that its controller has observed. A VirtualMachine has that in another one: its
 * observedGeneration is what its running instance was started with (kubevirt.io/api/core/v1 types.go).
 */
export function generationField({ ref }: KubeObject): "desiredGeneration" | "observedGeneration" {
  return isSameKind(ref, virtualMachines) ? "desiredGeneration" : "observedGeneration";
}
