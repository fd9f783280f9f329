import { describe, expect, test } from "vitest";
import { componentsDrivenBy } from "../../../shared/profiles/hco/field-drivers.ts";
import { hcoComponents } from "../../../shared/tables/components.ts";
import { hcoFields } from "../../../shared/tables/fields.ts";

const kind = (version: string) => ({ group: "hco.kubevirt.io", version, kind: "HyperConverged" });

/** Fields of HyperConvergedSpec and of the structs right below it: api/v1/hyperconverged_types.go@01f98160, json tags. */
const fieldsOfV1: Readonly<Record<string, readonly string[]>> = {
  featureGates: [],
  // Of the first v1 only (api/v1beta1/conversion.go@0632045a).
  nodePlacements: ["infra", "workload"],
  virtualization: [
    "tuningPolicy",
    "liveMigrationConfig",
    "permittedHostDevices",
    "mediatedDevicesConfiguration",
    "workloadUpdateStrategy",
    "obsoleteCPUModels",
    "evictionStrategy",
    "virtualMachineOptions",
    "higherWorkloadDensity",
    "liveUpdateConfiguration",
    "ksmConfiguration",
    "changedBlockTrackingLabelSelectors",
    "hypervisors",
    "roleAggregationStrategy",
    "vmiCPUAllocationRatio",
    "autoCPULimitNamespaceLabelSelector",
  ],
  storage: [
    "vmStateStorageClass",
    "scratchSpaceStorageClass",
    "storageImport",
    "filesystemOverhead",
    "workloadResourceRequirements",
    "persistentReservationConfiguration",
  ],
  networking: ["kubeSecondaryDNSNameServerIP", "kubeMacPoolConfiguration", "networkBinding"],
  workloadSources: [
    "commonTemplatesNamespace",
    "commonBootImageNamespace",
    "enableCommonBootImageImport",
    // Later than the rest (pkg/webhooks/mutator names it).
    "enableMultiArchBootImageImport",
    "dataImportCronTemplates",
    "instancetypeConfig",
    "commonInstancetypesDeployment",
  ],
  security: ["certConfig", "tlsSecurityProfile"],
  // With the gate deployObservabilityController (api/v1/hyperconverged_types.go@03da3cff).
  observability: ["workloads", "allowedAlerts", "allowedRecordingRules"],
  deployment: [
    "nodePlacements",
    "uninstallStrategy",
    "logVerbosityConfig",
    "applicationAwareConfig",
    "deployVmConsoleProxy",
    "deployNetworkResourcesInjector",
  ],
};

/** The same of api/v1beta1/hyperconverged_types.go@00913c63, with what its later versions added. */
const fieldsOfV1beta1: readonly string[] = [
  "localStorageClassName",
  "tuningPolicy",
  "infra",
  "workloads",
  "featureGates",
  "liveMigrationConfig",
  "permittedHostDevices",
  "mediatedDevicesConfiguration",
  "certConfig",
  "resourceRequirements",
  "scratchSpaceStorageClass",
  "vddkInitImage",
  "defaultCPUModel",
  "defaultRuntimeClass",
  "obsoleteCPUs",
  "commonTemplatesNamespace",
  "storageImport",
  "workloadUpdateStrategy",
  "dataImportCronTemplates",
  "filesystemOverhead",
  "uninstallStrategy",
  "logVerbosityConfig",
  "tlsSecurityProfile",
  "tektonPipelinesNamespace",
  "tektonTasksNamespace",
  "kubeSecondaryDNSNameServerIP",
  "evictionStrategy",
  "vmStateStorageClass",
  "virtualMachineOptions",
  "commonBootImageNamespace",
  "ksmConfiguration",
  "networkBinding",
  "applicationAwareConfig",
  "higherWorkloadDensity",
  "enableCommonBootImageImport",
  "instancetypeConfig",
  "CommonInstancetypesDeployment",
  "deployVmConsoleProxy",
  "enableApplicationAwareQuota",
  "liveUpdateConfiguration",
  "kubeMacPoolConfiguration",
  "hypervisors",
  "roleAggregationStrategy",
  "changedBlockTrackingLabelSelectors",
];

