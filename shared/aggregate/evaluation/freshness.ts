import type { Condition } from "../../model/condition.ts";
import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import { generationNumber, valueAt } from "../../parse/json-value.ts";
import { virtualMachines } from "../../profiles/virtual-machines.ts";
import { mainTypes } from "../../tables/type-names.ts";

/**
 * Whether the status of an object is older than its spec: the generation that it belongs to ({@link observedGeneration}) is
 * below metadata.generation. Do not call it for a CRD without a status subresource, where each write of the status raises
 * metadata.generation.
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
 * The generation that the status of an object belongs to, from the first of these. Undefined without any.
 * 1. status.observedGeneration, and if it is lower that of a condition of the types `counted` (apimachinery,
 *    metav1.Condition).
 * 2. The generation of the main condition. A controller that fails at its first step leaves the conditions of later steps as
 *    they are, so these do not count beside it.
 * 3. The lowest generation of a condition.
 */
export function observedGeneration(
  object: KubeObject,
  conditions: readonly Condition[],
  counted: readonly string[] = [],
): number | undefined {
  const generationOfStatus = generationNumber(valueAt(object.status, generationField(object)));
  const conditionsWithGeneration = conditions.filter((condition) => condition.observedGeneration !== undefined);
  const main = conditionsWithGeneration.find(({ type }) => mainTypes.includes(type));
  if (generationOfStatus === undefined && counted.length === 0 && main !== undefined) return main.observedGeneration;
  const generations = conditionsWithGeneration
    .filter(({ type }) => generationOfStatus === undefined || counted.includes(type))
    .flatMap((condition) => condition.observedGeneration ?? []);
  if (generationOfStatus !== undefined) generations.push(generationOfStatus);
  if (generations.length === 0) return undefined;
  // An object may have too many conditions for the arguments of one call of Math.min.
  return generations.reduce((lowest, generation) => Math.min(lowest, generation));
}

/**
 * The field of a status with the generation that the controller has observed. In a VirtualMachine this is desiredGeneration:
 * its observedGeneration is what its running instance was started with (kubevirt.io/api/core/v1 types.go).
 */
export function generationField({ ref }: KubeObject): "desiredGeneration" | "observedGeneration" {
  return isSameKind(ref, virtualMachines) ? "desiredGeneration" : "observedGeneration";
}
