import { deepestNesting } from "../measure-json.ts";
import { skipWhitespace } from "./characters.ts";
import type { EntryNode, ItemNode, ManifestNode, TextNode } from "./node.ts";

/** The position in a text in brackets. */
interface Cursor {
  readonly readable: string;
  readonly written: string;
  readonly to: number;
  at: number;
}

/**
 * Reads a value in brackets from `from` on, JSON or YAML, however broken. An unclosed bracket ends with the text, and a
 * text without its quote ends with its line. Invalid parts are omitted. `readable` and `written` are as in `yamlTree`.
 */
export function flowTree(readable: string, written: string, from: number, to: number): ManifestNode {
  return readValue({ readable, written, to, at: from }, 0);
}

function readValue(cursor: Cursor, depth: number): ManifestNode {
  const first = nextInk(cursor);
  // Deeper nesting is omitted.
  if (depth >= deepestNesting) cursor.at = cursor.to;
  else if (first === "{" || first === "[") return first === "{" ? readMapping(cursor, depth) : readList(cursor, depth);
  return readText(cursor);
}

function readMapping(cursor: Cursor, depth: number): ManifestNode {
  const start = cursor.at++;
  const entries: EntryNode[] = [];
  let end = cursor.at;
  for (let char = nextInk(cursor); char !== "" && !"}]".includes(char); char = nextInk(cursor)) {
    if (isStray(char)) {
      cursor.at++;
      continue;
    }
    const key = readText(cursor);
    let found: ManifestNode = { is: "text", start: key.end, end: key.end, text: "", isPlain: true };
    if (nextInk(cursor) === ":") {
      found = { is: "text", start: ++cursor.at, end: cursor.at, text: "", isPlain: true };
      if (!isEmptyAhead(cursor)) found = readValue(cursor, depth + 1);
    }
    entries.push({ key: { start: key.start, end: key.end }, name: key.text, value: found });
    end = Math.max(key.end, found.end);
  }
  return { is: "mapping", start, end: closeBracket(cursor, "}") ?? end, isFlow: true, entries };
}

function readList(cursor: Cursor, depth: number): ManifestNode {
  const start = cursor.at++;
  const items: ItemNode[] = [];
  let end = cursor.at;
  for (let char = nextInk(cursor); char !== "" && !"}]".includes(char); char = nextInk(cursor)) {
    if (isStray(char)) {
      cursor.at++;
      continue;
    }
    const found = readValue(cursor, depth + 1);
    items.push({ at: found.start, value: found });
    end = found.end;
  }
  return { is: "list", start, end: closeBracket(cursor, "]") ?? end, isFlow: true, items };
}

/** Closes the open bracket and returns its end; a bracket of another type belongs to an outer value. */
function closeBracket(cursor: Cursor, bracket: string): number | undefined {
  return nextInk(cursor) === bracket ? ++cursor.at : undefined;
}

/** Moves to the next character that is no space or comment, and returns it; empty at the end. */
function nextInk(cursor: Cursor): string {
  const { readable, to } = cursor;
  cursor.at = Math.min(skipWhitespace(readable, cursor.at), to);
  return cursor.at < to ? readable.charAt(cursor.at) : "";
}

/**
 * Whether a key has no value: half-typed `"a":` before the next line's `"b": 1` has none, rather than the value "b".
 */
function isEmptyAhead(cursor: Cursor): boolean {
  const { readable, at: line } = cursor;
  const char = nextInk(cursor);
  if (char === "" || ",}]".includes(char)) return true;
  if (!/[\r\n]/.test(readable.slice(line, cursor.at))) return false;
  const before = cursor.at;
  if (char === "{" || char === "[") return false;
  readText(cursor);
  const isKey = nextInk(cursor) === ":";
  cursor.at = before;
  return isKey;
}

function readText(cursor: Cursor): TextNode {
  const { readable, written, to, at: start } = cursor;
  const pattern = /"(?:[^"\\\r\n]+|\\[^\r\n])*"?|'(?:[^'\r\n]+|'')*'?|(?:[^,:[\]{}\r\n]+|:(?![\s,[\]{}"]))+|[\s\S]/y;
  pattern.lastIndex = start;
  cursor.at = Math.min(to, start + Math.max(1, pattern.exec(readable)?.[0].trimEnd().length ?? 1));
  const quote = readable.charAt(start);
  if (quote !== '"' && quote !== "'") {
    return { is: "text", start, end: cursor.at, text: written.slice(start, cursor.at), isPlain: true };
  }
  const isClosed = cursor.at > start + 1 && readable.charAt(cursor.at - 1) === quote;
  // The comma after a text without its closing quote does not belong to it.
  if (!isClosed && readable.charAt(cursor.at - 1) === ",") cursor.at--;
  return {
    is: "text",
    start,
    end: cursor.at,
    text: unquoteScalar(written.slice(start, cursor.at), isClosed),
    isPlain: false,
  };
}

function isStray(char: string): boolean {
  return ",:".includes(char);
}

/** The content of a quoted text; `isClosed` is false if its closing quote is missing. */
export function unquoteScalar(raw: string, isClosed: boolean): string {
  const content = raw.slice(1, isClosed ? -1 : undefined);
  if (raw.startsWith("'")) return content.replaceAll("''", "'");
  try {
    return String(JSON.parse(`"${content}"`));
  } catch {
    return content;
  }
}
