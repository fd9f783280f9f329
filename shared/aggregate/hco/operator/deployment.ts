import type { KubeObject } from "../../../model/object.ts";
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
 * Counts the replicas. Where the count of updated ones is missing it is 0, but for a Deployment whose controller says that
 * its roll-out has ended, and for a shortened status: the controller always writes observedGeneration.
 */
export function countReplicas({ spec, status }: Pick<KubeObject, "spec" | "status">): DeploymentReplicas {
  const count = (name: string): number | undefined => wholeNumberAt(status, name);
  const ready = count("readyReplicas") ?? 0;
  const isShortened = count("observedGeneration") === undefined;
  const isSettled = isShortened || hasRolloutEnded({ spec, status });
  return {
    wanted: wholeNumberAt(spec, "replicas") ?? 1,
    total: count("replicas") ?? ready,
    ready,
    updated: count("updatedReplicas") ?? (isSettled ? ready : 0),
  };
}

/** Whether the controller says that the last roll-out has ended (deployment/progress.go). */
function hasRolloutEnded({ spec, status }: Pick<KubeObject, "spec" | "status">): boolean {
  const progress = conditionOf({ status }, "Progressing");
  return valueAt(spec, "paused") !== true && progress?.reason === "NewReplicaSetAvailable";
}

/** Whether no Pod has an older template, as the controller has observed it. There may be no Pod at all. */
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

/** Whether all Pods have the template and are ready. The only ready Pod of several may be one of an older template. */
export function isRolledOut(object: KubeObject): boolean {
  const { ready, wanted } = countReplicas(object);
  return isReplacedByTemplate(object) && ready >= wanted;
}
