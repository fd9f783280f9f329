/** The labels of paragraphs. */
export const paragraphLabels = {
  impact: "Impact",
  next: "Next",
} as const;

/** The titles of columns. */
export const columnTitles = {
  since: "SINCE",
  verdict: "VERDICT",
  version: "VERSION",
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
