import { isBuiltInKind, isSameKind, isSecret, type Kind, kindKey } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Query, Snapshot } from "../../model/snapshot.ts";
import { isNode, storageClasses } from "../../profiles/core-kinds.ts";
import { ownedKindRowsOf, ownerLabelOf } from "../../profiles/owned-kinds.ts";
import { kubeVirts } from "../../profiles/virtual-machines.ts";
import { planChildrenReads } from "../core/children-queries.ts";
import { evaluateCoreKind, hasRule } from "../core/kind-rules.ts";
import { hasMachineGap } from "../core/machine-nodes.ts";
import { planFencingReads } from "../core/node-fencing.ts";
import { waitsForStorageClass } from "../core/storage-class.ts";
import { planDriverReads } from "../core/volume-drivers.ts";
import { traceRecordedObject } from "../related/related-objects.ts";
import { planRelatedLists } from "../related/related-plan.ts";
import { selectRoots } from "../select-roots.ts";
import { findKnownKind } from "../snapshot/known-kind.ts";
import { memoizeByIndex } from "../snapshot/memoize-by-index.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery, queryWarnings, type ReadScope } from "../snapshot/queries.ts";
import { readRecordedReferences } from "../snapshot/recorded-references.ts";
import { planLastingMigrationReads } from "./lasting-states.ts";
import { planStrandedMachineReads } from "./leaving-machines.ts";
import { planMigrationQueueReads } from "./migration-queue.ts";
import { listNamedObjects, planNamedReads } from "./named-objects.ts";
import { listDrainedNodes, planDrainReads } from "./node-drain.ts";
import { makeObjectNode } from "./object-node.ts";
import { buildOwnedTree, indexOwnedObjects, type OwnedTree } from "./owned-objects.ts";
import { planCertificateReads } from "./refused-certificates.ts";
import { planSourceReads } from "./refused-sources.ts";
import { planRemainingReads } from "./remaining-objects.ts";
import { planHotplugReads } from "./waiting-volumes.ts";

/**
 * The queries around any object, in three steps. First come the kinds of its related objects, and with `tree` the
 * metadata of all kinds. Then follow, in full, the kinds of which it owns an object. Last come the objects below
 * unhealthy workloads among them. Of an unhealthy root the kinds that explain it are listed, too. Around several roots
 * only owned objects are read by default: each root has one line only.
 */
export function planGenericReads(
  root: KubeObject,
  index: ObjectIndex,
  snapshot: Snapshot,
  scope: ReadScope,
): readonly Query[] {
  const isAlone = isOnlyRoot(index, scope);
  const recorded = readRecordedReferences(root).objects;
  const related = isAlone ? planRelatedLists(recorded, snapshot).slice(0, maxRelatedLists).map(reduceToMetadata) : [];
  const tree = scope.tree === true ? planOwnedLists(root, index, scope.kinds ?? []) : [];
  const found = recorded.flatMap((one): readonly KubeObject[] => {
    const lookup = isAlone ? traceRecordedObject(one, index, index.find) : undefined;
    return lookup?.outcome === "found" ? [lookup.object] : [];
  });
  const owned = scope.tree === true ? flattenTree(buildOwnedTree(root, index).owned) : [];
  const others = [...found, ...owned.filter((object) => isWhole(object, index))];
  const isExpanded = (object: KubeObject): boolean => scope.deep === true || isUnhealthy(object, snapshot);
  const workloads = [root, ...others].filter((object) => (isAlone && object === root) || isExpanded(object));
  const lists = isAlone ? planExplainingLists(root, index, snapshot) : [];
  const explaining = lists.length === 0 ? [] : [...lists, ...planWarnings(root)];
  const ofOneKind = isAlone
    ? [
        ...planDrainReads(listDrainedNodes(root, index), index, snapshot.takenAt),
        ...planMigrationQueueReads(root, index),
        ...planStrandedMachineReads(root),
        ...planHotplugReads(root),
        ...planRemainingReads(root),
        ...planCertificateReads(root, index),
        ...planSourceReads(root, index, snapshot.takenAt),
        ...planMachineReads(root, snapshot),
      ]
    : [];
  return mergeEqualQueries([
    ...related,
    ...tree,
    ...explaining,
    ...ofOneKind,
    ...planChildrenReads([...new Set(workloads)], index),
  ]);
}

/**
 * Queries for the objects that explain an unhealthy root: those that it names, one list of a kind that its own kind owns,
 * and the same for each step further down while the objects of the step before are unhealthy. A healthy root costs none.
 * An object is visited once, because annotations may name it again: a claim may even name itself.
 */
