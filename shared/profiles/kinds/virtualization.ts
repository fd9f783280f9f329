import type { KindRow } from "../../model/profile.ts";

const kubevirt = "https://kubevirt.io/api-reference/main/definitions.html";

/** Kinds around virtual machines that have no rule in aggregate/core. */
export const listVirtualizationRows = (): readonly KindRow[] => [
  {
    ...{ group: "kubevirt.io", kind: "VirtualMachineInstanceMigration", source: kubevirt },
    words: [{ at: "status.phase", is: { Succeeded: "healthy", Failed: "degraded" }, otherwise: "progressing" }],
    silent: "progressing",
  },
  {
    ...{ group: "snapshot.kubevirt.io", kind: "VirtualMachineSnapshot", source: kubevirt },
    polarity: { Ready: "good", Progressing: "busy", Failure: "bad" },
    words: [
      {
        at: "status.phase",
        is: { Succeeded: "healthy", InProgress: "progressing", Failed: "degraded", Deleting: "progressing" },
      },
      { at: "status.readyToUse", is: { true: "healthy", false: "progressing" } },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "snapshot.kubevirt.io", kind: "VirtualMachineRestore", source: kubevirt },
    words: [{ at: "status.complete", is: { true: "healthy", false: "progressing" } }],
    silent: "progressing",
  },
  {
    ...{ group: "clone.kubevirt.io", kind: "VirtualMachineClone", source: kubevirt },
    words: [{ at: "status.phase", is: { Succeeded: "healthy", Failed: "degraded" }, otherwise: "progressing" }],
    silent: "progressing",
  },
  {
    ...{ group: "export.kubevirt.io", kind: "VirtualMachineExport", source: kubevirt },
    polarity: { Ready: "info", PVCReady: "info", VolumesCreated: "info" },
    words: [
      {
        at: "status.phase",
        is: { Ready: "healthy", Pending: "progressing", Terminated: "healthy", Skipped: "degraded" },
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "cdi.kubevirt.io", kind: "DataImportCron" },
    source: "https://github.com/kubevirt/containerized-data-importer/blob/main/doc/os-image-poll-and-update.md",
    polarity: { UpToDate: "good", Progressing: "busy" },
    reasons: { "UpToDate/ImportProgressing": "progressing", "UpToDate/ImportPending": "progressing" },
  },
  {
    ...{ group: "cdi.kubevirt.io", kind: "StorageProfile" },
    source: "https://github.com/kubevirt/containerized-data-importer/blob/main/doc/storageprofile.md",
    silent: "healthy",
  },
  ...["Plan", "Migration", "Provider", "NetworkMap", "StorageMap", "Host", "Hook"].map(
    (kind): KindRow => ({
      ...{
        group: "forklift.konveyor.io",
        kind,
        source: "https://github.com/kubev2v/forklift/blob/HEAD/pkg/lib/condition/condition.go",
      },
      // The category of each condition says how it counts: Critical, Error, Warn, Required, Advisory.
      polarity: {
        Ready: "main",
        Executing: "busy",
        Running: "busy",
        Succeeded: "good",
        Failed: "bad",
        Canceled: "caution",
        "*": "info",
      },
      silent: "progressing",
    }),
  ),
];
