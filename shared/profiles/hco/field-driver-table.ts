import type { DriveHow } from "../../model/field-driver.ts";

/** One setting of HyperConverged: its field in each version, and what the operator does with it. */
export interface FieldRow {
  /** Under `spec`, joined by dots; absent if the version has no such field. */
  readonly v1?: string;
  readonly v1beta1?: string;
  /** Components and workloads; empty: the current operator ignores it. */
  readonly drives: readonly string[];
  readonly how: DriveHow;
  readonly instead?: string;
  readonly source: string;
}

// Source: kubevirt/hyperconverged-cluster-operator, controllers/handlers/<file>, the function named. Read were
// kubevirt.go@00d4de38, cdi.go@ffbff41b, networkAddons.go@00f29e99, ssp.go@033f144a, aaq.go@0761cbbf,
// migration.go@94f9a99b, vm-file-restore.go@d42018c0, wasp-agent/daemonset.go@27e085d6,
// netresinjector/common.go@17315ebf, kubevirtConsolePlugin.go@007bc752, golden-images@ef882e50. The spellings are those
// of api/v1/hyperconverged_types.go@01f98160 and api/v1beta1/hyperconverged_types.go@00913c63, side by side as
// api/v1beta1/conversion.go@0632045a converts them.

/**
 * A field in `virtualization` of v1 and at the top of the spec in v1beta1. The operator copies it to the KubeVirt CR.
 */
const ofKubeVirt = (name: string, source: string, v1beta1: string | undefined = name): FieldRow => ({
  v1: `virtualization.${name}`,
  ...(v1beta1 !== undefined && { v1beta1 }),
  drives: ["KubeVirt"],
  how: "configures",
  source: `kubevirt.go, ${source}`,
});

const ofSsp = (name: string, source: string): FieldRow => ({
  v1: `workloadSources.${name}`,
  v1beta1: name,
  drives: ["SSP"],
  how: "configures",
  source,
});

const ofCdi = (name: string, v1beta1: string = name): FieldRow => ({
  v1: `storage.${name}`,
  v1beta1,
  drives: ["CDI"],
  how: "configures",
  source: "cdi.go, NewCDI",
});

const ignored = (v1beta1: string, source: string, instead?: string): FieldRow => ({
  v1beta1,
  drives: [],
  how: "configures",
  ...(instead !== undefined && { instead }),
  source: `api/v1beta1/hyperconverged_types.go, ${source}`,
});

const infra: Omit<FieldRow, "v1"> = {
  drives: [
    ...["KubeVirt", "CDI", "NetworkAddonsConfig", "AAQ", "MigController", "SSP"],
    ...["kubevirt-console-plugin", "kubevirt-apiserver-proxy", "wasp-agent"],
  ],
  how: "places",
  source:
    "kubevirt.go, cdi.go, networkAddons.go, aaq.go, migration.go, ssp.go, kubevirtConsolePlugin.go, wasp-agent/daemonset.go",
};

const workloads: Omit<FieldRow, "v1"> = {
  drives: ["KubeVirt", "CDI", "NetworkAddonsConfig", "AAQ"],
  how: "places",
  source: "kubevirt.go, cdi.go, networkAddons.go, aaq.go",
};

