import type { KubeObject } from "../../model/object.ts";
import type { Kind } from "../../model/profile.ts";
import type { Query } from "../../model/snapshot.ts";
import { jobs, nodes, persistentVolumeClaims, pods, replicaSets } from "../../profiles/core-kinds.ts";
import type { Index } from "../lookup.ts";
import { listOf } from "../queries.ts";
import { controlledBy, jobsOf, podsPastReplicaSets, replicaSetsOf } from "./owners.ts";
import { waitsForClaims, waitsForNode } from "./pod-needs.ts";

/**
 * The lists that show what lies below these unwell workloads and pods: one per kind and namespace, never one request per
 * pod, most important first. Claims and nodes are asked for once pods were read that wait for them. What was asked once is
 * asked again as long as the same objects are given.
 */
export function below(objects: readonly KubeObject[], index: Index): readonly Query[] {
  const places = (kinds: readonly string[]): ReadonlySet<string | undefined> =>
    new Set(objects.filter(({ ref }) => kinds.includes(ref.kind)).map(({ ref }) => ref.namespace));
  const read = objects.flatMap((object) => podsBelow(object, index));
  return [
    ...lists(
      pods,
      places(["Deployment", "ReplicaSet", "StatefulSet", "DaemonSet", "ReplicationController", "Job", "CronJob"]),
    ),
    ...lists(replicaSets, places(["Deployment"])),
    ...lists(jobs, places(["CronJob"])),
    ...lists(persistentVolumeClaims, new Set(read.filter(waitsForClaims).map(({ ref }) => ref.namespace))),
    ...(read.some(waitsForNode) ? [listOf(nodes)] : []),
  ];
}

function lists(kind: Kind, namespaces: ReadonlySet<string | undefined>): readonly Query[] {
  return [...namespaces].map((namespace) => listOf(kind, namespace));
}

/** The pods below an object that were read; a pod is its own. */
function podsBelow(object: KubeObject, index: Index): readonly KubeObject[] {
  switch (`${object.ref.group}/${object.ref.kind}`) {
    case "/Pod":
      return [object];
    case "apps/Deployment":
      return [
        ...replicaSetsOf(object, index).flatMap((each) => podsBelow(each, index)),
        ...podsPastReplicaSets(object, index),
      ];
    case "batch/CronJob":
      return jobsOf(object, index).flatMap((each) => podsBelow(each, index));
    default:
      return controlledBy(object, pods, index);
  }
}
