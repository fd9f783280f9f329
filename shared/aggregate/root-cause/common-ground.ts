import type { CauseClause, SharedTrait } from "../../model/cause/cause-evidence.ts";
import { isReplaced } from "../../model/finding/pod-causes.ts";
import { type KubeObject, keyOf } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { isSerious } from "../../model/verdict.ts";
import { textAt } from "../../parse/json-value.ts";
import { nodeKind } from "../../profiles/core-kinds.ts";
import { findObject, type ObjectIndex } from "../snapshot/object-index.ts";
import { isReplicaController } from "./cause-evidence.ts";
import { type CauseTrail, deepestNode } from "./cause-trails.ts";

/** The traits of a pod's node, the most telling first. The value is empty where it is unknown. */
const traits: readonly (readonly [SharedTrait, (nodeName: string, index: ObjectIndex) => string])[] = [
  ["node", (nodeName) => nodeName],
  ["zone", (nodeName, index) => findNode(nodeName, index)?.labels.get("topology.kubernetes.io/zone") ?? ""],
  ["architecture", (nodeName, index) => readNodeInfo(nodeName, index, "architecture")],
  ["os-image", (nodeName, index) => readNodeInfo(nodeName, index, "osImage")],
  ["kernel", (nodeName, index) => readNodeInfo(nodeName, index, "kernelVersion")],
];

/**
 * Finds what all failing pods of the workload on a trail have in common and no healthy pod has: the node, or a trait of their
 * nodes such as the zone. One clause at most. Empty where
 * - the trail does not end at a pod or a container,
 * - fewer than two pods fail, or no pod is healthy,
 * - the trait of a failing or healthy pod's node is unknown.
 */
export function findCommonGround(trail: CauseTrail, index: ObjectIndex): readonly CauseClause[] {
  const workload = trail.find(isReplicaController);
  const end = deepestNode(trail);
  if (workload === undefined || (end.role !== "pod" && end.role !== "container")) return [];
  const pods = listPodsBelow(workload).filter((pod) => pod.facts["node"] !== undefined && !isReplaced(pod));
  const failingPods = pods.filter(({ verdict }) => isSerious(verdict));
  const healthyPods = pods.filter(({ verdict }) => verdict === "healthy");
  if (failingPods.length < 2 || healthyPods.length === 0) return [];
  for (const [trait, readTrait] of traits) {
    const readTraitOfPod = ({ facts }: ReportNode): string => readTrait(facts["node"] ?? "", index);
    const [value = "", ...otherValues] = new Set(failingPods.map(readTraitOfPod));
    if (value === "" || otherValues.length > 0) continue;
    const healthyValues = healthyPods.map(readTraitOfPod);
    if (healthyValues.includes(value) || healthyValues.includes("")) continue;
    return [{ is: "common-ground", pods: failingPods.length, trait, value }];
  }
  return [];
}

/**
 * Finds the node on which all failing pods of several workloads run, and none of their healthy pods. Undefined where fewer
 * than two of the workloads below `parts` have a failing pod, or one of these has no healthy pod.
 */
export function findSharedNode(parts: readonly ReportNode[]): CauseClause | undefined {
  // A workload may stand below two parts.
  const workloads = new Map(parts.flatMap(listWorkloads).map((workload) => [keyOf(workload.ref), workload]));
  const podsOfWorkloads = [...workloads.values()].map((workload) =>
    listPodsBelow(workload).filter((pod) => !isReplaced(pod)),
  );
  const failingWorkloads = podsOfWorkloads.filter((pods) => pods.some(({ verdict }) => isSerious(verdict)));
  if (failingWorkloads.length < 2) return undefined;
  const failingPods = failingWorkloads.flat().filter(({ verdict }) => isSerious(verdict));
  const [nodeName = "", ...otherNodeNames] = new Set(failingPods.map(({ facts }) => facts["node"] ?? ""));
  if (nodeName === "" || otherNodeNames.length > 0) return undefined;
  // A healthy pod whose node is unknown may run on the same node.
  const areHealthyPodsElsewhere = failingWorkloads.every((pods) => {
    const healthyPods = pods.filter(({ verdict }) => verdict === "healthy");
    return healthyPods.length > 0 && healthyPods.every(({ facts }) => (facts["node"] ?? nodeName) !== nodeName);
  });
  if (!areHealthyPodsElsewhere) return undefined;
  return { is: "common-ground", pods: failingPods.length, trait: "node", value: nodeName };
}

function listWorkloads(node: ReportNode): readonly ReportNode[] {
  return isReplicaController(node) ? [node] : node.children.flatMap(listWorkloads);
}

function listPodsBelow({ role, children }: ReportNode): readonly ReportNode[] {
  if (role === "pod") return [];
  return children.flatMap((child) => (child.role === "pod" ? [child] : listPodsBelow(child)));
}

function readNodeInfo(name: string, index: ObjectIndex, field: string): string {
  return textAt(findNode(name, index)?.status, "nodeInfo", field);
}

function findNode(name: string, index: ObjectIndex): KubeObject | undefined {
  return findObject(nodeKind, { name }, index);
}
