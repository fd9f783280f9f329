import type { KindRow, WordMeaning } from "../../model/profile.ts";

const velero = "https://velero.io/docs/main/api-types/backup/";
const running: Readonly<Record<string, WordMeaning>> = {
  ...{ New: "progressing", Queued: "progressing", ReadyToStart: "progressing", InProgress: "progressing" },
  ...{ WaitingForPluginOperations: "progressing", Finalizing: "progressing", Deleting: "progressing" },
};
const ended: Readonly<Record<string, WordMeaning>> = {
  ...{ Completed: "healthy", Failed: "degraded", FailedValidation: "degraded", PartiallyFailed: "degraded" },
  ...{ WaitingForPluginOperationsPartiallyFailed: "degraded", FinalizingPartiallyFailed: "degraded" },
};

const tenantFaults: Readonly<Record<string, WordMeaning>> = Object.fromEntries(
  [
    "Another MinIO Tenant already exists in the namespace",
    "Tenant credentials are not set properly",
    "Statefulset not controlled by operator",
    "Pool Decommissioning Not Allowed",
    "Different versions across MinIO Pools",
    "Multiple tenants exist in the namespace",
  ].map((text) => [text, "degraded"] as const),
);

/** Kinds of storage and backups. */
export const listStorageRows = (): readonly KindRow[] => [
  {
    ...{
      group: "ceph.rook.io",
      kind: "CephCluster",
      source: "https://rook.io/docs/rook/latest/CRDs/Cluster/ceph-cluster-crd/#status",
    },
    // The conditions are a log of what was reached. Progressing stays True after it.
    polarity: { Ready: "good", Failure: "bad", Deleting: "busy", DeletionIsBlocked: "caution", "*": "info" },
    words: [
      { at: "status.ceph.health", is: { HEALTH_OK: "healthy", HEALTH_WARN: "degraded", HEALTH_ERR: "degraded" } },
      {
        at: "status.state",
        is: {
          ...{ Created: "healthy", Connected: "healthy", Creating: "progressing", Connecting: "progressing" },
          ...{ Updating: "progressing", Error: "degraded" },
        },
      },
      {
        at: "status.phase",
        is: {
          ...{ Ready: "healthy", Connected: "healthy", Progressing: "progressing", Connecting: "progressing" },
          ...{ Deleting: "progressing", Failure: "degraded" },
        },
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "ocs.openshift.io", kind: "StorageCluster" },
    source: "https://github.com/red-hat-storage/ocs-operator/blob/main/api/v1/storagecluster_types.go",
    polarity: {
      ...{ Available: "main", Degraded: "bad", Progressing: "busy", Upgradeable: "advice", ReconcileComplete: "good" },
      ...{ VersionMismatch: "bad", ExternalClusterConnected: "good", ExternalClusterConnecting: "busy" },
    },
    silent: "progressing",
  },
  {
    ...{ group: "longhorn.io", kind: "Volume", source: "https://longhorn.io/docs/latest/references/longhorn-crds/" },
    polarity: { Scheduled: "good", TooManySnapshots: "caution", "*": "info" },
    words: [
      {
        at: "status.state",
        // A detached volume is used by no pod. Its robustness is always unknown.
        is: {
          attached: "healthy",
          detached: "paused",
          creating: "progressing",
          attaching: "progressing",
          detaching: "progressing",
          deleting: "progressing",
        },
      },
      {
        at: "status.robustness",
        is: { healthy: "healthy", degraded: "degraded", faulted: "degraded", unknown: "unknown" },
      },
    ],
    silent: "progressing",
  },
  ...["Backup", "Restore"].map(
    (kind): KindRow => ({
      ...{ group: "velero.io", kind, source: velero },
      words: [{ at: "status.phase", is: { ...running, ...ended } }],
      failures: ["status.failureReason"],
      silent: "progressing",
    }),
  ),
  {
    ...{ group: "velero.io", kind: "Schedule", source: "https://velero.io/docs/main/api-types/schedule/" },
    words: [{ at: "status.phase", is: { Enabled: "healthy", New: "progressing", FailedValidation: "degraded" } }],
  },
  {
    ...{
      group: "minio.min.io",
      kind: "Tenant",
      source: "https://github.com/minio/operator/blob/master/pkg/controller/status.go",
    },
    words: [
      {
        at: "status.currentState",
        is: { Initialized: "healthy", ...tenantFaults },
        otherwise: "progressing",
      },
      // Yellow while drives heal; red without the write quorum (pkg/controller/monitoring.go).
      { at: "status.healthStatus", is: { green: "healthy", yellow: "progressing", red: "degraded" } },
      { at: "status.drivesOffline", is: { 0: "healthy" }, otherwise: "degraded" },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "astra.netapp.io", kind: "Schedule", source: "https://docs.netapp.com/us-en/trident/" },
    words: [{ at: "status.lastScheduleTime", is: {}, otherwise: "healthy" }],
    silent: "progressing",
  },
  ...["DataUpload", "DataDownload"].map(
    (kind): KindRow => ({
      ...{ group: "velero.io", kind, source: "https://velero.io/docs/main/csi-snapshot-data-movement/" },
      words: [
        {
          at: "status.phase",
          is: { Completed: "healthy", Failed: "degraded", Canceled: "degraded" },
          otherwise: "progressing",
        },
      ],
      silent: "progressing",
    }),
  ),
  {
    ...{ group: "velero.io", kind: "BackupRepository", source: "https://velero.io/docs/main/file-system-backup/" },
    words: [{ at: "status.phase", is: { Ready: "healthy", New: "progressing", NotReady: "degraded" } }],
    silent: "progressing",
  },
  {
    ...{ group: "ramendr.openshift.io", kind: "DRPlacementControl" },
    source: "https://github.com/RamenDR/ramen/blob/main/api/v1alpha1/drplacementcontrol_types.go",
    polarity: { Available: "main", PeerReady: "good", Protected: "good" },
    reasons: {
      ...{ FailingOver: "progressing", Relocating: "progressing", Deploying: "progressing", Initiating: "progressing" },
      ...{ "PeerReady/NotStarted": "progressing", WaitForUser: "progressing", "Protected/Progressing": "progressing" },
    },
    words: [
      {
        at: "status.phase",
        is: { Deployed: "healthy", FailedOver: "healthy", Relocated: "healthy", "": "unknown" },
        otherwise: "progressing",
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "noobaa.io", kind: "NooBaa" },
    source: "https://github.com/noobaa/noobaa-operator/blob/master/doc/noobaa-crd.md",
    polarity: {
      ...{ Available: "main", Progressing: "busy", Degraded: "bad", Upgradeable: "advice", "*": "info" },
    },
    reasons: { TemporaryError: "progressing" },
    words: [
      {
        at: "status.phase",
        is: { Ready: "healthy", Rejected: "degraded", Deleting: "progressing" },
        otherwise: "progressing",
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "lvm.topolvm.io", kind: "LVMVolumeGroupNodeStatus" },
    source: "https://github.com/openshift/lvm-operator/blob/main/api/v1alpha1/lvmvolumegroupnodestatus_types.go",
    // The operator writes it into the spec.
    words: [
      {
        at: "spec.nodeStatus.*.status",
        is: { Ready: "healthy", Progressing: "progressing", Degraded: "degraded", Failed: "degraded" },
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "longhorn.io", kind: "VolumeAttachment" },
    source: "https://github.com/longhorn/longhorn-manager/blob/HEAD/k8s/pkg/apis/longhorn/v1beta2/volumeattachment.go",
    words: [{ at: "status.attachments.*.attached", is: { true: "healthy", false: "progressing" } }],
    failures: ["status.attachments.*.attachError.message"],
  },
  {
    ...{ group: "longhorn.io", kind: "BackupTarget" },
    source: "https://github.com/longhorn/longhorn-manager/blob/HEAD/controller/backup_target_controller.go",
    // Without an address no backups are wanted.
    polarity: { Unavailable: "bad" },
    words: [
      {
        at: "spec.backupTargetURL",
        ...{ is: { "": "paused" }, otherwise: "degraded", where: { at: "status.available", is: ["false"] } },
      },
      { at: "status.available", is: { true: "healthy" }, where: { at: "status.available", is: ["true"] } },
    ],
  },
  {
    ...{ group: "trident.netapp.io", kind: "TridentBackend" },
    source: "https://github.com/NetApp/trident/blob/HEAD/storage/types.go",
    // It has no status: its state stands beside its name.
    words: [
      {
        at: "state",
        is: {
          online: "healthy",
          offline: "degraded",
          failed: "degraded",
          deleting: "progressing",
          suspended: "paused",
        },
      },
    ],
  },
  {
    ...{ group: "longhorn.io", kind: "BackupVolume" },
    source: "https://github.com/longhorn/longhorn-manager/blob/HEAD/k8s/pkg/apis/longhorn/v1beta2/backupvolume.go",
    words: [{ at: "status.lastSyncedAt", is: {}, otherwise: "healthy" }],
    failures: ["status.messages.*"],
    silent: "progressing",
  },
];