const gatesOfV1beta1: readonly string[] = [
  "downwardMetrics",
  "withHostPassthroughCPU",
  "enableCommonBootImageImport",
  "deployTektonTaskResources",
  "deployVmConsoleProxy",
  "deployKubeSecondaryDNS",
  "deployKubevirtIpamController",
  "nonRoot",
  "disableMDevConfiguration",
  "persistentReservation",
  "enableManagedTenantQuota",
  "autoResourceLimits",
  "alignCPUs",
  "enableApplicationAwareQuota",
  "primaryUserDefinedNetworkBinding",
  "enableMultiArchBootImageImport",
  "decentralizedLiveMigration",
  "declarativeHotplugVolumes",
  "videoConfig",
  "objectGraph",
  "incrementalBackup",
  "containerPathVolumes",
];

describe("every field of the API has a row", () => {
  const ofV1 = Object.entries(fieldsOfV1).flatMap(([group, names]) => [[group], ...names.map((name) => [group, name])]);
  test.for(ofV1)("v1 %s %s", (path) => {
    expect(componentsDrivenBy(kind("v1"), ["spec", ...path])?.drives.length).toBeGreaterThan(0);
  });

  test.for(fieldsOfV1beta1)("v1beta1 %s", (name) => {
    expect(componentsDrivenBy(kind("v1beta1"), ["spec", name])).toBeDefined();
  });

  test.for(gatesOfV1beta1)("feature gate %s", (name) => {
    const listed = { spec: { featureGates: [{ name: "x" }, { name }] } };
    expect(componentsDrivenBy(kind("v1beta1"), ["spec", "featureGates", name])).toBeDefined();
    expect(componentsDrivenBy(kind("v1"), ["spec", "featureGates", 1, "state"], listed)?.drives).toEqual(
      componentsDrivenBy(kind("v1beta1"), ["spec", "featureGates", name])?.drives,
    );
  });
});

/** pkg/featuregatedetails/feature-gates.json@03da3cff, with what replaces the deprecated ones. */
const gatesOfV1: readonly { readonly name: string; readonly drives: string; readonly instead?: string }[] = [
  { name: "decentralizedLiveMigration", drives: "KubeVirt" },
  { name: "declarativeHotplugVolumes", drives: "KubeVirt" },
  { name: "template", drives: "KubeVirt" },
  { name: "alignCPUs", drives: "KubeVirt" },
  { name: "containerPathVolumes", drives: "KubeVirt" },
  { name: "deployKubeSecondaryDNS", drives: "NetworkAddonsConfig" },
  { name: "deployObservabilityController", drives: "virt-observability-controller" },
  { name: "downwardMetrics", drives: "KubeVirt" },
  { name: "incrementalBackup", drives: "KubeVirt" },
  { name: "objectGraph", drives: "KubeVirt" },
  {
    name: "disableMDevConfiguration",
    drives: "KubeVirt",
    instead: "spec.virtualization.mediatedDevicesConfiguration.enabled",
  },
  {
    name: "enableMultiArchBootImageImport",
    drives: "SSP",
    instead: "spec.workloadSources.enableMultiArchBootImageImport",
  },
  {
    name: "persistentReservation",
    drives: "KubeVirt",
    instead: "spec.storage.persistentReservationConfiguration.enabled",
  },
];

describe("every feature gate of v1 has a row, in whatever case it is written", () => {
  test.for(gatesOfV1)("$name", ({ name, drives, instead }) => {
    for (const written of [name, name.toLowerCase(), name.toUpperCase()]) {
      const listed = { spec: { featureGates: [{ name: written }] } };
      const driven = componentsDrivenBy(kind("v1"), ["spec", "featureGates", 0, "name"], listed);
      expect(driven?.drives.map((each) => each.name)).toEqual([drives]);
      expect(driven?.instead).toBe(instead);
    }
    // A field of v1beta1 has one spelling, and no field of v1 stands in for it there.
    const field = (key: string) => componentsDrivenBy(kind("v1beta1"), ["spec", "featureGates", key]);
    expect(field(name.toUpperCase())).toBeUndefined();
    expect(field(name)?.instead).toBeUndefined();
  });
});

