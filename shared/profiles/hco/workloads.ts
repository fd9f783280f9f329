import type { Kind } from "../../model/kind.ts";
import { builtInKind } from "../core-kinds.ts";

/** The kind of workloads that run on every node. */
export const daemonSets: Kind = builtInKind("apps", "DaemonSet");

/** The kinds of workloads that keep Pods running. */
export const workloadKinds: readonly Kind[] = [
  builtInKind("apps", "Deployment"),
  daemonSets,
  builtInKind("apps", "StatefulSet"),
];

/** Workloads with CDI's label that do not belong to CDI: HCO ships them and counts them nowhere (deploy/operator.yaml). */
export const unrelatedWorkloads: RegExp = /^hostpath-provisioner/;

/**
 * The value of `status.phase` of a component that its operator has deployed (KubeVirt api/core/v1, KubeVirtPhaseDeployed;
 * controller-lifecycle-operator-sdk api/types.go, PhaseDeployed).
 */
export const deployedPhase = "Deployed";
