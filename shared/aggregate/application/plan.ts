import type { KubeObject } from "../../model/object.ts";
import type { Query, Reading, Snapshot } from "../../model/snapshot.ts";
import { application } from "../../profiles/application.ts";
import { hasRule, healthOf } from "../core/health.ts";
import { below } from "../core/queries.ts";
import type { Index } from "../lookup.ts";
import type { Scope } from "../queries.ts";
import { queryOf } from "./selection.ts";
import { reachable } from "./tree.ts";

/**
 * What to read around an Application: one list per component kind, of the Applications among its components too, and then
 * what lies below the workloads that are unwell (`deep`: below all).
 */
export function around(
  root: KubeObject,
  index: Index,
  { takenAt, readings }: Snapshot,
  scope: Scope,
): readonly Query[] {
  const applications = reachable(root, index);
  const lists = applications.flatMap(({ object, selection, kinds }) =>
    kinds.map(({ kind }) => queryOf(object, selection, kind)).filter((query) => !isHeld(query, readings)),
  );
  const parts = applications.flatMap(({ components }) => components.map(({ object }) => object));
  const isUnwell = (object: KubeObject): boolean =>
    scope.deep === true || healthOf(object, takenAt)?.verdict !== "healthy";
  return [...lists, ...below(parts.filter(({ ref }) => hasRule(ref)).filter(isUnwell), index)];
}

/** Where all Applications were listed to find the roots, those among the components are known. */
function isHeld({ group, kind, namespace }: Query, readings: readonly Reading[]): boolean {
  if (group !== application.root.group || kind !== application.root.kind) return false;
  return readings.some(
    ({ query, outcome }) =>
      outcome === "found" &&
      query.verb === "list" &&
      query.group === group &&
      query.kind === kind &&
      query.fieldSelector === undefined &&
      query.labelSelector === undefined &&
      (query.namespace === undefined || query.namespace === namespace),
  );
}
