import type { OutlineEntry } from "../model/outline.ts";
import type { TextStyle } from "../render/terminal/text-style.ts";

/** What only the full report has: the numbers of findings by their level, and other things by name. */
export interface OmittedDetails {
  readonly errors: number;
  readonly warnings: number;
  readonly notes: number;
  /** `upgrade blocked`, `read 84 of 86 objects`. */
  readonly others: readonly string[];
}

/** Counts the findings that have no line. */
export function countEntries(omitted: readonly OutlineEntry[], others: readonly string[] = []): OmittedDetails {
  const count = (level: OutlineEntry["level"]): number => omitted.filter((entry) => entry.level === level).length;
  return { errors: count("error"), warnings: count("warning"), notes: count("info"), others };
}

/** The label of the command that prints the omitted details: `Details (upgrade blocked, 1 more warning, 3 more notes):`. */
export function detailsText(omitted: OmittedDetails, { clean }: Pick<TextStyle, "clean">): string {
  const pieces = [...omitted.others, ...countedTexts(omitted)];
  return clean(pieces.length === 0 ? "Details:" : `Details (${pieces.join(", ")}):`);
}

/** The findings that have no line, by level: `1 more warning`, `3 more notes`. */
export function countedTexts({ errors, warnings, notes }: Omit<OmittedDetails, "others">): readonly string[] {
  const texts: string[] = [];
  const add = (count: number, noun: string): void => {
    if (count > 0) texts.push(`${count} more ${count === 1 ? noun : `${noun}s`}`);
  };
  add(errors, "error");
  add(warnings, "warning");
  add(notes, "note");
  return texts;
}
