import { compareTexts } from "../../../model/compare-texts.ts";
import { definedFields } from "../../../model/defined-fields.ts";
import type { KubeObject, Ref } from "../../../model/object.ts";
import { foundObject } from "../../../model/snapshot.ts";
import { listAt, textAt, valueAt } from "../../../parse/json-value.ts";
import { podKind } from "../../../profiles/core-kinds.ts";
import { operatorLease, operatorPodLabel } from "../../../profiles/hco/profile.ts";
import { listControlled, listCurrentReplicaSets, listPodsWithoutReplicaSet } from "../../core/owner-lookup.ts";
import { hasPodEnded } from "../../core/pods.ts";
import type { ObjectIndex } from "../../snapshot/object-index.ts";
import { hasEnvironment, readTemplateVariables, readVariables, type Variables } from "./variables.ts";

/** The Pod whose operator reconciles, and what shows it. */
export interface Leader {
  readonly pod: KubeObject;
  readonly from: "lease" | "pod";
}

/** The most characters of a host name (kubelet, pkg/kubelet/util/util.go, TruncatePodHostnameIfNeeded). */
const maxHostnameLength = 63;

/**
 * The Pods of the operator that have not ended: those below its Deployments, or those with its label where none was found.
 * The label alone is not enough, because Pods of another owner and copies of a Pod can have it too.
 */
export function listOperatorPods(
  index: ObjectIndex,
  namespace: string,
  deployments: readonly KubeObject[],
): readonly KubeObject[] {
  const pods =
    deployments.length > 0
      ? deployments.flatMap((deployment) => listPodsBelow(deployment, index))
      : index.all(podKind, namespace).filter(isOfOperator);
  return [...new Set(pods)].filter((pod) => !hasPodEnded(pod));
}

/** Whether an object has the label of the operator's Pods and ReplicaSets. */
export function isOfOperator({ labels }: KubeObject): boolean {
  return labels.get(operatorPodLabel.name) === operatorPodLabel.value;
}

/** The Pods of a Deployment that were read, also those whose ReplicaSets were not. */
export function listPodsBelow(deployment: KubeObject, index: ObjectIndex): readonly KubeObject[] {
  const podsOfSets = listCurrentReplicaSets(deployment, index).flatMap((set) => listControlled(set, podKind, index));
  return [...podsOfSets, ...listPodsWithoutReplicaSet(deployment, index)];
}

/**
 * The Pod that leads: the holder of the Lease if it is one of `pods`, otherwise the oldest ready one, because a leader leads
 * until it ends (client-go, leaderelection.go).
 */
export function findLeader(index: ObjectIndex, namespace: string, pods: readonly KubeObject[]): Leader | undefined {
  const holderName = readLeaseHolder(index, namespace);
  const holder = holderName === undefined ? undefined : pods.find((pod) => readHostname(pod) === holderName);
  if (holder !== undefined) return { pod: holder, from: "lease" };
  const [oldest] = pods
    .filter(isPodReady)
    .toSorted((a, b) => compareTexts(a.createdAt ?? "", b.createdAt ?? "") || compareTexts(a.ref.name, b.ref.name));
  return oldest === undefined ? undefined : { pod: oldest, from: "pod" };
}

/**
 * The host name of the Lease's holder. Undefined where the Lease was not found or has no holder. The holder writes `<hostname>_<random uid>` (controller-runtime,
 * pkg/leaderelection/leader_election.go), and a host name has no underscore.
 */
export function readLeaseHolder(index: ObjectIndex, namespace: string): string | undefined {
  const lease = foundObject(index.find({ ...operatorLease, namespace }));
  const [hostname = ""] = textAt(lease?.spec, "holderIdentity").split("_");
  return hostname === "" ? undefined : hostname;
}

/** The host name of a Pod: that of its spec, otherwise its name, cut to the length of a host name. */
function readHostname({ ref, spec }: KubeObject): string {
  const hostname = textAt(spec, "hostname");
  return hostname === "" ? ref.name.slice(0, maxHostnameLength).replace(/[-.]+$/, "") : hostname;
}

/** Whether a Pod is Ready and not being deleted. */
export function isPodReady({ status, deletedAt }: KubeObject): boolean {
  const ready = listAt(status, "conditions").find((condition) => textAt(condition, "type") === "Ready");
  return deletedAt === undefined && textAt(ready, "status") === "True";
}

/** The environment of a Pod, from its ReplicaSet where the Pod itself has none. */
export function readPodVariables(pod: KubeObject, index: ObjectIndex): Variables {
  const containers = valueAt(pod.spec, "containers");
  if (hasEnvironment(containers)) return readVariables(containers);
  const replicaSet = foundObject(index.find(readReplicaSetRef(pod)));
  return replicaSet === undefined ? readVariables(containers) : readTemplateVariables(replicaSet);
}

/** The ReplicaSet that a Pod names as its owner. Its name is empty where the Pod names none. */
export function readReplicaSetRef({ raw, ref }: KubeObject): Ref {
  const owners = listAt(raw, "metadata", "ownerReferences");
  const replicaSet = owners.find((owner) => textAt(owner, "kind") === "ReplicaSet");
  const { namespace } = ref;
  return { group: "apps", kind: "ReplicaSet", ...definedFields({ namespace }), name: textAt(replicaSet, "name") };
}
