import type { NodeGap } from "../../model/cause/observation.ts";
import { compareTexts } from "../../model/compare-texts.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { makeGradedFinding } from "../../model/finding/make-finding.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { foundObject } from "../../model/snapshot.ts";
import { normalizeUtc } from "../../model/time.ts";
import { conditionOf } from "../../parse/conditions.ts";
import { listAt, recordAt, textAt, toRecord, valueAt } from "../../parse/json-value.ts";
import { nodeKind } from "../../profiles/core-kinds.ts";
import { isLauncherPod, kubeVirts } from "../../profiles/virtual-machines.ts";
import { memoizeByIndex } from "../snapshot/memoize-by-index.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { isCordoned, isKubeletSilent } from "./cluster-kinds.ts";
import { readNodeFencing } from "./node-fencing.ts";
import { gracePeriodSeconds, hasLasted } from "./object-health.ts";

// Whether virtual machines can start on a node, as virt-handler reports it on the Node (kubevirt/kubevirt
// pkg/virt-handler/heartbeat/heartbeat.go, do; pkg/virt-controller/services/nodeselectorrenderer.go).

/** The label by which virt-handler says whether virtual machines may start on its node. */
export const schedulableLabel = "kubevirt.io/schedulable";

/** The annotation with the time at which virt-handler last reported. */
const heartbeatAnnotation = "kubevirt.io/heartbeat";

/** The resources of virt-handler's device plugins: of KVM, and of Microsoft's hypervisor. */
const kvmDevice = "devices.kubevirt.io/kvm";
const mshvDevice = "devices.kubevirt.io/mshv";

const controlPlaneTaint = /^node-role\.kubernetes\.io\/(control-plane|master)$/;

/** The most machines that the sentence about a lost node names. */
const maxNamedMachines = 3;

/**
 * Why no virtual machine can start on a node. Undefined if one can, and for
 * - a node without the label of virt-handler, which does not run there,
 * - a node that is not ready or is cordoned, which is another fault,
 * - a control plane that takes no other pods.
 */
function findMachineGap(node: KubeObject, takenAt: string): NodeGap | undefined {
  if (!node.labels.has(schedulableLabel) || !isReadyForPods(node) || isControlPlane(node)) return undefined;
  const lastHeartbeat = normalizeUtc(node.annotations.get(heartbeatAnnotation));
  // virt-controller waits as long before it stops to schedule to the node (pkg/virt-controller/watch/application.go).
  if (lastHeartbeat !== undefined && hasLasted(lastHeartbeat, takenAt, gracePeriodSeconds.observing)) {
    return { why: "silent", since: lastHeartbeat };
  }
  if (!isLabelledSchedulable(node)) return { why: "not-schedulable" };
  return hasDevice(node, kvmDevice) || hasDevice(node, mshvDevice) ? undefined : { why: "no-kvm" };
}

/** Whether no virtual machine can start on a node. The settings of KubeVirt, which may explain that, are not consulted. */
export function hasMachineGap(node: KubeObject, takenAt: string): boolean {
  return findMachineGap(node, takenAt) !== undefined;
}

/**
 * A finding about each node where no virtual machine can start, unless a setting of KubeVirt explains that. The findings are
 * information while a virtual machine can start on another of the nodes, otherwise warnings (kubevirt/monitoring,
 * docs/runbooks/KubeVirtNoAvailableNodesToRunVMs.md).
 */
export function listMachineNodeFindings(
  nodes: readonly KubeObject[],
  index: ObjectIndex,
  takenAt: string,
): readonly Finding[] {
  const severity = nodes.some((node) => canStartMachines(node, takenAt)) ? "info" : "warning";
  return nodes.flatMap((node) => {
    const gap = findMachineGap(node, takenAt);
    if (gap === undefined || index.all(kubeVirts).some((kubeVirt) => explainsGap(kubeVirt, gap, node))) return [];
    return [makeGradedFinding(severity, node.ref, { code: "node-not-for-machines", ...gap })];
  });
}

/** Whether a virtual machine can start on a node, as virt-handler reports it. */
function canStartMachines(node: KubeObject, takenAt: string): boolean {
  return node.labels.has(schedulableLabel) && isReadyForPods(node) && findMachineGap(node, takenAt) === undefined;
}

/**
 * Whether the settings of a KubeVirt explain the gap: it emulates processors, uses another hypervisor, or does not place
 * virt-handler on the node. An affinity is not evaluated, so with any affinity the gap counts as explained.
 */
