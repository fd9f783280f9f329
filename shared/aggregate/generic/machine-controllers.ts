import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Query } from "../../model/snapshot.ts";
import { conditionOf } from "../../parse/conditions.ts";
import { textAt } from "../../parse/json-value.ts";
import { podKind } from "../../profiles/core-kinds.ts";
import { machineInstances, virtualMachines } from "../../profiles/virtual-machines.ts";
import { compareTexts } from "../evaluation/compare.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";

// What acts on a virtual machine: virt-controller makes its instance, and removes its finalizer. virt-handler of the node
// starts and stops the guest (https://kubevirt.io/user-guide/architecture/). Their pods are in the namespace of KubeVirt.

/** The requests for the pods that act on a virtual machine or its instance; none for another object. */
export function planControllerReads(object: KubeObject): readonly Query[] {
  const acting = actingOn(object);
  if (acting === undefined) return [];
  const { component, node } = acting;
  const list = { ...listQuery(podKind), labelSelector: `${componentLabel}=${component}` };
  return [node === undefined ? list : { ...list, fieldSelector: `spec.nodeName=${node}` }];
}

/** A pod that should act on a virtual machine or its instance, where no other is ready to. */
export function findUnreadyController(object: KubeObject, index: ObjectIndex): KubeObject | undefined {
  const acting = actingOn(object);
  if (acting === undefined) return undefined;
  const pods = index
    .all(podKind)
    .filter(({ labels, spec }) => labels.get(componentLabel) === acting.component && isOn(spec, acting.node));
  if (pods.some((pod) => conditionOf(pod, "Ready")?.status === "True")) return undefined;
  return pods.toSorted((a, b) => compareTexts(a.ref.name, b.ref.name))[0];
}

const componentLabel = "kubevirt.io";

/** The component whose turn it is, and the node where it must run. */
function actingOn({ ref, status }: KubeObject): { readonly component: string; readonly node?: string } | undefined {
  if (isSameKind(ref, virtualMachines)) return { component: "virt-controller" };
  const node = textAt(status, "nodeName");
  return isSameKind(ref, machineInstances) && node !== "" ? { component: "virt-handler", node } : undefined;
}

function isOn(spec: unknown, node: string | undefined): boolean {
  return node === undefined || textAt(spec, "nodeName") === node;
}
