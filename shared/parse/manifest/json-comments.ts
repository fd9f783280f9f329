import { jsonStringEnd } from "./characters.ts";

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
  const [stop, length] = text.startsWith("//", start) ? [/[\r\n]/g, 0] : [/\*\//g, 2];
  stop.lastIndex = start + 2;
  const found = stop.exec(text);
  return found === null ? text.length : found.index + length;
}

/**
 * The start of a string, which contains no comments, or of a comment. The slashes in an unquoted URL, which YAML allows,
 * are no comment.
 */
const token = /"|(?<![^\s{}[\],":])(?:(?<!:)\/\/|\/\*)/g;
