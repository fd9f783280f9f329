import type { KindRow } from "../../model/profile.ts";

const clusterApi = "https://cluster-api.sigs.k8s.io/reference/api/crd-api-reference";

/** Kinds that make clusters and nodes: Cluster API's providers, Karpenter, Open Cluster Management, Karmada. */
export const clusterRows: readonly KindRow[] = [
  {
    ...{ group: "*.cluster.x-k8s.io", kind: "*", source: clusterApi },
    polarity: {
      ...{ RollingOut: "busy", ScalingUp: "busy", ScalingDown: "busy", Remediating: "busy", Deleting: "busy" },
      ...{ Paused: "info", UpToDate: "info", MachinesUpToDate: "info" },
    },
    // A condition that is False has a reason and a severity where something failed.
    reasons: { "": "progressing" },
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
];
