import type { TextSpan } from "../../model/manifest/manifest.ts";
import { findLineStart, findTrimmedEnd, skipWhitespace } from "./characters.ts";
import { readFlowCollection, unquoteScalar } from "./flow-collections.ts";
import { type EntryNode, type ItemNode, type ManifestNode, makeAbsentText, type TextNode } from "./node.ts";
import { type AnchorMap, parseYamlTree } from "./tree.ts";

/** The characters that may still be read. A broken document is read once for each block around a mistake. */
interface Budget {
  remaining: number;
}

/** The cost of a failed attempt to parse, in characters: the parser formats the text around the failure. */
export const failureCost = 2000;

/** The most nested blocks. Deeper ones are omitted. */
const maxBlockDepth = 100;

/** The depth of the mappings that are items of a List. The List is at 0, `items` at 1. */
const itemDepth = 2;

/** The fields that identify an object. */
const identityFields = ["apiVersion", "kind", "metadata"];

/** The most characters of an identity field that are read in a document that is too large. */
export const headLength = 64_000;

/** A broken document, and how to read it. `readable` and `written` are as in {@link parseYamlTree}. */
interface BrokenText {
  readonly readable: string;
  readonly written: string;
  readonly anchors: AnchorMap;
  readonly budget: Budget;
  readonly isOutline: boolean;
}

/**
 * Reads a broken YAML document as far as possible. Undefined if it is empty. Splits it by indentation into its entries and
 * parses each alone. Splits broken entries again, so that a mistake loses only the smallest block around it:
 *
 *     metadata:           an entry, which can be parsed
 *       name: a
 *     spec:               an entry, which is split
 *       replicas: 1         an entry
 *       image: "x           an entry, whose text is read as it is written
 *
 * @param isOutline whether only the fields that identify objects and their lists are read. Other fields are empty.
 */
export function recoverDocument(
  readable: string,
  written: string,
  anchors: AnchorMap,
  budget: Budget,
  isOutline = false,
): ManifestNode | undefined {
  return readBlock({ readable, written, anchors, budget, isOutline }, 0, readable.length, 0);
}

