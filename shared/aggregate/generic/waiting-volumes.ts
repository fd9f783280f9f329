import { definedFields } from "../../model/defined-fields.ts";
import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import type { Query } from "../../model/snapshot.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";
import { persistentVolumeClaims, podKind } from "../../profiles/core-kinds.ts";
import { machineInstances, virtualMachines } from "../../profiles/virtual-machines.ts";
import { gracePeriodSeconds, hasLasted } from "../core/object-health.ts";
import { evaluateVirtualMachineInstance, listPendingVolumes, makeVolumeTrouble } from "../core/virtual-machines.ts";
import { findObject, type ObjectIndex } from "../snapshot/object-index.ts";
import { queryRequested } from "../snapshot/queries.ts";
import { listEventsAbout } from "../snapshot/warning-events.ts";
import { findInstance } from "./machine-parts.ts";

// Two facts about a volume that only other objects report: an instance reports that a hotplugged volume is not attached yet,
// and an event reports that a provisioner fails.

/** The request for the instance of a virtual machine with hotplugged volumes, which alone reports whether they are attached. */
export function planHotplugReads(machine: KubeObject): readonly Query[] {
  if (!hasHotpluggedVolume(machine)) return [];
  const { namespace, name } = machine.ref;
  return [queryRequested({ kind: machineInstances, name }, namespace)];
}

/**
 * Makes the node of a virtual machine, or of its instance, progressing while the instance waits for a hotplugged volume, and
 * degraded once the pod that brings the volume to the node has existed for five minutes: virt-handler mounts a volume as soon
 * as that pod has it (kubevirt/kubevirt pkg/virt-controller/watch/vmi/storage.go, processHotplugVolumeStatus). Of several
 * volumes the first late one counts. The spec of a machine may not show which of its volumes are hotplugged, so its instance
 * decides. Any other node is returned unchanged.
 */
export function addWaitingVolume(
  node: ReportNode,
  object: KubeObject,
  index: ObjectIndex,
  takenAt: string,
): ReportNode {
  const instance = findWaitingInstance(node, object, index);
  if (instance === undefined) return node;
  const { trouble } = evaluateVirtualMachineInstance(instance, takenAt);
  if (trouble?.observed?.code !== "volume-to-attach") return node;
  const waits = listPendingVolumes(instance).map((volume) => {
    const since = findAttachmentStart(instance, volume, index);
    const isLate = since !== undefined && hasLasted(since, takenAt, gracePeriodSeconds.creating);
    return { isLate, trouble: { ...makeVolumeTrouble(volume), ...definedFields({ since }) } };
  });
  const wait = waits.find(({ isLate }) => isLate) ?? waits[0];
  if (wait === undefined) return node;
  const verdict = wait.isLate ? "degraded" : "progressing";
  return { ...node, verdict, ownVerdict: verdict, trouble: wait.trouble };
}

/** The instance that may wait for a volume: the object itself, or the instance of a healthy virtual machine. */
function findWaitingInstance(node: ReportNode, object: KubeObject, index: ObjectIndex): KubeObject | undefined {
  const verdictWhileWaiting = isSameKind(object.ref, machineInstances) ? "progressing" : "healthy";
  return node.verdict === verdictWhileWaiting ? findInstance(object, index) : undefined;
}

/** When the pod was created that brings a volume to the node of its guest. Undefined if that was not read. */
function findAttachmentStart(instance: KubeObject, volume: unknown, index: ObjectIndex): string | undefined {
  const podName = textAt(volume, "hotplugVolume", "attachPodName");
  return findObject(podKind, { ...instance.ref, name: podName }, index)?.createdAt;
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
