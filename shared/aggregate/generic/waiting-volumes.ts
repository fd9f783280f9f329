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

// Two facts about a volume that only other objects report: an instance reports that a hotplugged volume is not attached yet,
// and an event reports that a provisioner fails.

/** The request for the instance of a virtual machine with hotplugged volumes, which alone reports whether they are attached. */
export function planHotplugReads(machine: KubeObject): readonly Query[] {
  if (!hasHotpluggedVolume(machine)) return [];
  const { namespace, name } = machine.ref;
  return [{ ...listQuery(machineInstances, namespace), verb: "get", name }];
}

/**
 * Makes the node of a healthy virtual machine progressing while its instance waits for a hotplugged volume. Any other node is
 * returned unchanged.
 */
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
 * Makes the node of a claim without a volume degraded if an event reports that its provisioner fails. Such an event shows that
 * the claim does not wait for a first consumer (kubernetes-sigs/sig-storage-lib-external-provisioner controller.go). Any
 * other node is returned unchanged.
 */
export function addFailedProvisioning(
  node: ReportNode,
  claim: KubeObject,
  index: ObjectIndex,
  takenAt: string,
): ReportNode {
  if (!isSameKind(claim.ref, persistentVolumeClaims) || node.trouble?.observed?.code !== "claim-not-bound") return node;
  const isLate = hasLasted(claim.createdAt, takenAt, gracePeriodSeconds.provisioning);
  if (node.verdict !== "progressing" || !isLate) return node;
  const isFailing = listEventsAbout([claim.ref], index).some(({ reason }) => reason === "ProvisioningFailed");
  return isFailing ? { ...node, verdict: "degraded", ownVerdict: "degraded" } : node;
}
