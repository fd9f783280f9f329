import type { KindRow, WordRow } from "../../model/profile.ts";

const elastic = "https://www.elastic.co/docs/deploy-manage/deploy/cloud-on-k8s";
const enterprise = "https://www.mongodb.com/docs/kubernetes/current/reference/k8s-operator-specification/";

const enterprisePhases: WordRow["is"] = {
  ...{ Running: "healthy", Updated: "healthy", Pending: "progressing", Reconciling: "progressing" },
  ...{ Failed: "degraded", Unsupported: "degraded" },
};

/** Kinds of document stores and search engines. */
export const listSearchRows = (): readonly KindRow[] => [
  {
    ...{ group: "elasticsearch.k8s.elastic.co", kind: "Elasticsearch", source: elastic },
    polarity: {
      ReconciliationComplete: "info",
      RunningDesiredVersion: "info",
      ElasticsearchIsReachable: "good",
      ResourcesAwareManagement: "info",
    },
    words: [
      // Yellow: all primary shards are assigned, some replicas are not yet.
      { at: "status.health", is: { green: "healthy", yellow: "progressing", red: "degraded", unknown: "unknown" } },
      {
        at: "status.phase",
        is: {
          ...{ Ready: "healthy", ApplyingChanges: "progressing", MigratingData: "progressing", Stalled: "degraded" },
          ...{ Invalid: "degraded" },
        },
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "*.k8s.elastic.co", kind: "*", source: elastic },
    words: [
      { at: "status.health", is: { green: "healthy", yellow: "progressing", red: "degraded" } },
      { at: "status.associationStatus", is: { Established: "healthy", Pending: "progressing", Failed: "degraded" } },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "mongodb.com", kind: "*", source: enterprise },
    words: [
      {
        at: "status.phase",
        is: { ...enterprisePhases, Disabled: "paused" },
      },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "mongodb.com", kind: "MongoDBOpsManager" },
    source: "https://github.com/mongodb/mongodb-kubernetes/blob/HEAD/api/v1/om/opsmanager_types.go",
    words: ["opsManager", "applicationDatabase", "backup"].map((part) => ({
      at: `status.${part}.phase`,
      // A part that is not enabled is Disabled.
      is: { ...enterprisePhases, Disabled: "healthy" },
    })),
    silent: "progressing",
  },
];
