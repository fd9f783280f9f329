import { type GroupKind, kindKey } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import { listAt, textAt, valueAt, wholeNumber, wholeNumberAt } from "../../parse/json-value.ts";
import { jobKind, podKind, replicaSets } from "../../profiles/core-kinds.ts";
import { templateLabels } from "../../profiles/template-labels.ts";
import { compareNewestFirst } from "../evaluation/compare.ts";
import { memoizeByIndex } from "../snapshot/memoize-by-index.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";

/** The objects of `kind` that `parent` controls, in reading order. */
export function listControlled(parent: KubeObject, kind: GroupKind, index: ObjectIndex): readonly KubeObject[] {
  const { byOwner, ownerless } = indexByOwner(index, kind);
  const owned = byOwner.get(makeOwnerKey(parent.ref.kind, parent.ref.namespace, parent.ref.name)) ?? [];
  // Without both uids the name decides, as in a file that a user has cleaned.
  const sameUid = owned.filter(({ owner }) => owner.uid === "" || parent.uid === "" || owner.uid === parent.uid);
  const namedAfter = ownerless.get(parent.ref.namespace ?? "")?.filter((child) => isNamedAfter(parent, child)) ?? [];
  return [...sameUid.map(({ child }) => child), ...namedAfter];
}

/**
 * The current ReplicaSets of a Deployment, newest first. They are the one with the newest revision, and older ones that
 * still have replicas or pods.
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

/** The pods of a Deployment whose ReplicaSet was not read; the ReplicaSet's name ends with its pods' template hash. */
export function listPodsWithoutReplicaSet(deployment: KubeObject, index: ObjectIndex): readonly KubeObject[] {
  const { namespace = "", name } = deployment.ref;
  const pods = indexByOwner(index, podKind).byReplicaSetPrefix.get(`${namespace}/${name}`) ?? [];
  if (pods.length === 0) return [];
  const readNames = new Set(listControlled(deployment, replicaSets, index).map(({ ref }) => ref.name));
  return pods
    .filter(({ child, owner }) => {
      const nameByHash = `${name}-${child.labels.get(templateLabels.hash)}`;
      return owner.name === nameByHash && !readNames.has(owner.name);
    })
    .map(({ child }) => child);
}

/** The running Jobs of a CronJob and its newest Job; all other Jobs are finished and older. */
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

/** The object's controller, or else its only owner. */
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
 * Whether an object without ownerReferences looks like a child. Its name begins with the parent's name, and it matches
 * the parent's selector.
 */
function isNamedAfter(parent: KubeObject, child: KubeObject): boolean {
  if (!child.ref.name.startsWith(`${parent.ref.name}-`)) return false;
  const selector = valueAt(parent.spec, "selector");
  const isPlainSelector = parent.ref.kind === "ReplicationController";
  const labels = valueAt(selector, "matchLabels") ?? (isPlainSelector ? selector : undefined);
  if (typeof labels !== "object" || labels === null) return false;
  const required = Object.entries(labels);
  return required.length > 0 && required.every(([key, value]) => child.labels.get(key) === value);
}

function readRevision({ annotations }: KubeObject): number {
  const revision = annotations.get("deployment.kubernetes.io/revision") ?? "";
  return /^\d+$/.test(revision) ? Number(revision) : -1;
}

function hasReplicas({ spec, status }: KubeObject): boolean {
  const counts = [valueAt(spec, "replicas"), valueAt(status, "replicas")];
  return counts.some((count) => (wholeNumber(count) ?? 0) > 0);
}
