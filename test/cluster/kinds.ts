import { machineSchemas } from "./machine-schemas.ts";

/** A custom kind: what its CRD says, as the operators ship it. */
export interface Kind {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly shortNames: readonly string[];
  /** Served versions, the stored one first. */
  readonly versions: readonly string[];
  readonly namespaced: boolean;
  /** False: the status is written like any other field, and metadata.generation grows with it. */
  readonly statusSubresource: boolean;
  /** The columns of its tables beside the name: their names and paths. */
  readonly columns?: Readonly<Record<string, string>>;
  /** The schema of all versions. Absent: every field is kept. */
  readonly schema?: object;
}

/** HyperConverged as of 1.20: both versions served, v1 stored (since 1.19). */
export const hyperConvergedKind: Kind = {
  group: "hco.kubevirt.io",
  kind: "HyperConverged",
  plural: "hyperconvergeds",
  shortNames: ["hco", "hcos"],
  versions: ["v1", "v1beta1"],
  namespaced: true,
  statusSubresource: true,
};

/** What HCO's own manifests install next to it, on any platform; SSP's CRD too, though its CR exists on OpenShift only. */
export const componentKinds: readonly Kind[] = [
  kind("kubevirt.io", ["v1", "v1alpha3"], "KubeVirt", "kubevirts", ["kv", "kvs"], "namespaced"),
  { ...kind("cdi.kubevirt.io", ["v1beta1"], "CDI", "cdis", ["cdi", "cdis"], "cluster"), statusSubresource: false },
  kind(
    "networkaddonsoperator.network.kubevirt.io",
    ["v1"],
    "NetworkAddonsConfig",
    "networkaddonsconfigs",
    [],
    "cluster",
  ),
  kind("aaq.kubevirt.io", ["v1alpha1"], "AAQ", "aaqs", ["aaq", "aaqs"], "cluster"),
  kind("migrations.kubevirt.io", ["v1alpha1"], "MigController", "migcontrollers", [], "namespaced"),
  kind("filerestore.kubevirt.io", ["v1alpha1"], "FileRestoreOperator", "filerestoreoperators", [], "namespaced"),
  kind("ssp.kubevirt.io", ["v1beta3", "v1beta2"], "SSP", "ssps", [], "namespaced"),
];

/** What only a cluster with the Operator Lifecycle Manager knows. */
export const lifecycleManagerKinds: readonly Kind[] = [
  kind("operators.coreos.com", ["v2"], "OperatorCondition", "operatorconditions", ["condition"], "namespaced"),
  kind(
    "operators.coreos.com",
    ["v1alpha1"],
    "ClusterServiceVersion",
    "clusterserviceversions",
    ["csv", "csvs"],
    "namespaced",
  ),
  kind("operators.coreos.com", ["v1alpha1"], "Subscription", "subscriptions", ["sub", "subs"], "namespaced"),
  kind("operators.coreos.com", ["v1alpha1"], "InstallPlan", "installplans", ["ip"], "namespaced"),
];

/** The kinds of virtual machines and their disks, which KubeVirt and CDI define themselves. */
export const machineKinds: readonly Kind[] = [
  {
    ...kind("kubevirt.io", ["v1"], "VirtualMachine", "virtualmachines", ["vm", "vms"], "namespaced"),
    schema: machineSchemas.VirtualMachine,
  },
  {
    ...kind("kubevirt.io", ["v1"], "VirtualMachineInstance", "virtualmachineinstances", ["vmi", "vmis"], "namespaced"),
    // kubevirt/kubevirt pkg/virt-operator/resource/generate/components/crds.go: the status is a field like any other.
    statusSubresource: false,
    columns: { Phase: ".status.phase", NodeName: ".status.nodeName" },
    schema: machineSchemas.VirtualMachineInstance,
  },
  {
    ...kind(
      "kubevirt.io",
      ["v1"],
      "VirtualMachineInstanceMigration",
      "virtualmachineinstancemigrations",
      ["vmim", "vmims"],
      "namespaced",
    ),
    schema: machineSchemas.VirtualMachineInstanceMigration,
  },
  {
    ...kind("cdi.kubevirt.io", ["v1beta1"], "DataVolume", "datavolumes", ["dv", "dvs"], "namespaced"),
    schema: machineSchemas.DataVolume,
  },
];

/** What OpenShift's own operators define: the version of the cluster, and its pools of nodes. */
export const openShiftKinds: readonly Kind[] = [
  kind("config.openshift.io", ["v1"], "ClusterVersion", "clusterversions", [], "cluster"),
  kind("machineconfiguration.openshift.io", ["v1"], "MachineConfigPool", "machineconfigpools", ["mcp"], "cluster"),
];

/** Where there is no OpenShift to sign certificates, HCO asks cert-manager. */
export const certManagerKinds: readonly Kind[] = [
  kind("cert-manager.io", ["v1"], "Issuer", "issuers", [], "namespaced"),
  kind("cert-manager.io", ["v1"], "Certificate", "certificates", ["cert", "certs"], "namespaced"),
];

function kind(
  group: string,
  versions: readonly string[],
  name: string,
  plural: string,
  shortNames: readonly string[],
  scope: "namespaced" | "cluster",
): Kind {
  const namespaced = scope === "namespaced";
  return { group, versions, kind: name, plural, shortNames, namespaced, statusSubresource: true };
}
