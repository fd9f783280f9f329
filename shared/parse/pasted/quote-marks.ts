import { keepFencedText } from "./fences.ts";
import { isFilled, type Lines } from "./lines.ts";
import { removeShellLines } from "./terminal.ts";

/** The most quotes in a quote from which the marks are removed. */
const maxNesting = 20;

/** The least share of the filled lines that must begin with `>` if it is not clear where the quoted object ends. */
const minQuotedShare = 0.7;

/** With fewer quoted lines, a `>` may belong to the text. */
const minQuotedLines = 3;

/** Removes `> ` from the lines of a mail or a comment, also from quotes in quotes: `> > kind: W` -> `kind: W`. */
export function removeQuoteMarks(lines: Lines): Lines {
  let unquoted = lines;
  for (let nesting = 0; nesting < maxNesting; nesting += 1) {
    const inner = removeOuterQuoteMarks(unquoted);
    if (inner === unquoted) break;
    unquoted = inner;
  }
  return unquoted;
}

/**
 * Removes the first `> ` of the lines, by the first of these that fits:
 *   1. The quoted lines have an object, and no field of an object is above or below them: prose there becomes empty.
 *   2. At least 70 % of the filled lines are quoted.
 * Returns the same array for any other lines.
 */
function removeOuterQuoteMarks(lines: Lines): Lines {
  const filled = lines.filter(isFilled);
  const quoted = filled.filter(isQuoted);
  if (quoted.length === 0) return lines;
  const first = lines.findIndex(isQuoted);
  const last = lines.findLastIndex(isQuoted);
  const outerLines = [...lines.slice(0, first), ...lines.slice(last + 1)];
  const isQuotedObject =
    quoted.length >= minQuotedLines &&
    quoted.some((line) => /^[\s>]*apiVersion:/.test(line)) &&
    !outerLines.some(isFieldOfObject);
  if (!isQuotedObject && quoted.length < filled.length * minQuotedShare) return lines;
  return lines.map((line, index) => {
    const isOutside = index < first || index > last;
    return isQuotedObject && isOutside && isProse(line) ? "" : line.replace(/^\s*> ?/, "");
  });
}

function isQuoted(line: string): boolean {
  return /^\s*>/.test(line);
}

function isFieldOfObject(line: string): boolean {
  return /^\s*(?:- )?(?:apiVersion|kind|metadata|spec|status|conditions|items):/.test(line);
}

/** Whether a line is neither a fence nor a command. Those say where an object begins. */
function isProse(line: string): boolean {
  return removeShellLines([line])[0] === line && keepFencedText([line])[0] === line;
}
