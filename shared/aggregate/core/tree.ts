import type { KubeObject } from "../../model/object.ts";
import { isReplaced } from "../../model/pod-causes.ts";
import type { JudgedCondition, Node } from "../../model/report.ts";
import type { Lookup } from "../../model/snapshot.ts";
import { worst } from "../../model/verdict.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { pods } from "../../profiles/core-kinds.ts";
import { generic } from "../../profiles/generic.ts";
import { coreWords } from "../../render/words-core.ts";
import { isOlderThanSpec } from "../freshness.ts";
import type { Index } from "../lookup.ts";
import { missingNode } from "../missing-node.ts";
import { judge, verdictBySense } from "../sense.ts";
import { containerHealth } from "./container-health.ts";
import { containersOf } from "./containers.ts";
import { type Health, healthOf } from "./health.ts";
import { controlledBy, jobsOf, podsPastReplicaSets, replicaSetsOf } from "./owners.ts";
import { claimsFor, nodesFor } from "./pod-needs.ts";
import { because } from "./verdicts.ts";

/**
 * One object of Kubernetes' own kinds and everything below it that was read: Deployment, newest ReplicaSets, Pods,
 * containers; below an unwell Pod also what it waits for. Nobody requires any of them. `ownVerdict` is the rule's;
 * `verdict` is worse only where the object is on its way and a pod that it counts on fails.
 */
export function coreNode(object: KubeObject, index: Index, takenAt: string, role: Node["role"] = roleOf(object)): Node {
  const { conditions: read } = conditionsAt(object);
  const conditions = judge(generic, object, read, true);
  const health = healthOf(object, takenAt, newestPodOf(object, index)) ?? bySenses(conditions);
  const children = childrenOf(object, health, index, takenAt);
  return {
    role,
    label: object.ref.name,
    ref: object.ref,
    outcome: "found",
    required: false,
    verdict: verdictOf(health, children),
    ownVerdict: health.verdict,
    conditions,
    stale: object.ref.kind !== "Pod" && isOlderThanSpec(object, read),
    deleting: object.deletedAt !== undefined,
    frozen: false,
    facts: health.facts,
    ...(health.trouble === undefined ? {} : { trouble: health.trouble }),
    children,
  };
}

function roleOf({ ref }: KubeObject): Node["role"] {
  return roles.get(`${ref.group}/${ref.kind}`) ?? "related";
}

const roles: ReadonlyMap<string, Node["role"]> = new Map([
  ["/Pod", "pod"],
  ["/ReplicationController", "workload"],
  ["apps/ReplicaSet", "replicaset"],
  ["apps/Deployment", "workload"],
  ["apps/StatefulSet", "workload"],
  ["apps/DaemonSet", "workload"],
  ["batch/Job", "workload"],
  ["batch/CronJob", "workload"],
]);

/** Kinds without a rule of ours: by what their condition types mean, and unknown where nothing is known. */
function bySenses(conditions: readonly JudgedCondition[]): Health {
  const known = conditions.filter(({ sense }) => sense !== "info");
  const verdicts = known.map(({ sense, status }) => verdictBySense(sense, status));
  return { verdict: worst(verdicts), facts: {} };
}

function childrenOf(object: KubeObject, health: Health, index: Index, takenAt: string): readonly Node[] {
  const node = (child: KubeObject): Node => coreNode(child, index, takenAt);
  switch (`${object.ref.group}/${object.ref.kind}`) {
    case "apps/Deployment":
      return [
        ...replicaSetsOf(object, index).map((each) => ofDeployment(node(each), health)),
        ...podsPastReplicaSets(object, index).map(node),
      ];
    case "apps/ReplicaSet":
    case "apps/StatefulSet":
    case "apps/DaemonSet":
    case "batch/Job":
    case "/ReplicationController":
      return controlledBy(object, pods, index).map(node);
    case "batch/CronJob":
      return jobsOf(object, index).map(node);
    case "/Pod":
      return [
        ...claimsFor(object, index).map((lookup) => neededNode(lookup, health, index, takenAt)),
        ...nodesFor(object, health.verdict, index).map((lookup) => neededNode(lookup, health, index, takenAt)),
        ...containerNodes(object, takenAt),
      ].filter((each) => each.role === "container" || each.verdict !== "healthy");
    default:
      return [];
  }
}

/**
 * While a Deployment rolls out, or has enough, a ReplicaSet of it that is short of replicas is on its way and not in
 * trouble by that alone: its pods say when it is.
 */
function ofDeployment(node: Node, deployment: Health): Node {
  const isCalm = deployment.verdict === "healthy" || deployment.verdict === "progressing";
  const isShort = node.ownVerdict === "unavailable" || node.ownVerdict === "degraded";
  if (!isCalm || !isShort || node.children.some(fails)) return node;
  return { ...node, verdict: "progressing", ownVerdict: "progressing" };
}

/** kstatus (polling, statusreaders): a workload on its way of which a pod has failed does not arrive. */
function verdictOf({ verdict }: Health, children: readonly Node[]): Node["verdict"] {
  if (verdict !== "progressing" && verdict !== "unknown") return verdict;
  // Of several ReplicaSets only the newest one is on its way; the others are to go.
  const [first] = children;
  const counted = first?.role === "replicaset" ? [first] : children.filter(({ role }) => role !== "related");
  return counted.some(fails) ? "degraded" : verdict;
}

function fails(node: Node): boolean {
  return (node.verdict === "degraded" || node.verdict === "unavailable") && !isReplaced(node);
}

/** When the newest pod of a controller was made that says itself nothing of when it moved last. */
function newestPodOf(object: KubeObject, index: Index): string | undefined {
  if (!movesUnseen.has(`${object.ref.group}/${object.ref.kind}`)) return undefined;
  return controlledBy(object, pods, index)
    .flatMap(({ createdAt }) => createdAt ?? [])
    .toSorted()
    .at(-1);
}

const movesUnseen: ReadonlySet<string> = new Set(["apps/StatefulSet", "apps/DaemonSet", "batch/Job"]);

function containerNodes(pod: KubeObject, takenAt: string): readonly Node[] {
  return containersOf(pod).map((container): Node => {
    const { verdict, facts, trouble } = containerHealth(container, pod, takenAt);
    return {
      ...{ role: "container", label: container.name, ref: pod.ref, outcome: "found", required: false },
      ...{ verdict, ownVerdict: verdict, conditions: [], stale: false, deleting: false, frozen: false },
      facts: container.role === "main" ? facts : { ...facts, container: container.role },
      ...(trouble === undefined ? {} : { trouble }),
      children: [],
    };
  });
}

/**
 * What an unwell pod waits for. A claim without a volume that a pod has waited for in vain is what is wrong, whatever it
 * would be by itself: its class waits for the first consumer, and here is one.
 */
function neededNode(lookup: Lookup, pod: Health, index: Index, takenAt: string): Node {
  if (lookup.outcome !== "found") {
    return { ...missingNode(lookup, "related", "degraded"), trouble: because("NotFound", coreWords.doesNotExist) };
  }
  const node = coreNode(lookup.object, index, takenAt, "related");
  const isAwaited = pod.verdict === "degraded" && node.facts["phase"] === "Pending";
  return isAwaited ? { ...node, verdict: "degraded", ownVerdict: "degraded" } : node;
}
