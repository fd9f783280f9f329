import { isBuiltInKind, isSameKind, isSecret, type Kind, kindKey } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import { foundObject, type Query, type Snapshot } from "../../model/snapshot.ts";
import { isNode, storageClasses } from "../../profiles/core-kinds.ts";
import { ownedKindRowsOf, ownerLabelOf } from "../../profiles/owned-kinds.ts";
import { kubeVirts } from "../../profiles/virtual-machines.ts";
import { planChildrenReads } from "../core/children-queries.ts";
import { evaluateCoreKind, hasRule } from "../core/kind-rules.ts";
import { hasMachineGap } from "../core/machine-nodes.ts";
import { planAttachmentReads } from "../core/missing-volumes.ts";
import { planFencingReads } from "../core/node-fencing.ts";
import { waitsForStorageClass } from "../core/storage-class.ts";
import { planDriverReads } from "../core/volume-drivers.ts";
import { traceRecordedObject } from "../related/related-objects.ts";
import { planRelatedLists } from "../related/related-plan.ts";
import { selectRoots } from "../select-roots.ts";
import { findKnownKind } from "../snapshot/known-kind.ts";
import { memoizeByIndex } from "../snapshot/memoize-by-index.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery, queryKey, queryWarnings, type ReadScope } from "../snapshot/queries.ts";
import { readRecordedReferences } from "../snapshot/recorded-references.ts";
import { planAwaitedMigrationReads } from "./awaited-migrations.ts";
import { planExportReads } from "./export-users.ts";
import { planLastingMigrationReads } from "./lasting-states.ts";
import { planStrandedMachineReads } from "./leaving-machines.ts";
import { planMigrationQueueReads } from "./migration-queue.ts";
import { listNamedObjects, planNamedReads } from "./named-objects.ts";
import { listDrainedNodes, planDrainReads } from "./node-drain.ts";
import { makeObjectNode } from "./object-node.ts";
import { buildOwnedTree, indexOwnedObjects, type OwnedTree } from "./owned-objects.ts";
import { planPausedGuestReads } from "./paused-guests.ts";
import { planCertificateReads } from "./refused-certificates.ts";
import { planSourceReads } from "./refused-sources.ts";
import { planRemainingReads } from "./remaining-objects.ts";
import { planVolumeNodeReads } from "./volume-nodes.ts";
import { planHotplugReads } from "./waiting-volumes.ts";

/** The most kinds and namespaces of related objects that are read by default. */
const maxRelatedLists = 16;

/**
 * The queries around a root of any kind, in this order:
 * 1. the kinds of the objects that its status records as related,
 * 2. with `tree`, the metadata of all kinds, and in full the kinds of which it owns an object,
 * 3. what explains an unhealthy root: the objects that it names and owns, and the Warning events beside them,
 * 4. what its kind needs: a Node the virtual machines that leave it, a Namespace what remains in it,
 * 5. the objects below the root and below unhealthy workloads that it owns or records.
 *
 * If there are several roots, each has one line only, so the steps 1, 3 and 4 are omitted.
 */
export function planGenericReads(
  root: KubeObject,
  index: ObjectIndex,
  snapshot: Snapshot,
  scope: ReadScope,
): readonly Query[] {
  const isAlone = isOnlyRoot(index, scope);
  const recorded = readRecordedReferences(root).objects;
  const queries: Query[] = [];
  if (isAlone) queries.push(...planRelatedLists(recorded, snapshot).slice(0, maxRelatedLists).map(reduceToMetadata));
  if (scope.tree === true) queries.push(...planOwnedLists(root, index, scope.kinds ?? []));
  if (isAlone) {
    const explaining = planExplainingLists(root, index, snapshot);
    queries.push(...explaining);
    const { namespace } = root.ref;
    if (explaining.length > 0 && namespace !== undefined) queries.push(queryWarnings(namespace));
    queries.push(...planReadsOfKind(root, index, snapshot));
  }

  const objects = [root];
  if (isAlone) {
    const lookups = recorded.map((reference) => traceRecordedObject(reference, index, index.find));
    objects.push(...lookups.flatMap((lookup) => foundObject(lookup) ?? []));
  }
  if (scope.tree === true) {
    objects.push(...flattenTree(buildOwnedTree(root, index).owned).filter((object) => isWhole(object, index)));
  }
  const expanded = objects.filter(
    (object) => (isAlone && object === root) || scope.deep === true || isUnhealthy(object, snapshot),
  );
  queries.push(...planChildrenReads([...new Set(expanded)], index));
  return mergeEqualQueries(queries);
}

/** The queries that only some kinds need. Each plan is empty for an object of another kind. */
function planReadsOfKind(root: KubeObject, index: ObjectIndex, snapshot: Snapshot): readonly Query[] {
  return [
    ...planDrainReads(listDrainedNodes(root, index), index, snapshot.takenAt),
    ...planMigrationQueueReads(root, index),
    ...planStrandedMachineReads(root),
    ...planHotplugReads(root),
    ...planPausedGuestReads(root),
    ...planExportReads(root),
    ...planVolumeNodeReads(root, index),
    ...planRemainingReads(root),
    ...planCertificateReads(root, index),
    ...planSourceReads(root, index, snapshot.takenAt),
    ...planMachineReads(root, snapshot),
  ];
}

