import type { Kind } from "../model/kind.ts";

// What starts the fencing of a node that no longer reports. A cluster need not have either kind.

/** The NodeHealthCheck of medik8s (medik8s/node-healthcheck-operator api/v1alpha1/nodehealthcheck_types.go). */
export const nodeHealthChecks: Kind = {
  group: "remediation.medik8s.io",
  kind: "NodeHealthCheck",
  plural: "nodehealthchecks",
  versions: ["v1alpha1"],
  namespaced: false,
};

/** The MachineHealthCheck of OpenShift (openshift/api machine/v1beta1/types_machinehealthcheck.go). */
export const machineHealthChecks: Kind = {
  group: "machine.openshift.io",
  kind: "MachineHealthCheck",
  plural: "machinehealthchecks",
  versions: ["v1beta1"],
  namespaced: true,
};

/** The annotation of a Node with its Machine, of OpenShift and of Cluster API: the checks of machines select only those. */
export const machineAnnotations = {
  openshift: "machine.openshift.io/machine",
  clusterApi: "cluster.x-k8s.io/machine",
} as const;

/**
 * The taint by which a person or an operator says that a node is off: its pods are deleted, and its volumes are detached
 * (https://kubernetes.io/docs/concepts/cluster-administration/node-shutdown/#non-graceful-node-shutdown).
 */
export const outOfServiceTaint = "node.kubernetes.io/out-of-service";

/** The taint of a node that an operator of medik8s remediates (medik8s/common pkg/labels, medik8s/self-node-remediation). */
export const remediationTaint: RegExp = /^(?:medik8s\.io|remediation\.medik8s\.io)\//;
