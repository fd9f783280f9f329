import { isSameKind, type Kind } from "../model/kind.ts";

// Kinds of OpenShift that an update of the cluster shows in. A plain Kubernetes serves neither.

/** The version of the cluster, and how far an update of it is (openshift/api config/v1/types_cluster_version.go). */
export const clusterVersions: Kind = {
  group: "config.openshift.io",
  kind: "ClusterVersion",
  plural: "clusterversions",
  versions: ["v1"],
  namespaced: false,
};

/** An operator of OpenShift itself, with its state (openshift/api config/v1/types_cluster_operator.go). */
export const clusterOperators: Kind = {
  group: "config.openshift.io",
  kind: "ClusterOperator",
  plural: "clusteroperators",
  versions: ["v1"],
  namespaced: false,
};

/** The name of the only ClusterVersion that the cluster-version-operator follows. */
export const clusterVersionName = "version";

/** The nodes of one role, and how far their update is (openshift/api machineconfiguration/v1/types.go). */
export const machineConfigPools: Kind = {
  group: "machineconfiguration.openshift.io",
  kind: "MachineConfigPool",
  plural: "machineconfigpools",
  versions: ["v1"],
  namespaced: false,
};

/** Whether an object or a kind is a MachineConfigPool. */
export function isPoolOfNodes(one: Pick<Kind, "group" | "kind">): boolean {
  return isSameKind(one, machineConfigPools);
}

/**
 * The label of a pool without which an update of the cluster does not end (openshift/machine-config-operator
 * pkg/operator/sync.go, syncRequiredMachineConfigPools).
 */
export const requiredForUpgradeLabel = "operator.machineconfiguration.openshift.io/required-for-upgrade";
