import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import type { Query } from "../../model/snapshot.ts";
import { conditionOf } from "../../parse/conditions.ts";
import { listAt, textAt } from "../../parse/json-value.ts";
import { persistentVolumeClaims, podKind } from "../../profiles/core-kinds.ts";
import { machineExports, machineInstances, machineNameLabel } from "../../profiles/virtual-machines.ts";
import { troubleFromCondition } from "../core/object-health.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";
import { readClaimName } from "./machine-parts.ts";
import { endedPhases } from "./migration-queue.ts";

// The export of a claim waits while a Pod of another owner uses the claim (kubevirt/kubevirt
// pkg/storage/export/export/pvc-source.go, isPVCInUse). KubeVirt does not name that Pod.

/** The request for the Pods that may use the claim that an export waits for. Empty for any other object. */
export function planExportReads(object: KubeObject): readonly Query[] {
  return readAwaitedClaim(object) === undefined ? [] : [listQuery(podKind, object.ref.namespace)];
}

/** Adds to the node of an export that waits for a claim what uses that claim. Any other node is returned unchanged. */
export function addExportUsers(node: ReportNode, object: KubeObject, index: ObjectIndex): ReportNode {
  const claim = node.verdict === "progressing" ? readAwaitedClaim(object) : undefined;
  const ready = conditionOf(object, "Ready");
  if (claim === undefined || ready === undefined) return node;
  const users = listUsers(object, claim, index);
  if (users.length === 0) return node;
  return { ...node, trouble: { ...troubleFromCondition(ready), observed: { code: "claim-in-use", users } } };
}

/**
 * Makes the node of an export that waits for a claim that does not exist degraded. Ready has no message then (kubevirt/kubevirt
 * pkg/storage/export/export/pvc-source.go, getPVCFromSourcePVC). An export that has ended no longer needs its claim.
 */
export function addMissingClaim(node: ReportNode, object: KubeObject): ReportNode {
  const claim = isSameKind(object.ref, machineExports) ? conditionOf(object, "PVCReady") : undefined;
  if (claim?.status !== "False" || claim.reason !== "PVCNotFound" || node.verdict !== "progressing") return node;
  return { ...node, verdict: "degraded", ownVerdict: "degraded", trouble: troubleFromCondition(claim) };
}

/**
 * The claim that an export waits for until nothing else uses it: its source, or the one in KubeVirt's message
 * (`PersistentVolumeClaim shop/disk is in use`).
 */
function readAwaitedClaim(object: KubeObject): string | undefined {
  const { ref, spec } = object;
  const ready = isSameKind(ref, machineExports) ? conditionOf(object, "Ready") : undefined;
  if (ready?.status !== "False" || ready.reason !== "InUse") return undefined;
  const isOfClaim = textAt(spec, "source", "kind") === persistentVolumeClaims.kind;
  if (isOfClaim) return textAt(spec, "source", "name") || undefined;
  return /\bPersistentVolumeClaim [^/\s]+\/(\S+) is in use/.exec(ready.message)?.[1];
}

/** The virtual machines that use a claim, otherwise the Pods: `VirtualMachineInstance db`. */
function listUsers(exported: KubeObject, claim: string, index: ObjectIndex): readonly string[] {
  const { namespace } = exported.ref;
  const usesClaim = ({ spec, status }: KubeObject): boolean =>
    !endedPhases.has(textAt(status, "phase")) &&
    listAt(spec, "volumes").some((volume) => readClaimName(volume) === claim);
  const instances = index.all(machineInstances, namespace).filter(usesClaim);
  const pods = index.all(podKind, namespace).filter((pod) => usesClaim(pod) && !isOwnedBy(pod, exported));
  const machines = [
    ...instances.map(({ ref }) => ref.name),
    ...pods.flatMap(({ labels }) => labels.get(machineNameLabel) ?? []),
  ];
  const otherPods = pods.filter(({ labels }) => labels.get(machineNameLabel) === undefined);
  return [
    ...[...new Set(machines)].map((name) => `${machineInstances.kind} ${name}`),
    ...otherPods.map(({ ref }) => `${podKind.kind} ${ref.name}`),
  ];
}

function isOwnedBy({ raw }: KubeObject, { ref }: KubeObject): boolean {
  return listAt(raw, "metadata", "ownerReferences").some(
    (owner) => textAt(owner, "kind") === ref.kind && textAt(owner, "name") === ref.name,
  );
}
