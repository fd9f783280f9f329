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
  /** Its namespace without a HyperConverged, if its CR is cluster-scoped. */
  readonly home?: string;
  readonly source: string;
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
    source: "KubeVirt pkg/virt-operator/resource/generate/components/deployments.go",
  },
  {
    component: "CDI",
    operator: "cdi-operator",
    names: ["cdi-apiserver", "cdi-deployment", "cdi-uploadproxy"],
    home: "cdi",
    source: "CDI pkg/common/common.go:23-34; home: manifests/templates/namespace.yaml.in",
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
    source: "CNAO data/; home: README.md",
  },
  {
    component: "AAQ",
    operator: "aaq-operator",
    names: ["aaq-controller", "aaq-server"],
    home: "aaq",
    source: "AAQ pkg/aaq-operator/resources/namespaced",
  },
  {
    component: "MigController",
    operator: "kubevirt-migration-operator",
    names: ["kubevirt-migration-controller"],
    source: "HCO deploy/olm-catalog, RBAC of the migration operator",
  },
  {
    component: "FileRestoreOperator",
    operator: "vm-file-restore-operator-controller-manager",
    names: [],
    source: "HCO deploy/olm-catalog",
  },
  {
    component: "SSP",
    operator: "ssp-operator",
    names: ["virt-template-validator", "vm-console-proxy"],
    source: "SSP internal/operands",
  },
];

/** Workloads with CDI's label that do not belong to CDI: HCO ships them and counts them nowhere (facts hco 3, 7). */
export const unrelatedWorkloads: RegExp = /^hostpath-provisioner/;
