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
 * The queries around an Application: one list per component kind, also for nested Applications. Secrets are not listed
 * (see `readComposition`). Next come the objects below unhealthy workloads (`deep`: below all workloads).
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
  const parts = applications.flatMap(({ components }) => components.map(({ object }) => object));
  const isExpanded = (object: KubeObject): boolean =>
    scope.deep === true || evaluateCoreKind(object, takenAt)?.verdict !== "healthy";
  return [...lists, ...planChildrenReads(parts.filter(({ ref }) => hasRule(ref)).filter(isExpanded), index)];
}

/** Whether a query is for Applications that a list of all of them, read to find the roots, already holds. */
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
