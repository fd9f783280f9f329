import { isReplaced } from "../../model/finding/pod-causes.ts";
import type { KubeObject } from "../../model/object.ts";
import type { EvaluatedCondition, ReportNode } from "../../model/report.ts";
import type { Lookup } from "../../model/snapshot.ts";
import { isSerious, worstVerdict } from "../../model/verdict.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { podKind } from "../../profiles/core-kinds.ts";
import { genericProfile } from "../../profiles/generic.ts";
import { evaluateConditions, verdictByPolarity } from "../evaluation/condition-polarity.ts";
import { isOlderThanSpec } from "../evaluation/freshness.ts";
import { makeMissingNode, makePlainNode } from "../evaluation/plain-node.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { evaluateContainer } from "./container-health.ts";
import { listContainers } from "./containers.ts";
import { evaluateCoreKind, type ObjectHealth } from "./kind-rules.ts";
import { addMachinesThatMayRun, gapForLauncher, nodesWithoutMachines } from "./machine-nodes.ts";
import { makeTrouble, markCutObjectUnknown } from "./object-health.ts";
import { controlledBy, currentJobs, currentReplicaSets, podsPastReplicaSets } from "./owner-lookup.ts";
import { claimsFor, nodesFor } from "./pod-requirements.ts";
import { withoutStorageClass } from "./storage-class.ts";
import { findDriverGaps } from "./volume-drivers.ts";

/**
 * The node of a built-in object with everything below it that was read: Deployment, newest ReplicaSets, Pods,
 * containers. Below an unhealthy Pod stands also what it waits for. No node of this tree is required. `ownVerdict`
 * comes from the kind's rule. `verdict` is worse only if the object is progressing and one of its pods fails.
 */
export function coreObjectNode(
  object: KubeObject,
  index: ObjectIndex,
  takenAt: string,
  role: ReportNode["role"] = roleOf(object),
): ReportNode {
  const { conditions: read } = conditionsAt(object);
  const conditions = evaluateConditions(genericProfile, object, read, true);
  const health =
    withoutStorageClass(object, index, takenAt) ??
    evaluateCoreKind(object, takenAt, newestPodOf(object, index)) ??
    byPolarities(conditions);
  const children = childrenOf(object, health, index, takenAt);
  const node = makePlainNode({
    role,
    label: object.ref.name,
    ref: object.ref,
    outcome: "found",
    verdict: verdictOf(health, children),
    ownVerdict: health.verdict,
    conditions,
    stale: object.ref.kind !== "Pod" && isOlderThanSpec(object, read),
    deleting: object.deletedAt !== undefined,
    facts: health.facts,
    trouble: health.trouble,
    children,
  });
  return markCutObjectUnknown(object, node);
}

function roleOf({ ref }: KubeObject): ReportNode["role"] {
  return roles.get(`${ref.group}/${ref.kind}`) ?? "related";
}

const roles: ReadonlyMap<string, ReportNode["role"]> = new Map([
  ["/Pod", "pod"],
  ["/ReplicationController", "workload"],
  ["apps/ReplicaSet", "replicaset"],
  ["apps/Deployment", "workload"],
  ["apps/StatefulSet", "workload"],
  ["apps/DaemonSet", "workload"],
  ["batch/Job", "workload"],
  ["batch/CronJob", "workload"],
]);

/** The health of a kind without a rule, by the polarity of its conditions; unknown if no polarity is known. */
function byPolarities(conditions: readonly EvaluatedCondition[]): ObjectHealth {
  const known = conditions.filter(({ polarity }) => polarity !== "info");
  const verdicts = known.map(({ polarity, status }) => verdictByPolarity(polarity, status));
  return { verdict: worstVerdict(verdicts), facts: {} };
}

function childrenOf(
  object: KubeObject,
  health: ObjectHealth,
  index: ObjectIndex,
  takenAt: string,
): readonly ReportNode[] {
  const node = (child: KubeObject): ReportNode => coreObjectNode(child, index, takenAt);
  switch (`${object.ref.group}/${object.ref.kind}`) {
    case "apps/Deployment":
      return [
        ...currentReplicaSets(object, index).map((each) => ofDeployment(node(each), health)),
        ...podsPastReplicaSets(object, index).map(node),
      ];
    case "apps/ReplicaSet":
    case "apps/StatefulSet":
    case "apps/DaemonSet":
    case "batch/Job":
    case "/ReplicationController":
      return controlledBy(object, podKind, index).map(node);
    case "batch/CronJob":
      return currentJobs(object, index).map(node);
    case "/Pod":
      return [
        ...claimsFor(object, index).map((lookup) => neededNode(lookup, health, index, takenAt)),
        ...nodesFor(object, health.verdict, index).map((lookup) =>
          withMachineOf(object, neededNode(lookup, health, index, takenAt)),
        ),
        ...unusableNodes(object, index, takenAt),
        ...driverNodes(object, health, index, takenAt),
        ...containerNodes(object, takenAt),
      ].filter((each) => each.role === "container" || each.verdict !== "healthy");
    default:
      return [];
  }
}

