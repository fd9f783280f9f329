import type { OutlineEntry } from "../model/outline.ts";
import type { TextStyle } from "../render/terminal/text-style.ts";

/** What only the full report has. */
export interface LeftOut {
  readonly errors: number;
  readonly warnings: number;
  readonly notes: number;
  /** Other things by name, such as a blocked upgrade. */
  readonly others: readonly string[];
}

export function countEntries(left: readonly OutlineEntry[], others: readonly string[] = []): LeftOut {
  const count = (level: OutlineEntry["level"]): number => left.filter((entry) => entry.level === level).length;
  return { errors: count("error"), warnings: count("warning"), notes: count("info"), others };
}

/** `Details (upgrade blocked, 1 more warning, 3 notes):`, before the command that prints them. */
export function detailsText({ errors, warnings, notes, others }: LeftOut, { clean }: Pick<TextStyle, "clean">): string {
  const counted = (count: number, one: string): readonly string[] =>
    count === 0 ? [] : [`${count} more ${count === 1 ? one : `${one}s`}`];
  const all = [...others, ...counted(errors, "error"), ...counted(warnings, "warning"), ...counted(notes, "note")];
  return clean(all.length === 0 ? "Details:" : `Details (${all.join(", ")}):`);
}
