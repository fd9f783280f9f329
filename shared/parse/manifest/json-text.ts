import type { TextSpan } from "../../model/manifest/manifest.ts";
import { blankText, skipWhitespace } from "./characters.ts";

/**
 * The start of a string, in which nothing is a comment, or of a comment. The slashes of an unquoted URL, which YAML allows,
 * begin none.
 */
const stringOrCommentStart = /"|(?<![^\s{}[\],":])(?:(?<!:)\/\/|\/\*)/g;

/**
 * Replaces the comments of JSON, as VS Code's `jsonc` allows them, by blanks, so that a YAML parser can read the text.
 * `{"a": 1} // one` -> `{"a": 1}       `. Offsets stay. Returns any other text unchanged.
 */
export function blankJsonComments(text: string): string {
  if (!/^\uFEFF?\s*(?:\/[/*]|\{(?!\{)|\[)/.test(text) || !/\/[/*]/.test(text)) return text;
  let blanked = "";
  let blankedEnd = 0;
  /** The end of the last string without a closing quote. A quote before it begins no other string. */
  let unclosedStringEnd = 0;
  const pattern = new RegExp(stringOrCommentStart);
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const { 0: token, index } = found;
    if (token !== '"') {
      const commentEnd = findCommentEnd(text, index);
      blanked += text.slice(blankedEnd, index) + blankText(text.slice(index, commentEnd));
      blankedEnd = commentEnd;
      pattern.lastIndex = commentEnd;
    } else if (index >= unclosedStringEnd) {
      const { end, isClosed } = findJsonStringEnd(text, index + 1);
      if (isClosed) pattern.lastIndex = end;
      else unclosedStringEnd = end;
    }
  }
  return blanked + text.slice(blankedEnd);
}

function findCommentEnd(text: string, start: number): number {
  const isLineComment = text.startsWith("//", start);
  const endPattern = isLineComment ? /[\r\n]/g : /\*\//g;
  endPattern.lastIndex = start + 2;
  const found = endPattern.exec(text);
  if (found === null) return text.length;
  return isLineComment ? found.index : found.index + 2;
}

/**
 * Splits a text into JSON values: `{"a": 1} {"b": 2}` -> both. A value that the user is still typing must not include the next
 * one, so it also ends before a brace at the start of a line, unless a list or a field expects a value there. A string ends
 * with its line at the latest.
 * @param count is called for each value before it is kept. It may throw.
 */
export function splitJsonValues(text: string, from: number, count: () => void): readonly TextSpan[] {
  const values: TextSpan[] = [];
  const add = (value: TextSpan): void => {
    count();
    values.push(value);
  };
  const pattern = /["{}[\],:]|[^\s"{}[\],:]+/g;
  pattern.lastIndex = from;
  let start = from;
  let depth = 0;
  let tokenBefore = "";
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const { 0: token, index } = found;
    if (token === '"') pattern.lastIndex = findJsonStringEnd(text, pattern.lastIndex).end;
    const isBraceAtLineStart = token === "{" && index > start && /[\r\n]/.test(text.charAt(index - 1));
    const isInList = depth > 1 || text.charAt(start) === "[";
    const isValueExpected = tokenBefore === "," ? isInList : "[:".includes(tokenBefore);
    if (isBraceAtLineStart && depth > 0 && !isValueExpected) {
      add({ start, end: index });
      start = index;
      depth = 0;
    }
    if (token === "{" || token === "[") {
      // Text between two values is ignored. With quotes it is a value whose first brace is missing.
      if (depth === 0 && !text.slice(start, index).includes('"')) start = index;
      depth++;
    }
    if (token === "}" || token === "]") {
      depth--;
      if (depth <= 0) {
        add({ start, end: index + 1 });
        start = skipWhitespace(text, index + 1);
        pattern.lastIndex = start;
        depth = 0;
      }
    }
    tokenBefore = token;
  }
  if (start < text.length) values.push({ start, end: text.length });
  return values;
}

/**
 * The end of the JSON string whose text begins at `from`: after its closing quote, else at the end of its line. Searches from
 * character to character, because a regular expression for a whole string overflows the stack of V8 at megabytes.
 */
function findJsonStringEnd(text: string, from: number): { readonly end: number; readonly isClosed: boolean } {
  const special = /["\\\r\n]/g;
  special.lastIndex = from;
  for (let found = special.exec(text); found !== null; found = special.exec(text)) {
    const [character] = found;
    if (character === '"') return { end: found.index + 1, isClosed: true };
    const isEscape = character === "\\" && /[^\r\n]/.test(text.charAt(found.index + 1));
    if (!isEscape) return { end: found.index, isClosed: false };
    special.lastIndex = found.index + 2;
  }
  return { end: text.length, isClosed: false };
}
