import type { Outcome } from "../../../model/snapshot.ts";
import { shortenNames } from "./names.ts";
import { outcomeWords } from "./read-outcomes.ts";

/** The labels of paragraphs. */
export const paragraphLabels = {
  impact: "Impact",
  cause: "Cause",
  and: "And",
  event: "Event",
  also: "Also",
  who: "Who",
  means: "Means",
  waits: "Waits",
  drift: "Drift",
  note: "Note",
  alerts: "Alerts",
  related: "Related",
  next: "Next",
} as const;

/** The titles of columns. */
export const columnTitles = {
  name: "NAME",
  namespace: "NAMESPACE",
  condition: "CONDITION",
  status: "STATUS",
  since: "SINCE",
  words: "REASON: MESSAGE",
  verdict: "VERDICT",
  version: "VERSION",
  why: "WHY",
  gate: "GATE",
  answer: "RESULT",
} as const;

/** A title as a document writes it: `Reason: message`. */
export function inSentenceCase(title: string): string {
  return title.charAt(0) + title.slice(1).toLowerCase();
}

/** The folded line of healthy parts. */
export function healthyWords(names: readonly string[]): string {
  return `healthy: ${shortenNames(names).join(", ")}`;
}

/** The folded line of parts that could not be read. */
export function unreadPartsText(outcome: Outcome, names: readonly string[]): string {
  return `unknown: ${names.join(", ")} ${names.length > 1 && outcome === "unread" ? "were not read" : outcomeWords[outcome]}`;
}

/** The folded line of good conditions. */
export function goodWords(conditions: readonly string[]): string {
  return `good: ${conditions.join(", ")}`;
}

/** The line where all conditions are good and none is listed: `6 conditions good`. */
export function allGoodWords(count: number): string {
  return count === 1 ? "1 condition good" : `${count} conditions good`;
}

/** The folded line of conditions whose type is neither good nor bad. */
export function notJudgedWords(conditions: readonly string[]): string {
  const most = 8;
  const left = conditions.length - most;
  return `not evaluated: ${conditions.slice(0, most).join(", ")}${left > 0 ? ` ${moreWords(left)}` : ""}`;
}

/** `and 3 more`, for a list that was cut. */
export function moreWords(count: number): string {
  return `and ${count} more; -o wide shows all`;
}

/** `2 more similar`, for rows that differ only in the object's name. */
export function likeWords(count: number): string {
  return `${count} more similar`;
}

/** The words before a command that this source cannot run. */
export const onTheCluster = "on the cluster";

/** The text that replaces one equal to the row above. */
export const asAbove = "as above";

/** The text of a cell whose message stands in a line above the table. */
export const seeAbove = "see above";
