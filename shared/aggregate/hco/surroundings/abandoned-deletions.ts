import { definedFields } from "../../../model/defined-fields.ts";
import type { Finding } from "../../../model/finding/finding.ts";
import { makeFinding } from "../../../model/finding/make-finding.ts";
import type { KubeObject } from "../../../model/object.ts";
import { deploymentKind } from "../../../profiles/hco/profile.ts";
import { workloadRows } from "../../../tables/workloads.ts";
import { gracePeriodSeconds, hasLasted } from "../../core/object-health.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";
import { makeDeploymentRef } from "../operator/deployment.ts";
import { readWorkloadReplicas } from "../workloads/workload-nodes.ts";

/** The garbage collector removes these (https://kubernetes.io/docs/concepts/architecture/garbage-collection/). */
const finalizersOfKubernetes: ReadonlySet<string> = new Set(["foregroundDeletion", "orphan"]);

/** The Deployment of an operator that does not run. */
interface StoppedOperator {
  readonly name: string;
  readonly namespace: string;
  /** The Deployment exists. */
  readonly isScaledToZero?: true;
}

/** The finding about a HyperConverged whose deletion waits for an operator that does not exist or is scaled to zero. */
export function reportAbandonedHyperConverged(
  { object, namespace, operator: { lookup, running, isCountedByPods } }: HyperConvergedState,
  takenAt: string,
): readonly Finding[] {
  if (running !== false || isCountedByPods === true) return [];
  const operator = { name: lookup.ref.name, namespace };
  if (lookup.outcome === "absent") return reportAbandonedDeletion(object, operator, takenAt);
  if (lookup.outcome !== "found" || !isScaledToZero(lookup.object)) return [];
  return reportAbandonedDeletion(object, { ...operator, isScaledToZero: true }, takenAt);
}

/** The finding about a component whose deletion waits for an operator that runs in none of the namespaces `homes`. */
export function reportAbandonedComponent(
  object: KubeObject,
  component: string,
  homes: readonly string[],
  index: ObjectIndex,
  takenAt: string,
): readonly Finding[] {
  const operator = findStoppedOperator(component, homes, index);
  if (operator === undefined) return [];
  return reportAbandonedDeletion(object, operator, takenAt).map((finding) => ({ ...finding, component }));
}

/**
 * The operator of a component, where it certainly does not run: each of its Deployments that was read is scaled to zero,
 * or none exists and the Deployments of each of the namespaces were read. Files need not say in which namespace the
 * operator lies.
 */
function findStoppedOperator(
  component: string,
  homes: readonly string[],
  index: ObjectIndex,
): StoppedOperator | undefined {
  const name = workloadRows.find((row) => row.component === component)?.operator;
  const [firstHome] = homes;
  if (name === undefined || firstHome === undefined) return undefined;
  const lookups = homes.map((namespace) => index.find(makeDeploymentRef(namespace, name)));
  if (lookups.some(({ outcome }) => outcome === "forbidden")) return undefined;

  const deployments = index.all(deploymentKind).filter(({ ref }) => ref.name === name);
  const [deployment] = deployments;
  if (deployment !== undefined && deployments.every(isScaledToZero)) {
    return { name, namespace: deployment.ref.namespace ?? "", isScaledToZero: true };
  }
  const isAbsent = lookups.every(({ outcome }) => outcome === "absent");
  return isAbsent ? { name, namespace: firstHome } : undefined;
}

/** Whether no replica is wanted and none is ready, by a status. */
function isScaledToZero(deployment: KubeObject): boolean {
  const replicas = readWorkloadReplicas(deployment);
  return replicas?.wanted === 0 && replicas.ready === 0;
}

/**
 * The finding about an object that its operator's finalizers hold. None in the first minutes of the deletion, which may
 * end while the operator is replaced.
 */
function reportAbandonedDeletion(
  { ref, deletedAt, finalizers }: KubeObject,
  operator: StoppedOperator,
  takenAt: string,
): readonly Finding[] {
  const operatorFinalizers = finalizers.filter((finalizer) => !finalizersOfKubernetes.has(finalizer));
  if (deletedAt === undefined || operatorFinalizers.length === 0) return [];
  if (!hasLasted(deletedAt, takenAt, gracePeriodSeconds.deleting)) return [];
  const finding = makeFinding(ref, {
    code: "deletion-abandoned",
    finalizers: operatorFinalizers,
    operator: operator.name,
    operatorNamespace: operator.namespace,
    ...definedFields({ isScaledToZero: operator.isScaledToZero }),
  });
  return [{ ...finding, effects: { deletion: "blocks" } }];
}
