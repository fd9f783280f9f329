import { definedFields } from "../../../model/defined-fields.ts";
import type { KubeObject, Ref } from "../../../model/object.ts";
import { listAt, textAt, valueAt } from "../../../parse/json-value.ts";
import { podKind } from "../../../profiles/core-kinds.ts";
import { operatorLease, operatorPodLabel } from "../../../profiles/hco/profile.ts";
import { controlledBy, currentReplicaSets, podsPastReplicaSets } from "../../core/owner-lookup.ts";
import { compareTexts } from "../../evaluation/compare.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { hasEnvironment, readTemplateVariables, readVariables, type Variables } from "./variables.ts";

/** The Pod whose operator reconciles, and what shows it. */
export interface Leader {
  readonly pod: KubeObject;
  readonly from: "lease" | "pod";
}

/**
 * The Pods of the operator that have not ended: those below its Deployments, or where none was found, those with its
 * label. Pods of another owner, and copies of a Pod, can have the label too. Pods that have ended do not describe their
 * replacements.
 */
export function listOperatorPods(
  index: ObjectIndex,
  namespace: string,
  deployments: readonly KubeObject[],
): readonly KubeObject[] {
  const own =
    deployments.length > 0
      ? deployments.flatMap((each) => listPodsBelow(each, index))
      : index
          .all(podKind, namespace)
          .filter(({ labels }) => labels.get(operatorPodLabel.name) === operatorPodLabel.value);
  return [...new Set(own)].filter(({ status }) => !["Succeeded", "Failed"].includes(textAt(status, "phase")));
}

/** The Pods of a Deployment that were read, also where its ReplicaSets were not. */
export function listPodsBelow(deployment: KubeObject, index: ObjectIndex): readonly KubeObject[] {
  const sets = currentReplicaSets(deployment, index);
  return [...sets.flatMap((each) => controlledBy(each, podKind, index)), ...podsPastReplicaSets(deployment, index)];
}

/**
 * The Pod that leads: the holder of the Lease, as long as it exists. Without one it is a ready Pod. Of several ready
 * ones it is the oldest, because a leader leads until it ends (client-go, leaderelection.go).
 */
export function findLeader(index: ObjectIndex, namespace: string, pods: readonly KubeObject[]): Leader | undefined {
  const holder = readLeaseHolder(index, namespace);
  const holderPod = holder === undefined ? undefined : pods.find((pod) => readHostname(pod) === holder);
  if (holderPod !== undefined) return { pod: holderPod, from: "lease" };
  const [oldest] = pods
    .filter(isPodReady)
    .toSorted((a, b) => compareTexts(a.createdAt ?? "", b.createdAt ?? "") || compareTexts(a.ref.name, b.ref.name));
  return oldest === undefined ? undefined : { pod: oldest, from: "pod" };
}

/**
 * The host name of the Lease's holder. The holder writes `<hostname>_<random uid>` (controller-runtime,
 * pkg/leaderelection/leader_election.go), and a host name has no underscore.
 */
export function readLeaseHolder(index: ObjectIndex, namespace: string): string | undefined {
  const lookup = index.find({ ...operatorLease, namespace });
  const holder = lookup.outcome === "found" ? textAt(lookup.object.spec, "holderIdentity") : "";
  const [host = ""] = holder.split("_");
  return host === "" ? undefined : host;
}

/**
 * The host name of a Pod: its own, or its name cut to 63 characters (kubelet, pkg/kubelet/util/util.go,
 * TruncatePodHostnameIfNeeded).
 */
function readHostname({ ref, spec }: KubeObject): string {
  const own = textAt(spec, "hostname");
  return own === "" ? ref.name.slice(0, 63).replace(/[-.]+$/, "") : own;
}

export function isPodReady({ status, deletedAt }: KubeObject): boolean {
  const ready = listAt(status, "conditions").find((each) => textAt(each, "type") === "Ready");
  return deletedAt === undefined && textAt(ready, "status") === "True";
}

/** The environment of a Pod, from its ReplicaSet where the Pod itself has none. */
export function readPodVariables(pod: KubeObject, index: ObjectIndex): Variables {
  const containers = valueAt(pod.spec, "containers");
  const lookup = hasEnvironment(containers) ? undefined : index.find(readReplicaSetRef(pod));
  return lookup?.outcome === "found" ? readTemplateVariables(lookup.object) : readVariables(containers);
}

/** The ReplicaSet that a Pod names as its owner. Its name is empty where the Pod names none. */
export function readReplicaSetRef({ raw, ref }: KubeObject): Ref {
  const owners = listAt(raw, "metadata", "ownerReferences");
  const owner = owners.find((each) => textAt(each, "kind") === "ReplicaSet");
  const place = definedFields({ namespace: ref.namespace });
  return { group: "apps", kind: "ReplicaSet", ...place, name: textAt(owner, "name") };
}
