import type { Kind } from "../model/kind.ts";

/** A running virtual machine. */
export const machineInstances: Kind = {
  group: "kubevirt.io",
  kind: "VirtualMachineInstance",
  plural: "virtualmachineinstances",
  versions: ["v1"],
  namespaced: true,
};

/** The order to move an instance to another node. */
export const migrations: Kind = {
  group: "kubevirt.io",
  kind: "VirtualMachineInstanceMigration",
  plural: "virtualmachineinstancemigrations",
  versions: ["v1"],
  namespaced: true,
};

export const kubeVirts: Kind = {
  group: "kubevirt.io",
  kind: "KubeVirt",
  plural: "kubevirts",
  versions: ["v1"],
  namespaced: true,
};

/** The label of an instance with the node where it runs (kubevirt.io/api/core/v1 types.go, NodeNameLabel). */
export const nodeNameLabel = "kubevirt.io/nodeName";
