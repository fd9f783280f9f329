import type { KindRow } from "../../model/profile.ts";

const clusterApi = "https://cluster-api.sigs.k8s.io/reference/api/crd-api-reference";

/** Kinds that make clusters and nodes: Cluster API's providers, Karpenter, Open Cluster Management, Karmada. */
export const listClusterRows = (): readonly KindRow[] => [
  {
    ...{ group: "hive.openshift.io", kind: "MachinePool" },
    source: "https://github.com/openshift/hive/blob/master/apis/hive/v1/machinepool_types.go",
    // Its status counts machines that are wanted, and not those that are ready.
    counts: [],
    polarity: { UnsupportedConfiguration: "bad" },
    silent: "progressing",
  },
  {
    ...{ group: "kamaji.clastix.io", kind: "TenantControlPlane" },
    source: "https://github.com/clastix/kamaji/blob/HEAD/api/v1alpha1/tenantcontrolplane_status.go",
    words: [
      {
        at: "status.kubernetesResources.version.status",
        is: {
          ...{ Ready: "healthy", Sleeping: "paused", WriteLimited: "degraded", Unknown: "unknown" },
          // Its creation, upgrades and migrations have words of their own.
          NotReady: "unavailable",
        },
        otherwise: "progressing",
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "lca.openshift.io", kind: "ImageBasedUpgrade" },
    source: "https://github.com/openshift-kni/lifecycle-agent/blob/HEAD/controllers/utils/conditions.go",
    polarity: {
      ...{ Idle: "good", PrepCompleted: "good", UpgradeCompleted: "good", RollbackCompleted: "good" },
      ...{ PrepInProgress: "busy", UpgradeInProgress: "busy", RollbackInProgress: "busy" },
    },
    reasons: { InProgress: "progressing", Aborting: "progressing", Finalizing: "progressing" },
  },
  {
    ...{ group: "infrastructure.cluster.x-k8s.io", kind: "HetznerBareMetalHost" },
    source:
      "https://github.com/syself/cluster-api-provider-hetzner/blob/HEAD/api/v1beta1/hetznerbaremetalhost_types.go",
    // The controller writes its status into the spec.
    conditions: ["spec.status.conditions"],
    failures: ["spec.status.errorMessage"],
    silent: "progressing",
  },
  {
    ...{ group: "*.cluster.x-k8s.io", kind: "*", source: clusterApi },
    polarity: {
      ...{ RollingOut: "busy", ScalingUp: "busy", ScalingDown: "busy", Remediating: "busy", Deleting: "busy" },
      ...{ Paused: "info", UpToDate: "info", MachinesUpToDate: "info" },
      // The user defined none: cluster-api-provider-nutanix, api/v1beta1/conditions.go.
      NoFailureDomainsReconciled: "info",
    },
    // A condition that is False has a reason and a severity where something failed.
    reasons: { "": "progressing" },
  },
  {
    ...{ group: "apps.openyurt.io", kind: "NodePool" },
    source: "https://github.com/openyurtio/openyurt/blob/HEAD/pkg/apis/apps/v1beta1/nodepool_types.go",
    words: [{ at: "status.unreadyNodeNum", is: { 0: "healthy" }, otherwise: "degraded" }],
    silent: "progressing",
  },
  {
    ...{ group: "karpenter.sh", kind: "NodeClaim", source: "https://karpenter.sh/docs/concepts/nodeclaims/" },
    polarity: {
      ...{ Ready: "main", Launched: "good", Registered: "good", Initialized: "good", "*": "info" },
      ...{ Drifted: "caution", Expired: "caution" },
    },
    unknown: "progressing",
  },
  {
    ...{ group: "cluster.open-cluster-management.io", kind: "ManagedCluster" },
    source: "https://open-cluster-management.io/docs/concepts/cluster-inventory/managedcluster/",
    polarity: {
      ...{ ManagedClusterConditionAvailable: "main", ManagedClusterJoined: "good", HubAcceptedManagedCluster: "good" },
      ...{ ManagedClusterImportSucceeded: "good", "*": "info" },
    },
    required: ["ManagedClusterConditionAvailable"],
  },
  {
    ...{ group: "policy.open-cluster-management.io", kind: "OperatorPolicy" },
    source: "https://open-cluster-management.io/docs/getting-started/integration/policy-controllers/",
    // The policy sums up all its other conditions in this one.
    polarity: { Compliant: "good", "*": "info" },
    required: ["Compliant"],
  },
  ...["ResourceBinding", "ClusterResourceBinding"].map(
    (kind): KindRow => ({
      ...{ group: "work.karmada.io", kind, source: "https://karmada.io/docs/reference/karmada-api/" },
      polarity: { Scheduled: "good", FullyApplied: "good" },
      // A cluster that has no interpreter for a kind reports its health as Unknown.
      words: [
        { at: "status.aggregatedStatus.*.applied", is: { true: "healthy", false: "degraded" } },
        {
          at: "status.aggregatedStatus.*.health",
          is: { Healthy: "healthy", Unhealthy: "degraded" },
          otherwise: "healthy",
        },
      ],
    }),
  ),
  {
    ...{ group: "hive.openshift.io", kind: "ClusterDeployment" },
    source: "https://github.com/openshift/hive/blob/master/docs/using-hive.md",
    polarity: {
      ...{ ProvisionFailed: "bad", Unreachable: "bad", ProvisionStopped: "bad", InstallImagesNotResolved: "bad" },
      ...{ Provisioned: "good", Ready: "good", "*": "info" },
    },
    reasons: { "Provisioned/Provisioning": "progressing", Hibernating: "paused" },
  },
  {
    ...{ group: "provisioning.cattle.io", kind: "Cluster" },
    source: "https://github.com/rancher/rancher/blob/main/pkg/apis/provisioning.cattle.io/v1/cluster.go",
    polarity: {
      ...{ Ready: "main", Provisioned: "good", Updated: "good", Connected: "good", RKECluster: "good" },
      ...{ Stalled: "bad", Reconciling: "busy", Waiting: "info", Pending: "info" },
    },
    // Written while the cluster is brought to its spec.
    unknown: "progressing",
  },
  {
    ...{ group: "hypershift.openshift.io", kind: "HostedCluster" },
    source: "https://github.com/openshift/hypershift/blob/main/api/hypershift/v1beta1/hostedcluster_conditions.go",
    polarity: {
      ...{ Available: "main", Degraded: "bad", Progressing: "busy", ClusterVersionProgressing: "busy" },
      ...{ ClusterVersionFailing: "bad", ClusterVersionSucceeding: "good", ClusterVersionAvailable: "good" },
      ...{ ClusterVersionReleaseAccepted: "good", ClusterVersionUpgradeable: "advice", UnmanagedEtcdAvailable: "info" },
      ...{ EtcdAvailable: "good", KubeAPIServerAvailable: "good", IgnitionEndpointAvailable: "good" },
      ...{ InfrastructureReady: "good", PlatformCredentialsFound: "good", ReconciliationSucceeded: "good" },
      // Unknown where the platform has none of it.
      ...{ ExternalDNSReachable: "info", ValidOIDCConfiguration: "info", ValidAWSIdentityProvider: "info" },
      ...{ ValidAWSKMSConfig: "info", ValidAzureKMSConfig: "info", ValidGCPWorkloadIdentity: "info" },
      ...{ AWSDefaultSecurityGroupCreated: "info", ReconciliationActive: "info", EtcdRecoveryActive: "info" },
    },
    // Of what has not been installed yet.
    reasons: {
      ...{ "Available/KASLoadBalancerNotReachable": "progressing", "Available/WaitingForAvailable": "progressing" },
      ...{ "EtcdAvailable/EtcdWaitingForQuorum": "progressing", "KubeAPIServerAvailable/NotFound": "progressing" },
      ...{ "IgnitionEndpointAvailable/NotFound": "progressing", "*/StatusUnknown": "progressing" },
    },
  },
  {
    ...{ group: "hive.openshift.io", kind: "ClusterPool" },
    source: "https://github.com/openshift/hive/blob/master/apis/hive/v1/clusterpool_types.go",
    // InventoryValid and DeletionPossible stay Unknown where the pool has no inventory and is not deleted.
    polarity: {
      ...{ MissingDependencies: "bad", CapacityAvailable: "good", AllClustersCurrent: "good", "*": "info" },
    },
    silent: "progressing",
  },
  {
    ...{ group: "hypershift.openshift.io", kind: "NodePool" },
    source: "https://github.com/openshift/hypershift/blob/main/api/hypershift/v1beta1/nodepool_conditions.go",
    polarity: {
      ...{ Ready: "main", AllMachinesReady: "good", AllNodesHealthy: "good", ValidReleaseImage: "good" },
      ...{ ValidMachineConfig: "good", ValidTuningConfig: "good", ValidPlatformImage: "good" },
      ...{ ValidGeneratedPayload: "good", ReachedIgnitionEndpoint: "good", UpdatingVersion: "busy" },
      ...{ UpdatingConfig: "busy", UpdatingPlatformMachineTemplate: "busy", "*": "info" },
    },
    // An update under way has this reason too.
    reasons: {
      "UpdatingVersion/AsExpected": "progressing",
      "UpdatingConfig/AsExpected": "progressing",
    },
  },
  {
    ...{ group: "cluster.open-cluster-management.io", kind: "ManagedClusterSet" },
    source: "https://github.com/open-cluster-management-io/api/blob/HEAD/cluster/v1beta1/types_managedclusterset.go",
    // A set may be empty.
    polarity: { ClusterSetEmpty: "info" },
    silent: "healthy",
  },
  {
    ...{ group: "types.kubefed.io", kind: "*" },
    source: "https://github.com/kubernetes-retired/kubefed/blob/HEAD/pkg/controller/sync/status/status.go",
    polarity: { Propagation: "main" },
    silent: "progressing",
  },
  {
    ...{ group: "apps.karmada.io", kind: "WorkloadRebalancer" },
    source: "https://github.com/karmada-io/karmada/blob/HEAD/pkg/apis/apps/v1alpha1/workloadrebalancer_types.go",
    words: [{ at: "status.observedWorkloads.*.result", is: { Successful: "healthy", Failed: "degraded" } }],
    silent: "progressing",
  },
  {
    ...{ group: "work.open-cluster-management.io", kind: "ManifestWorkReplicaSet" },
    source: "https://github.com/open-cluster-management-io/api/blob/HEAD/work/v1alpha1/types_manifestworkreplicaset.go",
    polarity: { ManifestworkApplied: "main", PlacementVerified: "good", PlacementRolledOut: "good" },
    reasons: { "ManifestworkApplied/Processing": "progressing", "PlacementRolledOut/Progressing": "progressing" },
    words: [{ at: "status.summary.degraded", is: { 0: "healthy" }, otherwise: "degraded" }],
    counts: [{ wanted: "status.summary.total", ready: "status.summary.available" }],
    silent: "progressing",
  },
];
