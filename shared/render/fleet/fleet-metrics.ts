import { sampleReport } from "../formats/openmetrics/report-samples.ts";
import type { SampleLines } from "../formats/openmetrics/sample-collector.ts";
import type { FleetMember } from "../words/commands/fleet.ts";

export { writeExposition } from "../formats/openmetrics/openmetrics.ts";

/** One of several clusters as OpenMetrics samples. The label `context` says which cluster a series is about. */
export function sampleMember({ context, report, trouble, link }: FleetMember): SampleLines {
  const hasResponded = trouble === undefined || trouble.is === "missing";
  return sampleReport(report, { context, isSilent: !hasResponded || link !== undefined });
}