/**
 * The node of a ReplicaSet below its Deployment. While the Deployment rolls out or has enough pods, a ReplicaSet with
 * too few replicas is progressing. Only failing pods make it worse.
 */
function ofDeployment(node: ReportNode, deployment: ObjectHealth): ReportNode {
  const isCalm = deployment.verdict === "healthy" || deployment.verdict === "progressing";
  const isShort = isSerious(node.ownVerdict);
  if (!isCalm || !isShort || node.children.some(fails)) return node;
  return { ...node, verdict: "progressing", ownVerdict: "progressing" };
}

/**
 * The verdict of a node. By kstatus (polling, statusreaders), a progressing workload with a failed pod does not
 * complete.
 */
function verdictOf({ verdict }: ObjectHealth, children: readonly ReportNode[]): ReportNode["verdict"] {
  if (verdict !== "progressing" && verdict !== "unknown") return verdict;
  // Of several ReplicaSets only the newest one is progressing; the others are being removed.
  const [first] = children;
  const counted = first?.role === "replicaset" ? [first] : children.filter(({ role }) => role !== "related");
  return counted.some(fails) ? "degraded" : verdict;
}

function fails(node: ReportNode): boolean {
  return (node.verdict === "degraded" || node.verdict === "unavailable") && !isReplaced(node);
}

/** When the newest pod of a controller was created, for kinds whose status does not report their last change. */
function newestPodOf(object: KubeObject, index: ObjectIndex): string | undefined {
  if (!movesUnseen.has(`${object.ref.group}/${object.ref.kind}`)) return undefined;
  return controlledBy(object, podKind, index)
    .flatMap(({ createdAt }) => createdAt ?? [])
    .toSorted()
    .at(-1);
}

const movesUnseen: ReadonlySet<string> = new Set(["apps/StatefulSet", "apps/DaemonSet", "batch/Job"]);

/** The first of the nodes that a pod of a virtual machine may run on, where none takes virtual machines. */
function unusableNodes(pod: KubeObject, index: ObjectIndex, takenAt: string): readonly ReportNode[] {
  const all = nodesWithoutMachines(pod, index);
  const [first] = all;
  if (first === undefined) return [];
  const gap = gapForLauncher(first, takenAt);
  const trouble = makeTrouble(
    "NoVirtualMachines",
    { code: "node-without-machines", nodes: all.length, ...gap },
    gap.since,
  );
  return [
    { ...coreObjectNode(first, index, takenAt, "related"), verdict: "degraded", ownVerdict: "degraded", trouble },
  ];
}

/**
 * What keeps the CSI drivers of a pod from mounting its volumes: of each driver its first pod on the same node, or the
 * CSINode that lacks the driver.
 */
function driverNodes(
  pod: KubeObject,
  health: ObjectHealth,
  index: ObjectIndex,
  takenAt: string,
): readonly ReportNode[] {
  return findDriverGaps(pod, health, index).map(({ driver, registrations, isRegistered, pods }): ReportNode => {
    const [driverPod] = pods.map((each) => coreObjectNode(each, index, takenAt));
    if (driverPod !== undefined && (isRegistered || isSerious(driverPod.verdict))) return driverPod;
    const trouble = withCause("DriverNotRegistered", { code: "driver-not-registered", driver });
    const node = coreObjectNode(registrations, index, takenAt, "related");
    return { ...node, verdict: "degraded", ownVerdict: "degraded", trouble };
  });
}

/** The node of a Node below the pod of a virtual machine, with that machine where it may still run there. */
function withMachineOf({ ref, labels }: KubeObject, node: ReportNode): ReportNode {
  const machine = labels.get("kubevirt.io") === "virt-launcher" ? labels.get("vm.kubevirt.io/name") : undefined;
  return machine === undefined ? node : addMachinesThatMayRun(node, [`${ref.namespace ?? ""}/${machine}`]);
}

function containerNodes(pod: KubeObject, takenAt: string): readonly ReportNode[] {
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

/** The node of an object that does not exist although another one needs it. */
export function makeAbsentNeedNode(lookup: Lookup, role: ReportNode["role"]): ReportNode {
  return { ...makeMissingNode(lookup, role, "degraded"), trouble: makeTrouble("NotFound", { code: "not-found" }) };
}

/**
 * The node of an object that an unhealthy pod waits for. A claim without a volume is degraded if the pod has waited for
 * it too long. By itself it would be healthy if its class waits for the first consumer; this pod is that consumer.
 */
function neededNode(lookup: Lookup, pod: ObjectHealth, index: ObjectIndex, takenAt: string): ReportNode {
  if (lookup.outcome !== "found") return makeAbsentNeedNode(lookup, "related");
  const node = coreObjectNode(lookup.object, index, takenAt, "related");
  const isAwaited = pod.verdict === "degraded" && node.facts["phase"] === "Pending";
  return isAwaited ? { ...node, verdict: "degraded", ownVerdict: "degraded" } : node;
}
