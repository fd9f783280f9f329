import type { MetricName } from "../../words/commands/openmetrics.ts";

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
