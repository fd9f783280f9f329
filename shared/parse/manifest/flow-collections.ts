import { parseJson } from "../json-value.ts";
import { deepestNesting } from "../measure-json.ts";
import { skipWhitespace } from "./characters.ts";
import { type EntryNode, type ItemNode, type ManifestNode, makeAbsentText, type TextNode } from "./node.ts";

/** The reading position in a text in brackets. */
interface Cursor {
  readonly readable: string;
  readonly written: string;
  /** The offset at which reading ends. */
  readonly end: number;
  offset: number;
}

/**
 * Reads the value in brackets between two offsets, JSON or YAML, however broken. An unclosed bracket ends at `end`, a
 * text without its closing quote ends with its line, and invalid parts are omitted: `{a: 1, b: [2` has the entries `a` and
 * `b`. `readable` and `written` are as in `parseYamlTree`.
 */
export function readFlowCollection(readable: string, written: string, start: number, end: number): ManifestNode {
  return readValue({ readable, written, end, offset: start }, 0);
}

function readValue(cursor: Cursor, depth: number): ManifestNode {
  const first = moveToNextCharacter(cursor);
  if (depth >= deepestNesting) {
    // What is nested deeper is omitted.
    cursor.offset = cursor.end;
    return readText(cursor);
  }
  if (first === "{") return readMapping(cursor, depth);
  if (first === "[") return readList(cursor, depth);
  return readText(cursor);
}

function readMapping(cursor: Cursor, depth: number): ManifestNode {
  const start = cursor.offset++;
  const entries: EntryNode[] = [];
  let end = cursor.offset;
  while (moveToNextMember(cursor)) {
    const key = readText(cursor);
    const value = readEntryValue(cursor, key.end, depth);
    entries.push({ key: { start: key.start, end: key.end }, name: key.text, value });
    end = Math.max(key.end, value.end);
  }
  return { is: "mapping", start, end: closeBracket(cursor, "}") ?? end, isFlow: true, entries };
}

/** The value after a key that ends at `keyEnd`. Empty if the colon or the value is missing. */
function readEntryValue(cursor: Cursor, keyEnd: number, depth: number): ManifestNode {
  if (moveToNextCharacter(cursor) !== ":") return makeAbsentText(keyEnd);
  cursor.offset++;
  const colonEnd = cursor.offset;
  return isValueMissing(cursor) ? makeAbsentText(colonEnd) : readValue(cursor, depth + 1);
}

function readList(cursor: Cursor, depth: number): ManifestNode {
  const start = cursor.offset++;
  const items: ItemNode[] = [];
  let end = cursor.offset;
  while (moveToNextMember(cursor)) {
    const value = readValue(cursor, depth + 1);
    items.push({ start: value.start, value });
    end = value.end;
  }
  return { is: "list", start, end: closeBracket(cursor, "]") ?? end, isFlow: true, items };
}

/** Reads a closing bracket and returns its end. Undefined for another bracket, which closes an outer value. */
function closeBracket(cursor: Cursor, bracket: string): number | undefined {
  if (moveToNextCharacter(cursor) !== bracket) return undefined;
  cursor.offset++;
  return cursor.offset;
}

/** Moves to the next entry or item, past commas and colons before it. False at a closing bracket and at the end. */
function moveToNextMember(cursor: Cursor): boolean {
  let char = moveToNextCharacter(cursor);
  while (char === "," || char === ":") {
    cursor.offset++;
    char = moveToNextCharacter(cursor);
  }
  return char !== "" && char !== "}" && char !== "]";
}

/** Moves to the next character that is no white space and in no comment, and returns it. Empty at the end. */
function moveToNextCharacter(cursor: Cursor): string {
  const { readable, end } = cursor;
  cursor.offset = Math.min(skipWhitespace(readable, cursor.offset), end);
  return cursor.offset < end ? readable.charAt(cursor.offset) : "";
}

/**
 * Whether a key has no value after its colon. The half-typed `"a":` above the line `"b": 1` has none, although a text
 * follows. Moves past white space only.
 */
function isValueMissing(cursor: Cursor): boolean {
  const colonEnd = cursor.offset;
  const first = moveToNextCharacter(cursor);
  if (first === "" || ",}]".includes(first)) return true;
  const isOnLaterLine = /[\r\n]/.test(cursor.readable.slice(colonEnd, cursor.offset));
  if (!isOnLaterLine || first === "{" || first === "[") return false;
  const textStart = cursor.offset;
  readText(cursor);
  const isNextKey = moveToNextCharacter(cursor) === ":";
  cursor.offset = textStart;
  return isNextKey;
}

/** Reads a text in quotes or a plain one, at least one character. */
function readText(cursor: Cursor): TextNode {
  const { readable, written, end, offset: start } = cursor;
  const pattern = /"(?:[^"\\\r\n]+|\\[^\r\n])*"?|'(?:[^'\r\n]+|'')*'?|(?:[^,:[\]{}\r\n]+|:(?![\s,[\]{}"]))+|[\s\S]/y;
  pattern.lastIndex = start;
  cursor.offset = Math.min(end, start + Math.max(1, pattern.exec(readable)?.[0].trimEnd().length ?? 1));
  const quote = readable.charAt(start);
  if (quote !== '"' && quote !== "'") {
    return { is: "text", start, end: cursor.offset, text: written.slice(start, cursor.offset), isPlain: true };
  }
  const isClosed = cursor.offset > start + 1 && readable.charAt(cursor.offset - 1) === quote;
  // The comma after a text without its closing quote does not belong to it.
  if (!isClosed && readable.charAt(cursor.offset - 1) === ",") cursor.offset--;
  return {
    is: "text",
    start,
    end: cursor.offset,
    text: unquoteScalar(written.slice(start, cursor.offset), isClosed),
    isPlain: false,
  };
}

/** The content of a text in quotes: `"a\nb"` -> two lines. `isClosed` is false if the closing quote is missing. */
export function unquoteScalar(raw: string, isClosed: boolean): string {
  const content = raw.slice(1, isClosed ? -1 : undefined);
  if (raw.startsWith("'")) return content.replaceAll("''", "'");
  const text = parseJson(`"${content}"`);
  return typeof text === "string" ? text : content;
}
