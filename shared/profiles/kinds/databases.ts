import type { KindRow } from "../../model/profile.ts";

const cnpg = "https://cloudnative-pg.io/documentation/current/cloudnative-pg.v1/";

const pausedPooler = { at: "spec.pgbouncer.paused", is: ["true"] };
const stoppedDatacenter = { at: "spec.stopped", is: ["true"] };

/** Of work that ends (mariadb-operator, api/v1alpha1/condition_types.go). */
const mariadbReasons: NonNullable<KindRow["reasons"]> = {
  ...{ StatefulSetNotReady: "progressing", RestoreNotComplete: "progressing", RestoreBackup: "progressing" },
  ...{ SwitchPrimary: "progressing", ResizingStorage: "progressing", WaitStorageResize: "progressing" },
  ...{ PendingUpdate: "progressing", Updating: "progressing", Initializing: "progressing", Suspended: "paused" },
};

/** Kinds of databases. */
export const listDatabaseRows = (): readonly KindRow[] => [
  {
    ...{ group: "postgresql.cnpg.io", kind: "Cluster", source: cnpg },
    polarity: { Ready: "main", ContinuousArchiving: "good", LastBackupSucceeded: "good", ConsistentSystemID: "good" },
    words: [
      {
        at: "status.phase",
        is: {
          ...{ "Cluster in healthy state": "healthy", "Not enough disk space": "degraded" },
          "Cluster is in an unrecoverable state, needs manual intervention": "degraded",
          "Cluster has incomplete or invalid image catalog": "degraded",
          "Cluster cannot proceed to reconciliation due to an unknown plugin being required": "degraded",
          "Unable to create required cluster objects": "degraded",
          "Waiting for user action": "degraded",
        },
        otherwise: "progressing",
      },
      { at: "metadata.annotations[cnpg.io/hibernation]", is: { on: "paused" }, otherwise: "healthy" },
    ],
    counts: [{ wanted: "spec.instances", ready: "status.readyInstances" }],
    silent: "progressing",
  },
  ...["Database", "Publication", "Subscription"].map(
    (kind): KindRow => ({
      ...{ group: "postgresql.cnpg.io", kind },
      source: "https://github.com/cloudnative-pg/cloudnative-pg/blob/HEAD/api/v1/database_types.go",
      // What a Database manages is applied by itself.
      words: ["applied", "schemas.*.applied", "extensions.*.applied", "fdws.*.applied", "servers.*.applied"].map(
        (path) => ({ at: `status.${path}`, is: { true: "healthy", false: "degraded" } }),
      ),
      silent: "progressing",
    }),
  ),
  {
    ...{ group: "postgresql.cnpg.io", kind: "ScheduledBackup", source: cnpg },
    words: [{ at: "status.lastCheckTime", is: {}, otherwise: "healthy" }],
    silent: "progressing",
  },
  {
    ...{ group: "postgresql.cnpg.io", kind: "Pooler" },
    source: "https://github.com/cloudnative-pg/cloudnative-pg/blob/HEAD/api/v1/pooler_types.go",
    // It counts the pods that are to run, and not those that do.
    words: [{ at: "spec.pgbouncer.paused", is: { true: "paused" }, where: pausedPooler }],
  },
  {
    ...{ group: "postgresql.cnpg.io", kind: "Backup", source: cnpg },
    words: [
      {
        at: "status.phase",
        is: { completed: "healthy", failed: "degraded", walArchivingFailing: "degraded" },
        otherwise: "progressing",
      },
    ],
    failures: ["status.error"],
    silent: "progressing",
  },
  {
    ...{ group: "acid.zalan.do", kind: "postgresql" },
    source: "https://postgres-operator.readthedocs.io/en/latest/reference/cluster_manifest/",
    words: [
      {
        at: "status.PostgresClusterStatus",
        is: {
          ...{ Running: "healthy", Creating: "progressing", Updating: "progressing", UpgradeInProgress: "progressing" },
          ...{ CreateFailed: "degraded", UpdateFailed: "degraded", SyncFailed: "degraded", Invalid: "degraded" },
        },
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "postgres-operator.crunchydata.com", kind: "PostgresCluster" },
    source: "https://access.crunchydata.com/documentation/postgres-operator/latest/references/crd",
    polarity: {
      ...{ PGBackRestReplicaRepoReady: "good", PGBackRestRepoHostReady: "good", PGBackRestReplicaCreate: "good" },
      ...{ ProxyAvailable: "good", Progressing: "bad", PersistentVolumeResizing: "busy", "*": "info" },
    },
    counts: [{ wanted: "status.instances.*.replicas", ready: "status.instances.*.readyReplicas" }],
    silent: "progressing",
  },
  {
    ...{
      group: "cassandra.rook.io",
      kind: "Cluster",
      source: "https://rook.github.io/docs/rook/v1.7/cassandra-cluster-crd.html",
    },
    counts: [{ wanted: "status.racks.*.members", ready: "status.racks.*.readyMembers" }],
    silent: "progressing",
  },
  {
    ...{ group: "cassandra.datastax.com", kind: "CassandraDatacenter" },
    source: "https://docs.k8ssandra.io/reference/crd/cass-operator-crds-latest/",
    polarity: {
      ...{ Ready: "main", Initialized: "good", Healthy: "good", Valid: "good", Stopped: "info", "*": "busy" },
      ...{ ModificationTime: "info" },
    },
    words: [
      { at: "status.cassandraOperatorProgress", is: { Ready: "healthy", Updating: "progressing" } },
      { at: "spec.stopped", is: { true: "paused" }, where: stoppedDatacenter },
    ],
  },
  {
    ...{
      group: "k8s.mariadb.com",
      kind: "*",
      source: "https://github.com/mariadb-operator/mariadb-operator/blob/main/docs/api_reference.md",
    },
    polarity: { Ready: "main", Complete: "main" },
    reasons: mariadbReasons,
    silent: "progressing",
  },
  {
    ...{
      group: "mariadb.mmontes.io",
      kind: "*",
      source: "https://github.com/mariadb-operator/mariadb-operator/blob/main/docs/api_reference.md",
    },
    reasons: mariadbReasons,
    silent: "progressing",
  },
  {
    ...{ group: "clickhouse.altinity.com", kind: "ClickHouseInstallation" },
    source: "https://github.com/Altinity/clickhouse-operator/blob/master/docs/custom_resource_explained.md",
    // The list of errors keeps those of earlier attempts.
    words: [
      {
        at: "status.status",
        is: {
          Completed: "healthy",
          InProgress: "progressing",
          Terminating: "progressing",
          Aborted: "degraded",
          Failed: "degraded",
        },
      },
    ],
    ...{ failures: [], counts: [] },
    silent: "progressing",
  },
  {
    ...{ group: "pingcap.com", kind: "TidbCluster" },
    source: "https://docs.pingcap.com/tidb-in-kubernetes/stable/deploy-tidb-cluster/",
    words: ["pd", "tikv", "tidb", "tiflash", "ticdc", "pump"].map((part) => ({
      at: `status.${part}.phase`,
      is: { Normal: "healthy", Upgrade: "progressing", Scale: "progressing", Suspend: "paused" },
    })),
    silent: "progressing",
  },
  {
    ...{ group: "cassandra.k8ssandra.io", kind: "CassandraBackup" },
    source: "https://github.com/k8ssandra/medusa-operator/blob/HEAD/api/v1alpha1/cassandrabackup_types.go",
    // It lists the Pods by how far each is.
    words: [
      { at: "status.failed.*", is: {}, otherwise: "degraded" },
      { at: "status.inProgress.*", is: {}, otherwise: "progressing" },
      { at: "status.finished.*", is: {}, otherwise: "healthy" },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "k8ssandra.io", kind: "K8ssandraCluster" },
    source: "https://docs.k8ssandra.io/reference/crd/k8ssandra-operator-crds-latest/",
    polarity: {
      ...{ CassandraInitialized: "good", Ready: "good", Healthy: "good", Stopped: "info", Updating: "busy" },
      ...{ ScalingUp: "busy", ScalingDown: "busy", RollingRestart: "busy", ReplacingNodes: "busy", "*": "info" },
    },
    conditions: ["status.datacenters.*.cassandra.conditions"],
    words: [
      {
        at: "status.datacenters.*.cassandra.cassandraOperatorProgress",
        is: { Ready: "healthy", Updating: "progressing" },
      },
    ],
    failures: ["status.error"],
    silent: "progressing",
  },
  {
    ...{ group: "mysql.oracle.com", kind: "InnoDBCluster" },
    source: "https://dev.mysql.com/doc/mysql-operator/en/mysql-operator-properties.html",
    words: [
      {
        at: "status.cluster.status",
        is: {
          ...{ ONLINE: "healthy", PENDING: "progressing", INITIALIZING: "progressing", FINALIZING: "progressing" },
          ...{ UNKNOWN: "unknown" },
        },
        otherwise: "degraded",
      },
    ],
    counts: [{ wanted: "spec.instances", ready: "status.cluster.onlineInstances" }],
    silent: "progressing",
  },
  {
    ...{ group: "druid.apache.org", kind: "Druid" },
    source: "https://github.com/datainfrahq/druid-operator/blob/master/docs/api_specifications/druid.md",
    words: [
      {
        at: "status.druidNodeStatus.druidNodeConditionStatus",
        is: { True: "healthy", False: "progressing" },
      },
      {
        at: "status.druidNodeStatus.druidNodeConditionType",
        is: { DruidNodeErrorState: "degraded", DruidClusterReady: "healthy" },
        otherwise: "progressing",
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "infinispan.org", kind: "Infinispan" },
    source: "https://infinispan.org/docs/infinispan-operator/main/operator.html",
    polarity: {
      ...{ WellFormed: "main", PreliminaryChecksPassed: "good", Stopping: "busy", Upgrade: "busy" },
      ...{ CrossSiteViewFormed: "good", GracefulShutdown: "info", "*": "info" },
    },
    silent: "progressing",
  },
  {
    ...{ group: "medusa.k8ssandra.io", kind: "MedusaBackupJob" },
    source: "https://github.com/k8ssandra/k8ssandra-operator/blob/HEAD/apis/medusa/v1alpha1/medusabackupjob_types.go",
    // The lists of nodes tell how it goes: there is no phase and no condition.
    words: [
      { at: "status.finished.*", is: {}, otherwise: "healthy" },
      { at: "status.inProgress.*", is: {}, otherwise: "progressing" },
      { at: "status.failed.*", is: {}, otherwise: "degraded" },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "planetscale.com", kind: "VitessShard" },
    source: "https://github.com/planetscale/vitess-operator/blob/HEAD/pkg/apis/planetscale/v2/vitessshard_types.go",
    words: ["hasMaster", "tablets.*.ready"].map((path) => ({
      at: `status.${path}`,
      is: { True: "healthy", False: "degraded", Unknown: "unknown" },
    })),
    silent: "progressing",
  },
  {
    ...{ group: "dragonflydb.io", kind: "Dragonfly" },
    source: "https://github.com/dragonflydb/dragonfly-operator/blob/main/internal/controller/util.go",
    words: [
      {
        at: "status.phase",
        is: {
          ...{
            ready: "healthy",
            Ready: "healthy",
            "resources-created": "progressing",
            ResourcesCreated: "progressing",
          },
          ...{ "resources-updated": "progressing", configuring: "progressing", "rolling-update": "progressing" },
          configured: "progressing",
        },
      },
      // The first releases keep the phase while they roll.
      { at: "status.isRollingUpdate", is: { true: "progressing", false: "healthy" } },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "authzed.com", kind: "SpiceDBCluster" },
    source: "https://github.com/authzed/spicedb-operator/blob/main/pkg/apis/authzed/v1alpha1/types.go",
    polarity: {
      ...{ Validating: "busy", Migrating: "busy", RollingDeployment: "busy", Paused: "info" },
      ...{ PreconditionsFailed: "bad", ValidatingFailed: "bad", MigrationError: "bad", ConfigWarning: "caution" },
    },
    // The conditions go when their step is done.
    words: [{ at: "status.migration", is: {}, otherwise: "healthy" }],
    silent: "progressing",
  },
  {
    ...{ group: "crdb.cockroachlabs.com", kind: "CrdbCluster" },
    source: "https://github.com/cockroachdb/cockroach-operator/blob/master/apis/v1alpha1/action_types.go",
    polarity: { Initialized: "good", CrdbVersionChecked: "good", CertificateGenerated: "good" },
    words: [
      {
        at: "status.clusterStatus",
        is: {
          Finished: "healthy",
          Running: "healthy",
          Failed: "degraded",
          Starting: "progressing",
          Unknown: "unknown",
        },
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "vertica.com", kind: "VerticaDB" },
    source: "https://github.com/vertica/vertica-kubernetes/blob/main/api/v1/verticadb_types.go",
    polarity: {
      DBInitialized: "good",
      UpgradeInProgress: "busy",
      AutoRestartVertica: "info",
      VerticaRestartNeeded: "caution",
    },
    counts: [{ wanted: "status.addedToDBCount", ready: "status.upNodeCount", short: "degraded" }],
    silent: "progressing",
  },
  {
    ...{ group: "planetscale.com", kind: "VitessCluster" },
    source: "https://github.com/planetscale/vitess-operator/blob/main/pkg/apis/planetscale/v2/vitesscluster_types.go",
    words: [
      { at: "status.keyspaces.*.pendingChanges", is: {}, otherwise: "progressing" },
      ...["globalLockserver.etcd.available", "cells.*.gatewayAvailable", "vitessDashboard.available"].map(
        (path) => ({ at: `status.${path}`, is: { True: "healthy", False: "degraded", Unknown: "unknown" } }) as const,
      ),
    ],
    silent: "progressing",
  },
  {
    ...{ group: "app.redislabs.com", kind: "RedisEnterpriseCluster" },
    source: "https://redis.io/docs/latest/operate/kubernetes/reference/api/redis_enterprise_cluster_api/",
    words: [
      {
        at: "status.state",
        is: { Running: "healthy", Error: "degraded", Invalid: "degraded", InvalidUpgrade: "degraded" },
        otherwise: "progressing",
      },
      { at: "status.specStatus", is: { Valid: "healthy", Invalid: "degraded" } },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "crunchydata.com", kind: "Pgcluster" },
    source: "https://github.com/CrunchyData/postgres-operator/blob/REL_4_7/pkg/apis/crunchydata.com/v1/cluster.go",
    words: [
      {
        at: "status.state",
        is: {
          ...{ "pgcluster Initialized": "healthy", "pgcluster Shutdown": "paused", "pgcluster Created": "progressing" },
          ...{ "pgcluster Processed": "progressing", "pgcluster Bootstrapping": "progressing" },
          ...{ "pgcluster Bootstrapped": "progressing", "pgcluster Restore": "progressing" },
        },
      },
    ],
    silent: "progressing",
  },
];