/**
 * Queries for the objects that explain an unhealthy object: those that it names, those that objects of its kind own, and the
 * same for each of these that is unhealthy, down to the last. A healthy object costs no query, unless it is an instance that
 * KubeVirt is to move.
 *
 * @param visited the keys of the objects above. An object is visited once, because annotations may name it again: a claim may
 *   even name itself.
 */
function planExplainingLists(
  object: KubeObject,
  index: ObjectIndex,
  snapshot: Pick<Snapshot, "takenAt" | "source">,
  visited: Set<string> = new Set(),
): readonly Query[] {
  const { takenAt, source } = snapshot;
  if (visited.has(object.key)) return [];
  visited.add(object.key);
  const rows = ownedKindRowsOf(object.ref);
  const namedReads = planNamedReads(object);
  const explainingReads = [
    ...planDriverReads(object, index, takenAt),
    ...planAttachmentReads(object, index, takenAt),
    ...planFencingReads(object),
    ...planLastingMigrationReads(object, index, takenAt),
  ];
  if (waitsForStorageClass(object)) explainingReads.unshift(listQuery(storageClasses));
  if (rows.length + namedReads.length + explainingReads.length === 0) return [];
  const context = { takenAt, source, polarities: [], kinds: [] };
  if (makeObjectNode(object, index, context, "part").verdict === "healthy") return planAwaitedMigrationReads(object);

  const ownedObjects = indexOwnedObjects(index)(object);
  const queries = [...namedReads];
  for (const row of rows) {
    const list = listQuery(row.owned, object.ref.namespace);
    const mark = ownerLabelOf(row, object);
    queries.push(mark === undefined ? list : { ...list, labelSelector: `${mark.label}=${mark.value}` });
    const ownedOfKind = ownedObjects.filter(({ ref }) => isSameKind(ref, row.owned));
    queries.push(...ownedOfKind.flatMap((child) => planExplainingLists(child, index, snapshot, visited)));
  }
  queries.push(...explainingReads, ...planCertificateReads(object, index), ...planSourceReads(object, index, takenAt));
  const namedObjects = listNamedObjects(object, index, takenAt).flatMap(({ lookup }) => foundObject(lookup) ?? []);
  queries.push(...namedObjects.flatMap((named) => planExplainingLists(named, index, snapshot, visited)));
  return queries;
}

/** The list of KubeVirts, if the root is a node where no virtual machine can start: their settings may explain that. */
function planMachineReads(root: KubeObject, { takenAt }: Snapshot): readonly Query[] {
  return isNode(root.ref) && hasMachineGap(root, takenAt) ? [listQuery(kubeVirts)] : [];
}

/** Whether there is only one root. Computed once, because perhaps thousands of roots need it. */
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

/** The query reduced to metadata, if only the existence of its objects counts. That of a Secret is always reduced. */
function reduceToMetadata(query: Query): Query {
  return isBuiltInKind(query) && !hasRule(query) ? { ...query, metadataOnly: true } : query;
}

/**
 * Queries for what a root owns: the metadata of all kinds but Secrets, in the namespace of the root, or in all namespaces for a
 * cluster-scoped root. The kinds of which it owns an object follow in full.
 */
function planOwnedLists(root: KubeObject, index: ObjectIndex, kinds: readonly Kind[]): readonly Query[] {
  const { namespace } = root.ref;
  const readableKinds = kinds.filter((kind) => !isSecret(kind));
  const metadataLists = readableKinds.map((kind): Query => ({ ...listQuery(kind, namespace), metadataOnly: true }));
  const kindByKey = new Map(readableKinds.map((kind) => [kindKey(kind), kind]));
  const fullLists = flattenTree(buildOwnedTree(root, index).owned).flatMap(({ ref }): readonly Query[] => {
    const kind = kindByKey.get(kindKey(ref)) ?? findKnownKind(ref);
    if (kind === undefined || isSecret(kind)) return [];
    const query = reduceToMetadata(listQuery(kind, ref.namespace));
    return query.metadataOnly === undefined ? [query] : [];
  });
  return [...metadataLists, ...fullLists];
}

function flattenTree(trees: readonly OwnedTree[]): readonly KubeObject[] {
  return trees.flatMap(({ object, owned }) => [object, ...flattenTree(owned)]);
}

/** The queries without repetitions. A query for objects in full replaces one for their metadata. */
function mergeEqualQueries(queries: readonly Query[]): readonly Query[] {
  const queryByKey = new Map<string, Query>();
  for (const query of queries) {
    const { metadataOnly: _metadataOnly, ...fullQuery } = query;
    const key = queryKey(fullQuery);
    const earlier = queryByKey.get(key);
    if (earlier === undefined || earlier.metadataOnly !== undefined) queryByKey.set(key, query);
  }
  return [...queryByKey.values()];
}
