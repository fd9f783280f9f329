import type { FieldPath, Manifest, ManifestObject, TextSpan } from "../model/manifest/manifest.ts";
import { findLineStart } from "../parse/manifest/characters.ts";
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
  /** How the text around is written: in lines, in brackets of YAML, or as JSON, in which every text has quotes. */
  readonly style: "block" | "flow" | "json";
  /** The columns of the dashes before the word: `- a` -> 2. */
  readonly dashes: number;
  /** The fields of the block that exist, without the typed one. */
  readonly present: ReadonlySet<string>;
  /** The number of spaces by which the document indents. */
  readonly step: number;
}

/** The most characters of a document whose fields are completed: it is read again without the typed word. */
const maxCharacters = 400_000;

/** The most characters of a line in which words are completed. */
const maxLineLength = 5000;

/**
 * Finds what can be written at an offset. Undefined outside of objects, in comments, and in text that continues the line above.
 * The typed word is blanked before the text is read, because half a word breaks the block around it.
 */
export function findCursor(manifest: Manifest, offset: number): WritingCursor | undefined {
  const placed = findPieceAt(manifest.pieces, offset);
  if (placed === undefined || placed.piece.text.length > maxCharacters) return undefined;
  const { text } = placed.piece;
  const pieceOffset = offset - placed.start;
  const typedWord = pieceOffset > text.length ? undefined : findTypedWord(text, pieceOffset);
  if (typedWord === undefined) return undefined;
  const { word, isKey, isValue, dashes } = typedWord;
  const position = isKey
    ? findFieldAt(manifest, placed.start + word.start)
    : findFieldAt(parseManifest(blankSpan(text, word)), word.start);
  if (position === undefined || (isKey && position.on !== "key")) return undefined;
  const { object } = position;
  const path = isKey ? position.path.slice(0, -1) : position.path;
  const node = resolveAlias(findWrittenNode(object, path)?.node);
  const continuesText = node?.is === "text" && (node.text !== "" || !node.isPlain);
  if (continuesText) return undefined;
  const writtenKey = isKey ? position.path.at(-1) : undefined;
  const isFlow = node !== undefined && isInBrackets(object, path, node);
  return {
    object,
    path,
    typed: text.slice(word.start, pieceOffset),
    isValue,
    isKey,
    word: { start: placed.start + word.start, end: placed.start + word.end },
    style: readStyle(text, isFlow),
    dashes,
    present: new Set(listFieldNames(node).filter((name) => name !== writtenKey)),
    step: measureIndentation(text),
  };
}

function readStyle(text: string, isFlow: boolean): WritingCursor["style"] {
  if (!isFlow) return "block";
  return isJson(text) ? "json" : "flow";
}

/** The typed word of a line. Its span counts from the start of the text. */
interface TypedWord {
  readonly word: TextSpan;
  readonly isValue: boolean;
  readonly isKey: boolean;
  /** The columns of the dashes before the word. */
  readonly dashes: number;
}

/** Finds the word around an offset: the value after `key: `, else a key, else a word in brackets. */
function findTypedWord(text: string, offset: number): TypedWord | undefined {
  const lineStart = findLineStart(text, offset);
  const before = text.slice(lineStart, offset);
  const after = /^[^\r\n]*/.exec(text.slice(offset, offset + maxLineLength))?.[0] ?? "";
  if (before.length > maxLineLength || endsInComment(before)) return undefined;
  const indentation = /^[ \t]*/.exec(before)?.[0].length ?? 0;
  const afterDashes = /^[ \t]*(?:-[ \t]+)*/.exec(before)?.[0].length ?? 0;
  const keyAndColon = /^(?:"[^"]*"|'[^']*'|[^\s"'{[,#:][^{[#]*?):[ \t]+(?=[^{[|>&*!]|$)/.exec(
    before.slice(afterDashes),
  );
  const isValue = keyAndColon !== null;
  const start = afterDashes + (keyAndColon?.[0].length ?? 0);
  const typed = before.slice(start);
  const remainingLength = isValue ? measureValue(typed, after, text) : measureName(after);
  const end = offset + remainingLength;
  const untyped = after.slice(remainingLength);
  if (isValue || /^["']?[^\s:#"'{}[\],&*!|>%@`]*$/.test(typed)) {
    const isKey = !isValue && /^\s*:(?:\s|$)/.test(untyped);
    return { word: { start: lineStart + start, end }, isValue, isKey, dashes: afterDashes - indentation };
  }
  // In brackets the word begins after the last sign that separates words.
  const typedInBrackets = /["']?[^\s:#"'{}[\],]*$/.exec(before)?.[0] ?? "";
  const isWordEmpty = typedInBrackets === "" && remainingLength === 0;
  const isKey = !isWordEmpty && /^\s*:/.test(untyped);
  return { word: { start: offset - typedInBrackets.length, end }, isValue: false, isKey, dashes: 0 };
}

/** Whether a line ends in a comment. A number sign begins one after a space, except in quotes. */
function endsInComment(line: string): boolean {
  return /(?:^|\s)#/.test(line.replace(/"[^"]*"|'[^']*'/g, ""));
}

/** The length of the rest of a name: a key reaches to its colon, a word in brackets to the next sign. */
function measureName(after: string): number {
  return /^[^\s:#"'{}[\],]*["']?/.exec(after)?.[0].length ?? 0;
}

/**
 * The length of the rest of a value. It reaches to its closing quote; without quotes to a comment or the end of its line, in
 * JSON to the next sign.
 */
function measureValue(typed: string, after: string, text: string): number {
  const quote = /^["']/.exec(typed)?.[0];
  if (quote !== undefined) {
    const isClosed = typed.indexOf(quote, 1) >= 0;
    return isClosed ? 0 : after.indexOf(quote) + 1;
  }
  const pattern = isJson(text) ? /^[^\s,\]}]*/ : /^(?:(?!\s+#|\s*$)[^\r\n])*/;
  return pattern.exec(after)?.[0].length ?? 0;
}

function isJson(text: string): boolean {
  return /^\s*[{[]/.test(text);
}

function blankSpan(text: string, { start, end }: TextSpan): string {
  return text.slice(0, start) + " ".repeat(end - start) + text.slice(end);
}

function listFieldNames(node: ManifestNode | undefined): readonly string[] {
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

/** The number of spaces by which the first block is deeper than its key; 2 if there is none, or if it is unusual. */
function measureIndentation(text: string): number {
  const [, keyIndentation = "", blockIndentation = ""] =
    /^( *)[^\s#-][^\r\n]*:[ \t]*\r?\n( *)[^\s#-]/m.exec(text) ?? [];
  const step = blockIndentation.length - keyIndentation.length;
  return step > 0 && step <= 8 ? step : 2;
}
