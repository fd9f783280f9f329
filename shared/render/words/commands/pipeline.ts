import type { Report } from "../../../model/report.ts";
import { countText } from "../report/names.ts";
import { nothingWords } from "./fleet.ts";

/** The name of the check of a whole report, and of a root as a whole. */
export const wholeCheck = "verdict";

/** The name of the check of a gate. */
export function gateCheck(name: string): string {
  return `gate ${name}`;
}

/** What a check of a report as a whole says: the number of objects, or why there is none. */
export function wholeText({ roots, verdict, completeness }: Report): string {
  const objects = roots.length === 0 ? nothingWords(completeness.gaps) : countText(roots.length, "object");
  return `${verdict}: ${objects}`;
}

/** What a check says: its verdict once, and why. A cause begins with the verdict already. */
export function checkText(verdict: string, why: string): string {
  if (why === "") return verdict;
  return why.toLowerCase().startsWith(verdict) ? why : `${verdict}: ${why}`;
}

/** The line for annotations that are not printed. */
export function moreAnnotationsText(count: number): string {
  return `${count} more; use -o text for all`;
}

/** The box that stands for objects that are not drawn. */
export function moreObjectsText(count: number): string {
  return `and ${count} more`;
}
