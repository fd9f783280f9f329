import type { Kind } from "../../model/kind.ts";
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

/**
 * The list queries for what lies below these unhealthy workloads and pods, most important first. They are a few per kind
 * and namespace, never one per pod. Claims and nodes follow once pods that wait for them were read. The same objects
 * always produce at least the same queries.
 */
export function planChildrenReads(objects: readonly KubeObject[], index: ObjectIndex): readonly Query[] {
  const owners = objects.filter(({ ref }) => ownersOfPods.has(ref.kind));
  const pods = owners.map((object) => queryPods(object.ref.namespace, podLabelsOfWorkload(object)));
  return [...foldPodLists(pods), ...planReadsBesidePods(objects, index)];
}

// A CronJob has no selector: its Pods are those of its Jobs.
const ownersOfPods: ReadonlySet<string> = new Set([
  "Deployment",
  "ReplicaSet",
  "StatefulSet",
  "DaemonSet",
  "ReplicationController",
  "Job",
  "CronJob",
]);

/** As {@link planChildrenReads}, without the lists of pods. */
export function planReadsBesidePods(objects: readonly KubeObject[], index: ObjectIndex): readonly Query[] {
  const places = (kind: string): ReadonlySet<string | undefined> =>
    new Set(objects.filter(({ ref }) => ref.kind === kind).map(({ ref }) => ref.namespace));
  const read = objects.flatMap((object) => podsBelow(object, index));
  const claims = [
    ...objects,
    ...read.flatMap((pod) => findNeededClaims(pod, index).flatMap((lookup) => foundObject(lookup) ?? [])),
  ];
  return [
    ...lists(replicaSets, places("Deployment")),
    ...lists(jobKind, places("CronJob")),
    ...lists(persistentVolumeClaims, new Set(read.filter(waitsForClaims).map(({ ref }) => ref.namespace))),
    ...(claims.some(waitsForStorageClass) ? [listQuery(storageClasses)] : []),
    ...(read.some(waitsForNode) ? [listQuery(nodeKind)] : []),
  ];
}

function lists(kind: Kind, namespaces: ReadonlySet<string | undefined>): readonly Query[] {
  return [...namespaces].map((namespace) => listQuery(kind, namespace));
}

/** The pods below an object that were read; for a pod the pod itself. */
function podsBelow(object: KubeObject, index: ObjectIndex): readonly KubeObject[] {
  switch (`${object.ref.group}/${object.ref.kind}`) {
    case "/Pod":
      return [object];
    case "apps/Deployment":
      return [
        ...listCurrentReplicaSets(object, index).flatMap((each) => podsBelow(each, index)),
        ...listPodsWithoutReplicaSet(object, index),
      ];
    case "batch/CronJob":
      return listCurrentJobs(object, index).flatMap((each) => podsBelow(each, index));
    default:
      return listControlled(object, podKind, index);
  }
}
