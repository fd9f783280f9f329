import type { KindRow, WordRow } from "../../model/profile.ts";

const koperator = "https://github.com/banzaicloud/koperator/blob/master/api/v1beta1/common_types.go";

/** Kinds of message brokers. */
export const listMessagingRows = (): readonly KindRow[] => [
  {
    ...{
      group: "kafka.strimzi.io",
      kind: "*",
      source: "https://strimzi.io/docs/operators/latest/deploying#con-custom-resources-status-str",
    },
    // NotReady stands in the place of Ready; Warning is for deprecated fields and the like.
    polarity: { Ready: "main", NotReady: "bad", Warning: "caution", ReconciliationPaused: "info" },
    reasons: { "NotReady/Creating": "progressing" },
    words: [{ at: "status.conditions.*.type", is: { ReconciliationPaused: "paused" }, otherwise: "healthy" }],
    required: [],
    silent: "progressing",
  },
  {
    ...{ group: "kafka.strimzi.io", kind: "KafkaMirrorMaker2" },
    source: "https://strimzi.io/docs/operators/latest/configuring",
    polarity: { Ready: "main", NotReady: "bad", Warning: "caution", ReconciliationPaused: "info" },
    reasons: { "NotReady/Creating": "progressing" },
    words: [
      { at: "status.conditions.*.type", is: { ReconciliationPaused: "paused" }, otherwise: "healthy" },
      ...["connector", "tasks.*"].map(
        (part): WordRow => ({
          at: `status.connectors.*.${part}.state`,
          is: { RUNNING: "healthy", PAUSED: "paused", STOPPED: "paused", FAILED: "degraded" },
          otherwise: "progressing",
        }),
      ),
    ],
    silent: "progressing",
  },
  {
    ...{
      group: "kafka.strimzi.io",
      kind: "KafkaConnector",
      source: "https://strimzi.io/docs/operators/latest/configuring",
    },
    polarity: { Ready: "main", NotReady: "bad", Warning: "caution" },
    words: [
      {
        at: "status.connectorStatus.connector.state",
        is: { RUNNING: "healthy", PAUSED: "paused", STOPPED: "paused", UNASSIGNED: "progressing", FAILED: "degraded" },
      },
      {
        at: "status.connectorStatus.tasks.*.state",
        is: { FAILED: "degraded", UNASSIGNED: "progressing" },
        otherwise: "healthy",
      },
    ],
  },
  {
    ...{ group: "kafka.strimzi.io", kind: "KafkaRebalance" },
    source: "https://strimzi.io/docs/operators/latest/deploying#con-rebalance-str",
    // A proposal waits for the approval of a user.
    polarity: {
      ...{ Ready: "main", NotReady: "bad", PendingProposal: "busy", ProposalReady: "busy", Rebalancing: "busy" },
      ...{ Stopped: "info", ReconciliationPaused: "info", Warning: "caution" },
    },
    words: [
      {
        at: "status.conditions.*.type",
        is: { Stopped: "paused", ReconciliationPaused: "paused" },
        otherwise: "healthy",
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "kafka.strimzi.io", kind: "KafkaNodePool" },
    source: "https://strimzi.io/docs/operators/latest/configuring#type-KafkaNodePoolStatus-reference",
    // Its Kafka reports the health of its nodes.
    counts: [],
    silent: "healthy",
  },
  {
    ...{ group: "kafka.banzaicloud.io", kind: "KafkaCluster", source: koperator },
    // The state of the rebalancing tool keeps the error of its last attempt.
    words: [
      {
        at: "status.state",
        is: {
          ...{ ClusterRunning: "healthy", ClusterReconciling: "progressing", ClusterRollingUpgrading: "progressing" },
          ClusterRollingUpgradeFailed: "degraded",
        },
      },
      {
        at: "status.brokersState.*.configurationState",
        is: { ConfigInSync: "healthy", ConfigOutOfSync: "progressing" },
      },
      {
        at: "status.cruiseControlTopicStatus",
        is: { CruiseControlTopicReady: "healthy", CruiseControlTopicNotReady: "progressing" },
        otherwise: "progressing",
      },
    ],
    failures: [],
    silent: "progressing",
  },
  {
    ...{
      group: "rabbitmq.com",
      kind: "RabbitmqCluster",
      source: "https://www.rabbitmq.com/kubernetes/operator/using-operator#status-conditions",
    },
    polarity: { ClusterAvailable: "main", AllReplicasReady: "good", ReconcileSuccess: "good", NoWarnings: "advice" },
    unknown: "progressing",
    silent: "progressing",
  },
  {
    ...{ group: "pulsar.streamnative.io", kind: "*", source: "https://docs.streamnative.io/private/api-reference" },
    silent: "progressing",
  },
  {
    ...{ group: "mattermost.com", kind: "ClusterInstallation" },
    source:
      "https://github.com/mattermost/mattermost-operator/blob/HEAD/apis/mattermost/v1alpha1/clusterinstallation_types.go",
    counts: [{ wanted: "status.replicas", ready: "status.updatedReplicas" }],
  },
  {
    ...{ group: "installation.mattermost.com", kind: "Mattermost" },
    source: "https://github.com/mattermost/mattermost-operator/blob/HEAD/apis/mattermost/v1beta1/mattermost_types.go",
    words: [{ at: "status.state", is: { stable: "healthy", ready: "healthy", reconciling: "progressing" } }],
    counts: [{ wanted: "status.replicas", ready: "status.updatedReplicas" }],
    failures: ["status.error", "status.resourcePatch.*.error"],
    silent: "progressing",
  },
];
