import type { KubeObject } from "../../../model/object.ts";
import { conditionsAt } from "../../../parse/conditions.ts";
import { valueAt, wholeNumber, wholeNumberAt } from "../../../parse/json-value.ts";
import { deploymentKind } from "../../../profiles/hco/profile.ts";
import { readCount } from "../../core/counts.ts";

/** Whether a workload has all the pods that it wants. In doubt it has not. */
export function isWholeWorkload(object: KubeObject): boolean {
  if (object.ref.kind === "DaemonSet") return isOnEveryNode(object);
  return object.ref.kind === deploymentKind.kind && isWholeDeployment(object);
}

/** Whether a DaemonSet has a ready pod of its present template on every node that it wants. In doubt it has not. */
export function isOnEveryNode({ deletedAt, generation, status }: KubeObject): boolean {
  const wanted = wholeNumberAt(status, "desiredNumberScheduled");
  const isObserved = wholeNumberAt(status, "observedGeneration") === generation;
  if (deletedAt !== undefined || !isObserved || wanted === undefined) return false;
  const counted = ["currentNumberScheduled", "numberReady", "numberAvailable", "updatedNumberScheduled"];
  const isLegible = readCount(valueAt(status, "numberMisscheduled"), 0) !== undefined;
  return isLegible && counted.every((count) => (wholeNumberAt(status, count) ?? 0) === wanted);
}

/**
 * Whether a Deployment has all the replicas that it wants, and wants some. Malformed replicas leave that in doubt, and so does
 * a condition that contradicts them.
 */
export function isWholeDeployment({ deletedAt, generation, spec, status }: KubeObject): boolean {
  const { conditions } = conditionsAt({ status });
  const isGood = conditions.every((each) => each.status === (each.type === "ReplicaFailure" ? "False" : "True"));
  const wanted = wholeNumber(valueAt(spec, "replicas") ?? 1) ?? 0;
  const counted = ["replicas", "readyReplicas", "availableReplicas", "updatedReplicas"];
  const isObserved = wholeNumberAt(status, "observedGeneration") === generation;
  const isThere = deletedAt === undefined && isObserved && wanted > 0 && isGood;
  return isThere && counted.every((count) => wholeNumberAt(status, count) === wanted);
}
