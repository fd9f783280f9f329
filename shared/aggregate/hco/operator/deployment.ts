import type { KubeObject, Ref } from "../../../model/object.ts";
import { conditionOf } from "../../../parse/conditions.ts";
import { valueAt, wholeNumberAt } from "../../../parse/json-value.ts";

/** The replicas of a Deployment. A status without a count means 0 of it. */
interface DeploymentReplicas {
  readonly wanted: number;
  readonly total: number;
  readonly ready: number;
  /** Those that have its newest template. */
  readonly updated: number;
}

/**
 * Counts the replicas. The controller omits a count of zero. A missing count of updated replicas is therefore 0, except in
 * these cases, in which all ready replicas are updated:
 * - The controller reports that the roll-out has ended.
 * - The status was shortened: it has no observedGeneration, which the controller always writes.
 */
export function countReplicas({ spec, status }: Pick<KubeObject, "spec" | "status">): DeploymentReplicas {
  const readCount = (name: string): number | undefined => wholeNumberAt(status, name);
  const ready = readCount("readyReplicas") ?? 0;
  const isShortened = readCount("observedGeneration") === undefined;
  const areReadyUpdated = isShortened || hasRolloutEnded({ spec, status });
  return {
    wanted: wholeNumberAt(spec, "replicas") ?? 1,
    total: readCount("replicas") ?? ready,
    ready,
    updated: readCount("updatedReplicas") ?? (areReadyUpdated ? ready : 0),
  };
}

/** Whether the controller reports that the last roll-out has ended (kubernetes, deployment/progress.go). */
function hasRolloutEnded({ spec, status }: Pick<KubeObject, "spec" | "status">): boolean {
  const progress = conditionOf({ status }, "Progressing");
  return valueAt(spec, "paused") !== true && progress?.reason === "NewReplicaSetAvailable";
}

/** Whether no Pod has an older template, as the controller has observed it. True without any Pod. */
export function hasNoOlderPods(object: KubeObject): boolean {
  const { total, updated } = countReplicas(object);
  const observed = wholeNumberAt(object.status, "observedGeneration");
  const isObserved = observed === undefined || object.generation === undefined || observed >= object.generation;
  return isObserved && total <= updated;
}

/** Whether all wanted Pods of the Deployment exist and have its template. */
export function isReplacedByTemplate(object: KubeObject): boolean {
  const { wanted, updated } = countReplicas(object);
  return hasNoOlderPods(object) && wanted > 0 && updated >= wanted;
}

/** Whether all wanted Pods have the template and are ready. */
export function isRolledOut(object: KubeObject): boolean {
  const { ready, wanted } = countReplicas(object);
  return isReplacedByTemplate(object) && ready >= wanted;
}

export function makeDeploymentRef(namespace: string, name: string): Ref {
  return { group: "apps", kind: "Deployment", namespace, name };
}
