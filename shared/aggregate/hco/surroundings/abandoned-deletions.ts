import type { Finding } from "../../../model/finding/finding.ts";
import { makeFinding } from "../../../model/finding/make-finding.ts";
import type { KubeObject } from "../../../model/object.ts";
import type { Lookup } from "../../../model/snapshot.ts";
import { deploymentKind } from "../../../profiles/hco/profile.ts";
import { workloadRows } from "../../../tables/workloads.ts";
import { gracePeriodSeconds, hasLasted } from "../../core/object-health.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";
import { readWorkloadReplicas } from "../workloads/workload-nodes.ts";

/** The finding about a HyperConverged whose deletion waits for an operator that does not exist or is scaled to zero. */
export function abandonedHyperConverged(
  { object, namespace, operator: { lookup, running, areItsPods } }: HyperConvergedState,
  takenAt: string,
): readonly Finding[] {
  if (running !== false || areItsPods === true) return [];
  const operator = { name: lookup.ref.name, namespace };
  if (lookup.outcome === "absent") return abandoned(object, operator, takenAt);
  return isStopped(lookup) ? abandoned(object, { ...operator, isScaledToZero: true }, takenAt) : [];
}

/**
 * The finding about a component whose deletion waits for an operator that runs in none of the namespaces where it may be:
 * it does not exist there, and each of their lists of Deployments was read; or each that was read is scaled to zero. Files
 * need not say in which namespace the operator lies.
 */
export function abandonedComponent(
  object: KubeObject,
  component: string,
  homes: readonly string[],
  index: ObjectIndex,
  takenAt: string,
): readonly Finding[] {
  const operator = workloadRows.find((row) => row.component === component)?.operator;
  const [home] = homes;
  if (operator === undefined || home === undefined) return [];
  const { group, kind } = deploymentKind;
  const lookups = homes.map((namespace) => index.find({ group, kind, namespace, name: operator }));
  const read = index.all(deploymentKind).filter(({ ref }) => ref.name === operator);
  const [stopped] = read;
  if (lookups.some(({ outcome }) => outcome === "forbidden")) return [];
  if (stopped !== undefined && read.every(isScaledToZero)) {
    const { name, namespace = "" } = stopped.ref;
    return ofComponent(abandoned(object, { name, namespace, isScaledToZero: true }, takenAt), component);
  }
  const isGone = lookups.every(({ outcome }) => outcome === "absent");
  return isGone ? ofComponent(abandoned(object, { name: operator, namespace: home }, takenAt), component) : [];
}

function ofComponent(findings: readonly Finding[], component: string): readonly Finding[] {
  return findings.map((finding) => ({ ...finding, component }));
}

function isStopped(lookup: Lookup): boolean {
  return lookup.outcome === "found" && isScaledToZero(lookup.object);
}

/** Whether no replica is wanted and none is ready, by a status. */
function isScaledToZero(deployment: KubeObject): boolean {
  const replicas = readWorkloadReplicas(deployment);
  return replicas?.wanted === 0 && replicas.ready === 0;
}

/** The Deployment of an operator that does not run. */
interface StoppedOperator {
  readonly name: string;
  readonly namespace: string;
  /** It exists. */
  readonly isScaledToZero?: true;
}

/** A deletion that has begun a moment ago may end while its operator is replaced. */
function abandoned(
  object: KubeObject,
  { name: operator, namespace: operatorNamespace, isScaledToZero: isStill }: StoppedOperator,
  takenAt: string,
): readonly Finding[] {
  const { ref, deletedAt, finalizers } = object;
  const own = finalizers.filter((finalizer) => !ofKubernetes.has(finalizer));
  if (deletedAt === undefined || own.length === 0) return [];
  if (!hasLasted(deletedAt, takenAt, gracePeriodSeconds.deleting)) return [];
  const scale = isStill === true ? { isScaledToZero: isStill } : {};
  const evidence = { finalizers: own, operator, operatorNamespace, ...scale };
  const finding = makeFinding(ref, { code: "deletion-abandoned", ...evidence });
  return [{ ...finding, effects: { deletion: "blocks" } }];
}

/** The garbage collector removes these (https://kubernetes.io/docs/concepts/architecture/garbage-collection/). */
const ofKubernetes: ReadonlySet<string> = new Set(["foregroundDeletion", "orphan"]);
