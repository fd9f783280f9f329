import { isSameKind, isSecret } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Query, Reading, Snapshot } from "../../model/snapshot.ts";
import { applicationProfile } from "../../profiles/application.ts";
import { planChildrenReads } from "../core/children-queries.ts";
import { evaluateCoreKind, hasRule } from "../core/kind-rules.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import type { ReadScope } from "../snapshot/queries.ts";
import { makeSelectionQuery } from "./component-selection.ts";
import { listReachableApplications } from "./owner-tree.ts";

/**
 * The queries around an Application: one list for each component kind, also of nested Applications, then the queries for what
 * is below its workloads. Secrets are not listed (`readComposition` says why). Only unhealthy workloads are expanded, or all
 * if the user requests a deep report.
 */
export function planApplicationReads(
  root: KubeObject,
  index: ObjectIndex,
  { takenAt, readings }: Snapshot,
  scope: ReadScope,
): readonly Query[] {
  const applications = listReachableApplications(root, index);
  const lists = applications.flatMap(({ object, selection, kinds }) =>
    kinds
      .map(({ kind }) => makeSelectionQuery(object, selection, kind))
      .filter((query) => !isSecret(query) && !isInListOfRoots(query, readings)),
  );
  const components = applications.flatMap((application) => application.components.map(({ object }) => object));
  const workloads = components.filter(({ ref }) => hasRule(ref));
  const expandedWorkloads = workloads.filter(
    (workload) => scope.deep === true || evaluateCoreKind(workload, takenAt)?.verdict !== "healthy",
  );
  return [...lists, ...planChildrenReads(expandedWorkloads, index)];
}

/** Whether a query is for Applications, and a list of all Applications that was read to find the roots already has them. */
function isInListOfRoots({ group, kind, namespace }: Query, readings: readonly Reading[]): boolean {
  if (!isSameKind({ group, kind }, applicationProfile.root)) return false;
  return readings.some(
    ({ query, outcome }) =>
      outcome === "found" &&
      query.verb === "list" &&
      isSameKind(query, applicationProfile.root) &&
      query.fieldSelector === undefined &&
      query.labelSelector === undefined &&
      (query.namespace === undefined || query.namespace === namespace),
  );
}
