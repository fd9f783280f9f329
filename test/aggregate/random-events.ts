import { type KubeObject, keyOf } from "../../shared/model/object.ts";
import type { Snapshot } from "../../shared/model/snapshot.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { pick } from "../random.ts";
import type { WatchedCluster } from "./watched-cluster.ts";

// biome-ignore lint/suspicious/noExplicitAny: what comes from a server has no type, and is to be broken anywhere
type Raw = any;
type Random = () => number;

/** Something happens to a cluster: nothing that anybody sees, a change, a coming, a going, a right given or taken. */
export function applyRandomEvent(cluster: WatchedCluster, gone: KubeObject[], random: Random): void {
  pick(random, happenings)(cluster, gone, random);
}

/** One object comes anew, of this kind or component, as `edit` leaves it. */
export function replaceObject(
  cluster: WatchedCluster,
  name: string,
  edit: (raw: Raw) => void,
  kind: string = name,
): void {
  const object = [...cluster.objects.values()].find(
    ({ ref }) => ref.kind === kind && (kind === name || ref.name === name),
  );
  if (object === undefined) throw new Error(`there is no ${kind} ${name}`);
  const raw = structuredClone(object.raw);
  edit(raw);
  cluster.put(toObject(raw));
}

export function findByName({ objects }: WatchedCluster, kind: string, name: RegExp): readonly KubeObject[] {
  return [...objects.values()].filter(({ ref }) => ref.kind === kind && name.test(ref.name));
}

export function objectsIn({ readings }: Pick<Snapshot, "readings">): readonly KubeObject[] {
  return readings.flatMap((reading) => (reading.outcome === "found" ? reading.objects : []));
}

const happenings: readonly ((cluster: WatchedCluster, gone: KubeObject[], random: Random) => void)[] = [
  ...Array.from({ length: 8 }, () => changeAnyObject),
  deleteObject,
  deleteObject,
  ...Array.from({ length: 6 }, () => recreateObject),
  forbidKind,
  allowAllKinds,
  allowAllKinds,
  deleteKind,
  deleteKind,
  doNothing,
];

function doNothing(): void {
  // A bookmark.
}

function changeAnyObject(cluster: WatchedCluster, gone: KubeObject[], random: Random): void {
  const object = pickObject(cluster, random);
  if (object === undefined) return;
  const raw: Raw = structuredClone(object.raw);
  raw.metadata ??= {};
  raw.metadata.resourceVersion = `${Math.floor(random() * 1e6)}`;
  const isRecorder = Array.isArray(raw.status?.relatedObjects) && random() < 0.6;
  (isRecorder ? editRelatedObjects : pick(random, edits))(raw, random, cluster);
  const next = toObject(raw);
  // What is called otherwise is another object.
  if (keyOf(next.ref) !== keyOf(object.ref)) return;
  cluster.put(next);
  // Most of what breaks is whole again soon.
  if (random() < 0.7) gone.push(object);
}

const edits: readonly ((raw: Raw, random: Random, cluster: WatchedCluster) => void)[] = [
  () => {
    // A heartbeat: only the resourceVersion.
  },
  (raw, random) => {
    const all = conditionsOf(raw);
    if (all.length > 0) Object.assign(pick(random, all), { status: pick(random, ["True", "False", "Unknown"]) });
  },
  (raw, random) => {
    const all = conditionsOf(raw);
    if (all.length > 0) Object.assign(pick(random, all), { reason: pick(random, ["Other", "", "HCOUpgrading"]) });
  },
  (raw) => {
    delete raw.status;
  },
  (raw, random) => {
    const fields = Object.keys(raw.status ?? {});
    if (fields.length > 0) delete raw.status[pick(random, fields)];
  },
  (raw, random) => {
    if (typeof raw.status === "object" && raw.status !== null) raw.status.readyReplicas = Math.floor(random() * 3);
  },
  (raw) => {
    raw.metadata.deletionTimestamp = "2026-11-21T11:00:00Z";
  },
  (raw, random) => {
    raw.metadata.uid = `uid-${Math.floor(random() * 1e6)}`;
  },
  (raw, random) => {
    raw.metadata.generation = Math.floor(random() * 5);
  },
  (raw) => {
    delete raw.metadata.ownerReferences;
  },
];

