import { definedFields } from "../../../model/defined-fields.ts";
import type { Report } from "../../../model/report.ts";
import { readOutcomes } from "../../../model/snapshot.ts";
import { allVerdicts, sortWorstFirst } from "../../../model/verdict.ts";
import { packageVersion } from "../../../model/version.ts";
import { addRoot, secondsOf } from "./root-samples.ts";
import { SampleCollector, type SampleLines } from "./sample-collector.ts";

/** How a Report is counted. */
export interface MetricSource {
  /** The context that every series names, where there are several clusters. */
  readonly context?: string;
  /** Whether the cluster does not respond now, so that the Report may be out of date. */
  readonly isSilent?: boolean;
}

/**
 * The samples of a Report. Of a cluster that does not respond, every verdict is `unknown`, and nothing else of its last
 * Report is shown: a series is a statement about the present.
 */
export function sampleReport(report: Report, { context, isSilent = false }: MetricSource = {}): SampleLines {
  const collector = new SampleCollector(definedFields({ context }));
  const { completeness, findings, takenAt } = report;
  collector.add("hco_status_build_info", [packageVersion], 1);
  collector.add("hco_status_reachable", [], isSilent ? 0 : 1);
  collector.addState("hco_status_report_verdict", [], allVerdicts, isSilent ? "unknown" : report.verdict);
  collector.add("hco_status_report_timestamp_seconds", [], secondsOf(takenAt));
  // The worst come first, so that a limit omits healthy roots only while there are any.
  const roots = sortWorstFirst(report.roots);
  if (isSilent) {
    for (const { ref } of roots) {
      const labels = [ref.group, ref.kind, ref.namespace ?? "", ref.name];
      collector.addState("hco_status_root_verdict", labels, allVerdicts, "unknown");
    }
    return collector.lines();
  }
  for (const outcome of readOutcomes) collector.add("hco_status_queries", [outcome], completeness[outcome]);
  const requiredGaps = completeness.gaps.filter(({ required }) => required);
  for (const outcome of readOutcomes) {
    if (outcome === "found") continue;
    const count = requiredGaps.filter((gap) => gap.outcome === outcome).length;
    collector.add("hco_status_required_gaps", [outcome], count);
  }
  const findingsByKey = Map.groupBy(findings, ({ severity, code }) => `${severity} ${code}`);
  for (const [key, { length }] of findingsByKey) collector.add("hco_status_findings", key.split(" "), length);
  for (const root of roots) addRoot(root, collector);
  return collector.lines();
}
