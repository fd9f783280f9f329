import { isReplaced } from "../../model/finding/pod-causes.ts";
import { kindKey } from "../../model/kind.ts";
import { type KubeObject, namespacedName } from "../../model/object.ts";
import type { EvaluatedCondition, ReportNode } from "../../model/report.ts";
import type { Lookup } from "../../model/snapshot.ts";
import { isSerious, type Verdict, worstVerdict } from "../../model/verdict.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { podKind } from "../../profiles/core-kinds.ts";
import { genericProfile } from "../../profiles/generic.ts";
import { isLauncherPod, machineNameLabel } from "../../profiles/virtual-machines.ts";
import { evaluateConditions, verdictByPolarity } from "../evaluation/condition-polarity.ts";
import { isOlderThanSpec } from "../evaluation/freshness.ts";
import { makeMissingNode, makePlainNode } from "../evaluation/plain-node.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { evaluateContainer } from "./container-health.ts";
import { listContainers } from "./containers.ts";
import { evaluateCoreKind, type ObjectHealth } from "./kind-rules.ts";
import { addMachinesThatMayRun, findGapForLauncher, listNodesWithoutMachines } from "./machine-nodes.ts";
import { addMissingVolume, listKeptAttachments } from "./missing-volumes.ts";
import { makeTrouble, markCutObjectUnknown } from "./object-health.ts";
import { listControlled, listCurrentJobs, listCurrentReplicaSets, listPodsWithoutReplicaSet } from "./owner-lookup.ts";
import { findNeededClaims, findNeededNodes } from "./pod-requirements.ts";
import { evaluateMissingStorageClass } from "./storage-class.ts";
import { findDriverGaps } from "./volume-drivers.ts";

/**
 * The node of a built-in object with everything below it that was read: Deployment -> newest ReplicaSets -> Pods ->
 * containers. Below an unhealthy Pod stands also what the Pod waits for. The rule of the kind makes `ownVerdict`. `verdict`
 * is worse only if the object is progressing and one of its pods fails. No node of this tree is required.
 */
export function makeCoreObjectNode(
  object: KubeObject,
  index: ObjectIndex,
  takenAt: string,
  role: ReportNode["role"] = roleByKind.get(kindKey(object.ref)) ?? "related",
): ReportNode {
  const reportedConditions = conditionsAt(object).conditions;
  const conditions = evaluateConditions(genericProfile, object, reportedConditions);
  const health =
    evaluateMissingStorageClass(object, index, takenAt) ??
    evaluateCoreKind(object, takenAt, findNewestPodTime(object, index), index.source) ??
    evaluateByPolarity(conditions);
  const children = makeChildren(object, health, index, takenAt);
  const node = makePlainNode({
    role,
    label: object.ref.name,
    ref: object.ref,
    outcome: "found",
    verdict: combineVerdicts(health.verdict, children),
    ownVerdict: health.verdict,
    conditions,
    stale: object.ref.kind !== "Pod" && isOlderThanSpec(object, reportedConditions),
    deleting: object.deletedAt !== undefined,
    facts: health.facts,
    trouble: health.trouble,
    children,
  });
  return markCutObjectUnknown(object, node);
}

const roleByKind: ReadonlyMap<string, ReportNode["role"]> = new Map([
  ["/Pod", "pod"],
  ["/ReplicationController", "workload"],
  ["apps/ReplicaSet", "replicaset"],
  ["apps/Deployment", "workload"],
  ["apps/StatefulSet", "workload"],
  ["apps/DaemonSet", "workload"],
  ["batch/Job", "workload"],
  ["batch/CronJob", "workload"],
]);

/** The health of a kind without a rule, by the polarity of its conditions. Unknown if no condition has a polarity. */
function evaluateByPolarity(conditions: readonly EvaluatedCondition[]): ObjectHealth {
  const evaluated = conditions.filter(({ polarity }) => polarity !== "info");
  const verdicts = evaluated.map(({ polarity, status }) => verdictByPolarity(polarity, status));
  return { verdict: worstVerdict(verdicts), facts: {} };
}

