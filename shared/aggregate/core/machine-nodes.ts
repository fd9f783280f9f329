import type { NodeGap } from "../../model/cause/observation.ts";
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
import { kubeVirts } from "../../profiles/virtual-machines.ts";
import { compareTexts } from "../evaluation/compare.ts";
import { memoizeByIndex } from "../snapshot/memoize-by-index.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { isCordoned, isKubeletSilent } from "./cluster-kinds.ts";
import { readNodeFencing } from "./node-fencing.ts";
import { gracePeriodSeconds, hasLasted } from "./object-health.ts";

// Whether virtual machines can start on a node, as virt-handler reports it on the Node (kubevirt/kubevirt
// pkg/virt-handler/heartbeat/heartbeat.go, do; pkg/virt-controller/services/nodeselectorrenderer.go).

/** The label by which virt-handler says whether virtual machines may start on its node. */
export const schedulableLabel = "kubevirt.io/schedulable";
const heartbeat = "kubevirt.io/heartbeat";
/** The device plugins of virt-handler: of KVM, and of Microsoft's hypervisor. */
const devicePrefix = "devices.kubevirt.io/";
const kvm = `${devicePrefix}kvm`;
const mshv = `${devicePrefix}mshv`;

/**
 * Why no virtual machine can start on a node that virt-handler has labelled. Undefined of a node without that label, of
 * one that is not ready or cordoned, which is a fault of its own, and of a control plane that takes no other pods.
 */
function gapOf(node: KubeObject, takenAt: string): NodeGap | undefined {
  const label = node.labels.get(schedulableLabel);
  if (label === undefined || !isOpen(node) || isControlPlane(node)) return undefined;
  const last = normalizeUtc(node.annotations.get(heartbeat));
  // virt-controller waits as long before it stops to schedule to the node (pkg/virt-controller/watch/application.go).
  if (last !== undefined && hasLasted(last, takenAt, gracePeriodSeconds.observing))
    return { why: "silent", since: last };
  if (label !== "true") return { why: "not-schedulable" };
  return hasDevice(node, kvm) || hasDevice(node, mshv) ? undefined : { why: "no-kvm" };
}

/** Whether the node may report a gap, so that KubeVirt's settings matter. */
export function mayLackMachines(node: KubeObject, takenAt: string): boolean {
  return gapOf(node, takenAt) !== undefined;
}

/**
 * The findings about those of the nodes where no virtual machine can start, unless a setting of KubeVirt explains it. Of a
 * cluster they are notes, as long as a node is left where one can (kubevirt/monitoring,
 * docs/runbooks/KubeVirtNoAvailableNodesToRunVMs.md).
 */
export function machineNodeFindings(
  nodes: readonly KubeObject[],
  index: ObjectIndex,
  takenAt: string,
): readonly Finding[] {
  const severity = nodes.some((node) => takesMachines(node, takenAt)) ? "info" : "warning";
  return nodes.flatMap((node) => {
    const gap = gapOf(node, takenAt);
    if (gap === undefined || index.all(kubeVirts).some((each) => isMeant(node, gap, each))) return [];
    return [makeGradedFinding(severity, node.ref, { code: "node-not-for-machines", ...gap })];
  });
}

/** Whether a virtual machine can start on a node, as virt-handler reports it. */
function takesMachines(node: KubeObject, takenAt: string): boolean {
  return node.labels.has(schedulableLabel) && isOpen(node) && gapOf(node, takenAt) === undefined;
}

/**
 * Whether KubeVirt's settings explain the gap: it emulates processors, uses another hypervisor, or does not place
 * virt-handler on the node. Whether an affinity leaves the node out is not evaluated: then nothing is claimed.
 */
