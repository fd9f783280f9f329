import { groupChecks } from "../formats/pipeline/checks.ts";
import { writeAnnotations } from "../formats/pipeline/github.ts";
import { type CheckedCluster, writeJunit } from "../formats/pipeline/junit.ts";
import { troubleWords } from "../words/commands/fleet.ts";
import type { FleetMember } from "../words/commands/fleet-member.ts";
import { checkText, wholeCheck } from "../words/commands/pipeline.ts";

/** Several clusters as JUnit XML. The context precedes the name of each suite. */
export function renderFleetJunit(members: readonly FleetMember[]): string {
  return writeJunit(members.map(checkMember));
}

/** Several clusters as annotations of GitHub Actions. The context precedes each title. */
export function renderFleetGithub(members: readonly FleetMember[]): string {
  return writeAnnotations(members.map(checkMember));
}

function checkMember({ context, server, report, trouble }: FleetMember): CheckedCluster {
  const { takenAt } = report;
  const prefix = `${context}: `;
  if (trouble === undefined) {
    // A report as a whole has the name of its context, which precedes it already.
    const groups = groupChecks({ ...report, source: { ...report.source, name: wholeCheck } });
    return { prefix, takenAt, groups };
  }
  const text = checkText("unknown", troubleWords(trouble, server, true));
  const check = { name: wholeCheck, result: "open", state: "unknown", text, next: [] } as const;
  return { prefix, takenAt, groups: [{ name: wholeCheck, checks: [check] }] };
}