/** The nodes directly below an object, each with its own tree. */
function makeChildren(
  object: KubeObject,
  health: ObjectHealth,
  index: ObjectIndex,
  takenAt: string,
): readonly ReportNode[] {
  const makeNode = (child: KubeObject): ReportNode => makeCoreObjectNode(child, index, takenAt);
  switch (kindKey(object.ref)) {
    case "apps/Deployment": {
      const replicaSets = listCurrentReplicaSets(object, index).map(makeNode);
      const pods = listPodsWithoutReplicaSet(object, index).map(makeNode);
      return [...replicaSets.map((node) => relaxReplicaSet(node, health)), ...pods];
    }
    case "apps/ReplicaSet":
    case "apps/StatefulSet":
    case "apps/DaemonSet":
    case "batch/Job":
    case "/ReplicationController":
      return listControlled(object, podKind, index).map(makeNode);
    case "batch/CronJob":
      return listCurrentJobs(object, index).map(makeNode);
    case "/Pod":
      return makePodChildren(object, health, index, takenAt);
    default:
      return [];
  }
}

/** The unhealthy objects that a pod needs (claims, nodes and CSI drivers), followed by its containers. */
function makePodChildren(
  pod: KubeObject,
  health: ObjectHealth,
  index: ObjectIndex,
  takenAt: string,
): readonly ReportNode[] {
  const claims = findNeededClaims(pod, index).map((lookup) => makeNeededNode(lookup, health, index, takenAt));
  const nodes = findNeededNodes(pod, health.verdict, index).map((lookup) =>
    addMachineOfPod(pod, makeNeededNode(lookup, health, index, takenAt), index),
  );
  const neededNodes = [
    ...claims,
    ...nodes,
    ...makeUnusableNodes(pod, index, takenAt),
    ...makeDriverNodes(pod, health, index, takenAt),
    ...makeAttachmentNodes(pod, health, index, takenAt),
  ];
  const containers = makeContainerNodes(pod, takenAt).map((node) => addMissingVolume(node, pod, index));
  return [...neededNodes.filter(({ verdict }) => verdict !== "healthy"), ...containers];
}

/**
 * The node of a ReplicaSet below its Deployment. While the Deployment rolls out or has enough pods, a ReplicaSet with
 * too few replicas is progressing. Only failing pods make it worse.
 */
function relaxReplicaSet(node: ReportNode, { verdict }: ObjectHealth): ReportNode {
  const isDeploymentFailing = verdict !== "healthy" && verdict !== "progressing";
  if (isDeploymentFailing || !isSerious(node.ownVerdict) || node.children.some(isFailing)) return node;
  return { ...node, verdict: "progressing", ownVerdict: "progressing" };
}

/**
 * The verdict of a node from its own verdict and its children: degraded if it is progressing or unknown and a child fails,
 * because a workload with a failed pod does not complete (kstatus, polling/statusreaders). Below a Deployment only the
 * newest ReplicaSet counts, which is the first child. The others are being removed.
 */
function combineVerdicts(ownVerdict: Verdict, children: readonly ReportNode[]): Verdict {
  if (ownVerdict !== "progressing" && ownVerdict !== "unknown") return ownVerdict;
  const [first] = children;
  const countedChildren = first?.role === "replicaset" ? [first] : children.filter(({ role }) => role !== "related");
  return countedChildren.some(isFailing) ? "degraded" : ownVerdict;
}

function isFailing(node: ReportNode): boolean {
  return (node.verdict === "degraded" || node.verdict === "unavailable") && !isReplaced(node);
}

/** Kinds whose status does not report when they last changed. */
const kindsWithoutChangeTime: ReadonlySet<string> = new Set(["apps/StatefulSet", "apps/DaemonSet", "batch/Job"]);

/** When the newest pod of a controller was created, for {@link kindsWithoutChangeTime}. */
function findNewestPodTime(object: KubeObject, index: ObjectIndex): string | undefined {
  if (!kindsWithoutChangeTime.has(kindKey(object.ref))) return undefined;
  const times = listControlled(object, podKind, index).flatMap(({ createdAt }) => createdAt ?? []);
  return times.toSorted().at(-1);
}

