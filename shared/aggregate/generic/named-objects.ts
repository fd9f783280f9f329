import type { KubeObject, Ref } from "../../model/object.ts";
import type { NamedKindRow } from "../../model/profile.ts";
import type { Lookup, Query } from "../../model/snapshot.ts";
import { namedKindRowsOf } from "../../profiles/owned-kinds.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";
import { listAwaitedMigrations } from "./awaited-migrations.ts";
import { listMigrationsOfMachine } from "./lasting-states.ts";
import { findUnreadyController, planControllerReads } from "./machine-controllers.ts";
import { listPoolNodes, planPoolNodeReads } from "./pool-nodes.ts";
import { listNamesInRows } from "./row-names.ts";
import { listUpdateParts, planUpdateReads } from "./update-parts.ts";

/** The most objects of one kind that are requested by their names. A VirtualMachine may have a hundred volumes. */
const maxRequestsByName = 4;

/** An object that another object names. */
export interface NamedObject {
  /** The named object, as far as it was read. */
  readonly lookup: Lookup;
  /** Whether the object that names it cannot work without it. */
  readonly isNeeded: boolean;
}

/**
 * The objects that explain an object and that it names, each once: those in the rows of its kind, then the nodes that a pool
 * selects, the parts of an update of OpenShift, the migrations of a virtual machine, and the pod that should act on a
 * virtual machine and is not ready.
 */
export function listNamedObjects(object: KubeObject, index: ObjectIndex, takenAt: string): readonly NamedObject[] {
  const namedObjects = namedKindRowsOf(object.ref).flatMap((row) =>
    listNamesInRows(object, [row]).map((name): NamedObject => {
      const { group, kind } = row.named;
      const ref: Ref = { group, kind, name, ...namespaceOfNamed(object, row) };
      return { lookup: index.find(ref), isNeeded: row.isNeeded === true };
    }),
  );
  const relatedObjects = [
    ...listPoolNodes(object, index),
    ...listUpdateParts(object, index),
    ...new Set([...listMigrationsOfMachine(object, index), ...listAwaitedMigrations(object, index, takenAt)]),
  ];
  const unreadyController = findUnreadyController(object, index);
  if (unreadyController !== undefined) relatedObjects.push(unreadyController);
  return [...namedObjects, ...relatedObjects.map(({ ref }) => ({ lookup: index.find(ref), isNeeded: false }))];
}

/** The requests for the objects of {@link listNamedObjects}: by their names, or the list of a kind with many names. */
export function planNamedReads(object: KubeObject): readonly Query[] {
  const namedQueries = namedKindRowsOf(object.ref).flatMap((row): readonly Query[] => {
    const list = listQuery(row.named, object.ref.namespace);
    const names = listNamesInRows(object, [row]);
    if (names.length > maxRequestsByName) return [list];
    return names.map((name): Query => ({ ...list, verb: "get", name }));
  });
  return [...namedQueries, ...planPoolNodeReads(object), ...planUpdateReads(object), ...planControllerReads(object)];
}

/** The namespace of a named object: that of the object that names it. Empty for a cluster-scoped kind. */
function namespaceOfNamed({ ref }: KubeObject, { named }: NamedKindRow): Pick<Ref, "namespace"> {
  return named.namespaced && ref.namespace !== undefined ? { namespace: ref.namespace } : {};
}
