import type { Report } from "../../../model/report.ts";
import { type MetricName, metricHelp, metricNames } from "./families.ts";
import { sampleReport } from "./report-samples.ts";
import type { SampleLines } from "./sample-collector.ts";

/** A Report as OpenMetrics 1.0 text. Ages are times, so that the text is the same until something changes. */
export function renderOpenMetrics(report: Report): string {
  return writeExposition([sampleReport(report)]);
}

/**
 * The text of all clusters: each metric once, with its TYPE, UNIT and HELP lines before its series, and `# EOF` at the
 * end (OpenMetrics 1.0, "Overall Structure").
 */
export function writeExposition(clusters: readonly SampleLines[]): string {
  const families = metricNames.flatMap((name) => {
    const lines = clusters.flatMap((cluster) => cluster.get(name) ?? []);
    return lines.length === 0 ? [] : [...headerLines(name), ...lines];
  });
  return `${[...families, "# EOF"].join("\n")}\n`;
}

function headerLines(name: MetricName): readonly string[] {
  const unit = name.endsWith("_seconds") ? [`# UNIT ${name} seconds`] : [];
  return [`# TYPE ${name} gauge`, ...unit, `# HELP ${name} ${metricHelp[name]}`];
}
