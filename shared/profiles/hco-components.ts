import type { ComponentRow } from "../model/profile.ts";

// Source of every row unless it says otherwise: kubevirt/hyperconverged-cluster-operator@03da3cff (1.20.0),
// controllers/handlers/<file>; the order is that of controllers/operandhandler/operandHandler.go:53-144, because the
// last one that speaks is the one HyperConverged shows.

/** Reasons that mark T/T/T as a roll-out: KubeVirt pkg/virt-operator/util/client.go:44-112. */
const kubeVirtUpdating = ["UpdateInProgress"];
/** The same for everything built on controller-lifecycle-operator-sdk: pkg/sdk/reconciler/reconciler.go:611. */
const sdkUpdating = ["UpgradeStarted"];

/** The component CRs of HyperConverged in the operator's order. */
export const components: readonly ComponentRow[] = [
  {
    component: "KubeVirt",
    group: "kubevirt.io",
    kind: "KubeVirt",
    plural: "kubevirts",
    versions: ["v1", "v1alpha3"],
    namespaced: true,
    objectName: "kubevirt-kubevirt-hyperconverged",
    versionField: "observedKubeVirtVersion",
    versionVariable: "KUBEVIRT_VERSION",
    updatingReasons: kubeVirtUpdating,
    generationCountsStatus: false,
    workloadLabel: "compute",
    source: "kubevirt.go:202,233-239,875",
  },
  {
    component: "CDI",
    group: "cdi.kubevirt.io",
    kind: "CDI",
    plural: "cdis",
    versions: ["v1beta1", "v1alpha1"],
    namespaced: false,
    objectName: "cdi-kubevirt-hyperconverged",
    versionField: "observedVersion",
    versionVariable: "CDI_VERSION",
    updatingReasons: sdkUpdating,
    generationCountsStatus: true,
    workloadLabel: "storage",
    source: "cdi.go:39,66-71,186; no status subresource: run of the real operator, facts hco 14.7",
  },
  {
    component: "NetworkAddonsConfig",
    group: "networkaddonsoperator.network.kubevirt.io",
    kind: "NetworkAddonsConfig",
    plural: "networkaddonsconfigs",
    versions: ["v1", "v1alpha1"],
    namespaced: false,
    objectName: "cluster",
    versionField: "observedVersion",
    versionVariable: "NETWORK_ADDONS_VERSION",
    updatingReasons: [],
    generationCountsStatus: false,
    workloadLabel: "network",
    source: "networkAddons.go:33,56-61,207",
  },
  {
    component: "AAQ",
    group: "aaq.kubevirt.io",
    kind: "AAQ",
    plural: "aaqs",
    versions: ["v1alpha1"],
    namespaced: false,
    objectName: "aaq-kubevirt-hyperconverged",
    versionField: "observedVersion",
    versionVariable: "AAQ_VERSION",
    since: [1, 11],
    // v1 and v1beta1 spell the switch differently (aaq.go:25-35, conditionalHandler.go:33-86).
    enabledBy: [
      ["deployment", "applicationAwareConfig", "enable"],
      ["enableApplicationAwareQuota"],
      ["featureGates", "enableApplicationAwareQuota"],
    ],
    updatingReasons: sdkUpdating,
    generationCountsStatus: false,
    workloadLabel: "quota-management",
    source: "aaq.go:25-35,58-64,147",
  },
  {
    component: "MigController",
    group: "migrations.kubevirt.io",
    kind: "MigController",
    plural: "migcontrollers",
    versions: ["v1alpha1"],
    namespaced: true,
    objectName: "migcontroller-kubevirt-hyperconverged",
    versionField: "observedVersion",
    versionVariable: "MIGRATION_OPERATOR_VERSION",
    since: [1, 17],
    updatingReasons: sdkUpdating,
    generationCountsStatus: false,
    workloadLabel: "migration",
    source: "migration.go:25,49-55,109",
  },
  {
    component: "FileRestoreOperator",
    group: "filerestore.kubevirt.io",
    kind: "FileRestoreOperator",
    plural: "filerestoreoperators",
    versions: ["v1alpha1"],
    namespaced: true,
    objectName: "vm-file-restore-kubevirt-hyperconverged",
    versionField: "observedVersion",
    versionVariable: "VM_FILE_RESTORE_OPERATOR_VERSION",
    since: [1, 19],
    updatingReasons: [],
    generationCountsStatus: false,
    workloadLabel: "vm-file-restore",
    source: "vm-file-restore.go:29,49-54,103",
  },
  {
    component: "SSP",
    group: "ssp.kubevirt.io",
    kind: "SSP",
    plural: "ssps",
    versions: ["v1beta3", "v1beta2", "v1beta1"],
    namespaced: true,
    objectName: "ssp-kubevirt-hyperconverged",
    versionField: "observedVersion",
    versionVariable: "SSP_VERSION",
    platform: "openshift",
    updatingReasons: [],
    generationCountsStatus: false,
    workloadLabel: "schedule",
    source: "ssp.go:61,91-96,218; OpenShift only: operandHandler.go:100-144",
  },
];

/**
 * Every name the operator has put before `Conditions`, `NotAvailable`, `Progressing`, `Degraded` and `NotUpgradeable` in
 * a reason, 1.3 to 1.20 (`crType` of each operand in the release branches): today's components, then the ones that went.
 */
export const namesInReasons: readonly string[] = [
  ...components.map((row) => row.component),
  "vmImport", // VMImportConfig, 1.3 to 1.5
  "TektonTasks", // TTO, 1.7 to 1.9
  "MTQ", // 1.10 to 1.12
  "KubevirtCommonTemplatesBundle", // SSP's four parts before 1.3
  "KubevirtNodeLabellerBundle",
  "KubevirtTemplateValidator",
  "KubevirtMetricsAggregation",
];