describe("an annotation that configures a component outside the spec drives it", () => {
  const rows = [
    { annotation: "hco.kubevirt.io/deployAIE", drives: ["gates KubeVirt", "deploys kubevirt-aie-webhook"] },
    { annotation: "platform.kubevirt.io/autopilot", drives: ["deploys wasp-agent"] },
    { annotation: "hco.kubevirt.io/deployPasstNetworkBinding", drives: ["gates KubeVirt"] },
    { annotation: "hco.kubevirt.io/tuningPolicy", drives: ["configures KubeVirt"] },
  ];
  test.for(rows)("$annotation", ({ annotation, drives }) => {
    const driven = componentsDrivenBy(kind("v1"), ["metadata", "annotations", annotation]);
    expect(driven?.drives.map(({ how, name }) => `${how} ${name}`)).toEqual(drives);
  });
});

describe("every row is of a field that the API has", () => {
  test.for(hcoFields.flatMap(({ v1 }) => v1 ?? []))("v1 %s", (field) => {
    const [group = "", name] = field.split(".");
    expect(name === undefined || fieldsOfV1[group]?.includes(name)).toBe(true);
  });

  test.for(hcoFields.flatMap(({ v1beta1 }) => v1beta1 ?? []))("v1beta1 %s", (field) => {
    expect(fieldsOfV1beta1).toContain(field.split(".")[0]);
  });

  test("with components by the operator's names", () => {
    const names = hcoComponents.map(({ component }) => component);
    for (const { drives } of hcoFields) {
      for (const name of drives) expect(name === name.toLowerCase() || names.includes(name), name).toBe(true);
    }
  });
});

