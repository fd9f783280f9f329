import { compareTexts } from "../../model/compare-texts.ts";
import { isSameKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Query } from "../../model/snapshot.ts";
import { conditionOf } from "../../parse/conditions.ts";
import { textAt } from "../../parse/json-value.ts";
import { podKind } from "../../profiles/core-kinds.ts";
import { machineInstances, virtualMachines } from "../../profiles/virtual-machines.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";

// What acts on a virtual machine: virt-controller makes its instance, and removes its finalizer. virt-handler of the node
// starts and stops the guest (https://kubevirt.io/user-guide/architecture/). Their pods are in the namespace of KubeVirt.

/** The label of KubeVirt's pods that names their component. */
const componentLabel = "kubevirt.io";

/** The component that acts on an object next, and the node where it must run, if it must run on a certain one. */
interface ActingComponent {
  readonly component: string;
  readonly node?: string;
}

/** The requests for the pods that act on a virtual machine or its instance; none for another object. */
export function planControllerReads(object: KubeObject): readonly Query[] {
  const acting = findActingComponent(object);
  if (acting === undefined) return [];
  const list = { ...listQuery(podKind), labelSelector: `${componentLabel}=${acting.component}` };
  return [acting.node === undefined ? list : { ...list, fieldSelector: `spec.nodeName=${acting.node}` }];
}

/** A pod that should act on a virtual machine or its instance and is not ready. Undefined where another pod is ready. */
export function findUnreadyController(object: KubeObject, index: ObjectIndex): KubeObject | undefined {
  const acting = findActingComponent(object);
  if (acting === undefined) return undefined;
  const pods = index.all(podKind).filter((pod) => isPodOf(acting, pod));
  if (pods.some((pod) => conditionOf(pod, "Ready")?.status === "True")) return undefined;
  const [first] = pods.toSorted((a, b) => compareTexts(a.ref.name, b.ref.name));
  return first;
}

function findActingComponent({ ref, status }: KubeObject): ActingComponent | undefined {
  if (isSameKind(ref, virtualMachines)) return { component: "virt-controller" };
  if (!isSameKind(ref, machineInstances)) return undefined;
  const node = textAt(status, "nodeName");
  return node === "" ? undefined : { component: "virt-handler", node };
}

function isPodOf({ component, node }: ActingComponent, { labels, spec }: KubeObject): boolean {
  if (labels.get(componentLabel) !== component) return false;
  return node === undefined || textAt(spec, "nodeName") === node;
}
