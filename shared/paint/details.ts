import type { OutlineEntry } from "../model/outline.ts";
import type { TextStyle } from "../render/terminal/text-style.ts";

/** What only the full report has. */
export interface OmittedDetails {
  readonly errors: number;
  readonly warnings: number;
  readonly notes: number;
  /** Other things by name, such as a blocked upgrade. */
  readonly others: readonly string[];
}

export function countEntries(left: readonly OutlineEntry[], others: readonly string[] = []): OmittedDetails {
  const count = (level: OutlineEntry["level"]): number => left.filter((entry) => entry.level === level).length;
  return { errors: count("error"), warnings: count("warning"), notes: count("info"), others };
}

/** `Details (upgrade blocked, 1 more warning, 3 notes):`, before the command that prints them. */
export function detailsText(left: OmittedDetails, { clean }: Pick<TextStyle, "clean">): string {
  const all = [...left.others, ...countedTexts(left)];
  return clean(all.length === 0 ? "Details:" : `Details (${all.join(", ")}):`);
}

/** The findings that have no line, by level: `1 more warning`, `3 more notes`. */
export function countedTexts({ errors, warnings, notes }: Omit<OmittedDetails, "others">): readonly string[] {
  const counted = (count: number, noun: string): readonly string[] =>
    count === 0 ? [] : [`${count} more ${count === 1 ? noun : `${noun}s`}`];
  return [...counted(errors, "error"), ...counted(warnings, "warning"), ...counted(notes, "note")];
}
