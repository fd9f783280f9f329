import { writeExposition } from "../formats/openmetrics/openmetrics.ts";
import { sampleReport } from "../formats/openmetrics/report-samples.ts";
import type { SampleLines } from "../formats/openmetrics/sample-collector.ts";
import type { FleetMember } from "../words/commands/fleet-member.ts";
import { withoutDetails } from "./rows.ts";

/** Several clusters as OpenMetrics text. The label `context` says which cluster a series is about. */
export function renderFleetMetrics(members: readonly FleetMember[]): string {
  return writeExposition(members.map((member) => sampled.get(member) ?? sampleMember(member)));
}

/** The member with its samples, and with no more of its Report than what orders and counts clusters. */
export function sampleAndShorten(member: FleetMember): FleetMember {
  const short = withoutDetails(member);
  sampled.set(short, sampleMember(member));
  return short;
}

/** The samples of members whose Report does not have what a sample shows any more. */
const sampled = new WeakMap<FleetMember, SampleLines>();

function sampleMember({ context, report, trouble, link }: FleetMember): SampleLines {
  const hasResponded = trouble === undefined || trouble.is === "missing";
  return sampleReport(report, { context, isSilent: !hasResponded || link !== undefined });
}
