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

/** `and 3 more`, for a list that was cut. */
export function moreWords(count: number): string {
  return `and ${count} more; -o wide shows all`;
}

/** `2 more similar`, for rows that differ only in the object's name. */
export function likeWords(count: number): string {
  return `${count} more similar`;
}

/** The text that replaces one equal to the row above. */
export const asAbove = "as above";