function isMeant(node: KubeObject, { why }: NodeGap, { spec }: KubeObject): boolean {
  const configuration = valueAt(spec, "configuration");
  const isEmulated = valueAt(configuration, "developerConfiguration", "useEmulation") === true;
  const isOther = listAt(configuration, "hypervisors").some((each) => valueAt(each, "name") !== "kvm");
  if (why === "no-kvm" && (isEmulated || isOther)) return true;
  const placement = valueAt(spec, "workloads", "nodePlacement");
  return recordAt(placement, "affinity") !== undefined || !matches(node, valueAt(placement, "nodeSelector"));
}

/**
 * The nodes that a launcher pod could be scheduled to, where none of them takes virtual machines: each lacks the label of
 * virt-handler, or the device that the scheduler's message names. Empty where one of them does, or none is known.
 */
export function nodesWithoutMachines(pod: KubeObject, index: ObjectIndex): readonly KubeObject[] {
  if (pod.labels.get("kubevirt.io") !== "virt-launcher") return [];
  const scheduled = conditionOf(pod, "PodScheduled");
  if (scheduled?.status !== "False") return [];
  const { [schedulableLabel]: _, ...selector } = recordAt(pod.spec, "nodeSelector") ?? {};
  const candidates = openNodes(index).filter((node) => matches(node, selector));
  const device = [kvm, mshv].find((name) => scheduled.message.includes(`Insufficient ${name}`));
  const takesMachines = (node: KubeObject): boolean =>
    node.labels.get(schedulableLabel) === "true" && (device === undefined || hasDevice(node, device));
  return candidates.some(takesMachines) ? [] : candidates;
}

/** Computed once, because thousands of launcher pods may wait for a node. */
const openNodes = memoizeByIndex((index: ObjectIndex): readonly KubeObject[] => index.all(nodeKind).filter(isOpen));

/** Why a node takes no virtual machines, of one that {@link nodesWithoutMachines} returns. */
export function gapForLauncher(node: KubeObject, takenAt: string): NodeGap {
  return gapOf(node, takenAt) ?? { why: node.labels.get(schedulableLabel) === "true" ? "no-kvm" : "not-schedulable" };
}

/** Whether the kubelet is ready and new pods may be scheduled. */
function isOpen({ spec, status }: KubeObject): boolean {
  const ready = conditionOf({ status }, "Ready");
  return ready?.status === "True" && !isCordoned({ spec });
}

function isControlPlane({ spec }: KubeObject): boolean {
  return listAt(spec, "taints").some((taint) => controlPlaneTaint.test(textAt(taint, "key")));
}

const controlPlaneTaint = /^node-role\.kubernetes\.io\/(control-plane|master)$/;

/** Allocatable is a quantity: `"1k"`, or `"0"` after the plugin of the device has ended. */
function hasDevice({ status }: KubeObject, name: string): boolean {
  const quantity = String(valueAt(status, "allocatable", name) ?? "0");
  return /[1-9]/.test(quantity);
}

function matches({ labels }: KubeObject, selector: unknown): boolean {
  return Object.entries(toRecord(selector) ?? {}).every(([name, value]) => labels.get(name) === value);
}

/** The most machines that the sentence about a lost node names. */
const maxNamedMachines = 3;

/**
 * The node of a Node whose kubelet no longer reports, with the virtual machines, `namespace/name`, that may still run there,
 * and with what fences it. Another pod of one of them must not start before the machine is off
 * (https://medik8s.io/remediation/remediation/).
 */
export function addMachinesThatMayRun(node: ReportNode, names: readonly string[], index: ObjectIndex): ReportNode {
  const { trouble } = node;
  if (trouble === undefined || names.length === 0 || !isKubeletSilent(node.conditions)) return node;
  const machines = names.toSorted(compareTexts).slice(0, maxNamedMachines);
  const object = foundObject(index.find(node.ref));
  const fencing = object === undefined ? undefined : readNodeFencing(object, index);
  const observed = { code: "machines-may-run", machines, count: names.length, ...definedFields({ fencing }) } as const;
  return { ...node, trouble: { ...trouble, observed } };
}
