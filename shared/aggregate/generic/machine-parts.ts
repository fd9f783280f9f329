import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import { listAt, textAt } from "../../parse/json-value.ts";
import { machineInstances, virtualMachines } from "../../profiles/virtual-machines.ts";
import { findObject, type ObjectIndex } from "../snapshot/object-index.ts";

/**
 * The instance of a virtual machine, which has the same name, or the instance itself. Undefined for another object, and for a
 * virtual machine whose instance was not read.
 */
export function findInstance(object: KubeObject, index: ObjectIndex): KubeObject | undefined {
  if (isSameKind(object.ref, machineInstances)) return object;
  return isSameKind(object.ref, virtualMachines) ? findObject(machineInstances, object.ref, index) : undefined;
}

/** The volumes of a virtual machine or an instance. Undefined for an object of another kind. */
export function listVolumes({ ref, spec }: KubeObject): readonly unknown[] | undefined {
  if (isSameKind(ref, machineInstances)) return listAt(spec, "volumes");
  return isSameKind(ref, virtualMachines) ? listAt(spec, "template", "spec", "volumes") : undefined;
}

/** The names of the claims behind volumes, each once, in the order of the volumes. */
export function listClaimNames(volumes: readonly unknown[]): readonly string[] {
  return [...new Set(volumes.flatMap((volume) => readClaimName(volume) ?? []))];
}

/**
 * The name of the claim behind a volume. A DataVolume and the claim that it fills have one name (kubevirt/kubevirt
 * pkg/storage/types/pvc.go, PVCNameFromVirtVolume). Undefined for a volume without a claim.
 */
export function readClaimName(volume: unknown): string | undefined {
  return textAt(volume, "persistentVolumeClaim", "claimName") || textAt(volume, "dataVolume", "name") || undefined;
}
