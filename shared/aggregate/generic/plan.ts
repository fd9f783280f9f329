import type { KubeObject } from "../../model/object.ts";
import type { Kind } from "../../model/profile.ts";
import type { Query, Snapshot } from "../../model/snapshot.ts";
import { hasRule, healthOf } from "../core/health.ts";
import { below } from "../core/queries.ts";
import { kindOf } from "../kinds.ts";
import type { Index } from "../lookup.ts";
import { listOf, type Scope } from "../queries.ts";
import { recordedIn } from "../recorded.ts";
import { traceOf } from "../related.ts";
import { listsOf } from "../related-plan.ts";
import { rootsOf } from "../roots.ts";
import { isOwnKind } from "./own-kinds.ts";
import { type Owned, ownedBy } from "./owned.ts";

/**
 * What to read around any object: the kinds it relates to, and with `tree` all kinds there are, as metadata, then those of
 * them in full of which it owns something; last what lies below unwell workloads among them. Around several roots only what
 * they own, unless related objects are asked for: a line for each is all there is room for.
 */
export function around(root: KubeObject, index: Index, snapshot: Snapshot, scope: Scope): readonly Query[] {
  const isAlone = isOnlyOne(index, scope);
  const recorded = recordedIn(root).objects;
  const related = isAlone ? listsOf(recorded, snapshot).slice(0, mostLists).map(withoutContent) : [];
  const tree = scope.tree === true ? ownedLists(root, index, scope.kinds ?? []) : [];
  const found = recorded.flatMap((one): readonly KubeObject[] => {
    const lookup = isAlone ? traceOf(one, index, index.find) : undefined;
    return lookup?.outcome === "found" ? [lookup.object] : [];
  });
  const owned = scope.tree === true ? flat(ownedBy(root, index).owned) : [];
  const others = [...found, ...owned.filter((object) => isWhole(object, index))];
  const isTold = (object: KubeObject): boolean => scope.deep === true || isUnwell(object, snapshot);
  const workloads = [root, ...others].filter((object) => (isAlone && object === root) || isTold(object));
  return distinct([...related, ...tree, ...below([...new Set(workloads)], index)]);
}

/** Whether it is the only root; asked for each of perhaps thousands, and answered once. */
function isOnlyOne(index: Index, scope: Scope): boolean {
  const known = counted.get(index);
  if (known?.scope === scope) return known.isOne;
  const isOne = rootsOf(index, scope).length === 1;
  counted.set(index, { scope, isOne });
  return isOne;
}

const counted = new WeakMap<Index, { readonly scope: Scope; readonly isOne: boolean }>();

/** Whether more than the metadata of it was read. */
function isWhole(object: KubeObject, index: Index): boolean {
  const lookup = index.find(object.ref);
  return lookup.outcome === "found" && lookup.object === object;
}

function isUnwell(object: KubeObject, { takenAt }: Snapshot): boolean {
  const health = healthOf(object, takenAt);
  return health !== undefined && health.verdict !== "healthy";
}

/** Kinds and namespaces of related objects that are read without being asked for. */
const mostLists = 16;

/** Of what can only be there or not nothing more is read; of a Secret nothing more ever arrives. */
function withoutContent(query: Query): Query {
  return isOwnKind(query) && !hasRule(query) ? { ...query, metadataOnly: true } : query;
}

/** What an object owns lies in its namespace; what one of no namespace owns may lie anywhere. */
function ownedLists(root: KubeObject, index: Index, kinds: readonly Kind[]): readonly Query[] {
  const { namespace } = root.ref;
  const all = kinds.map((kind): Query => ({ ...listOf(kind, namespace), metadataOnly: true }));
  const byKind = new Map(kinds.map((kind) => [`${kind.group}/${kind.kind}`, kind]));
  const owned = flat(ownedBy(root, index).owned).flatMap(({ ref }): readonly Query[] => {
    const kind = byKind.get(`${ref.group}/${ref.kind}`) ?? kindOf(ref);
    if (kind === undefined) return [];
    const query = withoutContent(listOf(kind, ref.namespace));
    return query.metadataOnly === undefined ? [query] : [];
  });
  return [...all, ...owned];
}

function flat(owned: readonly Owned[]): readonly KubeObject[] {
  return owned.flatMap((one) => [one.object, ...flat(one.owned)]);
}

/** One question per place, and none for the metadata of what is read in full. */
function distinct(queries: readonly Query[]): readonly Query[] {
  const byPlace = new Map<string, Query>();
  for (const query of queries) {
    const { verb, group, kind, namespace = "", name = "", fieldSelector = "", labelSelector = "" } = query;
    const place = [verb, group, kind, namespace, name, fieldSelector, labelSelector].join("/");
    if (byPlace.get(place)?.metadataOnly !== undefined || !byPlace.has(place)) byPlace.set(place, query);
  }
  return [...byPlace.values()];
}
