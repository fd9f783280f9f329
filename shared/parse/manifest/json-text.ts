import type { TextSpan } from "../../model/manifest/manifest.ts";
import { skipWhitespace } from "./characters.ts";

/**
 * Replaces comments in JSON by blanks, so that a YAML parser can read it: JSON is a subset of YAML. The comments are
 * those of VS Code's `jsonc` (C style). All offsets stay. Any other text is returned unchanged.
 */
export function withoutJsonComments(text: string): string {
  if (!/^\uFEFF?\s*(?:\/[/*]|\{(?!\{)|\[)/.test(text) || !/\/[/*]/.test(text)) return text;
  let blanked = "";
  let done = 0;
  /** Up to here no quote closes a string. */
  let unclosed = 0;
  const tokens = new RegExp(token);
  for (let found = tokens.exec(text); found !== null; found = tokens.exec(text)) {
    const { 0: word, index } = found;
    if (word !== '"') {
      tokens.lastIndex = commentEnd(text, index);
      blanked += text.slice(done, index) + text.slice(index, tokens.lastIndex).replace(/[^\r\n]/g, " ");
      done = tokens.lastIndex;
    } else if (index >= unclosed) {
      const { end, isClosed } = jsonStringEnd(text, index + 1);
      if (isClosed) tokens.lastIndex = end;
      else unclosed = end;
    }
  }
  return blanked + text.slice(done);
}

function commentEnd(text: string, start: number): number {
  const isLine = text.startsWith("//", start);
  const stop = isLine ? /[\r\n]/g : /\*\//g;
  stop.lastIndex = start + 2;
  const found = stop.exec(text);
  if (found === null) return text.length;
  return isLine ? found.index : found.index + 2;
}

/**
 * The start of a string, which contains no comments, or of a comment. The slashes in an unquoted URL, which YAML allows,
 * are no comment.
 */
const token = /"|(?<![^\s{}[\],":])(?:(?<!:)\/\/|\/\*)/g;

/**
 * Cuts after each bracket that closes the outermost one, so that a half-typed value does not include the next one. A
 * text ends with its line at the latest. A brace at the start of a line begins another value unless a list or a field
 * expects one.
 * @param count is called for each value before it is kept. It may throw.
 */
export function jsonValues(text: string, from: number, count: () => void = () => {}): readonly TextSpan[] {
  const values: TextSpan[] = [];
  const add = (value: TextSpan): void => {
    count();
    values.push(value);
  };
  const tokens = /["{}[\],:]|[^\s"{}[\],:]+/g;
  tokens.lastIndex = from;
  let start = from;
  let depth = 0;
  let before = "";
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    const [word] = token;
    if (word === '"') tokens.lastIndex = jsonStringEnd(text, tokens.lastIndex).end;
    const isAtStart = word === "{" && token.index > start && /[\r\n]/.test(text.charAt(token.index - 1));
    const isInList = depth > 1 || text.charAt(start) === "[";
    const isAwaited = before === "," ? isInList : "[:".includes(before);
    if (isAtStart && depth > 0 && !isAwaited) {
      add({ start, end: token.index });
      start = token.index;
      depth = 0;
    }
    if (word === "{" || word === "[") {
      // Text between two values is ignored; with quotes it is a value without its first brace.
      if (depth === 0 && !text.slice(start, token.index).includes('"')) start = token.index;
      depth++;
    }
    if ((word === "}" || word === "]") && --depth <= 0) {
      add({ start, end: token.index + 1 });
      start = skipWhitespace(text, token.index + 1);
      tokens.lastIndex = start;
      depth = 0;
    }
    before = word;
  }
  return start < text.length ? [...values, { start, end: text.length }] : values;
}

/**
 * The offset behind the JSON string whose text begins at `from`: behind its closing quote, else at the end of its line. The
 * search never backtracks: one expression for a whole string overflows the stack of V8's interpreter at megabytes.
 */
function jsonStringEnd(text: string, from: number): { readonly end: number; readonly isClosed: boolean } {
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