/**
 * The first Node that a pod of a virtual machine could be scheduled to, as degraded, if none of these Nodes takes virtual
 * machines. Otherwise empty.
 */
function makeUnusableNodes(pod: KubeObject, index: ObjectIndex, takenAt: string): readonly ReportNode[] {
  const nodes = listNodesWithoutMachines(pod, index);
  const [first] = nodes;
  if (first === undefined) return [];
  const gap = findGapForLauncher(first, takenAt);
  const observed = { code: "node-without-machines", nodes: nodes.length, ...gap } as const;
  const trouble = makeTrouble("NoVirtualMachines", observed, gap.since);
  const node = makeCoreObjectNode(first, index, takenAt, "related");
  return [{ ...node, verdict: "degraded", ownVerdict: "degraded", trouble }];
}

/**
 * What keeps the CSI drivers of a pod from mounting its volumes. For each driver it is the first pod of the driver on the
 * same node, or the CSINode that does not list the driver.
 */
function makeDriverNodes(
  pod: KubeObject,
  health: ObjectHealth,
  index: ObjectIndex,
  takenAt: string,
): readonly ReportNode[] {
  return findDriverGaps(pod, health, index).map(({ driver, registrations, isRegistered, pods }): ReportNode => {
    const [firstPod] = pods;
    const podNode = firstPod === undefined ? undefined : makeCoreObjectNode(firstPod, index, takenAt);
    if (podNode !== undefined && (isRegistered || isSerious(podNode.verdict))) return podNode;
    const trouble = makeTrouble("DriverNotRegistered", { code: "driver-not-registered", driver });
    const node = makeCoreObjectNode(registrations, index, takenAt, "related");
    return { ...node, verdict: "degraded", ownVerdict: "degraded", trouble };
  });
}

/** The VolumeAttachments that keep a volume of a pod on another node. */
function makeAttachmentNodes(
  pod: KubeObject,
  health: ObjectHealth,
  index: ObjectIndex,
  takenAt: string,
): readonly ReportNode[] {
  return listKeptAttachments(pod, health, index, takenAt).map(({ attachment, trouble }): ReportNode => {
    const node = makeCoreObjectNode(attachment, index, takenAt, "related");
    return { ...node, verdict: "degraded", ownVerdict: "degraded", trouble };
  });
}

/** The node of a Node below a pod. For the pod of a virtual machine it shows that the machine may still run there. */
function addMachineOfPod(pod: KubeObject, node: ReportNode, index: ObjectIndex): ReportNode {
  const machineName = pod.labels.get(machineNameLabel);
  if (!isLauncherPod(pod) || machineName === undefined) return node;
  return addMachinesThatMayRun(node, [namespacedName({ ...pod.ref, name: machineName })], index);
}

function makeContainerNodes(pod: KubeObject, takenAt: string): readonly ReportNode[] {
  return listContainers(pod).map((container): ReportNode => {
    const { verdict, facts, trouble } = evaluateContainer(container, pod, takenAt);
    return makePlainNode({
      role: "container",
      label: container.name,
      ref: pod.ref,
      outcome: "found",
      verdict,
      facts: container.role === "main" ? facts : { ...facts, container: container.role },
      trouble,
    });
  });
}

/**
 * The node of an object that an unhealthy pod waits for. A claim without a volume is degraded if the pod has waited too
 * long. The rule of the claim alone may call it healthy, because its class waits for a first consumer: this pod is one.
 */
function makeNeededNode(lookup: Lookup, pod: ObjectHealth, index: ObjectIndex, takenAt: string): ReportNode {
  if (lookup.outcome !== "found") return makeAbsentNeedNode(lookup, "related");
  const node = makeCoreObjectNode(lookup.object, index, takenAt, "related");
  const isAwaited = pod.verdict === "degraded" && node.facts["phase"] === "Pending";
  return isAwaited ? { ...node, verdict: "degraded", ownVerdict: "degraded" } : node;
}

/** The node of an object that does not exist although another one needs it. */
export function makeAbsentNeedNode(lookup: Lookup, role: ReportNode["role"]): ReportNode {
  return { ...makeMissingNode(lookup, role, "degraded"), trouble: makeTrouble("NotFound", { code: "not-found" }) };
}
