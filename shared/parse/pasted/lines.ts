import type { PasteStep } from "../../model/fault/input.ts";

/** The lines of a text, without their line breaks. */
export type Lines = readonly string[];

/** One way to clean a text, and the step by which it is reported. `clean` keeps the number of lines. */
export type Cleaner = readonly [step: PasteStep, clean: (text: string) => string];

/** A text after cleaning, and the steps that changed it. Line numbers are those of the text as it was given. */
export interface CleanedText {
  readonly text: string;
  readonly steps: readonly PasteStep[];
}

/** Applies the cleaners to a text, one after the other. Lists the steps of those that changed it. */
export function cleanText(text: string, cleaners: readonly Cleaner[]): CleanedText {
  const steps: PasteStep[] = [];
  let cleaned = text;
  for (const [step, clean] of cleaners) {
    const before = cleaned;
    cleaned = clean(before);
    if (cleaned !== before) steps.push(step);
  }
  return { text: cleaned, steps };
}

/** The number of blanks before a line: `  - a: 1` -> 2. */
export function depthOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** The column of a line's key, after the dashes of list items: `  - a: 1` -> 4. */
export function keyDepthOf(line: string): number {
  return /^[\s-]*/.exec(line)?.[0].length ?? 0;
}

/** The smallest of many numbers, of which `Math.min(...numbers)` would overflow the stack. Infinity if there are none. */
export function minOf(numbers: readonly number[]): number {
  return numbers.reduce((smallest, number) => Math.min(smallest, number), Number.POSITIVE_INFINITY);
}

/** The lines from `start` to before `end`. The others become empty. */
export function keepLines(lines: Lines, start: number, end: number): Lines {
  return lines.map((line, index) => (index >= start && index < end ? line : ""));
}

export function isFilled(line: string): boolean {
  return line.trim() !== "";
}

/** Whether a line begins with a field of YAML or JSON, also after the dashes of list items: `- "a": 1`. */
export function isField(line: string): boolean {
  return /^\s*(?:- )*["']?[\w./-]+["']?:(?:\s|$)/.test(line);
}

/** Whether a line begins a YAML document. Cleaners put `---` in place of what separated two documents. */
export function isDocumentMark(line: string): boolean {
  return /^---(?:\s|$)/.test(line);
}

/**
 * Returns for each line whether it belongs to a YAML block scalar: below `|` or `>`, and deeper than the key of the
 * scalar (YAML 1.2.2, 8.1). Such a line is text of an object, even if it looks like a fence or a command.
 *
 *     message: |            false
 *       kubectl get pods    true
 *     phase: Failed         false
 */
export function markLiteralLines(lines: Lines): readonly boolean[] {
  let scalarDepth: number | undefined;
  return lines.map((line) => {
    if (scalarDepth !== undefined && (!isFilled(line) || depthOf(line) > scalarDepth)) return true;
    scalarDepth = blockScalarHeader.exec(line)?.[1]?.length;
    return false;
  });
}

/** `message: |` or `- >-`. The group is what stands before the key. */
const blockScalarHeader = /^(\s*(?:- +){0,20})(?:[\w./"'-]+:[ \t]+|- +)[|>][+-]?\d?[+-]?\s*$/;

/** The YAML texts in quotes that continue on further lines. */
interface QuotedTexts {
  /** For each line that continues a quoted text, the index of the line on which that text begins. */
  readonly starts: readonly (number | undefined)[];
  /** The text whose closing quote is missing. */
  readonly unclosed: UnclosedText | undefined;
}

interface UnclosedText {
  /** The index of the line on which the text begins. */
  readonly start: number;
  readonly quote: string;
}

/**
 * Finds the quoted texts that continue on further lines.
 *
 *     message: "one      undefined
 *       two"             0
 *     phase: Failed      undefined
 */
export function findQuotedTexts(lines: Lines): QuotedTexts {
  const isLiteral = markLiteralLines(lines);
  let unclosed: UnclosedText | undefined;
  const starts = lines.map((line, index) => {
    if (unclosed !== undefined) {
      const { start, quote } = unclosed;
      if (hasClosingQuote(line, quote)) unclosed = undefined;
      return start;
    }
    if (isLiteral[index] === true) return undefined;
    const [, quote, text = ""] = quotedValue.exec(line) ?? [];
    if (quote !== undefined && !hasClosingQuote(text, quote)) unclosed = { start: index, quote };
    return undefined;
  });
  return { starts, unclosed };
}

/** A value that begins with a quote: `key: "text` or `- 'text`. The groups are the quote and what follows it. */
const quotedValue = /^(?:(?:\s*- ){0,20}\s*)(?:[^\s"'#[\]{}][^"'#]*?:\s+|- )(["'])(.*)$/;

/** Whether a text contains the closing quote. `\"` does not close a double quote, nor `''` a single one. */
function hasClosingQuote(text: string, quote: string): boolean {
  const withoutEscapes = quote === '"' ? text.replace(/\\./g, "") : text.replaceAll("''", "");
  return withoutEscapes.includes(quote);
}
