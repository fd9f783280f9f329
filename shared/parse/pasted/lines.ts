import type { PasteStep } from "../../model/fault/input.ts";

/** A way to clean a text, with what it does. */
export type Cleaner = readonly [step: PasteStep, clean: (text: string) => string];

/** A text without what its author did not mean, and what was done for that. Its lines keep their numbers. */
export interface CleanedText {
  readonly text: string;
  readonly steps: readonly PasteStep[];
}

/** A text as each cleaner leaves it to the next. */
export function cleanedText(text: string, cleaners: readonly Cleaner[]): CleanedText {
  const steps: PasteStep[] = [];
  let plain = text;
  for (const [step, clean] of cleaners) {
    const after = clean(plain);
    if (after !== plain) steps.push(step);
    plain = after;
  }
  return { text: plain, steps };
}

/** The number of blanks before a line. */
export function depthOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** The depth of a key, behind the dashes of the items before it. */
export function keyDepthOf(line: string): number {
  return /^[\s-]*/.exec(line)?.[0].length ?? 0;
}

export function isFilled(line: string): boolean {
  return line.trim() !== "";
}

/** Whether a line begins with a field of YAML or JSON, behind the dashes of items. */
export function isField(line: string): boolean {
  return /^\s*(?:- )*["']?[\w./-]+["']?:(?:\s|$)/.test(line);
}

/** Whether a line begins a document of YAML. What is removed between two documents becomes such a line. */
export function isDocumentMark(line: string): boolean {
  return /^---(?:\s|$)/.test(line);
}

/**
 * For each line whether it stands in a text of several lines that YAML takes as it is: below `|` or `>`, and deeper than
 * its key (YAML 1.2.2, 8.1). What looks like a fence or a command there belongs to the object.
 *
 *     message: |            false
 *       kubectl get pods    true
 *     phase: Failed         false
 */
export function literalLines(lines: readonly string[]): readonly boolean[] {
  let depth: number | undefined;
  return lines.map((line) => {
    if (depth !== undefined && (!isFilled(line) || depthOf(line) > depth)) return true;
    depth = /^(\s*(?:- +){0,20})(?:[\w./"'-]+:[ \t]+|- +)[|>][+-]?\d?[+-]?\s*$/.exec(line)?.[1]?.length;
    return false;
  });
}

/** The start of a value in quotes that may go on in the next line. */
const quoted = /^(?:(?:\s*- ){0,20}\s*)(?:[^\s"'#[\]{}][^"'#]*?:\s+|- )(["'])(.*)$/;

/** The texts in quotes that go on over several lines. */
interface Quotes {
  /** For each line that goes on with such a text, the line on which that begins. */
  readonly begins: readonly (number | undefined)[];
  /** The line on which one begins that never ends. */
  readonly open: number | undefined;
  /** The quote of that. */
  readonly mark: string;
}

export function quotesIn(lines: readonly string[]): Quotes {
  let open: number | undefined;
  let mark = "";
  const literal = literalLines(lines);
  const begins = lines.map((line, index) => {
    const begin = open;
    if (begin !== undefined) {
      if (closesQuote(line, mark)) open = undefined;
      return begin;
    }
    const [, quote, rest = ""] = literal[index] === true ? [] : (quoted.exec(line) ?? []);
    if (quote === undefined || closesQuote(rest, quote)) return undefined;
    open = index;
    mark = quote;
    return undefined;
  });
  return { begins, open, mark };
}

/** Whether a text in quotes ends in a part of a line. A quote is escaped by a backslash, or a single one by another. */
function closesQuote(text: string, quote: string): boolean {
  const plain = quote === '"' ? text.replace(/\\./g, "") : text.replaceAll("''", "");
  return plain.includes(quote);
}