function explainsGap({ spec }: KubeObject, { why }: NodeGap, node: KubeObject): boolean {
  const configuration = valueAt(spec, "configuration");
  const usesEmulation = valueAt(configuration, "developerConfiguration", "useEmulation") === true;
  const hypervisors = listAt(configuration, "hypervisors").map((hypervisor) => valueAt(hypervisor, "name"));
  const usesOtherHypervisor = hypervisors.some((name) => name !== "kvm");
  if (why === "no-kvm" && (usesEmulation || usesOtherHypervisor)) return true;
  const placement = valueAt(spec, "workloads", "nodePlacement");
  return recordAt(placement, "affinity") !== undefined || !hasLabels(node, valueAt(placement, "nodeSelector"));
}

/**
 * The nodes that a launcher pod could be scheduled to, if none of them takes virtual machines. A node takes none if it lacks
 * the label of virt-handler, or the device that the scheduler's message names (`Insufficient devices.kubevirt.io/kvm`).
 * Empty if one of the nodes takes virtual machines, if no node was read, and for any other pod.
 */
export function listNodesWithoutMachines(pod: KubeObject, index: ObjectIndex): readonly KubeObject[] {
  if (!isLauncherPod(pod)) return [];
  const scheduled = conditionOf(pod, "PodScheduled");
  if (scheduled?.status !== "False") return [];
  const { [schedulableLabel]: _schedulable, ...otherLabels } = recordAt(pod.spec, "nodeSelector") ?? {};
  const candidates = listNodesReadyForPods(index).filter((node) => hasLabels(node, otherLabels));
  const missingDevice = [kvmDevice, mshvDevice].find((name) => scheduled.message.includes(`Insufficient ${name}`));
  const takesMachines = (node: KubeObject): boolean =>
    isLabelledSchedulable(node) && (missingDevice === undefined || hasDevice(node, missingDevice));
  return candidates.some(takesMachines) ? [] : candidates;
}

/** The nodes that take new pods. Computed once, because thousands of launcher pods may wait for a node. */
const listNodesReadyForPods = memoizeByIndex((index: ObjectIndex): readonly KubeObject[] =>
  index.all(nodeKind).filter(isReadyForPods),
);

/** Why a node that {@link listNodesWithoutMachines} returns takes no virtual machines. */
export function findGapForLauncher(node: KubeObject, takenAt: string): NodeGap {
  const gap = findMachineGap(node, takenAt);
  if (gap !== undefined) return gap;
  return { why: isLabelledSchedulable(node) ? "no-kvm" : "not-schedulable" };
}

function isLabelledSchedulable({ labels }: KubeObject): boolean {
  return labels.get(schedulableLabel) === "true";
}

/** Whether the kubelet is ready and new pods may be scheduled. */
function isReadyForPods({ spec, status }: KubeObject): boolean {
  const ready = conditionOf({ status }, "Ready");
  return ready?.status === "True" && !isCordoned({ spec });
}

/** Whether a node has the taint of a control plane that takes no other pods. */
function isControlPlane({ spec }: KubeObject): boolean {
  return listAt(spec, "taints").some((taint) => controlPlaneTaint.test(textAt(taint, "key")));
}

/** Whether a node offers a device. Its allocatable quantity is `"1k"`, or `"0"` after the plugin of the device has ended. */
function hasDevice({ status }: KubeObject, name: string): boolean {
  const quantity = String(valueAt(status, "allocatable", name) ?? "0");
  return /[1-9]/.test(quantity);
}

/** Whether a node has all labels of a mapping. Any other value requires no label. */
function hasLabels({ labels }: KubeObject, requiredLabels: unknown): boolean {
  return Object.entries(toRecord(requiredLabels) ?? {}).every(([name, value]) => labels.get(name) === value);
}

/**
 * Adds to the node of a silent Node which virtual machines may still run there, and what fences the Node. A Node is silent if
 * its kubelet no longer reports. No second pod of such a machine may start before the Node is off
 * (https://medik8s.io/remediation/remediation/). Any other node is returned unchanged.
 *
 * @param machineNames the virtual machines as `namespace/name`
 */
export function addMachinesThatMayRun(
  node: ReportNode,
  machineNames: readonly string[],
  index: ObjectIndex,
): ReportNode {
  const { trouble } = node;
  if (trouble === undefined || machineNames.length === 0 || !isKubeletSilent(node.conditions)) return node;
  const machines = machineNames.toSorted(compareTexts).slice(0, maxNamedMachines);
  const object = foundObject(index.find(node.ref));
  const fencing = object === undefined ? undefined : readNodeFencing(object, index);
  const count = machineNames.length;
  const observed = { code: "machines-may-run", machines, count, ...definedFields({ fencing }) } as const;
  return { ...node, trouble: { ...trouble, observed } };
}
