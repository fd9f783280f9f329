import { definedFields, trueFlags } from "../../../model/defined-fields.ts";
import { isDeletedInTime } from "../../../model/finding/pod-causes.ts";
import { type KubeObject, keyOf } from "../../../model/object.ts";
import type { ReportNode } from "../../../model/report.ts";
import { foundObject } from "../../../model/snapshot.ts";
import { conditionOf } from "../../../parse/conditions.ts";
import { listAt, textAt } from "../../../parse/json-value.ts";
import { podKind } from "../../../profiles/core-kinds.ts";
import { gracePeriodSeconds, hasLasted, makeTrouble } from "../../core/object-health.ts";
import { findLastProgressTime } from "../../core/rollout.ts";
import { coreObjectNode } from "../../core/workload-tree.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import type { HcoComponent } from "../components.ts";
import { isWorkloadComplete } from "./workload-nodes.ts";

// KubeVirt reports that it deploys until no Running pod of its workloads is of another install strategy, though each
// workload has all its pods: kubevirt/kubevirt pkg/virt-operator/util/readycheck.go, DaemonsetIsReady, DeploymentIsReady.

/** The annotations of a pod that name its install strategy, each with the field of KubeVirt's status that has its target. */
const strategyFields: ReadonlyMap<string, string> = new Map([
  ["kubevirt.io/install-strategy-version", "targetKubeVirtVersion"],
  ["kubevirt.io/install-strategy-registry", "targetKubeVirtRegistry"],
  ["kubevirt.io/install-strategy-identifier", "targetDeploymentID"],
]);

/** virt-operator sees only pods with this label (kubevirt/kubevirt pkg/controller/virtinformers.go, OperatorLabel). */
const managedByLabel = "app.kubernetes.io/managed-by";
const managers: ReadonlySet<string> = new Set(["virt-operator", "kubevirt-operator"]);

/**
 * The nodes of the pods that keep KubeVirt from being deployed, although the roll-out of their workload is over: the
 * workload is of the target and has had all its pods for some minutes. While it rolls out, old pods are normal. A pod
 * belongs to a workload whose name its own contains, whatever owns it: readycheck.go, podHasNamePrefix.
 *
 * @param workload a node below the component
 */
export function listOutdatedPods(
  component: HcoComponent,
  workload: ReportNode,
  index: ObjectIndex,
  takenAt: string,
): readonly ReportNode[] {
  const componentObject = foundObject(component.lookup);
  const object = foundObject(index.find(workload.ref));
  if (componentObject === undefined || componentObject.deletedAt !== undefined || object === undefined) return [];
  const target = readTarget(componentObject.status);
  if (target.size === 0 || findDifference(target, object) !== undefined || !isWorkloadComplete(object)) return [];
  const pods = index.all(podKind, object.ref.namespace).filter((pod) => isPodOfWorkload(pod, object));
  const currentPods = pods.filter((pod) => findDifference(target, pod) === undefined);
  const completeSince = findLastProgressTime(object, currentPods.flatMap(listPodTimes));
  const isSettled = completeSince !== undefined && hasLasted(completeSince, takenAt, gracePeriodSeconds.observing);
  if (!isSettled) return [];
  return pods.flatMap((pod) => {
    const difference = findDifference(target, pod);
    const node = coreObjectNode(pod, index, takenAt);
    if (difference === undefined || isDeletedInTime(node)) return [];
    const flags = trueFlags({ isBeingDeleted: node.deleting, isUnowned: isUnowned(pod) });
    const observed = { code: "outdated-pod" as const, ...difference, ...flags };
    const trouble = makeTrouble("OutdatedPod", observed, pod.deletedAt);
    return [{ ...node, verdict: "degraded", ownVerdict: "degraded", trouble }];
  });
}

/**
 * The workload's node with these pods below it, each in the position of its own node where it has one, otherwise last.
 * With any pod the workload is degraded.
 */
export function placeOutdatedPods(workload: ReportNode, pods: readonly ReportNode[]): ReportNode {
  if (pods.length === 0) return workload;
  const outdated = new Map(pods.map((pod) => [keyOf(pod.ref), pod]));
  const replaced = replacePods(workload, outdated);
  const unplaced = [...outdated.values()];
  return { ...replaced, verdict: "degraded", children: [...replaced.children, ...unplaced] };
}

/** The node with the outdated pods in the positions of their nodes below it. These are removed from `outdated`. */
function replacePods(node: ReportNode, outdated: Map<string, ReportNode>): ReportNode {
  const children = node.children.map((child) => {
    const pod = child.role === "pod" ? outdated.get(keyOf(child.ref)) : undefined;
    if (pod === undefined) return replacePods(child, outdated);
    outdated.delete(keyOf(child.ref));
    return pod;
  });
  const isChanged = children.some((child, position) => child !== node.children[position]);
  return isChanged ? { ...node, verdict: "degraded", children } : node;
}

/** The target value of each annotation, without those that the status lacks. Empty where it names no version. */
function readTarget(status: KubeObject["status"]): ReadonlyMap<string, string> {
  const targets = [...strategyFields].map(([annotation, field]) => [annotation, textAt(status, field)] as const);
  const [version] = targets;
  if (version === undefined || version[1] === "") return new Map();
  return new Map(targets.filter(([, value]) => value !== ""));
}

/** The first annotation of an object that is not of the target. `value` is absent where the object lacks it. */
function findDifference(
  target: ReadonlyMap<string, string>,
  { annotations }: KubeObject,
): { readonly annotation: string; readonly value?: string; readonly wanted: string } | undefined {
  for (const [annotation, wanted] of target) {
    const value = annotations.get(annotation);
    if (value !== wanted) return { annotation, ...definedFields({ value }), wanted };
  }
  return undefined;
}

/** Whether virt-operator takes a pod for one of the workload: it runs, has its label, and its name contains the workload's. */
function isPodOfWorkload({ ref, labels, status }: KubeObject, workload: KubeObject): boolean {
  const isSeen = managers.has(labels.get(managedByLabel) ?? "") && textAt(status, "phase") === "Running";
  return isSeen && ref.name.includes(workload.ref.name);
}

/** When a pod was created, and since when it is ready. */
function listPodTimes(pod: KubeObject): readonly (string | undefined)[] {
  return [pod.createdAt, conditionOf(pod, "Ready")?.since];
}

function isUnowned({ raw }: KubeObject): boolean {
  return listAt(raw, "metadata", "ownerReferences").length === 0;
}
