import type { ProfileName } from "../../model/families.ts";
import { type GroupKind, isSameKind, type Kind } from "../../model/kind.ts";
import type { Query, Reading, Snapshot } from "../../model/snapshot.ts";
import { customResourceDefinitions } from "../../profiles/core-kinds.ts";
import { eventKind } from "../../profiles/hco/profile.ts";
import { coreKinds } from "../../tables/core-kinds.ts";

/** A kind whose objects are the roots, or only the one of this name. */
export interface RequestedKind {
  readonly kind: Kind;
  readonly name?: string;
}

/** What to read. Without any setting: the HyperConvergeds of all namespaces, and without any all other known roots. */
export interface ReadScope {
  readonly namespace?: string;
  readonly wanted?: readonly RequestedKind[];
  /** Selects objects of a wanted kind, as `-l`. HyperConvergeds are all read, because a second one is a fault of the first. */
  readonly labelSelector?: string;
  /** The last known namespace of a root. The objects around it are read with the first requests, on a guess. */
  readonly expected?: string;
  /** Every root is evaluated with this profile, whatever its kind. */
  readonly profile?: ProfileName;
  /** Healthy components are expanded down to containers too. */
  readonly deep?: boolean;
  /** Every entry of relatedObjects is read. */
  readonly related?: boolean;
  /** What an upgrade depends on beside its roots is read too. */
  readonly platform?: boolean;
  /** Objects owned by ownerReferences are read too, of `kinds`, which are all kinds that the cluster serves. */
  readonly tree?: boolean;
  readonly kinds?: readonly Kind[];
}

/** The query for the list of a kind, in one namespace if that is given and the kind is namespaced. */
export function listQuery({ group, kind, plural, versions, namespaced }: Kind, namespace?: string): Query {
  const query = { verb: "list" as const, group, kind, plural, versions, namespaced };
  return namespaced && namespace !== undefined ? { ...query, namespace } : query;
}

/**
 * The query for the objects of a requested kind: a list, or a get for a name. A name in all namespaces is a list with a field
 * selector.
 */
export function queryRequested({ kind, name }: RequestedKind, namespace?: string): Query {
  const list = listQuery(kind, namespace);
  if (name === undefined) return list;
  if (kind.namespaced && namespace === undefined) return { ...list, fieldSelector: `metadata.name=${name}` };
  return { ...list, verb: "get", name };
}

/** The query for the Warning events of a namespace. */
export function queryWarnings(namespace: string): Query {
  return { ...listQuery(eventKind, namespace), fieldSelector: "type=Warning" };
}

/**
 * The key of what a query reads, whatever the version: `list/apps/Deployment/cnv////`. Lists with other selectors, and of
 * metadata alone, have other keys.
 */
export function queryKey(query: Query): string {
  const { verb, group, kind, namespace = "", name = "", fieldSelector = "", labelSelector = "", metadataOnly } = query;
  return [verb, group, kind, namespace, name, fieldSelector, labelSelector, metadataOnly ?? ""].join("/");
}

/** Whether the list of a kind over all namespaces was read and is empty. */
export function isListEmpty({ readings }: Snapshot, kind: GroupKind): boolean {
  const lists = listReadingsOfAllNamespaces(readings, kind);
  return lists.some((reading) => reading.outcome === "found" && reading.objects.length === 0);
}

/** Whether the list of a kind over all namespaces was forbidden. */
export function isListForbidden({ readings }: Snapshot, kind: GroupKind): boolean {
  return listReadingsOfAllNamespaces(readings, kind).some(({ outcome }) => outcome === "forbidden");
}

function listReadingsOfAllNamespaces(readings: readonly Reading[], kind: GroupKind): readonly Reading[] {
  return readings.filter(({ query }) => isSameKind(query, kind) && query.namespace === undefined);
}

/**
 * The query for the metadata of the CustomResourceDefinition that defines the kind of a query. A definition is named by
 * resource and group. Undefined for a built-in kind, and where the resource is not known.
 */
export function queryDefinition({ group, plural }: Pick<Query, "group" | "plural">): Query | undefined {
  const isBuiltIn = group === "" || coreKinds.some((kind) => kind.group === group && kind.plural === plural);
  if (isBuiltIn || plural === "") return undefined;
  const { shortNames: _shortNames, singular: _singular, ...kind } = customResourceDefinitions;
  return { ...kind, verb: "get", name: `${plural}.${group}`, metadataOnly: true };
}
