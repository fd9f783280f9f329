/** The components HCO judges, by its own words for them, in the order in which it looks at them. */
export const componentNames = [
  "KubeVirt",
  "CDI",
  "NetworkAddonsConfig",
  "AAQ",
  "MigController",
  "FileRestoreOperator",
  "SSP",
] as const;

export type ComponentName = (typeof componentNames)[number];

/** A release of HCO that the scenarios know. */
export type Release = "1.19.0" | "1.20.0";

/** Which version of each component a release of HCO brings; 1.20.0 as built from its main branch, 1.19.0 one step behind. */
export const versions: Readonly<Record<Release, Readonly<Record<ComponentName, string>>>> = {
  "1.19.0": {
    KubeVirt: "v1.8.2",
    CDI: "v1.65.0",
    NetworkAddonsConfig: "v0.101.1",
    AAQ: "v1.7.0",
    MigController: "v0.1.0",
    FileRestoreOperator: "v0.0.5",
    SSP: "v0.25.0",
  },
  "1.20.0": {
    KubeVirt: "v1.9.0",
    CDI: "v1.66.0",
    NetworkAddonsConfig: "v0.102.0",
    AAQ: "v1.8.0",
    MigController: "v0.2.0",
    FileRestoreOperator: "v0.0.6",
    SSP: "v0.26.0",
  },
};

/** The variables of the operator's Deployment that say which versions it expects. */
export const versionVariables: Readonly<Record<ComponentName, string>> = {
  KubeVirt: "KUBEVIRT_VERSION",
  CDI: "CDI_VERSION",
  NetworkAddonsConfig: "NETWORK_ADDONS_VERSION",
  AAQ: "AAQ_VERSION",
  MigController: "MIGRATION_OPERATOR_VERSION",
  FileRestoreOperator: "VM_FILE_RESTORE_OPERATOR_VERSION",
  SSP: "SSP_VERSION",
};
