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
const gatesOfV1: readonly (readonly [name: string, drives: string, instead?: string])[] = [
  ["decentralizedLiveMigration", "KubeVirt"],
  ["declarativeHotplugVolumes", "KubeVirt"],
  ["template", "KubeVirt"],
  ["alignCPUs", "KubeVirt"],
  ["containerPathVolumes", "KubeVirt"],
  ["deployKubeSecondaryDNS", "NetworkAddonsConfig"],
  ["deployObservabilityController", "virt-observability-controller"],
  ["downwardMetrics", "KubeVirt"],
  ["incrementalBackup", "KubeVirt"],
  ["objectGraph", "KubeVirt"],
  ["disableMDevConfiguration", "KubeVirt", "spec.virtualization.mediatedDevicesConfiguration.enabled"],
  ["enableMultiArchBootImageImport", "SSP", "spec.workloadSources.enableMultiArchBootImageImport"],
  ["persistentReservation", "KubeVirt", "spec.storage.persistentReservationConfiguration.enabled"],
];

describe("every feature gate of v1 has a row, in whatever case it is written", () => {
  test.for(gatesOfV1)("%s", ([name, drives, instead]) => {
    for (const written of [name, name.toLowerCase(), name.toUpperCase()]) {
      const listed = { spec: { featureGates: [{ name: written }] } };
      const driven = componentsDrivenBy(kind("v1"), ["spec", "featureGates", 0, "name"], listed);
      expect([driven?.drives.map((each) => each.name), driven?.instead]).toEqual([[drives], instead]);
    }
    // A field of v1beta1 has one spelling, and no field of v1 stands in for it there.
    const field = (key: string) => componentsDrivenBy(kind("v1beta1"), ["spec", "featureGates", key]);
    expect(field(name.toUpperCase())).toBeUndefined();
    expect(field(name)?.instead).toBeUndefined();
  });
});

describe("an annotation that configures a component outside the spec drives it", () => {
  const rows: [annotation: string, drives: readonly string[]][] = [
    ["hco.kubevirt.io/deployAIE", ["gates KubeVirt", "deploys kubevirt-aie-webhook"]],
    ["platform.kubevirt.io/autopilot", ["deploys wasp-agent"]],
    ["hco.kubevirt.io/deployPasstNetworkBinding", ["gates KubeVirt"]],
    ["hco.kubevirt.io/tuningPolicy", ["configures KubeVirt"]],
  ];
  test.for(rows)("%s", ([annotation, drives]) => {
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
  const rows: [version: string, path: readonly (string | number)[], drives: string | undefined][] = [
    ["v1beta1", ["infra"], "places KubeVirt CDI NetworkAddonsConfig AAQ MigController SSP + 3 workloads"],
    [
      "v1beta1",
      ["infra", "nodePlacement", "tolerations", 0, "key"],
      "places KubeVirt CDI NetworkAddonsConfig AAQ MigController SSP + 3 workloads",
    ],
    ["v1beta1", ["workloads", "nodePlacement"], "places KubeVirt CDI NetworkAddonsConfig AAQ"],
    ["v1", ["deployment", "nodePlacements", "workload"], "places KubeVirt CDI NetworkAddonsConfig AAQ"],
    ["v1", ["deployment", "applicationAwareConfig", "enable"], "deploys AAQ"],
    ["v1beta1", ["enableApplicationAwareQuota"], "deploys AAQ"],
    ["v1beta1", ["logVerbosityConfig"], "configures KubeVirt CDI"],
    ["v1beta1", ["logVerbosityConfig", "cdi"], "configures CDI"],
    ["v1beta1", ["resourceRequirements", "storageWorkloads", "limits", "cpu"], "configures CDI"],
    ["v1beta1", ["resourceRequirements"], "configures KubeVirt CDI"],
    ["v1", ["virtualization", "liveMigrationConfig", "network"], "configures KubeVirt"],
    ["v1", ["virtualization", "higherWorkloadDensity"], "configures KubeVirt, deploys + 1 workloads"],
    ["v1", ["deployment", "deployNetworkResourcesInjector"], "gates KubeVirt, deploys + 1 workloads"],
    ["v1", ["storage"], "configures KubeVirt CDI, gates KubeVirt"],
    ["v1", ["security", "tlsSecurityProfile"], "configures KubeVirt CDI NetworkAddonsConfig FileRestoreOperator SSP"],
    ["v1beta1", ["featureGates", "deployKubeSecondaryDNS"], "gates NetworkAddonsConfig"],
    ["v1beta1", ["featureGates", "nonRoot"], ""],
    ["v1beta1", ["obsoleteCPUs", "cpuModels", 0], "configures KubeVirt"],
    ["v1beta1", ["obsoleteCPUs", "minCPUModel"], ""],
    ["v1beta1", ["vddkInitImage"], ""],
    ["v1beta1", ["featureGates", "neverHeardOf"], undefined],
    ["v1", ["neverHeardOf"], undefined],
    ["v1", ["infra"], undefined],
    ["v1", ["toString"], undefined],
    ["v1beta1", ["featureGates", "constructor"], undefined],
  ];
  test.for(rows)("%s %j drives %s", ([version, path, drives]) => {
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
  const rows: [path: readonly (string | number)[], names: readonly string[] | undefined][] = [
    [["spec", "virtOperator"], ["virt-operator"]],
    [["spec", "virtOperatorReplicas", "number"], ["virt-operator"]],
    [["spec", "cdiConfig", "virt-operator"], ["virt-operator"]],
    [["spec", "parts", 0, "cdi"], ["cdi"]],
    [["spec", "absolute"], undefined],
    [["metadata", "cdi"], undefined],
    [["spec", "replicas"], undefined],
  ];
  test.for(rows)("%j drives %j", ([path, names]) => {
    expect(componentsDrivenBy(other, path, undefined, parts)?.drives.map(({ name }) => name)).toEqual(names);
  });

  test("it says that it is a guess", () => {
    expect(componentsDrivenBy(other, ["spec", "cdi"], undefined, parts)?.isGuessed).toBe(true);
    expect(componentsDrivenBy(kind("v1alpha1"), ["spec", "cdi"], undefined, parts)?.isGuessed).toBe(true);
  });
});
