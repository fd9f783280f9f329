import type { Kind } from "../../model/kind.ts";

/** The kind of workloads that run on every node. */
export const daemonSets: Kind = {
  group: "apps",
  kind: "DaemonSet",
  plural: "daemonsets",
  versions: ["v1"],
  namespaced: true,
};

/** The kinds of workloads that keep Pods running. */
export const workloadKinds: readonly Kind[] = [
  { group: "apps", kind: "Deployment", plural: "deployments", versions: ["v1"], namespaced: true },
  daemonSets,
  { group: "apps", kind: "StatefulSet", plural: "statefulsets", versions: ["v1"], namespaced: true },
];

/** Workloads with CDI's label that do not belong to CDI: HCO ships them and counts them nowhere (deploy/operator.yaml). */
export const unrelatedWorkloads: RegExp = /^hostpath-provisioner/;

/**
 * The value of `status.phase` of a component that its operator has deployed (KubeVirt api/core/v1, KubeVirtPhaseDeployed;
 * controller-lifecycle-operator-sdk api/types.go, PhaseDeployed).
 */
export const deployedPhase = "Deployed";
