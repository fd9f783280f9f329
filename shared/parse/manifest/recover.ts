import { lineStart, skipWhitespace, trimmedEnd } from "./characters.ts";
import { flowTree, unquoteScalar } from "./flow-collections.ts";
import type { EntryNode, ItemNode, ManifestNode, TextNode } from "./node.ts";
import { type AnchorMap, yamlTree } from "./tree.ts";

/** Characters that may still be read; a broken document is read once for each block around a mistake. */
interface Budget {
  remaining: number;
}

/** The cost of a failed reading, in characters: the parser formats the place of the failure. */
export const failureCost = 2000;

/** The fields that identify an object. */
const identity = ["apiVersion", "kind", "metadata"];

/** The most characters of such a field that are read in a document that is too large. */
export const headLength = 64_000;

/** A broken document, and how to read it; `readable` and `written` are as in {@link yamlTree}. */
interface BrokenText {
  readonly readable: string;
  readonly written: string;
  readonly anchors: AnchorMap;
  readonly budget: Budget;
  readonly isOutline: boolean;
}

/**
 * Reads a broken YAML document as far as possible; undefined if it is empty. It is cut by indentation into its entries,
 * and each is read alone. Broken entries are cut again, so that a mistake costs the smallest block around it. With
 * `isOutline` only the fields that identify objects and their lists are read, and the other fields are empty.
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
  if (first >= to || depth > maxBlocks) return undefined;
  if (/[{[]/.test(readable.charAt(first))) return flowTree(readable, written, first, to);
  const pieces = cutByIndent(broken, first, to);
  return isDash(readable, first) ? readList(broken, pieces, depth) : readMapping(broken, pieces, depth);
}

function readMapping(broken: BrokenText, pieces: readonly Piece[], depth: number): ManifestNode | undefined {
  const { readable, written, isOutline } = broken;
  const entries = pieces.flatMap((piece): readonly EntryNode[] => {
    const key = keyAt(readable, written, piece.start);
    if (isOutline && key !== undefined && (depth === 0 || depth === itemDepth)) {
      const isItems = key.name === "items" && depth === 0;
      if (isItems) return [{ key, name: key.name, value: readValue(broken, key.colon + 1, piece.end, depth) }];
      const isIdentity = identity.includes(key.name) && piece.end - piece.start <= headLength;
      if (!isIdentity) return [{ key, name: key.name, value: emptyText(broken, key.colon + 1, piece.end) }];
    }
    const whole = readWhole(broken, piece);
    if (whole?.is === "mapping" && !whole.isFlow) return whole.entries;
    if (whole !== undefined || key === undefined) return [];
    return [{ key, name: key.name, value: readValue(broken, key.colon + 1, piece.end, depth) }];
  });
  const [first] = entries;
  if (first === undefined) return undefined;
  const end = Math.max(...entries.map((entry) => Math.max(entry.key.end, entry.value.end)).slice(-1));
  return { is: "mapping", start: first.key.start, end, isFlow: false, entries };
}

function readList(broken: BrokenText, pieces: readonly Piece[], depth: number): ManifestNode | undefined {
  const { readable, isOutline } = broken;
  const items = pieces.flatMap((piece): readonly ItemNode[] => {
    if (!isDash(readable, piece.start)) return [];
    const whole = isOutline ? undefined : readWhole(broken, piece);
    if (whole?.is === "list") return whole.items;
    const value = readValue(broken, piece.start + 1, piece.end, depth);
    return [{ at: piece.start, value }];
  });
  const [first] = items;
  const last = items.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return { is: "list", start: first.at, end: Math.max(last.at + 1, last.value.end), isFlow: false, items };
}

/** The value after a colon or a dash whose block could not be read as a whole. */
function readValue(broken: BrokenText, from: number, to: number, depth: number): ManifestNode {
  const { readable, written } = broken;
  const start = skipWhitespace(readable, from);
  if (start >= to) return absent(from);
  const isBelow = /[\r\n]/.test(readable.slice(from, start));
  const char = readable.charAt(start);
  if (isBelow || "{[".includes(char) || isDash(readable, start) || keyAt(readable, written, start) !== undefined) {
    return readBlock(broken, start, to, depth + 1) ?? absent(from);
  }
  const lineEnd = start + (/^[^\r\n]*/.exec(readable.slice(start, to))?.[0].trimEnd().length ?? 0);
  // A block scalar continues to the end of its entry; all other values end with their line.
  if ("|>".includes(char)) return textAsWritten(broken, start, trimmedEnd(readable, start, to));
  const alone = readWhole(broken, { start, end: lineEnd });
  return alone?.is === "text" ? alone : textAsWritten(broken, start, lineEnd);
}

