import {
  annotationTitles,
  type CheckGroup,
  checkText,
  groupChecks,
  type PipelineCheck,
  wholeCheck,
} from "../formats/pipeline/checks.ts";
import { checkAnnotations, reportAnnotations, writeAnnotations } from "../formats/pipeline/github.ts";
import { type CheckedCluster, writeJunit } from "../formats/pipeline/junit.ts";
import type { TextOptions } from "../terminal/text-style.ts";
import { type FleetMember, formatTrouble } from "../words/commands/fleet.ts";

/** Several clusters as JUnit XML. The context precedes the name of each suite. */
export function renderFleetJunit(members: readonly FleetMember[], options: TextOptions = {}): string {
  return writeJunit(
    members.map((member): CheckedCluster => {
      const { context, report } = member;
      return { prefix: `${context}: `, takenAt: report.takenAt, groups: memberGroups(member, options) };
    }),
    options.concealedTexts,
  );
}

/** Several clusters as annotations of GitHub Actions. The context precedes each title. */
export function renderFleetGithub(members: readonly FleetMember[], options: TextOptions = {}): string {
  return writeAnnotations(
    members.flatMap((member) => {
      const groups = memberGroups(member, options);
      const prefix = `${member.context}: `;
      if (member.trouble === undefined) return reportAnnotations(member.report, groups, prefix);
      return groups
        .flatMap(checkAnnotations)
        .map((annotation) => ({ ...annotation, title: `${prefix}${annotation.title}` }));
    }),
    options.concealedTexts,
  );
}

/** The checks of one cluster. A cluster that could not be read is an error. */
function memberGroups({ report, trouble }: FleetMember, { upgradeGate }: TextOptions): readonly CheckGroup[] {
  // A report as a whole has the name of its context, which precedes it already.
  if (trouble === undefined)
    return groupChecks({ ...report, source: { ...report.source, name: wholeCheck } }, upgradeGate?.(report));
  const check: PipelineCheck = {
    name: wholeCheck,
    title: annotationTitles.whole,
    result: "error",
    state: "unknown",
    text: checkText("unknown", formatTrouble(trouble, true)),
    next: [],
  };
  return [{ name: wholeCheck, checks: [check] }];
}
