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
import { makeCoreObjectNode } from "../../core/workload-tree.ts";
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
 * workload is of the target strategy, and has had all its pods for some minutes. While it rolls out, old pods are normal.
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
  const target = readTargetStrategy(componentObject.status);
  const isOfTarget = (candidate: KubeObject): boolean => findOutdatedAnnotation(target, candidate) === undefined;
  if (target.size === 0 || !isOfTarget(object) || !isWorkloadComplete(object)) return [];
  const pods = index.all(podKind, object.ref.namespace).filter((pod) => isPodOfWorkload(pod, object));
  const completeSince = findLastProgressTime(object, pods.filter(isOfTarget).flatMap(listPodTimes));
  const isRolloutOver = completeSince !== undefined && hasLasted(completeSince, takenAt, gracePeriodSeconds.observing);
  if (!isRolloutOver) return [];
  return pods.flatMap((pod) => {
    const outdated = findOutdatedAnnotation(target, pod);
    const node = makeCoreObjectNode(pod, index, takenAt);
    if (outdated === undefined || isDeletedInTime(node)) return [];
    const flags = trueFlags({ isBeingDeleted: node.deleting, isUnowned: isUnowned(pod) });
    const observed = { code: "outdated-pod" as const, ...outdated, ...flags };
    const trouble = makeTrouble("OutdatedPod", observed, pod.deletedAt);
    return [{ ...node, verdict: "degraded", ownVerdict: "degraded", trouble }];
  });
}

/** The target value of each annotation, without those that the status lacks. Empty where the status names no version. */
function readTargetStrategy(status: KubeObject["status"]): ReadonlyMap<string, string> {
  const target = new Map<string, string>();
  if (textAt(status, "targetKubeVirtVersion") === "") return target;
  for (const [annotation, field] of strategyFields) {
    const value = textAt(status, field);
    if (value !== "") target.set(annotation, value);
  }
  return target;
}

/** The first annotation of an object that has not the target value. `value` is absent where the object lacks it. */
function findOutdatedAnnotation(
  target: ReadonlyMap<string, string>,
  { annotations }: KubeObject,
): { readonly annotation: string; readonly value?: string; readonly wanted: string } | undefined {
  for (const [annotation, wanted] of target) {
    const value = annotations.get(annotation);
    if (value !== wanted) return { annotation, ...definedFields({ value }), wanted };
  }
  return undefined;
}

/**
 * Whether virt-operator counts a pod to a workload, whatever owns the pod: the pod runs, has the label of virt-operator, and
 * its name contains that of the workload (readycheck.go, podHasNamePrefix).
 */
function isPodOfWorkload({ ref, labels, status }: KubeObject, workload: KubeObject): boolean {
  const isManaged = managers.has(labels.get(managedByLabel) ?? "");
  return isManaged && textAt(status, "phase") === "Running" && ref.name.includes(workload.ref.name);
}

/** When a pod was created, and since when it is ready. */
function listPodTimes(pod: KubeObject): readonly (string | undefined)[] {
  return [pod.createdAt, conditionOf(pod, "Ready")?.since];
}

function isUnowned({ raw }: KubeObject): boolean {
  return listAt(raw, "metadata", "ownerReferences").length === 0;
}

/**
 * The workload with these outdated pods below it, and degraded by them. A pod that has a node below the workload already
 * replaces that node. The others come last.
 */
export function placeOutdatedPods(workload: ReportNode, pods: readonly ReportNode[]): ReportNode {
  if (pods.length === 0) return workload;
  const podByKey = new Map(pods.map((pod) => [keyOf(pod.ref), pod]));
  const placedKeys = new Set(listPodKeys(workload));
  const otherPods = pods.filter(({ ref }) => !placedKeys.has(keyOf(ref)));
  const { children } = replacePods(workload, podByKey);
  return { ...workload, verdict: "degraded", children: [...children, ...otherPods] };
}

function listPodKeys({ role, ref, children }: ReportNode): readonly string[] {
  return role === "pod" ? [keyOf(ref)] : children.flatMap(listPodKeys);
}

/** The node with the outdated pods in the positions of their nodes below it, and degraded if it has any. */
function replacePods(node: ReportNode, podByKey: ReadonlyMap<string, ReportNode>): ReportNode {
  const children = node.children.map(
    (child) => (child.role === "pod" ? podByKey.get(keyOf(child.ref)) : undefined) ?? replacePods(child, podByKey),
  );
  const isChanged = children.some((child, position) => child !== node.children[position]);
  return isChanged ? { ...node, verdict: "degraded", children } : node;
}
