import type { FieldPath, Manifest, ManifestObject, TextSpan } from "../model/manifest/manifest.ts";
import { findEntry, type ManifestNode, resolveAlias } from "../parse/manifest/node.ts";
import { parseManifest } from "../parse/manifest/parse-manifest.ts";
import { findFieldAt, findPieceAt, findWrittenNode } from "../parse/manifest/positions.ts";

/** What can be written at an offset of a manifest, as far as the text around it shows. */
export interface WritingCursor {
  /** The object around the cursor, read without the typed word. */
  readonly object: ManifestObject;
  /** The path of the block or value to which the word belongs. */
  readonly path: FieldPath;
  /** The typed word, in the whole text, and its part before the cursor. */
  readonly word: TextSpan;
  readonly typed: string;
  /** Whether the word is the value of a key on the same line. */
  readonly isValue: boolean;
  /** Whether the word is an existing key, so that only its name is replaced. */
  readonly isKey: boolean;
  /** The text around is in brackets: of YAML, or of JSON, where every text has quotes. */
  readonly style: "block" | "flow" | "json";
  /** Columns from the first character of the line to the word: the dashes before it. */
  readonly dashes: number;
  /** The fields of the block that exist, without the typed one. */
  readonly present: ReadonlySet<string>;
  /** The number of spaces by which the document indents. */
  readonly step: number;
}

/** The most characters of a document whose fields are completed: it is read again without the typed word. */
const maxCharacters = 400_000;

/**
 * Returns what can be written at an offset; undefined outside of objects, in comments, and in text that goes on from the
 * line before. The typed word is taken out of the text first, because half a word breaks the block around it.
 */
export function findCursor(manifest: Manifest, offset: number): WritingCursor | undefined {
  const placed = findPieceAt(manifest.pieces, offset);
  if (placed === undefined || placed.piece.text.length > maxCharacters) return undefined;
  const { text } = placed.piece;
  const at = offset - placed.start;
  const found = at > text.length ? undefined : findWord(text, at);
  if (found === undefined) return undefined;
  const { word } = found;
  const place = found.isKey
    ? findFieldAt(manifest, placed.start + word.start)
    : findFieldAt(parseManifest(withBlank(text, word)), word.start);
  if (place === undefined || (found.isKey && place.on !== "key")) return undefined;
  const { object } = place;
  const path = found.isKey ? place.path.slice(0, -1) : place.path;
  const node = resolveAlias(findWrittenNode(object, path)?.node);
  if (node?.is === "text" && (node.text !== "" || !node.isPlain)) return undefined;
  const writtenKey = found.isKey ? place.path.at(-1) : undefined;
  const isFlow = node !== undefined && isInBrackets(object, path, node);
  return {
    object,
    path,
    typed: text.slice(word.start, at),
    isValue: found.isValue,
    isKey: found.isKey,
    word: { start: placed.start + word.start, end: placed.start + word.end },
    style: styleOf(text, isFlow),
    dashes: found.dashes,
    present: new Set(fieldNames(node).filter((name) => name !== writtenKey)),
    step: indentStep(text),
  };
}

function styleOf(text: string, isFlow: boolean): WritingCursor["style"] {
  if (!isFlow) return "block";
  return isJson(text) ? "json" : "flow";
}

/** The typed word of a line; offsets count from the text's start. */
interface TypedWord {
  readonly word: TextSpan;
  readonly isValue: boolean;
  readonly isKey: boolean;
  readonly dashes: number;
}

function findWord(text: string, at: number): TypedWord | undefined {
  const lineStart = Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1)) + 1;
  const before = text.slice(lineStart, at);
  const after = /^[^\r\n]*/.exec(text.slice(at, at + maxLineLength))?.[0] ?? "";
  if (before.length > maxLineLength || isComment(before)) return undefined;
  const indent = /^[ \t]*/.exec(before)?.[0].length ?? 0;
  const lead = /^[ \t]*(?:-[ \t]+)*/.exec(before)?.[0].length ?? 0;
  const value = /^(?:"[^"]*"|'[^']*'|[^\s"'{[,#:][^{[#]*?):[ \t]+(?=[^{[|>&*!]|$)/.exec(before.slice(lead));
  const isLineValue = value !== null;
  const start = lead + (value?.[0].length ?? 0);
  const word = before.slice(start);
  const rest = isLineValue ? endOfValue(word, after, text) : endOfName(after);
  if (isLineValue || /^["']?[^\s:#"'{}[\],&*!|>%@`]*$/.test(word)) {
    const isKey = !isLineValue && /^\s*:(?:\s|$)/.test(after.slice(rest));
    return { word: { start: lineStart + start, end: at + rest }, isValue: isLineValue, isKey, dashes: lead - indent };
  }
  // In brackets the word begins after the last sign that separates words.
  const flow = /["']?[^\s:#"'{}[\],]*$/.exec(before)?.[0] ?? "";
  const isKey = flow + after.slice(0, rest) !== "" && /^\s*:/.test(after.slice(rest));
  return { word: { start: at - flow.length, end: at + rest }, isValue: false, isKey, dashes: 0 };
}

/** The most characters of a line in which words are completed. */
const maxLineLength = 5000;

/** A number sign begins a comment after a space, except in quotes. */
function isComment(before: string): boolean {
  return /(?:^|\s)#/.test(before.replace(/"[^"]*"|'[^']*'/g, ""));
}

/** A key reaches to its colon, and a word in brackets to the next sign. */
function endOfName(after: string): number {
  return /^[^\s:#"'{}[\],]*["']?/.exec(after)?.[0].length ?? 0;
}

/** A value reaches to its closing quote, else to a comment or to the end of its line; in JSON to the next sign. */
function endOfValue(typed: string, after: string, text: string): number {
  const quote = /^["']/.exec(typed)?.[0];
  if (quote !== undefined) return (typed.indexOf(quote, 1) < 0 ? after.indexOf(quote) : -1) + 1;
  const pattern = isJson(text) ? /^[^\s,\]}]*/ : /^(?:(?!\s+#|\s*$)[^\r\n])*/;
  return pattern.exec(after)?.[0].length ?? 0;
}

function isJson(text: string): boolean {
  return /^\s*[{[]/.test(text);
}

function withBlank(text: string, { start, end }: TextSpan): string {
  return text.slice(0, start) + " ".repeat(end - start) + text.slice(end);
}

function fieldNames(node: ManifestNode | undefined): readonly string[] {
  return node?.is === "mapping" ? node.entries.map(({ name }) => name) : [];
}

/** Whether the innermost collection at the path has brackets. */
function isInBrackets(object: ManifestObject, path: FieldPath, node: ManifestNode): boolean {
  if (node.is === "mapping" || node.is === "list") return node.isFlow;
  const parent = resolveAlias(findWrittenNode(object, path.slice(0, -1))?.node);
  const isCollection = path.length > 0 && (parent?.is === "mapping" || parent?.is === "list");
  if (!isCollection || !parent.isFlow) return false;
  const last = path.at(-1);
  return typeof last === "number" || findEntry(parent, `${last}`) !== undefined;
}

/** The first difference in indentation between a key and the block below it. */
function indentStep(text: string): number {
  const found = /^( *)[^\s#-][^\r\n]*:[ \t]*\r?\n( *)[^\s#-]/m.exec(text);
  const step = (found?.[2]?.length ?? 0) - (found?.[1]?.length ?? 0);
  return step > 0 && step <= 8 ? step : 2;
}
