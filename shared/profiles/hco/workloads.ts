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

/** The workloads of one component by name, and the Deployment of its own operator. */
export interface WorkloadRow {
  readonly component: string;
  readonly operator: string;
  /** Deployments and DaemonSets, whichever exist. */
  readonly names: readonly string[];
  /** The Deployment that answers for the webhook of the component's own CR, where that is not its operator. */
  readonly webhookServer?: string;
  /** Selects the Pods of all its workloads, of which some may also select the Pod of its operator. */
  readonly podSelector: string;
  /** The label of a Pod whose value is the name of its workload, where all Pods of the component have it. */
  readonly nameLabel?: string;
  /** Its namespace without a HyperConverged, if its CR is cluster-scoped. */
  readonly home?: string;
  readonly source: string;
  readonly podSource: string;
}

/** The table of facts hco 7. A name that a cluster lacks means nothing: releases and switches differ. */
export const workloadRows: readonly WorkloadRow[] = [
  {
    component: "KubeVirt",
    operator: "virt-operator",
    names: [
      "virt-api",
      "virt-controller",
      "virt-handler",
      "virt-exportproxy",
      "virt-synchronization-controller",
      "virt-template-apiserver",
    ],
    podSelector: "kubevirt.io",
    nameLabel: "kubevirt.io",
    source: "KubeVirt pkg/virt-operator/resource/generate/components/deployments.go",
    podSource:
      "kubevirt/kubevirt pkg/virt-operator/resource/generate/components/deployments.go:103-108,161,265; daemonsets.go:108",
  },
  {
    component: "CDI",
    operator: "cdi-operator",
    names: ["cdi-apiserver", "cdi-deployment", "cdi-uploadproxy"],
    webhookServer: "cdi-apiserver",
    home: "cdi",
    podSelector: "cdi.kubevirt.io",
    nameLabel: "cdi.kubevirt.io",
    source: "CDI pkg/common/common.go:23-34; home: manifests/templates/namespace.yaml.in",
    podSource:
      "kubevirt/containerized-data-importer pkg/operator/resources/namespaced/{apiserver,controller,uploadproxy}.go, CreateDeployment",
  },
  {
    component: "NetworkAddonsConfig",
    operator: "cluster-network-addons-operator",
    names: [
      "bridge-marker",
      "kube-cni-linux-bridge-plugin",
      "kubemacpool-mac-controller-manager",
      "kubemacpool-cert-manager",
      "kubevirt-ipam-controller-manager",
      "secondary-dns",
      "dynamic-networks-controller-ds",
      "multus",
      "ovs-cni-amd64",
      "macvtap-cni",
    ],
    home: "cluster-network-addons",
    podSelector: "app.kubernetes.io/component=network",
    source: "CNAO data/; home: README.md",
    podSource:
      "kubevirt/cluster-network-addons-operator pkg/controller/networkaddonsconfig/networkaddonsconfig_controller.go, updateObjectsLabels",
  },
  {
    component: "AAQ",
    operator: "aaq-operator",
    names: ["aaq-controller", "aaq-server"],
    home: "aaq",
    podSelector: "aaq.kubevirt.io",
    nameLabel: "aaq.kubevirt.io",
    source: "AAQ pkg/aaq-operator/resources/namespaced",
    podSource:
      "kubevirt/application-aware-quota pkg/aaq-operator/resources/namespaced/{aaqserver,controller}.go, CreateDeployment",
  },
  {
    component: "MigController",
    operator: "kubevirt-migration-operator",
    names: ["kubevirt-migration-controller"],
    podSelector: "migrations.kubevirt.io",
    nameLabel: "migrations.kubevirt.io",
    source: "HCO deploy/olm-catalog, RBAC of the migration operator",
    podSource: "kubevirt/kubevirt-migration-operator pkg/resources/namespaced/controller.go:121-128",
  },
  {
    component: "FileRestoreOperator",
    operator: "vm-file-restore-operator-controller-manager",
    names: [],
    podSelector: "name=vm-file-restore-operator-controller-manager",
    source: "HCO deploy/olm-catalog",
    podSource: "kubevirt/hyperconverged-cluster-operator deploy/operator.yaml",
  },
  {
    component: "SSP",
    operator: "ssp-operator",
    names: ["virt-template-validator", "vm-console-proxy"],
    podSelector: "app.kubernetes.io/managed-by=ssp-operator",
    source: "SSP internal/operands",
    podSource:
      "kubevirt/ssp-operator internal/operands/{template-validator,vm-console-proxy}/reconcile.go, AddAppLabels on the Pod template",
  },
];

/** Workloads with CDI's label that do not belong to CDI: HCO ships them and counts them nowhere (facts hco 3, 7). */
export const unrelatedWorkloads: RegExp = /^hostpath-provisioner/;
