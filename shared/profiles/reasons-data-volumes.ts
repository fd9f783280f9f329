import type { ReasonTables } from "../model/explanation.ts";

const conditions = "pkg/controller/datavolume/conditions.go";
const common = "pkg/controller/common/util.go";
const controllerBase = "pkg/controller/datavolume/controller-base.go";
const importController = "pkg/controller/import-controller.go";
const dataVolumeTypes = "staging/src/kubevirt.io/containerized-data-importer-api/pkg/apis/core/v1beta1/types.go";

/** What CDI says of DataVolumes. */
export const dataVolumesReasons: ReasonTables = {
  dataVolumeConditions: {
    kind: "condition",
    speakers: ["DV", "DataVolume"],
    source: "kubevirt/containerized-data-importer",
    rows: {
      Ready: conditions,
      Bound: conditions,
      Running: conditions,
    },
  },
  dataVolumeReasons: {
    kind: "reason",
    speakers: ["DV", "DataVolume"],
    source: "kubevirt/containerized-data-importer",
    rows: {
      TransferRunning: conditions,
      Bound: conditions,
      Pending: conditions,
      Unschedulable: conditions,
      ClaimLost: common,
      NotFound: common,
      Error: conditions,
      Completed: conditions,
    },
  },
  dataVolumeEvents: {
    kind: "event",
    speakers: ["DV", "DataVolume"],
    source: "kubevirt/containerized-data-importer",
    rows: {
      ErrResourceExists: controllerBase,
      ErrResourceMarkedForDeletion: controllerBase,
      ErrClaimLost: controllerBase,
      ErrStartingPod: common,
      ErrClaimNotValid: common,
      ErrExceededQuota: common,
      ErrIncompatiblePVC: common,
      ErrImportFailed: importController,
      ImportSucceeded: importController,
      CreatingScratchSpace: importController,
      ImportTargetInUse: importController,
    },
  },
  dataVolumeStatus: {
    kind: "status",
    speakers: ["DV", "DataVolume"],
    source: "kubevirt/containerized-data-importer",
    rows: {
      WaitForFirstConsumer: dataVolumeTypes,
      PendingPopulation: dataVolumeTypes,
      PVCBound: dataVolumeTypes,
      ImportScheduled: dataVolumeTypes,
      ImportInProgress: dataVolumeTypes,
      CloneScheduled: dataVolumeTypes,
      CloneInProgress: dataVolumeTypes,
      UploadScheduled: dataVolumeTypes,
      UploadReady: dataVolumeTypes,
      Failed: dataVolumeTypes,
    },
  },
};
