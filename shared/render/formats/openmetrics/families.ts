/** The labels that identify a root. */
const root = ["group", "kind", "namespace", "name"] as const;

/**
 * The labels of each metric, in the order of the output. All metrics are gauges, so that the text is valid both as
 * OpenMetrics 1.0 and in the older text format of Prometheus, which knows no StateSet. `context` precedes the labels
 * where several clusters are printed.
 */
export const metricLabels: Readonly<Record<MetricName, readonly string[]>> = {
  hco_status_build_info: ["version"],
  hco_status_reachable: [],
  hco_status_report_verdict: ["verdict"],
  hco_status_report_timestamp_seconds: [],
  hco_status_queries: ["outcome"],
  hco_status_required_gaps: ["outcome"],
  hco_status_findings: ["severity", "code"],
  hco_status_root_info: [...root, "profile", "version", "operator_version"],
  hco_status_root_verdict: [...root, "verdict"],
  hco_status_root_since_timestamp_seconds: root,
  hco_status_root_ready: [...root, "answer"],
  hco_status_root_upgradeable: [...root, "answer"],
  hco_status_operator_running: [...root, "answer"],
  hco_status_component_verdict: [...root, "component", "component_kind", "verdict"],
  hco_status_condition: [...root, "component", "type", "status"],
  hco_status_condition_since_timestamp_seconds: [...root, "component", "type"],
  hco_status_cause: [...root, "component", "object_kind", "reason", "verdict"],
  hco_status_cause_since_timestamp_seconds: [...root, "component", "object_kind", "reason", "verdict"],
  hco_status_upgrade_running: [...root, "answer"],
  hco_status_upgrade_info: [...root, "from", "to"],
  hco_status_upgrade_components: [...root, "state"],
  hco_status_upgrade_stalled_timestamp_seconds: root,
  hco_status_drift: [...root, "type", "what", "held"],
  hco_status_omitted_series: [],
  hco_status_cut_labels: [],
};

/** Every metric, in the order of the output. */
export const metricNames = Object.keys(metricLabels) as readonly MetricName[];

/** What each metric of `-o openmetrics` and `serve` says: its HELP line, and the help of `serve`. */
export const metricHelp = {
  hco_status_build_info: "Version of hco-status, always 1",
  hco_status_reachable: "Whether the source responds, 1 or 0; at 0 every verdict is unknown",
  hco_status_report_verdict: "Worst verdict of the cluster: 1 for the verdict, 0 for the others",
  hco_status_report_timestamp_seconds: "Time of the report",
  hco_status_queries: "Number of objects and lists by the outcome of reading them",
  hco_status_required_gaps: "Number of required objects that were not found or not read, by outcome",
  hco_status_findings: "Number of findings by code",
  hco_status_root_info: "Family and versions of a root, always 1",
  hco_status_root_verdict: "Verdict of a root: 1 for the verdict, 0 for the others",
  hco_status_root_since_timestamp_seconds: "Time since when a root has been in its state, by its present cause",
  hco_status_root_ready: "Whether a root is ready: 1 for the answer, 0 for the others",
  hco_status_root_upgradeable: "Whether an upgrade may begin: 1 for the answer, 0 for the others",
  hco_status_operator_running: "Whether the operator of a root runs: 1 for the answer, 0 for the others",
  hco_status_component_verdict: "Verdict of a component: 1 for the verdict, 0 for the others",
  hco_status_condition: "Status of a condition of a root or a component: 1 for the status, 0 for the others",
  hco_status_condition_since_timestamp_seconds: "Time of the last transition of a condition",
  hco_status_cause: "Number of causes of an unhealthy root: the component, and the kind and reason of its object",
  hco_status_cause_since_timestamp_seconds: "Time since when a cause has existed, the oldest of equals",
  hco_status_upgrade_running: "Whether an upgrade is in progress: 1 for the answer, 0 for the others",
  hco_status_upgrade_info: "Versions of an upgrade in progress, always 1",
  hco_status_upgrade_components: "Number of required components by their state in the upgrade",
  hco_status_upgrade_stalled_timestamp_seconds: "Time since when an upgrade has stalled, absent otherwise",
  hco_status_drift: "Differences between the conditions of a root and its rules, always 1",
  hco_status_omitted_series: "Number of series that were omitted, by the limit of a metric or as duplicates",
  hco_status_cut_labels: "Number of label values that were cut at their longest length",
} as const;

/** The name of a metric. Names are stable: dashboards and alerts refer to them. */
export type MetricName = keyof typeof metricHelp;
