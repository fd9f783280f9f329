import { classifyOmissions } from "./classify-omissions.ts";
import { depthOf, findQuotedTexts, isField, isFilled, keyDepthOf, type Lines, markLiteralLines } from "./lines.ts";

/** A document whose last field and last quoted text are complete. */
export interface CompletedDocument {
  readonly lines: Lines;
  /** Whether evidence may be missing at the end. */
  readonly isCut: boolean;
}

/**
 * Completes the end of a text that was cut in the middle of a line, so that a parser of YAML reads it:
 *   1. A quoted text that is followed by a field as deep as its own gets its missing quote on its first line.
 *   2. Any other quoted text without its closing quote gets the quote at the end, and the object may be cut.
 *   3. A word that begins a field (`  pha`) is removed, and the object may be cut.
 * Returns the lines unchanged if the object is refused as {@link classifyOmissions} says.
 */
export function completeEnd(lines: Lines): CompletedDocument {
  const last = lines.findLastIndex(isFilled);
  const { unclosed } = findQuotedTexts(lines);
  if (unclosed === undefined) {
    return isUnfinishedField(lines, last) ? classifyCutEnd(lines, lines.with(last, ""), last) : { lines, isCut: false };
  }
  const { start, quote } = unclosed;
  const nextLine = lines[start + 1] ?? "";
  const isFieldBeside = depthOf(nextLine) === keyDepthOf(lines[start] ?? "") && /^\s*\w+:(?:\s|$)/.test(nextLine);
  if (isFieldBeside) return { lines: lines.with(start, `${lines[start]}${quote}`), isCut: false };
  return classifyCutEnd(lines, lines.with(last, `${lines[last]}${quote}`), start);
}

/** Whether the last line is a word no deeper than the field above it. Then it begins a field and is no value of that one. */
function isUnfinishedField(lines: Lines, last: number): boolean {
  const line = lines[last] ?? "";
  const fieldAbove = lines.slice(0, Math.max(last, 0)).findLast(isField);
  const isWord = /^\s+[A-Za-z]\w*$/.test(line) && markLiteralLines(lines)[last] === false;
  return isWord && fieldAbove !== undefined && depthOf(line) <= depthOf(fieldAbove);
}

/** The completed lines, and whether the text that is missing from `cutLine` on leaves the object cut. */
function classifyCutEnd(lines: Lines, completed: Lines, cutLine: number): CompletedDocument {
  const effect = classifyOmissions(completed, new Set([cutLine]));
  return effect === "refused" ? { lines, isCut: false } : { lines: completed, isCut: effect === "cut" };
}
