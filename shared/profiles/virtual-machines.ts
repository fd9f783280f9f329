import type { GroupKind, Kind } from "../model/kind.ts";
import type { KubeObject } from "../model/object.ts";

/** A virtual machine, running or not. */
export const virtualMachines: Kind = {
  group: "kubevirt.io",
  kind: "VirtualMachine",
  plural: "virtualmachines",
  versions: ["v1"],
  namespaced: true,
};

/** A running virtual machine. */
export const machineInstances: Kind = {
  group: "kubevirt.io",
  kind: "VirtualMachineInstance",
  plural: "virtualmachineinstances",
  versions: ["v1"],
  namespaced: true,
};

/** A disk that CDI fills: by an import, a copy or an upload. */
export const dataVolumes: Kind = {
  group: "cdi.kubevirt.io",
  kind: "DataVolume",
  plural: "datavolumes",
  versions: ["v1beta1"],
  namespaced: true,
};

/** What keeps KubeVirt and CDI from being deleted (tables/hyperconverged/deletion.yaml). */
export const keepingKinds: Readonly<Record<string, readonly Kind[]>> = {
  KubeVirt: [
    virtualMachines,
    machineInstances,
    {
      group: "kubevirt.io",
      kind: "VirtualMachineInstanceReplicaSet",
      plural: "virtualmachineinstancereplicasets",
      versions: ["v1"],
      namespaced: true,
    },
  ],
  CDI: [dataVolumes],
};

/** The order to move an instance to another node. */
export const migrations: Kind = {
  group: "kubevirt.io",
  kind: "VirtualMachineInstanceMigration",
  plural: "virtualmachineinstancemigrations",
  versions: ["v1"],
  namespaced: true,
};

export const machineExports: GroupKind = { group: "export.kubevirt.io", kind: "VirtualMachineExport" };

export const machineBackups: GroupKind = { group: "backup.kubevirt.io", kind: "VirtualMachineBackup" };

/** The orders to save, restore, copy, export or back up a virtual machine. Each ends. */
export const machineOperations: readonly GroupKind[] = [
  { group: "snapshot.kubevirt.io", kind: "VirtualMachineSnapshot" },
  { group: "snapshot.kubevirt.io", kind: "VirtualMachineRestore" },
  { group: "clone.kubevirt.io", kind: "VirtualMachineClone" },
  machineExports,
  machineBackups,
];

export const kubeVirts: Kind = {
  group: "kubevirt.io",
  kind: "KubeVirt",
  plural: "kubevirts",
  versions: ["v1"],
  namespaced: true,
};

/** The label of an instance with the node where it runs (kubevirt.io/api/core/v1 types.go, NodeNameLabel). */
export const nodeNameLabel = "kubevirt.io/nodeName";

/** The label of the pods that virtual machines run in (kubevirt.io/api/core/v1 types.go, AppLabel). */
export const launcherPodLabel = { name: "kubevirt.io", value: "virt-launcher" } as const;

/** The label of such a pod with the name of its virtual machine (kubevirt.io/api/core/v1 types.go, VirtualMachineNameLabel). */
export const machineNameLabel = "vm.kubevirt.io/name";

/** Whether a virtual machine runs in a pod. */
export function isLauncherPod({ labels }: KubeObject): boolean {
  return labels.get(launcherPodLabel.name) === launcherPodLabel.value;
}