function readBlock(broken: BrokenText, from: number, to: number, depth: number): ManifestNode | undefined {
  const { readable, written } = broken;
  const first = skipWhitespace(readable, from);
  if (first >= to || depth > maxBlockDepth) return undefined;
  if (/[{[]/.test(readable.charAt(first))) return readFlowCollection(readable, written, first, to);
  const entries = splitByIndentation(broken, first, to);
  return isDashAt(readable, first) ? readList(broken, entries, depth) : readMapping(broken, entries, depth);
}

function readMapping(broken: BrokenText, spans: readonly TextSpan[], depth: number): ManifestNode | undefined {
  const entries = spans.flatMap((span) => readEntries(broken, span, depth));
  const first = entries[0];
  const last = entries.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const end = Math.max(last.key.end, last.value.end);
  return { is: "mapping", start: first.key.start, end, isFlow: false, entries };
}

/** The entries of a span: one, or those that were parsed. None if the span has no key or is no mapping. */
function readEntries(broken: BrokenText, span: TextSpan, depth: number): readonly EntryNode[] {
  const key = readKeyAt(broken.readable, broken.written, span.start);
  const isOfObject = depth === 0 || depth === itemDepth;
  if (broken.isOutline && key !== undefined && isOfObject) {
    const isItems = key.name === "items" && depth === 0;
    if (isItems) return [{ key, name: key.name, value: readValue(broken, key.colon + 1, span.end, depth) }];
    const isIdentity = identityFields.includes(key.name) && span.end - span.start <= headLength;
    if (!isIdentity) return [{ key, name: key.name, value: makeEmptyText(broken, key.colon + 1, span.end) }];
  }
  const parsed = parseSpan(broken, span);
  if (parsed?.is === "mapping" && !parsed.isFlow) return parsed.entries;
  if (parsed !== undefined || key === undefined) return [];
  return [{ key, name: key.name, value: readValue(broken, key.colon + 1, span.end, depth) }];
}

function readList(broken: BrokenText, spans: readonly TextSpan[], depth: number): ManifestNode | undefined {
  const { readable, isOutline } = broken;
  const items = spans.flatMap((span): readonly ItemNode[] => {
    if (!isDashAt(readable, span.start)) return [];
    const parsed = isOutline ? undefined : parseSpan(broken, span);
    if (parsed?.is === "list") return parsed.items;
    return [{ start: span.start, value: readValue(broken, span.start + 1, span.end, depth) }];
  });
  const [first] = items;
  const last = items.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return { is: "list", start: first.start, end: Math.max(last.start + 1, last.value.end), isFlow: false, items };
}

/** Reads the value after a colon or a dash, whose block could not be parsed as a whole. */
function readValue(broken: BrokenText, from: number, to: number, depth: number): ManifestNode {
  const { readable, written } = broken;
  const start = skipWhitespace(readable, from);
  if (start >= to) return makeAbsentText(from);
  const isOnLaterLine = /[\r\n]/.test(readable.slice(from, start));
  const char = readable.charAt(start);
  const startsBlock =
    isOnLaterLine ||
    "{[".includes(char) ||
    isDashAt(readable, start) ||
    readKeyAt(readable, written, start) !== undefined;
  if (startsBlock) return readBlock(broken, start, to, depth + 1) ?? makeAbsentText(from);
  const lineEnd = start + (/^[^\r\n]*/.exec(readable.slice(start, to))?.[0].trimEnd().length ?? 0);
  // A block scalar continues to the end of its entry; all other values end with their line.
  if ("|>".includes(char)) return readTextAsWritten(broken, start, findTrimmedEnd(readable, start, to));
  const parsed = parseSpan(broken, { start, end: lineEnd });
  return parsed?.is === "text" ? parsed : readTextAsWritten(broken, start, lineEnd);
}

/** A text as the user wrote it, without the quote before it. */
function readTextAsWritten({ written }: BrokenText, start: number, end: number): TextNode {
  const raw = written.slice(start, end);
  const isPlain = !/^["'|>]/.test(raw);
  return { is: "text", start, end, text: /^["']/.test(raw) ? unquoteScalar(raw, false) : raw, isPlain };
}

/** An empty text with the span of a value that is not read. */
function makeEmptyText({ readable }: BrokenText, from: number, to: number): TextNode {
  const start = Math.min(skipWhitespace(readable, from), to);
  const end = findTrimmedEnd(readable, start, to);
  return start < end ? { is: "text", start, end, text: "", isPlain: true } : makeAbsentText(from);
}

/** Parses a span of a broken text as YAML. Undefined if it is none, or if the budget is used up. */
function parseSpan(
  { readable, written, anchors, budget }: BrokenText,
  { start, end }: TextSpan,
): ManifestNode | undefined {
  budget.remaining -= end - start;
  const tree = budget.remaining < 0 ? undefined : parseYamlTree(readable, written, anchors, start, end);
  if (tree === undefined) budget.remaining -= failureCost;
  return tree ?? undefined;
}

/** Splits at each line that is indented no deeper than the entry before. Comments, blank lines and brackets do not split. */
function splitByIndentation({ readable }: BrokenText, first: number, to: number): readonly TextSpan[] {
  const entries: TextSpan[] = [];
  let start = first;
  let column = first - findLineStart(readable, first);
  const filledLine = /\n([ ]*)(?![ \t\r\n#}\]])/g;
  filledLine.lastIndex = first;
  for (let line = filledLine.exec(readable); line !== null && line.index < to; line = filledLine.exec(readable)) {
    const indentation = line[1]?.length ?? 0;
    const textStart = line.index + 1 + indentation;
    // The dashes of a list may be as deep as its key.
    const isListOfKey = indentation === column && isDashAt(readable, textStart) && !isDashAt(readable, start);
    if (textStart >= to || indentation > column || isListOfKey) continue;
    entries.push({ start, end: line.index + 1 });
    start = textStart;
    column = indentation;
  }
  entries.push({ start, end: to });
  return entries;
}

/** Whether the dash of a list item is at an offset. */
function isDashAt(text: string, offset: number): boolean {
  return text.charAt(offset) === "-" && /^$|[ \t\r\n]/.test(text.charAt(offset + 1));
}

/** The key that begins at an offset, with the offset of its colon. Undefined if there is none. */
function readKeyAt(
  readable: string,
  written: string,
  start: number,
): { readonly start: number; readonly end: number; readonly name: string; readonly colon: number } | undefined {
  const pattern =
    /("(?:[^"\\\r\n]|\\[^\r\n]){0,1024}"|'(?:[^'\r\n]|''){0,1024}'|[^\s"'{}[\],#&*!|>%@`:](?:[^:#\r\n]|:(?=\S)|(?<=\S)#){0,1023}?)[ \t]{0,99}:(?![^ \t\r\n])/y;
  pattern.lastIndex = start;
  const found = pattern.exec(readable);
  const key = found?.[1];
  if (found === null || key === undefined || isDashAt(readable, start)) return undefined;
  const end = start + key.length;
  const raw = written.slice(start, end);
  return { start, end, name: /^["']/.test(raw) ? unquoteScalar(raw, true) : raw, colon: start + found[0].length - 1 };
}