/** Entries come, go, change and change places, of objects that are there and that are not, and by resource alone. */
function editRelatedObjects(raw: Raw, random: Random, cluster: WatchedCluster): void {
  const entries: Raw[] | undefined = raw.status?.relatedObjects;
  if (!Array.isArray(entries)) return;
  const place = Math.floor(random() * (entries.length + 1));
  const object = pickObject(cluster, random);
  const [resource, kind] = pick(random, [
    ["gadgets", "Gadget"],
    ["deployments", "Deployment"],
  ]) as [string, string];
  const added: Raw[] = [
    {
      apiVersion: object?.apiVersion ?? "v1",
      kind: object?.ref.kind ?? kind,
      ...object?.ref,
      name: object?.ref.name ?? "x",
    },
    { apiVersion: "v1", kind: "ConfigMap", namespace: pick(random, ["kubevirt-hyperconverged", "other"]), name: "map" },
    {
      group: kind === "Gadget" ? "acme.io" : "apps",
      resource,
      namespace: object?.ref.namespace ?? "",
      name: pick(random, ["", "hco-operator"]),
    },
    pick(random, [null, "text", {}, { kind: "ConfigMap" }]),
  ];
  pick<() => void>(random, [
    () => entries.splice(place, 0, pick(random, added)),
    () => entries.splice(place, 1),
    () => entries.splice(place, 2, pick(random, added)),
    () => entries.reverse(),
    () => entries.push({ ...(entries[place] as object) }),
    () => Object.assign((entries[place] as object) ?? {}, { resourceVersion: `${Math.floor(random() * 100)}` }),
    () => Object.assign((entries[place] as object) ?? {}, { uid: "another" }),
    () => {
      raw.status.relatedObjects = pick<Raw>(random, [[], "odd", null]);
    },
  ])();
}

function deleteObject(cluster: WatchedCluster, gone: KubeObject[], random: Random): void {
  const object = pickObject(cluster, random);
  if (object === undefined) return;
  cluster.objects.delete(keyOf(object.ref));
  gone.push(object);
}

function recreateObject(cluster: WatchedCluster, gone: KubeObject[]): void {
  const object = gone.shift();
  if (object !== undefined) cluster.put(object);
}

function forbidKind(cluster: WatchedCluster, _gone: KubeObject[], random: Random): void {
  const object = pickObject(cluster, random);
  if (object === undefined) return;
  // Also a kind of which there is nothing.
  cluster.refused.set(
    pick(random, [kindOf(object), "/ConfigMap", "acme.io/gadgets"]),
    pick(random, ["forbidden", "unread", "noSuchKind"] as const),
  );
}

function allowAllKinds(cluster: WatchedCluster): void {
  const [kind] = cluster.refused.keys();
  if (kind !== undefined) cluster.refused.delete(kind);
}

/** All objects of a kind go, or what went comes back at once. */
function deleteKind(cluster: WatchedCluster, gone: KubeObject[], random: Random): void {
  const object = pickObject(cluster, random);
  if (gone.length > 8 || object === undefined) {
    for (const one of gone.splice(0)) cluster.put(one);
    return;
  }
  for (const one of cluster.objects.values()) {
    if (kindOf(one) !== kindOf(object)) continue;
    cluster.objects.delete(keyOf(one.ref));
    gone.push(one);
  }
}

function pickObject({ objects }: WatchedCluster, random: Random): KubeObject | undefined {
  const all = [...objects.values()];
  // A CR that records others is where the most can go wrong.
  const roots = all.filter(({ raw }) => Array.isArray((raw as Raw).status?.relatedObjects));
  return roots.length > 0 && random() < 0.2 ? pick(random, roots) : all[Math.floor(random() * all.length)];
}

/** Of a kind that no table knows, which entries of relatedObjects name as `gadgets`, beside its definition. */
export const gadgets: readonly KubeObject[] = [
  {
    apiVersion: "acme.io/v1",
    kind: "Gadget",
    metadata: { name: "hco-operator", namespace: "kubevirt-hyperconverged" },
  },
  {
    apiVersion: "acme.io/v1",
    kind: "Gadgets",
    metadata: { name: "hco-operator", namespace: "kubevirt-hyperconverged" },
  },
  {
    apiVersion: "acme.io/v1",
    kind: "Gadget",
    metadata: { name: "x", namespace: "other", uid: "x", resourceVersion: "1" },
  },
].map(toObject);

function kindOf({ ref }: KubeObject): string {
  return `${ref.group}/${ref.kind}`;
}

function conditionsOf(raw: Raw): Raw[] {
  const all = raw.status?.conditions;
  return Array.isArray(all) ? all.filter((each) => typeof each === "object" && each !== null) : [];
}
