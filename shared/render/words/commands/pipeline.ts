import type { ReadGap, Report } from "../../../model/report.ts";
import type { GateAnswer } from "../../../model/upgrade-gate.ts";
import type { Verdict } from "../../../model/verdict.ts";
import { countText, shortenNames } from "../../../outline/words/names.ts";
import { nothingWords } from "./fleet.ts";

/** The name of the check of a whole report that no object explains. */
export const wholeCheck = "status";

/** The name of the check of an upgrade, as the command `gate upgrade` calls it. */
export const upgradeCheck = "gate upgrade";

/** The name of the check of required objects that were not read, by the outcome. */
export const unreadChecks = { forbidden: "permissions", unread: "reading" } as const;

/** The name of the check of one damaged piece of the input: `input mg.tgz`. */
export function inputCheck(where: string): string {
  return `input ${where}`;
}

/** What a check of a report as a whole says: the number of objects, or why there is none. */
export function wholeText({ roots, verdict, completeness }: Report): string {
  const objects = roots.length === 0 ? nothingWords(completeness.gaps) : countText(roots.length, "object");
  return `${verdict}: ${objects}`;
}

/** What a check says: its verdict once, and why. */
export function checkText(verdict: string, why: string): string {
  if (why === "") return verdict;
  return why.toLowerCase().startsWith(verdict) ? why : `${verdict}: ${why}`;
}

/** What a check says whose cause is counted with another object: `unavailable: the cause is that of Cluster prod-eu`. */
export function countedElsewhereText(verdict: Verdict, group: string): string {
  return `${verdict}: the cause is that of ${group}`;
}

/** The required objects that were not read: `no permission to list cdis.cdi.kubevirt.io; …`. */
export function unreadText(gaps: readonly ReadGap[]): string {
  return shortenNames(
    gaps.map((gap) => nothingWords([gap])),
    10,
  ).join("; ");
}

/** What the check of an upgrade says: `ALLOW`, `BLOCK: CDI: Available=False`, `BLOCK: 8 reasons`. */
export function upgradeCheckText(answer: GateAnswer, reasons: readonly string[]): string {
  const [first, ...others] = reasons;
  if (first === undefined) return answer;
  return `${answer}: ${others.length === 0 ? first : countText(reasons.length, "reason")}`;
}

/** The titles of annotations that name no object. */
export const annotationTitles = {
  whole: "The status is unknown",
  damaged: "The input is damaged",
  unread: "Required objects were not read",
  healthy: "Everything is healthy",
} as const;

/** The title of an annotation about the upgrade. */
export const upgradeTitles: Readonly<Record<GateAnswer, string>> = {
  BLOCK: "The upgrade is blocked",
  UNKNOWN: "It is unknown whether an upgrade is safe",
  ALLOW: "The upgrade is allowed",
};

/** `CDI is unavailable`, `The status of CDI is unknown`. */
export function stateTitle(name: string, verdict: Verdict): string {
  return verdict === "unknown" ? `The status of ${name} is unknown` : `${name} is ${verdict}`;
}

/** The title of an annotation with a warning. */
export function warningTitle(name: string): string {
  return `Warning about ${name}`;
}

/** The line of an annotation with the command that shows more. */
export function annotationCommand(command: string): string {
  return `Next: ${command}`;
}

/** The line for annotations that are not printed. */
export function moreAnnotationsText(count: number): string {
  return `${count} more; use -o text for all`;
}

/** The box that stands for objects that are not drawn. */
export function moreObjectsText(count: number): string {
  return `and ${count} more`;
}
