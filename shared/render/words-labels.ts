import type { ProfileName } from "../model/report.ts";
import type { Outcome } from "../model/snapshot.ts";
import { shortened } from "./words-names.ts";
import { outcomeWords } from "./words-outcome.ts";

/** What stands before a paragraph. */
export const labels = {
  cause: "Cause",
  and: "And",
  event: "Event",
  also: "Also",
  who: "Who",
  means: "Means",
  waits: "Waits",
  drift: "Drift",
  note: "Note",
  related: "Related",
  next: "Next",
} as const;

/** What stands over a column. */
export const titles = {
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
  answer: "ANSWER",
} as const;

/** A title as a document writes it: `Reason: message`. */
export function inSentenceCase(title: string): string {
  return title.charAt(0) + title.slice(1).toLowerCase();
}

/** What the parts of a root are called over their table, and in the folded line. */
export function partTitle(profile: ProfileName): string {
  return profile === "hco" ? "COMPONENT" : "PART";
}

/** The folded line of parts that are well. */
export function healthyWords(names: readonly string[]): string {
  return `healthy: ${shortened(names).join(", ")}`;
}

/** The folded line of parts that nobody could look at. */
export function unseenWords(outcome: Outcome, names: readonly string[]): string {
  return `unknown: ${names.join(", ")} ${names.length > 1 && outcome === "unread" ? "were not read" : outcomeWords[outcome]}`;
}

/** The folded line of conditions that are as they should be. */
export function goodWords(conditions: readonly string[]): string {
  return `good: ${conditions.join(", ")}`;
}

/** All of them good, nothing to list: `6 conditions good`. */
export function allGoodWords(count: number): string {
  return count === 1 ? "1 condition good" : `${count} conditions good`;
}

/** Conditions whose type is neither good nor bad. */
export function notJudgedWords(conditions: readonly string[]): string {
  const most = 8;
  const left = conditions.length - most;
  return `not judged: ${conditions.slice(0, most).join(", ")}${left > 0 ? ` ${moreWords(left)}` : ""}`;
}

/** `and 3 more`, for a list that was cut. */
export function moreWords(count: number): string {
  return `and ${count} more; -o wide shows all`;
}

/** `and 2 more like it`, for rows that say the same of objects of other names. */
export function likeWords(count: number): string {
  return `and ${count} more like it`;
}

/** Before a command that this source cannot run. */
export const onTheCluster = "on the cluster: ";

/** The same words as in the row above it. */
export const asAbove = "as above";
