import type { Finding } from "../../../model/finding/finding.ts";
import { makeFinding } from "../../../model/finding/severity.ts";
import type { KubeObject } from "../../../model/object.ts";
import { deploymentKind } from "../../../profiles/hco/profile.ts";
import { workloadRows } from "../../../tables/workloads.ts";
import { gracePeriodSeconds, hasLasted } from "../../core/object-health.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import type { HyperConvergedState } from "../hyperconverged-state.ts";

/** The finding about a HyperConverged whose deletion waits for an operator that does not exist. */
export function abandonedHyperConverged(
  { object, operator: { lookup, running, areItsPods } }: HyperConvergedState,
  takenAt: string,
): readonly Finding[] {
  const isGone = lookup.outcome === "absent" && running === false && areItsPods !== true;
  return isGone ? abandoned(object, lookup.ref.name, object.ref.namespace ?? "", takenAt) : [];
}

/**
 * The finding about a component whose deletion waits for an operator that exists in none of the namespaces where it may be.
 * Each of their lists of Deployments was read.
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
  const isGone = homes.every(
    (namespace) => index.find({ group, kind, namespace, name: operator }).outcome === "absent",
  );
  return isGone ? abandoned(object, operator, home, takenAt).map((finding) => ({ ...finding, component })) : [];
}

/** A deletion that has begun a moment ago may end while its operator is replaced. */
function abandoned(
  object: KubeObject,
  operator: string,
  operatorNamespace: string,
  takenAt: string,
): readonly Finding[] {
  const { ref, deletedAt, finalizers } = object;
  const own = finalizers.filter((finalizer) => !ofKubernetes.has(finalizer));
  if (deletedAt === undefined || own.length === 0) return [];
  if (!hasLasted(deletedAt, takenAt, gracePeriodSeconds.deleting)) return [];
  const finding = makeFinding(ref, { code: "deletion-abandoned", finalizers: own, operator, operatorNamespace });
  return [{ ...finding, effects: { deletion: "blocks" } }];
}

/** The garbage collector removes these (https://kubernetes.io/docs/concepts/architecture/garbage-collection/). */
const ofKubernetes: ReadonlySet<string> = new Set(["foregroundDeletion", "orphan"]);