export const hcoFields: readonly FieldRow[] = [
  {
    v1: "featureGates",
    v1beta1: "featureGates",
    drives: ["KubeVirt", "NetworkAddonsConfig", "SSP"],
    how: "gates",
    source: "kubevirt.go, networkAddons.go, ssp.go",
  },
  { ...infra, v1: "deployment.nodePlacements.infra", v1beta1: "infra" },
  { ...workloads, v1: "deployment.nodePlacements.workload", v1beta1: "workloads" },
  // The paths of the first v1 (api/v1beta1/conversion.go@0632045a).
  { ...infra, v1: "nodePlacements.infra" },
  { ...workloads, v1: "nodePlacements.workload" },
  {
    v1: "deployment.uninstallStrategy",
    v1beta1: "uninstallStrategy",
    drives: ["KubeVirt", "CDI"],
    how: "configures",
    source: "kubevirt.go, NewKubeVirt; cdi.go, NewCDI",
  },
  {
    v1: "deployment.logVerbosityConfig.kubevirt",
    v1beta1: "logVerbosityConfig.kubevirt",
    drives: ["KubeVirt"],
    how: "configures",
    source: "kubevirt.go, getKVDevConfig",
  },
  {
    v1: "deployment.logVerbosityConfig.cdi",
    v1beta1: "logVerbosityConfig.cdi",
    drives: ["CDI"],
    how: "configures",
    source: "cdi.go, NewCDI",
  },
  {
    v1: "deployment.applicationAwareConfig.enable",
    v1beta1: "enableApplicationAwareQuota",
    drives: ["AAQ"],
    how: "deploys",
    source: "aaq.go, NewAAQHandler",
  },
  {
    v1: "deployment.applicationAwareConfig",
    v1beta1: "applicationAwareConfig",
    drives: ["AAQ"],
    how: "configures",
    source: "aaq.go, NewAAQ",
  },
  {
    v1: "deployment.deployVmConsoleProxy",
    v1beta1: "deployVmConsoleProxy",
    drives: ["SSP"],
    how: "configures",
    source: "ssp.go, NewSSP (TokenGenerationService)",
  },
  {
    v1: "deployment.deployNetworkResourcesInjector",
    drives: ["virt-network-resources-injector"],
    how: "deploys",
    source: "netresinjector/common.go, shouldDeploy",
  },
  {
    v1: "deployment.deployNetworkResourcesInjector",
    drives: ["KubeVirt"],
    how: "gates",
    source: "run of the real operator: ready injectors turn on ExternalNetResourceInjection (facts hco 14.2)",
  },
  ofKubeVirt("tuningPolicy", "hcoTuning2Kv"),
  ofKubeVirt("liveMigrationConfig", "hcLiveMigrationToKv"),
  ofKubeVirt("permittedHostDevices", "toKvPermittedHostDevices"),
  ofKubeVirt("mediatedDevicesConfiguration", "toKvMediatedDevicesConfiguration"),
  ofKubeVirt("workloadUpdateStrategy", "hcWorkloadUpdateStrategyToKv"),
  ofKubeVirt("obsoleteCPUModels", "getObsoleteCPUConfig", "obsoleteCPUs"),
  ofKubeVirt("evictionStrategy", "getKVConfig"),
  ofKubeVirt("virtualMachineOptions", "getKVConfig"),
  ofKubeVirt("virtualMachineOptions.defaultCPUModel", "getKVConfig", "defaultCPUModel"),
  ofKubeVirt("virtualMachineOptions.defaultRuntimeClass", "getKVConfig", "defaultRuntimeClass"),
  ofKubeVirt("higherWorkloadDensity", "getKVDevConfig"),
  {
    v1: "virtualization.higherWorkloadDensity",
    v1beta1: "higherWorkloadDensity",
    drives: ["wasp-agent"],
    how: "deploys",
    source: "wasp-agent/daemonset.go, shouldDeployWaspAgent (OpenShift, more than 100 percent)",
  },
  ofKubeVirt("liveUpdateConfiguration", "getKVConfig"),
  ofKubeVirt("ksmConfiguration", "getKVConfig"),
  ofKubeVirt("changedBlockTrackingLabelSelectors", "getKVConfig"),
  ofKubeVirt("hypervisors", "getKVConfig"),
  ofKubeVirt("roleAggregationStrategy", "getKVConfig"),
  ofKubeVirt("vmiCPUAllocationRatio", "getKVDevConfig", "resourceRequirements.vmiCPUAllocationRatio"),
  ofKubeVirt(
    "autoCPULimitNamespaceLabelSelector",
    "getKVConfig",
    "resourceRequirements.autoCPULimitNamespaceLabelSelector",
  ),
  {
    v1: "storage.vmStateStorageClass",
    v1beta1: "vmStateStorageClass",
    drives: ["KubeVirt"],
    how: "configures",
    source: "kubevirt.go, getKVConfig",
  },
  {
    v1: "storage.persistentReservationConfiguration",
    drives: ["KubeVirt"],
    how: "gates",
    source: "kubevirt.go, getFeatureGateChecks; api/v1, PersistentReservationConfiguration",
  },
  ofCdi("scratchSpaceStorageClass"),
  ofCdi("storageImport"),
  ofCdi("filesystemOverhead"),
  ofCdi("workloadResourceRequirements", "resourceRequirements.storageWorkloads"),
  {
    v1: "networking.kubeSecondaryDNSNameServerIP",
    v1beta1: "kubeSecondaryDNSNameServerIP",
    drives: ["NetworkAddonsConfig"],
    how: "configures",
    source: "networkAddons.go, getKSDNameServerIP",
  },
  {
    v1: "networking.kubeMacPoolConfiguration",
    v1beta1: "kubeMacPoolConfiguration",
    drives: ["NetworkAddonsConfig"],
    how: "configures",
    source: "networkAddons.go, hcoKubeMacPool2CnaoKubeMacPool",
  },
  {
    v1: "networking.networkBinding",
    v1beta1: "networkBinding",
    drives: ["KubeVirt"],
    how: "configures",
    source: "kubevirt.go, getNetworkBindings",
  },
  ofSsp("commonTemplatesNamespace", "ssp.go, NewSSP"),
  ofSsp("commonBootImageNamespace", "golden-images/golden_images.go, getCommonDicts"),
  ofSsp("enableCommonBootImageImport", "golden-images/golden_images.go, GetDataImportCronTemplates"),
  ofSsp("dataImportCronTemplates", "golden-images/golden_images.go, GetDataImportCronTemplates"),
  {
    v1: "workloadSources.enableMultiArchBootImageImport",
    drives: ["SSP"],
    how: "gates",
    source: "ssp.go, NewSSP (EnableMultipleArchitectures)",
  },
  {
    v1: "workloadSources.instancetypeConfig",
    v1beta1: "instancetypeConfig",
    drives: ["KubeVirt"],
    how: "configures",
    source: "kubevirt.go, getKVConfig",
  },
  {
    v1: "workloadSources.commonInstancetypesDeployment",
    // The API spells this field with a capital.
    v1beta1: "CommonInstancetypesDeployment",
    drives: ["KubeVirt"],
    how: "configures",
    source: "kubevirt.go, getKVConfig",
  },
  {
    v1: "security.certConfig",
    v1beta1: "certConfig",
    drives: ["KubeVirt", "CDI", "NetworkAddonsConfig", "AAQ"],
    how: "configures",
    source: "kubevirt.go, cdi.go, networkAddons.go, aaq.go",
  },
  {
    v1: "security.tlsSecurityProfile",
    v1beta1: "tlsSecurityProfile",
    drives: ["KubeVirt", "CDI", "NetworkAddonsConfig", "SSP", "FileRestoreOperator"],
    how: "configures",
    source: "kubevirt.go, cdi.go, networkAddons.go, ssp.go, vm-file-restore.go",
  },
  ignored("localStorageClassName", "LocalStorageClassName"),
  ignored("vddkInitImage", "VddkInitImage"),
  ignored("tektonPipelinesNamespace", "TektonPipelinesNamespace"),
  ignored("tektonTasksNamespace", "TektonTasksNamespace"),
  ignored("obsoleteCPUs.minCPUModel", "HyperConvergedObsoleteCPUs"),
];
