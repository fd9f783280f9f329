import { scaledToZero } from "../../../model/cause/trouble.ts";
import type { KubeObject } from "../../../model/object.ts";
import type { ComponentRow } from "../../../model/profile.ts";
import type { ReportNode } from "../../../model/report.ts";
import type { Lookup } from "../../../model/snapshot.ts";
import { conditionsAt } from "../../../parse/conditions.ts";
import { valueAt, wholeNumber, wholeNumberAt } from "../../../parse/json-value.ts";
import { deploymentKind } from "../../../profiles/hco/profile.ts";
import { unrelatedWorkloads } from "../../../profiles/hco/workloads.ts";
import { operatorDeployments, webhookDeployments } from "../../../tables/operator.ts";
import { readCount } from "../../core/object-health.ts";
import { makeCoreObjectNode } from "../../core/workload-tree.ts";
import { makeMissingNode } from "../../evaluation/plain-node.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";

/** Deployments of the product that belong to no component: those that the operator itself creates, and its webhook. */
export function listOwnWorkloads(
  rows: readonly ComponentRow[],
  index: ObjectIndex,
  namespace: string,
): readonly KubeObject[] {
  const componentLabels = new Set(rows.map((row) => row.workloadLabel));
  const isOfComponent = (object: KubeObject): boolean =>
    componentLabels.has(object.labels.get("app.kubernetes.io/component") ?? "") &&
    !unrelatedWorkloads.test(object.ref.name);
  return index
    .all(deploymentKind, namespace)
    .filter((object) => !operatorDeployments.includes(object.ref.name))
    .filter((object) => isProductWorkload(object) && !isOfComponent(object));
}

function isProductWorkload({ ref, labels }: KubeObject): boolean {
  return labels.get("app.kubernetes.io/part-of") === "hyperconverged-cluster" || webhookDeployments.includes(ref.name);
}

/** The ready and the wanted replicas of a Deployment or StatefulSet, or the nodes of a DaemonSet. */
interface WorkloadReplicas {
  readonly ready: number;
  readonly wanted: number;
}

/** The replicas, or undefined without a status, as in a manifest that was not applied. */
export function readWorkloadReplicas({ ref, spec, status }: KubeObject): WorkloadReplicas | undefined {
  if (status === undefined) return undefined;
  if (ref.kind === "DaemonSet") {
    return {
      ready: wholeNumberAt(status, "numberReady") ?? 0,
      wanted: wholeNumberAt(status, "desiredNumberScheduled") ?? 0,
    };
  }
  return { ready: wholeNumberAt(status, "readyReplicas") ?? 0, wanted: wholeNumberAt(spec, "replicas") ?? 1 };
}

/** Whether a workload has fewer ready replicas than it wants, or is scaled to zero. Either way its work is not done. */
export function lacksReplicas(object: KubeObject): boolean {
  const replicas = readWorkloadReplicas(object);
  return replicas !== undefined && (replicas.ready < replicas.wanted || isScaledToZero(object));
}

function isScaledToZero({ ref, spec }: KubeObject): boolean {
  return ref.kind !== "DaemonSet" && wholeNumberAt(spec, "replicas") === 0;
}

/**
 * A workload as a node, with all that was read below it. The node is not required, because the component has a verdict
 * of its own. Scaled to zero it is unavailable, although its condition Available stays True.
 */
export function makeWorkloadNode(
  object: KubeObject,
  index: ObjectIndex,
  takenAt: string,
  facts: ReportNode["facts"] = {},
): ReportNode {
  const node = makeCoreObjectNode(object, index, takenAt);
  const nodeWithFacts = { ...node, facts: { ...node.facts, ...facts } };
  if (!isScaledToZero(object) || object.status === undefined) return nodeWithFacts;
  const trouble = node.trouble ?? { reason: scaledToZero, message: "" };
  return { ...nodeWithFacts, verdict: "unavailable", ownVerdict: "unavailable", trouble };
}

/** The node of a workload that another object names and that does not exist in the cluster. */
export function makeAbsentWorkloadNode(lookup: Lookup): ReportNode {
  return makeMissingNode(lookup, "workload", "unavailable");
}

/** Whether a workload has all the pods that it wants. False in doubt. */
export function isWorkloadComplete(object: KubeObject): boolean {
  if (object.ref.kind === "DaemonSet") return isDaemonSetComplete(object);
  return object.ref.kind === deploymentKind.kind && isDeploymentComplete(object);
}

/** Whether a DaemonSet has a ready pod of its present template on every node that it wants. False in doubt. */
export function isDaemonSetComplete({ deletedAt, generation, status }: KubeObject): boolean {
  const wanted = wholeNumberAt(status, "desiredNumberScheduled");
  const isObserved = wholeNumberAt(status, "observedGeneration") === generation;
  if (deletedAt !== undefined || !isObserved || wanted === undefined) return false;
  const counts = ["currentNumberScheduled", "numberReady", "numberAvailable", "updatedNumberScheduled"];
  const isWellFormed = readCount(valueAt(status, "numberMisscheduled"), 0) !== undefined;
  return isWellFormed && counts.every((count) => (wholeNumberAt(status, count) ?? 0) === wanted);
}

/**
 * Whether a Deployment has all the replicas that it wants, and wants some. False where its replicas are malformed, or a
 * condition contradicts them.
 */
export function isDeploymentComplete({ deletedAt, generation, spec, status }: KubeObject): boolean {
  const { conditions } = conditionsAt({ status });
  const areConditionsGood = conditions.every(
    ({ type, status: reported }) => reported === (type === "ReplicaFailure" ? "False" : "True"),
  );
  const wanted = wholeNumber(valueAt(spec, "replicas") ?? 1) ?? 0;
  const counts = ["replicas", "readyReplicas", "availableReplicas", "updatedReplicas"];
  const isObserved = wholeNumberAt(status, "observedGeneration") === generation;
  if (deletedAt !== undefined || !isObserved || wanted <= 0 || !areConditionsGood) return false;
  return counts.every((count) => wholeNumberAt(status, count) === wanted);
}
