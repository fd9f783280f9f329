import type { KubeObject } from "../../model/object.ts";
import type { Kind } from "../../model/profile.ts";
import { at, list, text, wholeNumber } from "../../parse/value.ts";
import { jobs, pods, replicaSets } from "../../profiles/core-kinds.ts";
import type { Index } from "../lookup.ts";

/** The objects of `kind` that `parent` controls, in reading order. */
export function controlledBy(
  parent: KubeObject,
  kind: Pick<Kind, "group" | "kind">,
  index: Index,
): readonly KubeObject[] {
  const { byOwner, ownerless } = familiesOf(index, kind);
  const owned = byOwner.get(ownerKey(parent.ref.kind, parent.ref.namespace, parent.ref.name)) ?? [];
  const own = owned.filter(({ uid }) => uid === "" || parent.uid === "" || uid === parent.uid);
  const adopted = ownerless.get(parent.ref.namespace ?? "")?.filter((child) => looksOwned(parent, child)) ?? [];
  return [...own.map(({ child }) => child), ...adopted];
}

/**
 * The ReplicaSets of a Deployment that are of today: the newest one by its revision, and older ones that still have
 * replicas or pods, newest first.
 */
export function replicaSetsOf(deployment: KubeObject, index: Index): readonly KubeObject[] {
  const all = controlledBy(deployment, replicaSets, index).toSorted(
    (a, b) => revisionOf(b) - revisionOf(a) || (b.createdAt ?? "").localeCompare(a.createdAt ?? ""),
  );
  return all.filter((each, place) => place === 0 || hasReplicas(each) || controlledBy(each, pods, index).length > 0);
}

/** The pods of a Deployment of which the ReplicaSet was not read: it is called after its pods' template hash. */
export function podsPastReplicaSets(deployment: KubeObject, index: Index): readonly KubeObject[] {
  const { namespace = "", name } = deployment.ref;
  const { byPrefix } = familiesOf(index, pods);
  const named = byPrefix.get(`${namespace}/${name}`) ?? [];
  if (named.length === 0) return [];
  const read = new Set(controlledBy(deployment, replicaSets, index).map(({ ref }) => ref.name));
  return named
    .filter(({ child, owner }) => owner === `${name}-${child.labels.get("pod-template-hash")}` && !read.has(owner))
    .map(({ child }) => child);
}

/** The Jobs of a CronJob that run, else the newest one: the others are its history. */
export function jobsOf(cronJob: KubeObject, index: Index): readonly KubeObject[] {
  const all = controlledBy(cronJob, jobs, index).toSorted((a, b) =>
    (b.createdAt ?? "").localeCompare(a.createdAt ?? ""),
  );
  return all.filter((each, place) => place === 0 || (wholeNumber(at(each.status, ["active"])) ?? 0) > 0);
}

interface Owner {
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

/** Its controller, else its only owner. */
function ownerOf(object: KubeObject): Owner | undefined {
  const references = list(at(object.raw, ["metadata", "ownerReferences"]));
  const controller =
    references.find((each) => at(each, ["controller"]) === true) ??
    (references.length === 1 ? references[0] : undefined);
  if (controller === undefined) return undefined;
  const [kind = "", name = "", uid = ""] = ["kind", "name", "uid"].map((field) => text(at(controller, [field])));
  return { kind, name, uid };
}

interface Families {
  readonly byOwner: ReadonlyMap<string, readonly { readonly child: KubeObject; readonly uid: string }[]>;
  /** What ReplicaSets own, by namespace and what stands before the last dash of the ReplicaSet's name. */
  readonly byPrefix: ReadonlyMap<string, readonly { readonly child: KubeObject; readonly owner: string }[]>;
  /** Without any ownerReference, by namespace: a file that somebody has cleaned. */
  readonly ownerless: ReadonlyMap<string, readonly KubeObject[]>;
}

/** One pass over the objects of a kind, however many parents ask. */
function familiesOf(index: Index, kind: Pick<Kind, "group" | "kind">): Families {
  const known = families.get(index) ?? new Map<string, Families>();
  families.set(index, known);
  const key = `${kind.group}/${kind.kind}`;
  const found = known.get(key) ?? sort(index.all(kind));
  known.set(key, found);
  return found;
}

const families = new WeakMap<Index, Map<string, Families>>();

function sort(objects: readonly KubeObject[]): Families {
  const owned = objects.flatMap((child) => {
    const owner = ownerOf(child);
    return owner === undefined ? [] : [{ child, uid: owner.uid, kind: owner.kind, owner: owner.name }];
  });
  const free = objects.filter((each) => list(at(each.raw, ["metadata", "ownerReferences"])).length === 0);
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

/** Nobody says who owns it: the name begins with the parent's, and the parent's selector, where it has one, fits. */
function looksOwned(parent: KubeObject, child: KubeObject): boolean {
  if (!child.ref.name.startsWith(`${parent.ref.name}-`)) return false;
  const selector = at(parent.spec, ["selector"]);
  const labels = at(selector, ["matchLabels"]) ?? (parent.ref.kind === "ReplicationController" ? selector : undefined);
  if (typeof labels !== "object" || labels === null) return false;
  const wanted = Object.entries(labels);
  return wanted.length > 0 && wanted.every(([key, value]) => child.labels.get(key) === value);
}

function revisionOf({ annotations }: KubeObject): number {
  const revision = annotations.get("deployment.kubernetes.io/revision") ?? "";
  return /^\d+$/.test(revision) ? Number(revision) : -1;
}

function hasReplicas({ spec, status }: KubeObject): boolean {
  return [at(spec, ["replicas"]), at(status, ["replicas"])].some((count) => (wholeNumber(count) ?? 0) > 0);
}
