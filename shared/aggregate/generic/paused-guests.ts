import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import type { Query } from "../../model/snapshot.ts";
import { isSerious } from "../../model/verdict.ts";
import { conditionOf, conditionsAt } from "../../parse/conditions.ts";
import { listAt, textAt } from "../../parse/json-value.ts";
import { podKind } from "../../profiles/core-kinds.ts";
import { machineInstances } from "../../profiles/virtual-machines.ts";
import { isRequestedPause, readinessGateReason } from "../core/virtual-machines.ts";
import { findObject, type ObjectIndex } from "../snapshot/object-index.ts";
import { queryRequested } from "../snapshot/queries.ts";

// KubeVirt closes a readiness gate of the pod while its guest is paused, with one reason for every pause. Only the instance
// says whether a user asked for the pause or a disk failed (kubevirt/kubevirt pkg/virt-controller/watch/vmi/lifecycle.go,
// syncPausedConditionToPod).

/** The readiness gate of the pod of a virtual machine that is closed while the guest is paused. */
export const unpausedGate = "kubevirt.io/virtual-machine-unpaused";

/**
 * Makes the node of a pod healthy if it is not ready only because the guest in it is paused, and its instance was read and says
 * that a user or a migration asked for that. Any other node is returned unchanged, also where an object below it is at fault.
 */
export function addPausedGuest(node: ReportNode, object: KubeObject, index: ObjectIndex): ReportNode {
  const isUnready = node.verdict === "progressing" || node.verdict === "degraded";
  if (!isUnready || node.trouble?.reason !== readinessGateReason || !isUnreadyByPause(object)) return node;
  if (node.children.some(({ verdict }) => isSerious(verdict)) || !isPauseRequested(object, index)) return node;
  const { trouble: _, ...healthyNode } = node;
  const facts = { ...node.facts, paused: "true" };
  return { ...healthyNode, verdict: "healthy", ownVerdict: "healthy", facts };
}

/** The request for the instance of a pod that is not ready because its guest is paused. Otherwise empty. */
export function planPausedGuestReads(object: KubeObject): readonly Query[] {
  const owner = isUnreadyByPause(object) ? readInstance(object) : undefined;
  const { namespace } = object.ref;
  return owner === undefined ? [] : [queryRequested({ kind: machineInstances, name: owner.name }, namespace)];
}

/** Whether the gate of a paused guest is the only thing that keeps a pod from being ready. */
function isUnreadyByPause(pod: KubeObject): boolean {
  if (!isSameKind(pod.ref, podKind) || conditionOf(pod, "ContainersReady")?.status !== "True") return false;
  const gates = listAt(pod.spec, "readinessGates").map((gate) => textAt(gate, "conditionType"));
  const unreadyGates = gates.filter((type) => conditionOf(pod, type)?.status !== "True");
  return unreadyGates.length === 1 && unreadyGates[0] === unpausedGate && conditionOf(pod, unpausedGate) !== undefined;
}

function isPauseRequested(pod: KubeObject, index: ObjectIndex): boolean {
  const owner = readInstance(pod);
  if (owner === undefined) return false;
  const instance = findObject(machineInstances, { ...pod.ref, name: owner.name }, index);
  if (instance === undefined) return false;
  // Without a uid, as in a file that a user has cleaned, the name decides.
  const uids = new Set([owner.uid, instance.uid].filter((uid) => uid !== ""));
  return uids.size <= 1 && conditionsAt(instance).conditions.some(isRequestedPause);
}

/** The instance that owns a pod, as the pod names it. Undefined for a pod of no instance. */
function readInstance({ raw }: KubeObject): { readonly name: string; readonly uid: string } | undefined {
  const owners = listAt(raw, "metadata", "ownerReferences");
  const owner = owners.find((each) => textAt(each, "kind") === machineInstances.kind);
  return owner === undefined ? undefined : { name: textAt(owner, "name"), uid: textAt(owner, "uid") };
}