function planExplainingLists(
  root: KubeObject,
  index: ObjectIndex,
  snapshot: Pick<Snapshot, "takenAt" | "source">,
  visited: Set<string> = new Set(),
): readonly Query[] {
  const { takenAt, source } = snapshot;
  if (visited.has(root.key)) return [];
  visited.add(root.key);
  const rows = ownedKindRowsOf(root.ref);
  const named = planNamedReads(root);
  const classes = waitsForStorageClass(root) ? [listQuery(storageClasses)] : [];
  const explaining = [
    ...classes,
    ...planDriverReads(root, index, takenAt),
    ...planFencingReads(root),
    ...planLastingMigrationReads(root, index, takenAt),
  ];
  if (rows.length + named.length + explaining.length === 0) return [];
  const context = { takenAt, source, polarities: [], kinds: [] };
  if (makeObjectNode(root, index, context, "part").verdict === "healthy") return [];
  const owners = indexOwnedObjects(index);
  const owned = rows.flatMap((row): readonly Query[] => {
    const { owned: kind } = row;
    const list = listQuery(kind, root.ref.namespace);
    const mark = ownerLabelOf(row, root);
    const below = owners(root).filter(({ ref }) => isSameKind(ref, kind));
    return [
      mark === undefined ? list : { ...list, labelSelector: `${mark.label}=${mark.value}` },
      ...below.flatMap((object) => planExplainingLists(object, index, snapshot, visited)),
    ];
  });
  const below = listNamedObjects(root, index).flatMap(({ lookup }) =>
    lookup.outcome === "found" ? planExplainingLists(lookup.object, index, snapshot, visited) : [],
  );
  const trusted = [...planCertificateReads(root, index), ...planSourceReads(root, index, takenAt)];
  return [...named, ...owned, ...explaining, ...trusted, ...below];
}

/** KubeVirt, of a node where no virtual machine can start: its settings may explain that. */
function planMachineReads(root: KubeObject, { takenAt }: Snapshot): readonly Query[] {
  return isNode(root.ref) && hasMachineGap(root, takenAt) ? [listQuery(kubeVirts)] : [];
}

/** The Warning events beside an object whose kind names or owns others that explain it. */
function planWarnings({ ref }: KubeObject): readonly Query[] {
  return ref.namespace === undefined ? [] : [queryWarnings(ref.namespace)];
}

/** Whether it is the only root; computed once, because perhaps thousands of roots need it. */
const isOnlyRoot = memoizeByIndex(
  (index: ObjectIndex, scope: ReadScope): boolean => selectRoots(index, scope).length === 1,
);

/** Whether more than the object's metadata was read. */
function isWhole(object: KubeObject, index: ObjectIndex): boolean {
  const lookup = index.find(object.ref);
  return lookup.outcome === "found" && lookup.object === object;
}

function isUnhealthy(object: KubeObject, { takenAt }: Snapshot): boolean {
  const health = evaluateCoreKind(object, takenAt);
  return health !== undefined && health.verdict !== "healthy";
}

/** The most kinds and namespaces of related objects that are read by default. */
const maxRelatedLists = 16;

/** The query for metadata only, if the existence of its objects is all that counts; a Secret never has more. */
function reduceToMetadata(query: Query): Query {
  return isBuiltInKind(query) && !hasRule(query) ? { ...query, metadataOnly: true } : query;
}

/** Queries for what an object owns, but no Secrets: in its namespace; for a cluster-scoped object in all namespaces. */
function planOwnedLists(root: KubeObject, index: ObjectIndex, kinds: readonly Kind[]): readonly Query[] {
  const { namespace } = root.ref;
  const listed = kinds.filter((kind) => !isSecret(kind));
  const all = listed.map((kind): Query => ({ ...listQuery(kind, namespace), metadataOnly: true }));
  const byKind = new Map(listed.map((kind) => [kindKey(kind), kind]));
  const owned = flattenTree(buildOwnedTree(root, index).owned).flatMap(({ ref }): readonly Query[] => {
    const kind = byKind.get(kindKey(ref)) ?? findKnownKind(ref);
    if (kind === undefined || isSecret(kind)) return [];
    const query = reduceToMetadata(listQuery(kind, ref.namespace));
    return query.metadataOnly === undefined ? [query] : [];
  });
  return [...all, ...owned];
}

function flattenTree(owned: readonly OwnedTree[]): readonly KubeObject[] {
  return owned.flatMap((one) => [one.object, ...flattenTree(one.owned)]);
}

/** One query per place; a query in full replaces one for metadata. */
function mergeEqualQueries(queries: readonly Query[]): readonly Query[] {
  const byPlace = new Map<string, Query>();
  for (const query of queries) {
    const { verb, group, kind, namespace = "", name = "", fieldSelector = "", labelSelector = "" } = query;
    const place = [verb, group, kind, namespace, name, fieldSelector, labelSelector].join("/");
    if (byPlace.get(place)?.metadataOnly !== undefined || !byPlace.has(place)) byPlace.set(place, query);
  }
  return [...byPlace.values()];
}