describe("a field drives what its row, or the nearest around it, says", () => {
  const rows: readonly { version: string; path: readonly (string | number)[]; drives: string | undefined }[] = [
    {
      version: "v1beta1",
      path: ["infra"],
      drives: "places KubeVirt CDI NetworkAddonsConfig AAQ MigController SSP + 3 workloads",
    },
    {
      version: "v1beta1",
      path: ["infra", "nodePlacement", "tolerations", 0, "key"],
      drives: "places KubeVirt CDI NetworkAddonsConfig AAQ MigController SSP + 3 workloads",
    },
    { version: "v1beta1", path: ["workloads", "nodePlacement"], drives: "places KubeVirt CDI NetworkAddonsConfig AAQ" },
    {
      version: "v1",
      path: ["deployment", "nodePlacements", "workload"],
      drives: "places KubeVirt CDI NetworkAddonsConfig AAQ",
    },
    { version: "v1", path: ["deployment", "applicationAwareConfig", "enable"], drives: "deploys AAQ" },
    { version: "v1beta1", path: ["enableApplicationAwareQuota"], drives: "deploys AAQ" },
    { version: "v1beta1", path: ["logVerbosityConfig"], drives: "configures KubeVirt CDI" },
    { version: "v1beta1", path: ["logVerbosityConfig", "cdi"], drives: "configures CDI" },
    {
      version: "v1beta1",
      path: ["resourceRequirements", "storageWorkloads", "limits", "cpu"],
      drives: "configures CDI",
    },
    { version: "v1beta1", path: ["resourceRequirements"], drives: "configures KubeVirt CDI" },
    { version: "v1", path: ["virtualization", "liveMigrationConfig", "network"], drives: "configures KubeVirt" },
    {
      version: "v1",
      path: ["virtualization", "higherWorkloadDensity"],
      drives: "configures KubeVirt, deploys + 1 workloads",
    },
    {
      version: "v1",
      path: ["deployment", "deployNetworkResourcesInjector"],
      drives: "gates KubeVirt, deploys + 1 workloads",
    },
    { version: "v1", path: ["storage"], drives: "configures KubeVirt CDI, gates KubeVirt" },
    {
      version: "v1",
      path: ["security", "tlsSecurityProfile"],
      drives: "configures KubeVirt CDI NetworkAddonsConfig FileRestoreOperator SSP",
    },
    { version: "v1beta1", path: ["featureGates", "deployKubeSecondaryDNS"], drives: "gates NetworkAddonsConfig" },
    { version: "v1beta1", path: ["featureGates", "nonRoot"], drives: "" },
    { version: "v1beta1", path: ["obsoleteCPUs", "cpuModels", 0], drives: "configures KubeVirt" },
    { version: "v1beta1", path: ["obsoleteCPUs", "minCPUModel"], drives: "" },
    { version: "v1beta1", path: ["vddkInitImage"], drives: "" },
    { version: "v1beta1", path: ["featureGates", "neverHeardOf"], drives: undefined },
    { version: "v1", path: ["neverHeardOf"], drives: undefined },
    { version: "v1", path: ["infra"], drives: undefined },
    { version: "v1", path: ["toString"], drives: undefined },
    { version: "v1beta1", path: ["featureGates", "constructor"], drives: undefined },
  ];
  test.for(rows)("$version $path drives $drives", ({ version, path, drives }) => {
    const driven = componentsDrivenBy(kind(version), ["spec", ...path]);
    const said =
      driven &&
      [...Map.groupBy(driven.drives, ({ how }) => how)].map(([how, some]) => {
        const names = some.map(({ name }) => name);
        const workloads = names.filter((name) => name === name.toLowerCase()).length;
        return [
          how,
          ...names.filter((name) => name !== name.toLowerCase()),
          ...(workloads > 0 ? [`+ ${workloads} workloads`] : []),
        ].join(" ");
      });
    expect(said?.join(", ")).toBe(drives);
  });

  test("what replaces an ignored gate is named", () => {
    const gate = componentsDrivenBy(kind("v1beta1"), ["spec", "featureGates", "deployVmConsoleProxy"]);
    expect(gate).toMatchObject({ drives: [], instead: "spec.deployVmConsoleProxy" });
  });

  test("spec itself, status and metadata drive nothing; a patch by annotation does", () => {
    expect(componentsDrivenBy(kind("v1"), ["spec"])).toBeUndefined();
    expect(componentsDrivenBy(kind("v1"), ["status", "conditions"])).toBeUndefined();
    expect(componentsDrivenBy(kind("v1"), ["metadata", "labels", "a"])).toBeUndefined();
    expect(componentsDrivenBy(kind("v1"), ["metadata", "annotations", "ssp.kubevirt.io/jsonpatch"])?.drives).toEqual([
      { name: "SSP", how: "patches" },
    ]);
  });
});

describe("of other kinds a field drives the part whose name it holds", () => {
  const other = { group: "x.example", version: "v1", kind: "Thing" };
  const parts = ["virt-operator", "cdi", "ab"];
  const rows: readonly { path: readonly (string | number)[]; names: readonly string[] | undefined }[] = [
    { path: ["spec", "virtOperator"], names: ["virt-operator"] },
    { path: ["spec", "virtOperatorReplicas", "number"], names: ["virt-operator"] },
    { path: ["spec", "cdiConfig", "virt-operator"], names: ["virt-operator"] },
    { path: ["spec", "parts", 0, "cdi"], names: ["cdi"] },
    { path: ["spec", "absolute"], names: undefined },
    { path: ["metadata", "cdi"], names: undefined },
    { path: ["spec", "replicas"], names: undefined },
  ];
  test.for(rows)("$path drives $names", ({ path, names }) => {
    expect(componentsDrivenBy(other, path, undefined, parts)?.drives.map(({ name }) => name)).toEqual(names);
  });

  test("it says that it is a guess", () => {
    expect(componentsDrivenBy(other, ["spec", "cdi"], undefined, parts)?.isGuessed).toBe(true);
    expect(componentsDrivenBy(kind("v1alpha1"), ["spec", "cdi"], undefined, parts)?.isGuessed).toBe(true);
  });
});
