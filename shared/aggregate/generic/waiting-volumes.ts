import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import type { Query } from "../../model/snapshot.ts";
import { listAt, valueAt } from "../../parse/json-value.ts";
import { persistentVolumeClaims } from "../../profiles/core-kinds.ts";
import { machineInstances, virtualMachines } from "../../profiles/virtual-machines.ts";
import { gracePeriodSeconds, hasLasted } from "../core/object-health.ts";
import { evaluateVirtualMachineInstance } from "../core/virtual-machines.ts";
import { listEventsAbout } from "../root-cause/warning-events.ts";
import { findObject, type ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";

// What only other objects report about a volume: the instance that a hotplugged one is not attached yet, an event that a
// provisioner fails.

/** The request for the instance of a virtual machine with hotplugged volumes, which alone reports whether they are attached. */
export function planHotplugReads(machine: KubeObject): readonly Query[] {
  if (!hasHotpluggedVolume(machine)) return [];
  const { namespace, name } = machine.ref;
  return [{ ...listQuery(machineInstances, namespace), verb: "get", name }];
}

/** The node of a healthy virtual machine, progressing while its instance waits for a hotplugged volume. */
export function addWaitingVolume(
  node: ReportNode,
  machine: KubeObject,
  index: ObjectIndex,
  takenAt: string,
): ReportNode {
  if (node.verdict !== "healthy" || !hasHotpluggedVolume(machine)) return node;
  const instance = findObject(machineInstances, machine.ref, index);
  const trouble = instance === undefined ? undefined : evaluateVirtualMachineInstance(instance, takenAt).trouble;
  if (trouble?.observed?.code !== "volume-to-attach") return node;
  return { ...node, verdict: "progressing", ownVerdict: "progressing", trouble };
}

/** Whether the template of a virtual machine has a volume that can be attached while it runs (kubevirt.io/api/core/v1 schema.go). */
function hasHotpluggedVolume({ ref, spec }: KubeObject): boolean {
  if (!isSameKind(ref, virtualMachines)) return false;
  return listAt(spec, "template", "spec", "volumes").some((volume) =>
    ["persistentVolumeClaim", "dataVolume"].some((source) => valueAt(volume, source, "hotpluggable") === true),
  );
}

/**
 * The node of a claim without a volume, degraded where an event reports that its provisioner fails. Such an event shows that
 * the claim does not wait for its first consumer (kubernetes-sigs/sig-storage-lib-external-provisioner controller.go).
 */
export function addFailedProvisioning(
  node: ReportNode,
  claim: KubeObject,
  index: ObjectIndex,
  takenAt: string,
): ReportNode {
  if (!isSameKind(claim.ref, persistentVolumeClaims) || node.trouble?.observed?.code !== "claim-not-bound") return node;
  if (node.verdict !== "progressing" || !hasLasted(claim.createdAt, takenAt, gracePeriodSeconds.provisioning))
    return node;
  const isFailing = listEventsAbout([claim.ref], index).some(({ reason }) => reason === "ProvisioningFailed");
  return isFailing ? { ...node, verdict: "degraded", ownVerdict: "degraded" } : node;
}
