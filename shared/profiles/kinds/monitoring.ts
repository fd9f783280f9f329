import type { KindRow } from "../../model/profile.ts";

const prometheus = "https://prometheus-operator.dev/docs/api-reference/api/";
const grafana = "https://grafana.github.io/grafana-operator/docs/api/";

const grafanaTypes = Object.fromEntries(
  [
    "Dashboard",
    "Datasource",
    "Folder",
    "LibraryPanel",
    "AlertGroup",
    "ContactPoint",
    "NotificationPolicy",
    "NotificationTemplate",
    "MuteTiming",
  ].map((part) => [`${part}Synchronized`, "main"] as const),
);

/** Kinds of monitoring and dashboards. */
export const monitoringRows: readonly KindRow[] = [
  {
    ...{ group: "logging.banzaicloud.io", kind: "*" },
    source: "https://kube-logging.dev/docs/operation/troubleshooting/",
    words: [{ at: "status.active", is: { true: "healthy", false: "unknown" } }],
    failures: ["status.problems.*"],
  },
  ...["Prometheus", "PrometheusAgent", "Alertmanager", "ThanosRuler"].map(
    (kind): KindRow => ({
      ...{ group: "monitoring.coreos.com", kind, source: prometheus },
      // Available may be "Degraded", which is none of the three values. Its reason says the same.
      polarity: { Available: "main", Reconciled: "good" },
      reasons: { SomePodsNotReady: "degraded", NoPodReady: "unavailable" },
      words: [{ at: "status.paused", is: { true: "paused" }, otherwise: "healthy" }],
      counts: [{ wanted: "spec.replicas", ready: "status.availableReplicas" }],
      silent: "progressing",
    }),
  ),
  ...["ServiceMonitor", "PodMonitor", "Probe", "PrometheusRule", "ScrapeConfig", "AlertmanagerConfig"].map(
    (kind): KindRow => ({ group: "monitoring.coreos.com", kind, source: prometheus, silent: "healthy" }),
  ),
  {
    ...{ group: "grafana.integreatly.org", kind: "Grafana", source: grafana },
    words: [
      { at: "status.stage", is: { complete: "healthy" }, otherwise: "progressing" },
      { at: "status.stageStatus", is: { success: "healthy", failed: "degraded" }, otherwise: "progressing" },
    ],
    silent: "progressing",
  },
  {
    ...{ group: "grafana.integreatly.org", kind: "*", source: grafana },
    polarity: {
      ...grafanaTypes,
      InvalidSpec: "bad",
      NoMatchingInstance: "bad",
      NoMatchingFolder: "bad",
      NotificationPolicyLoopDetected: "bad",
      Suspended: "info",
    },
    silent: "progressing",
  },
  ...["TriggerAuthentication", "ClusterTriggerAuthentication"].map(
    (kind): KindRow => ({
      ...{ group: "keda.sh", kind, source: "https://keda.sh/docs/latest/concepts/authentication/", silent: "healthy" },
      // Its status lists what uses it.
      words: [],
    }),
  ),
  {
    ...{ group: "opentelemetry.io", kind: "OpenTelemetryCollector" },
    source: "https://github.com/open-telemetry/opentelemetry-operator/blob/main/docs/api/opentelemetrycollectors.md",
    words: [{ at: "status.scale.statusReplicas", is: {} }],
    silent: "healthy",
  },
  {
    ...{ group: "keda.sh", kind: "*", source: "https://keda.sh/docs/latest/reference/scaledobject-spec/" },
    // A workload without load is scaled to zero and not Active.
    polarity: { Ready: "main", Active: "info", Fallback: "bad", Paused: "info" },
    words: ["paused", "paused-replicas", "paused-scale-in"].map((name) => ({
      at: `metadata.annotations[autoscaling.keda.sh/${name}]`,
      is: { false: "healthy" },
      otherwise: "paused",
    })),
    required: ["Ready"],
  },
];
