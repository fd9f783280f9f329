import type { KubeObject, Ref } from "../../model/object.ts";
import type { NamedKindRow } from "../../model/profile.ts";
import type { Lookup, Query } from "../../model/snapshot.ts";
import { namedKindRowsOf } from "../../profiles/owned-kinds.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";
import { listMigrationsOfMachine } from "./lasting-states.ts";
import { findUnreadyController, planControllerReads } from "./machine-controllers.ts";
import { listPoolNodes, planPoolNodeReads } from "./pool-nodes.ts";
import { listNamesInRows } from "./row-names.ts";
import { listUpdateParts, planUpdateReads } from "./update-parts.ts";

/** An object that another one names, as far as it was read. */
export interface NamedObject {
  readonly lookup: Lookup;
  /** The object cannot work without this one. */
  readonly isNeeded: boolean;
}

/**
 * The objects that an object names and that explain it, each once, in the order of the rows of its kind. A pool of nodes
 * names its nodes by their labels, an update of OpenShift its parts, and a virtual machine its migrations and the pod that
 * should act on it and is not ready.
 */
export function listNamedObjects(object: KubeObject, index: ObjectIndex): readonly NamedObject[] {
  const others = [
    ...listPoolNodes(object, index),
    ...listUpdateParts(object, index),
    ...listMigrationsOfMachine(object, index),
  ].map(({ ref }): NamedObject => ({ lookup: index.find(ref), isNeeded: false }));
  const named = namedKindRowsOf(object.ref).flatMap((row) =>
    listNamesInRows(object, [row]).map((name): NamedObject => {
      const { group, kind } = row.named;
      const ref: Ref = { group, kind, name, ...namespaceOfNamed(object, row) };
      return { lookup: index.find(ref), isNeeded: row.isNeeded === true };
    }),
  );
  const down = findUnreadyController(object, index);
  const controllers = down === undefined ? [] : [{ lookup: index.find(down.ref), isNeeded: false }];
  return [...named, ...others, ...controllers];
}

/** The most objects of one kind that are requested by their names. A VirtualMachine may have a hundred volumes. */
const maxRequestsByName = 4;

/** The requests for these objects: by their names, or the list of their kind where these are many. */
export function planNamedReads(object: KubeObject): readonly Query[] {
  const named = namedKindRowsOf(object.ref).flatMap((row): readonly Query[] => {
    const list = listQuery(row.named, object.ref.namespace);
    const names = listNamesInRows(object, [row]);
    if (names.length > maxRequestsByName) return [list];
    return names.map((name): Query => ({ ...list, verb: "get", name }));
  });
  return [...named, ...planPoolNodeReads(object), ...planUpdateReads(object), ...planControllerReads(object)];
}

/** A name is that of an object in the same namespace, or of one without a namespace. */
function namespaceOfNamed({ ref }: KubeObject, { named }: NamedKindRow): Pick<Ref, "namespace"> {
  return named.namespaced && ref.namespace !== undefined ? { namespace: ref.namespace } : {};
}
