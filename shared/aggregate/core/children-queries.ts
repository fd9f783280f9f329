import { type Kind, kindKey } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import { foundObject, type Query } from "../../model/snapshot.ts";
import {
  jobKind,
  nodeKind,
  persistentVolumeClaims,
  podKind,
  replicaSets,
  storageClasses,
} from "../../profiles/core-kinds.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";
import { listControlled, listCurrentJobs, listCurrentReplicaSets, listPodsWithoutReplicaSet } from "./owner-lookup.ts";
import { foldPodLists, podLabelsOfWorkload, queryPods } from "./pod-lists.ts";
import { findNeededClaims, waitsForClaims, waitsForNode } from "./pod-requirements.ts";
import { waitsForStorageClass } from "./storage-class.ts";

/** Kinds with pods below them. A CronJob has no selector: its Pods are those of its Jobs. */
const kindsWithPods: ReadonlySet<string> = new Set([
  "Deployment",
  "ReplicaSet",
  "StatefulSet",
  "DaemonSet",
  "ReplicationController",
  "Job",
  "CronJob",
]);

/**
 * The list queries for what lies below these unhealthy workloads and pods, most important first: a few for each kind and
 * namespace, never one for each pod. Claims and nodes are requested once pods that wait for them were read. A query for
 * objects that were read already is repeated, so the queries only grow.
 */
export function planChildrenReads(objects: readonly KubeObject[], index: ObjectIndex): readonly Query[] {
  const workloads = objects.filter(({ ref }) => kindsWithPods.has(ref.kind));
  const podLists = workloads.map((workload) => queryPods(workload.ref.namespace, podLabelsOfWorkload(workload)));
  return [...foldPodLists(podLists), ...planReadsBesidePods(objects, index)];
}

/** The queries of {@link planChildrenReads} without the lists of pods. */
export function planReadsBesidePods(objects: readonly KubeObject[], index: ObjectIndex): readonly Query[] {
  const objectsOfKind = (kind: string): readonly KubeObject[] => objects.filter(({ ref }) => ref.kind === kind);
  const pods = objects.flatMap((object) => listPodsBelow(object, index));
  const queries = [
    ...listInNamespacesOf(objectsOfKind("Deployment"), replicaSets),
    ...listInNamespacesOf(objectsOfKind("CronJob"), jobKind),
    ...listInNamespacesOf(pods.filter(waitsForClaims), persistentVolumeClaims),
  ];
  const claims = pods.flatMap((pod) => findNeededClaims(pod, index)).flatMap((lookup) => foundObject(lookup) ?? []);
  if ([...objects, ...claims].some(waitsForStorageClass)) queries.push(listQuery(storageClasses));
  if (pods.some(waitsForNode)) queries.push(listQuery(nodeKind));
  return queries;
}

/** A list of a kind for each namespace of the objects. */
function listInNamespacesOf(objects: readonly KubeObject[], kind: Kind): readonly Query[] {
  const namespaces = new Set(objects.map(({ ref }) => ref.namespace));
  return Array.from(namespaces, (namespace) => listQuery(kind, namespace));
}

/** The pods below an object that were read. A pod is its own result. */
function listPodsBelow(object: KubeObject, index: ObjectIndex): readonly KubeObject[] {
  switch (kindKey(object.ref)) {
    case "/Pod":
      return [object];
    case "apps/Deployment":
      return [
        ...listCurrentReplicaSets(object, index).flatMap((each) => listPodsBelow(each, index)),
        ...listPodsWithoutReplicaSet(object, index),
      ];
    case "batch/CronJob":
      return listCurrentJobs(object, index).flatMap((each) => listPodsBelow(each, index));
    default:
      return listControlled(object, podKind, index);
  }
}
