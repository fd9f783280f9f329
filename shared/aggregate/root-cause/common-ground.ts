import type { CauseClause, SharedTrait } from "../../model/cause/cause-evidence.ts";
import { isReplaced } from "../../model/finding/pod-causes.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import { foundObject } from "../../model/snapshot.ts";
import { isSerious } from "../../model/verdict.ts";
import { textAt } from "../../parse/json-value.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { isReplicaController } from "./cause-evidence.ts";
import { type CauseTrail, deepestNode } from "./cause-trails.ts";

/**
 * What all failing pods of the workload on a trail have in common and none of its healthy pods has: their node, or a trait
 * of their nodes as far as these were read. None where the trail ends at a node itself, with one failing pod, and without
 * a healthy one to compare with.
 */
export function commonGround(trail: CauseTrail, index: ObjectIndex): readonly CauseClause[] {
  const workload = trail.find(isReplicaController);
  const end = deepestNode(trail);
  if (workload === undefined || (end.role !== "pod" && end.role !== "container")) return [];
  const pods = podsBelow(workload).filter((pod) => pod.facts["node"] !== undefined && !isReplaced(pod));
  const failing = pods.filter(({ verdict }) => isSerious(verdict));
  const healthy = pods.filter(({ verdict }) => verdict === "healthy");
  if (failing.length < 2 || healthy.length === 0) return [];
  for (const [trait, read] of traits) {
    const valueAtNodeOf = ({ facts }: ReportNode): string => read(facts["node"] ?? "", index);
    const [value = "", ...others] = [...new Set(failing.map(valueAtNodeOf))];
    const isShared = value !== "" && others.length === 0;
    if (isShared && healthy.every((pod) => ![value, ""].includes(valueAtNodeOf(pod))))
      return [{ is: "common-ground", pods: failing.length, trait, value }];
  }
  return [];
}

function podsBelow({ role, children }: ReportNode): readonly ReportNode[] {
  if (role === "pod") return [];
  return children.flatMap((child) => (child.role === "pod" ? [child] : podsBelow(child)));
}

/** The traits in the order in which they say most. An unknown value is empty: then nothing is claimed. */
const traits: readonly (readonly [SharedTrait, (node: string, index: ObjectIndex) => string])[] = [
  ["node", (node) => node],
  ["zone", (node, index) => nodeOf(node, index)?.labels.get("topology.kubernetes.io/zone") ?? ""],
  ["architecture", (node, index) => nodeInfo(node, index, "architecture")],
  ["os-image", (node, index) => nodeInfo(node, index, "osImage")],
  ["kernel", (node, index) => nodeInfo(node, index, "kernelVersion")],
];

function nodeInfo(name: string, index: ObjectIndex, field: string): string {
  return textAt(nodeOf(name, index)?.status, "nodeInfo", field);
}

function nodeOf(name: string, index: ObjectIndex): KubeObject | undefined {
  const lookup = index.find({ group: "", kind: "Node", name });
  return foundObject(lookup);
}
