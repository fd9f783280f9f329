import type { GroupKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import { listAt, textAt, valueAt, wholeNumber, wholeNumberAt } from "../../parse/json-value.ts";
import { jobKind, podKind, replicaSets } from "../../profiles/core-kinds.ts";
import { templateLabels } from "../../profiles/template-labels.ts";
import { compareNewestFirst } from "../evaluation/compare.ts";
import { memoizeByIndex } from "../snapshot/memoize-by-index.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";

/** The objects of `kind` that `parent` controls, in reading order. */
export function listControlled(parent: KubeObject, kind: GroupKind, index: ObjectIndex): readonly KubeObject[] {
  const { byOwner, ownerless } = familiesOf(index, kind);
  const owned = byOwner.get(ownerKey(parent.ref.kind, parent.ref.namespace, parent.ref.name)) ?? [];
  const own = owned.filter(({ uid }) => uid === "" || parent.uid === "" || uid === parent.uid);
  const adopted = ownerless.get(parent.ref.namespace ?? "")?.filter((child) => isNamedAfter(parent, child)) ?? [];
  return [...own.map(({ child }) => child), ...adopted];
}

/**
 * The current ReplicaSets of a Deployment, newest first. They are the one with the newest revision, and older ones that
 * still have replicas or pods.
 */
export function listCurrentReplicaSets(deployment: KubeObject, index: ObjectIndex): readonly KubeObject[] {
  const all = sortByRevision(listControlled(deployment, replicaSets, index));
  return all.filter(
    (each, place) => place === 0 || hasReplicas(each) || listControlled(each, podKind, index).length > 0,
  );
}

/** The ReplicaSets of one Deployment by their revisions. */
export function sortByRevision(sets: readonly KubeObject[]): readonly KubeObject[] {
  return sets.toSorted((a, b) => revisionOf(b) - revisionOf(a) || compareNewestFirst(a, b));
}

/** The pods of a Deployment whose ReplicaSet was not read; the ReplicaSet's name ends with its pods' template hash. */
export function listPodsWithoutReplicaSet(deployment: KubeObject, index: ObjectIndex): readonly KubeObject[] {
  const { namespace = "", name } = deployment.ref;
  const { byPrefix } = familiesOf(index, podKind);
  const named = byPrefix.get(`${namespace}/${name}`) ?? [];
  if (named.length === 0) return [];
  const read = new Set(listControlled(deployment, replicaSets, index).map(({ ref }) => ref.name));
  return named
    .filter(({ child, owner }) => owner === `${name}-${child.labels.get(templateLabels.hash)}` && !read.has(owner))
    .map(({ child }) => child);
}

/** The running Jobs of a CronJob and its newest Job; all other Jobs are finished and older. */
export function listCurrentJobs(cronJob: KubeObject, index: ObjectIndex): readonly KubeObject[] {
  const all = listControlled(cronJob, jobKind, index).toSorted(compareNewestFirst);
  return all.filter((each, place) => place === 0 || (wholeNumberAt(each.status, "active") ?? 0) > 0);
}

interface Owner {
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

/** The object's controller, or else its only owner. */
function ownerOf(object: KubeObject): Owner | undefined {
  const references = listAt(object.raw, "metadata", "ownerReferences");
  const controller =
    references.find((each) => valueAt(each, "controller") === true) ??
    (references.length === 1 ? references[0] : undefined);
  if (controller === undefined) return undefined;
  const [kind = "", name = "", uid = ""] = ["kind", "name", "uid"].map((field) => textAt(controller, field));
  return { kind, name, uid };
}

interface Families {
  readonly byOwner: ReadonlyMap<string, readonly { readonly child: KubeObject; readonly uid: string }[]>;
  /** Objects that ReplicaSets own, by namespace and the ReplicaSet's name up to its last dash. */
  readonly byPrefix: ReadonlyMap<string, readonly { readonly child: KubeObject; readonly owner: string }[]>;
  /** Objects without any ownerReference, by namespace: a user may have cleaned the file. */
  readonly ownerless: ReadonlyMap<string, readonly KubeObject[]>;
}

/** The objects of a kind by owner; computed in one pass, however many parents need them. */
function familiesOf(index: ObjectIndex, kind: GroupKind): Families {
  const known = familiesIn(index);
  const key = `${kind.group}/${kind.kind}`;
  const found = known.get(key) ?? sort(index.all(kind));
  known.set(key, found);
  return found;
}

const familiesIn = memoizeByIndex((_: ObjectIndex) => new Map<string, Families>());

function sort(objects: readonly KubeObject[]): Families {
  const owned = objects.flatMap((child) => {
    const owner = ownerOf(child);
    return owner === undefined ? [] : [{ child, uid: owner.uid, kind: owner.kind, owner: owner.name }];
  });
  const free = objects.filter((each) => listAt(each.raw, "metadata", "ownerReferences").length === 0);
  return {
    byOwner: Map.groupBy(owned, ({ child, kind, owner }) => ownerKey(kind, child.ref.namespace, owner)),
    byPrefix: Map.groupBy(
      owned.filter(({ kind }) => kind === "ReplicaSet"),
      ({ child, owner }) => `${child.ref.namespace ?? ""}/${owner.slice(0, owner.lastIndexOf("-"))}`,
    ),
    ownerless: Map.groupBy(free, ({ ref }) => ref.namespace ?? ""),
  };
}

function ownerKey(kind: string, namespace: string | undefined, name: string): string {
  return `${kind}/${namespace ?? ""}/${name}`;
}

/**
 * Whether an object without ownerReferences looks like a child. Its name begins with the parent's name, and it matches
 * the parent's selector.
 */
function isNamedAfter(parent: KubeObject, child: KubeObject): boolean {
  if (!child.ref.name.startsWith(`${parent.ref.name}-`)) return false;
  const selector = valueAt(parent.spec, "selector");
  const labels =
    valueAt(selector, "matchLabels") ?? (parent.ref.kind === "ReplicationController" ? selector : undefined);
  if (typeof labels !== "object" || labels === null) return false;
  const wanted = Object.entries(labels);
  return wanted.length > 0 && wanted.every(([key, value]) => child.labels.get(key) === value);
}

function revisionOf({ annotations }: KubeObject): number {
  const revision = annotations.get("deployment.kubernetes.io/revision") ?? "";
  return /^\d+$/.test(revision) ? Number(revision) : -1;
}

function hasReplicas({ spec, status }: KubeObject): boolean {
  return [valueAt(spec, "replicas"), valueAt(status, "replicas")].some((count) => (wholeNumber(count) ?? 0) > 0);
}
