import type { daemonSets } from "./workloads.ts";

/** A workload that a component has wherever it is deployed. */
export interface RequiredWorkload {
  readonly component: string;
  readonly kind: "Deployment" | typeof daemonSets.kind;
  readonly name: string;
  readonly source: string;
}

// Their operators create these in every release that HyperConverged has shipped, whatever the spec says. The number of
// replicas, a nodeSelector that fits no node and a control plane outside of the cluster change their counts alone
// (KubeVirt pkg/virt-operator/resource/apply/apps.go). Omitted is what depends on the spec, a feature gate or the platform
// (virt-exportproxy, virt-synchronization-controller, virt-template-apiserver, all of NetworkAddonsConfig and SSP), and what
// was found in no source (AAQ, MigController, FileRestoreOperator).

const kubeVirt =
  "KubeVirt pkg/virt-operator/resource/generate/install/strategy.go, GenerateCurrentInstallStrategy; " +
  "apply/reconcile.go, createOrRollBackSystem";

/** The workloads that must exist below a component that reports itself deployed. */
export const requiredWorkloads: readonly RequiredWorkload[] = [
  { component: "KubeVirt", kind: "Deployment", name: "virt-api", source: kubeVirt },
  { component: "KubeVirt", kind: "Deployment", name: "virt-controller", source: kubeVirt },
  { component: "KubeVirt", kind: "DaemonSet", name: "virt-handler", source: kubeVirt },
  {
    component: "CDI",
    kind: "Deployment",
    name: "cdi-apiserver",
    source: "CDI pkg/operator/resources/namespaced/factory.go, factoryFunctions; apiserver.go",
  },
  {
    component: "CDI",
    kind: "Deployment",
    name: "cdi-deployment",
    source: "CDI pkg/operator/resources/namespaced/factory.go, factoryFunctions; controller.go",
  },
  {
    component: "CDI",
    kind: "Deployment",
    name: "cdi-uploadproxy",
    source: "CDI pkg/operator/resources/namespaced/factory.go, factoryFunctions; uploadproxy.go",
  },
];

/**
 * The value of `status.phase` of a component that its operator has deployed (KubeVirt api/core/v1, KubeVirtPhaseDeployed;
 * controller-lifecycle-operator-sdk api/types.go, PhaseDeployed).
 */
export const deployedPhase = "Deployed";
