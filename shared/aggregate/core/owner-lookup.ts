import { type GroupKind, kindKey } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import { listAt, textAt, valueAt, wholeNumber, wholeNumberAt } from "../../parse/json-value.ts";
import { jobKind, podKind, replicaSets } from "../../profiles/core-kinds.ts";
import { templateLabels } from "../../profiles/template-labels.ts";
import { compareNewestFirst } from "../evaluation/compare.ts";
import { memoizeByIndex } from "../snapshot/memoize-by-index.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";

/**
 * The objects of `kind` that `parent` controls, in the order in which they were read. A file that a user has cleaned may
 * lack uids and ownerReferences. Without a uid the name of the owner decides. An object without ownerReferences belongs to
 * the parent that it is named after and whose selector it matches.
 */
export function listControlled(parent: KubeObject, kind: GroupKind, index: ObjectIndex): readonly KubeObject[] {
  const { byOwner, ownerless } = indexByOwner(index, kind);
  const { kind: parentKind, namespace, name } = parent.ref;
  const owned = byOwner.get(makeOwnerKey(parentKind, namespace, name)) ?? [];
  const isSameUid = ({ owner }: OwnedObject): boolean =>
    owner.uid === "" || parent.uid === "" || owner.uid === parent.uid;
  const controlled = owned.filter(isSameUid).map(({ child }) => child);
  const ownerlessChildren = ownerless.get(namespace ?? "")?.filter((child) => looksLikeChild(child, parent)) ?? [];
  return [...controlled, ...ownerlessChildren];
}

/**
 * The ReplicaSets of a Deployment that count now, newest first: the one with the newest revision, and older ones that still
 * have replicas or pods.
 */
export function listCurrentReplicaSets(deployment: KubeObject, index: ObjectIndex): readonly KubeObject[] {
  const [newest, ...older] = sortByRevision(listControlled(deployment, replicaSets, index));
  if (newest === undefined) return [];
  const inUse = older.filter((set) => hasReplicas(set) || listControlled(set, podKind, index).length > 0);
  return [newest, ...inUse];
}

/** The ReplicaSets of one Deployment, the newest revision first. */
export function sortByRevision(sets: readonly KubeObject[]): readonly KubeObject[] {
  return sets.toSorted((a, b) => readRevision(b) - readRevision(a) || compareNewestFirst(a, b));
}

/**
 * The pods of a Deployment whose ReplicaSet was not read. The name of a ReplicaSet is that of its Deployment and the template
 * hash of its pods: `web-5d89bdfbf9`.
 */
export function listPodsWithoutReplicaSet(deployment: KubeObject, index: ObjectIndex): readonly KubeObject[] {
  const { namespace = "", name } = deployment.ref;
  const pods = indexByOwner(index, podKind).byReplicaSetPrefix.get(`${namespace}/${name}`) ?? [];
  if (pods.length === 0) return [];
  const namesOfReplicaSetsRead = new Set(listControlled(deployment, replicaSets, index).map(({ ref }) => ref.name));
  const podsOfUnreadSets = pods.filter(({ child, owner }) => {
    const nameByHash = `${name}-${child.labels.get(templateLabels.hash)}`;
    return owner.name === nameByHash && !namesOfReplicaSetsRead.has(owner.name);
  });
  return podsOfUnreadSets.map(({ child }) => child);
}

/** The newest Job of a CronJob, then its other Jobs that run. Jobs that are finished and older are omitted. */
export function listCurrentJobs(cronJob: KubeObject, index: ObjectIndex): readonly KubeObject[] {
  const [newest, ...older] = listControlled(cronJob, jobKind, index).toSorted(compareNewestFirst);
  if (newest === undefined) return [];
  return [newest, ...older.filter(({ status }) => (wholeNumberAt(status, "active") ?? 0) > 0)];
}