function textAsWritten({ written }: BrokenText, start: number, end: number): TextNode {
  const raw = written.slice(start, end);
  const isPlain = !/^["'|>]/.test(raw);
  return { is: "text", start, end, text: /^["']/.test(raw) ? unquoteScalar(raw, false) : raw, isPlain };
}

function emptyText({ readable }: BrokenText, from: number, to: number): TextNode {
  const start = Math.min(skipWhitespace(readable, from), to);
  const end = trimmedEnd(readable, start, to);
  return start < end ? { is: "text", start, end, text: "", isPlain: true } : absent(from);
}

function readWhole(
  { readable, written, anchors, budget }: BrokenText,
  { start, end }: Piece,
): ManifestNode | undefined {
  budget.remaining -= end - start;
  const tree = budget.remaining < 0 ? undefined : yamlTree(readable, written, anchors, start, end);
  if (tree === undefined) budget.remaining -= failureCost;
  return tree ?? undefined;
}

/** Cuts at each line that is indented no further than the piece before. Comments and blank lines do not cut. */
function cutByIndent({ readable }: BrokenText, first: number, to: number): readonly Piece[] {
  const pieces: Piece[] = [];
  let start = first;
  let column = first - lineStart(readable, first);
  const lines = /\n([ ]*)(?![ \t\r\n#}\]])/g;
  lines.lastIndex = first;
  for (let line = lines.exec(readable); line !== null && line.index < to; line = lines.exec(readable)) {
    const indent = line[1]?.length ?? 0;
    const ink = line.index + 1 + indent;
    // A list may have the same indentation as its key.
    const isItsList = indent === column && isDash(readable, ink) && !isDash(readable, start);
    if (ink >= to || indent > column || isItsList) continue;
    pieces.push({ start, end: line.index + 1 });
    start = ink;
    column = indent;
  }
  return [...pieces, { start, end: to }];
}

/** The most nested blocks that are cut; deeper ones are omitted. */
const maxBlocks = 100;

/** The nesting depth of the items of a List. */
const itemDepth = 2;

interface Piece {
  readonly start: number;
  readonly end: number;
}

function isDash(text: string, at: number): boolean {
  return text.charAt(at) === "-" && /^$|[ \t\r\n]/.test(text.charAt(at + 1));
}

function absent(at: number): TextNode {
  return { is: "text", start: at, end: at, text: "", isPlain: true };
}

function keyAt(
  readable: string,
  written: string,
  start: number,
): { readonly start: number; readonly end: number; readonly name: string; readonly colon: number } | undefined {
  const pattern =
    /("(?:[^"\\\r\n]|\\[^\r\n]){0,1024}"|'(?:[^'\r\n]|''){0,1024}'|[^\s"'{}[\],#&*!|>%@`:](?:[^:#\r\n]|:(?=\S)|(?<=\S)#){0,1023}?)[ \t]{0,99}:(?![^ \t\r\n])/y;
  pattern.lastIndex = start;
  const found = pattern.exec(readable);
  const key = found?.[1];
  if (found === null || key === undefined || isDash(readable, start)) return undefined;
  const end = start + key.length;
  const raw = written.slice(start, end);
  return { start, end, name: /^["']/.test(raw) ? unquoteScalar(raw, true) : raw, colon: start + found[0].length - 1 };
}
