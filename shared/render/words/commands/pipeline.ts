import type { Report } from "../../../model/report.ts";
import { countText } from "../../../outline/words/names.ts";
import { nothingWords } from "../../../outline/words/nothing-found.ts";

/** The name of the check of a whole report that no object explains. */
export const wholeCheck = "status";

/** The name of the check of an upgrade, as the command `gate upgrade` calls it. */
export const upgradeCheck = "gate upgrade";

/** What a check of a report as a whole says: the number of objects, or why there is none. */
export function wholeText({ roots, verdict, completeness }: Report): string {
  const objects = roots.length === 0 ? nothingWords(completeness.gaps) : countText(roots.length, "object");
  return `${verdict}: ${objects}`;
}

/** What a check says: its verdict once, and why. */
export function checkText(verdict: string, why: string): string {
  return why === "" || why === verdict ? verdict : `${verdict}: ${why}`;
}

/** The titles of annotations that name no object. */
export const annotationTitles = {
  whole: "The status is unknown",
  damaged: "The input is damaged",
  unread: "Required objects were not read",
  healthy: "Everything is healthy",
} as const;