interface Owner {
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

/** The controller of an object, or else its only owner. Undefined if it has no owner, or several without a controller. */
function readOwner(object: KubeObject): Owner | undefined {
  const references = listAt(object.raw, "metadata", "ownerReferences");
  const controller = references.find((each) => valueAt(each, "controller") === true);
  const onlyOwner = references.length === 1 ? references[0] : undefined;
  const owner = controller ?? onlyOwner;
  if (owner === undefined) return undefined;
  return { kind: textAt(owner, "kind"), name: textAt(owner, "name"), uid: textAt(owner, "uid") };
}

interface OwnedObject {
  readonly child: KubeObject;
  readonly owner: Owner;
}

/** The objects of one kind by their owner. */
interface OwnerIndex {
  readonly byOwner: ReadonlyMap<string, readonly OwnedObject[]>;
  /** Objects that ReplicaSets own, by namespace and the ReplicaSet's name up to its last dash: `default/web`. */
  readonly byReplicaSetPrefix: ReadonlyMap<string, readonly OwnedObject[]>;
  /** Objects without any ownerReference, by namespace: a user may have cleaned the file. */
  readonly ownerless: ReadonlyMap<string, readonly KubeObject[]>;
}

const ownerIndexes = memoizeByIndex((_: ObjectIndex) => new Map<string, OwnerIndex>());

/** The objects of a kind by owner; computed in one pass, however many parents need them. */
function indexByOwner(index: ObjectIndex, kind: GroupKind): OwnerIndex {
  const indexByKind = ownerIndexes(index);
  const key = kindKey(kind);
  const ownerIndex = indexByKind.get(key) ?? makeOwnerIndex(index.all(kind));
  indexByKind.set(key, ownerIndex);
  return ownerIndex;
}

function makeOwnerIndex(objects: readonly KubeObject[]): OwnerIndex {
  const owned = objects.flatMap((child): readonly OwnedObject[] => {
    const owner = readOwner(child);
    return owner === undefined ? [] : [{ child, owner }];
  });
  const ofReplicaSets = owned.filter(({ owner }) => owner.kind === "ReplicaSet");
  const ownerless = objects.filter((object) => listAt(object.raw, "metadata", "ownerReferences").length === 0);
  return {
    byOwner: Map.groupBy(owned, ({ child, owner }) => makeOwnerKey(owner.kind, child.ref.namespace, owner.name)),
    byReplicaSetPrefix: Map.groupBy(ofReplicaSets, ({ child, owner }) => {
      const prefix = owner.name.slice(0, owner.name.lastIndexOf("-"));
      return `${child.ref.namespace ?? ""}/${prefix}`;
    }),
    ownerless: Map.groupBy(ownerless, ({ ref }) => ref.namespace ?? ""),
  };
}

function makeOwnerKey(kind: string, namespace: string | undefined, name: string): string {
  return `${kind}/${namespace ?? ""}/${name}`;
}

/**
 * Whether an object without ownerReferences looks like a child of the parent: its name begins with that of the parent, and
 * it matches the selector of the parent, as `web-5d89bdfbf9-abcde` with `app=web`.
 */
function looksLikeChild(child: KubeObject, parent: KubeObject): boolean {
  if (!child.ref.name.startsWith(`${parent.ref.name}-`)) return false;
  const selector = valueAt(parent.spec, "selector");
  // A ReplicationController has the labels directly in its selector.
  const labelsInSelector = parent.ref.kind === "ReplicationController" ? selector : undefined;
  const labels = valueAt(selector, "matchLabels") ?? labelsInSelector;
  if (typeof labels !== "object" || labels === null) return false;
  const requiredLabels = Object.entries(labels);
  return requiredLabels.length > 0 && requiredLabels.every(([key, value]) => child.labels.get(key) === value);
}

/** The revision of a ReplicaSet, and -1 without one, which sorts it behind all others. */
function readRevision({ annotations }: KubeObject): number {
  const revision = annotations.get("deployment.kubernetes.io/revision") ?? "";
  return /^\d+$/.test(revision) ? Number(revision) : -1;
}

function hasReplicas({ spec, status }: KubeObject): boolean {
  const counts = [valueAt(spec, "replicas"), valueAt(status, "replicas")];
  return counts.some((count) => (wholeNumber(count) ?? 0) > 0);
}
