import type { Report } from "../../shared/model/report.ts";
import type { LookEvidence } from "./decide-step.ts";
import type { WaitEventStanding } from "./events.ts";
import { notStable } from "./stability.ts";

/** What a wait keeps of a cluster that rests between two readings, because not all of many clusters can be watched. */
export interface RestingWait {
  readonly asked: undefined;
  readonly evaluated: undefined;
  readonly standing: WaitEventStanding;
  readonly evidence: LookEvidence;
}

/** Keeps what a line about the cluster needs. Whether the goal holds without a break is not known of a rest. */
export function restingWait(standing: WaitEventStanding, evidence: LookEvidence): RestingWait {
  const { elapsedMs, link, report, waited } = standing;
  const last = report && waited && { report: withoutParts(report), waited };
  return {
    asked: undefined,
    evaluated: undefined,
    standing: { elapsedMs, link, ...last },
    evidence: { ...evidence, stability: notStable, last },
  };
}

/** The Report without what stands below its roots, which is nearly all of its size. */
function withoutParts(report: Report): Report {
  const roots = report.roots.map((root) => {
    return { ...root, children: [], conditions: [], related: [], drift: [], offenders: {}, uncertain: {}, causes: [] };
  });
  return { ...report, roots };
}
