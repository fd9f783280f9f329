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
export const listMonitoringRows = (): readonly KindRow[] => [
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
    silent: "progressing",
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
  {
    ...{ group: "metrics.keptn.sh", kind: "Analysis" },
    source: "https://github.com/keptn/lifecycle-toolkit/blob/HEAD/metrics-operator/api/v1/analysis_types.go",
    // A status without "pass" may be that of an analysis that did not pass.
    words: [
      { at: "status.pass", is: { true: "healthy", false: "degraded" } },
      {
        at: "status.state",
        is: { Pending: "progressing", Progressing: "progressing" },
        where: { at: "status.state", is: ["Pending", "Progressing"] },
      },
    ],
  },
  {
    ...{ group: "logging.banzaicloud.io", kind: "Logging" },
    source: "https://github.com/kube-logging/logging-operator/blob/HEAD/pkg/sdk/logging/api/v1beta1/logging_types.go",
    words: [{ at: "status.configCheckResults.*", is: { true: "healthy", false: "degraded" } }],
    failures: ["status.problems.*"],
    silent: "progressing",
  },
  {
    ...{ group: "koku-metrics-cfg.openshift.io", kind: "KokuMetricsConfig" },
    source: "https://github.com/project-koku/koku-metrics-operator/blob/HEAD/api/v1beta1/metricsconfig_types.go",
    words: [{ at: "status.prometheus.prometheus_connected", is: { true: "healthy", false: "degraded" } }],
    failures: [
      "status.authentication.error",
      "status.packaging.error",
      "status.upload.error",
      "status.prometheus.prometheus_connection_error",
    ],
    silent: "progressing",
  },
  {
    ...{ group: "metrics.keptn.sh", kind: "KeptnMetric" },
    source: "https://github.com/keptn/lifecycle-toolkit/blob/HEAD/metrics-operator/api/v1/keptnmetric_types.go",
    // Any value is one that was measured. The results of intervals keep the errors of earlier ones.
    words: [{ at: "status.value", is: {}, otherwise: "healthy" }],
    failures: ["status.errMsg"],
    silent: "progressing",
  },
  {
    ...{ group: "sloth.slok.dev", kind: "PrometheusServiceLevel" },
    source: "https://github.com/slok/sloth/blob/main/pkg/kubernetes/api/sloth/v1/types.go",
    words: [{ at: "status.promOpRulesGenerated", is: { true: "healthy", false: "degraded" } }],
    silent: "progressing",
  },
  {
    ...{ group: "integreatly.org", kind: "Grafana" },
    source: "https://github.com/grafana/grafana-operator/blob/v4/api/integreatly/v1alpha1/grafana_types.go",
    // Its phase stays "reconciling".
    words: [
      {
        at: "status.message",
        is: { success: "healthy" },
        otherwise: "progressing",
        where: { at: "status.phase", is: ["reconciling"] },
      },
      { at: "status.phase", is: { failing: "degraded" }, where: { at: "status.phase", is: ["failing"] } },
    ],
    silent: "progressing",
  },
];
