import type { Report } from "../../../model/report.ts";
import { readOutcomes } from "../../../model/snapshot.ts";
import { allVerdicts, compareVerdicts } from "../../../model/verdict.ts";
import { packageVersion } from "../../../model/version.ts";
import { addRoot, secondsOf } from "./root-samples.ts";
import { createSampleCollector, type SampleLines } from "./sample-collector.ts";

/** How a Report is counted. */
export interface MetricSource {
  /** The context that every series names, where there are several clusters. */
  readonly context?: string;
  /** The cluster does not respond now, so the Report may be out of date. */
  readonly isSilent?: boolean;
}

/**
 * The samples of a Report. Of a cluster that does not respond, every verdict is `unknown`, and nothing else of its last
 * Report is shown: a series is a statement about the present.
 */
export function sampleReport(report: Report, { context, isSilent = false }: MetricSource = {}): SampleLines {
  const collector = createSampleCollector(context === undefined ? {} : { context });
  const { add, addState } = collector;
  const { completeness, findings, takenAt } = report;
  add("hco_status_build_info", [packageVersion], 1);
  add("hco_status_reachable", [], isSilent ? 0 : 1);
  addState("hco_status_report_verdict", [], allVerdicts, isSilent ? "unknown" : report.verdict);
  add("hco_status_report_timestamp_seconds", [], secondsOf(takenAt));
  // The worst come first, so that a limit omits healthy roots only while there are any.
  const roots = report.roots.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
  if (isSilent) {
    for (const { ref } of roots) {
      const labels = [ref.group, ref.kind, ref.namespace ?? "", ref.name];
      addState("hco_status_root_verdict", labels, allVerdicts, "unknown");
    }
    return collector.lines();
  }
  for (const outcome of readOutcomes) add("hco_status_queries", [outcome], completeness[outcome]);
  const required = Object.groupBy(
    completeness.gaps.filter((gap) => gap.required),
    (gap) => gap.outcome,
  );
  for (const outcome of readOutcomes)
    if (outcome !== "found") add("hco_status_required_gaps", [outcome], required[outcome]?.length ?? 0);
  const found = Map.groupBy(findings, ({ severity, code }) => `${severity} ${code}`);
  for (const [key, { length }] of found) add("hco_status_findings", key.split(" "), length);
  for (const root of roots) addRoot(root, collector);
  return collector.lines();
}
