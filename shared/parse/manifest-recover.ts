import { flowTree, unquoted } from "./manifest-flow.ts";
import type { EntryNode, ItemNode, ManifestNode, TextNode } from "./manifest-node.ts";
import { inkEnd, lineStart, skipped } from "./manifest-text.ts";
import { type Anchors, yamlTree } from "./manifest-tree.ts";

/** Characters that may still be read; a broken document is read once for each block around what is broken. */
interface Budget {
  left: number;
}

/** What a reading costs that fails, in characters: the parser makes a picture of where it failed. */
const failure = 2000;

/** Which of its fields say who an object is. */
const identity = ["apiVersion", "kind", "metadata"];

/** Characters of such a field that are read in a document that is too large to be read. */
export const headLength = 64_000;

/**
 * Reads a broken YAML document as far as it can be read: cut by indentation into its entries, each read alone, and the
 * broken ones cut again, so that a mistake costs the smallest block around it. Undefined where there is nothing. With
 * `isOutline` only what says who an object is and whose items it has is read, the other fields are empty.
 */
export function recovered(
  readable: string,
  written: string,
  anchors: Anchors,
  budget: Budget,
  isOutline = false,
): ManifestNode | undefined {
  return block(0, readable.length, 0);

  function block(from: number, to: number, depth: number): ManifestNode | undefined {
    const first = skipped(readable, from);
    if (first >= to || depth > mostBlocks) return undefined;
    if (/[{[]/.test(readable.charAt(first))) return flowTree(readable, written, first, to);
    const pieces = cut(first, to);
    return isDash(readable, first) ? list(pieces, depth) : mapping(pieces, depth);
  }

  function mapping(pieces: readonly Piece[], depth: number): ManifestNode | undefined {
    const entries = pieces.flatMap((piece): readonly EntryNode[] => {
      const key = keyAt(readable, written, piece.start);
      if (isOutline && key !== undefined && (depth === 0 || depth === itemDepth)) {
        const isItems = key.name === "items" && depth === 0;
        if (isItems) return [{ key, name: key.name, value: valueAt(key.colon + 1, piece.end, depth) }];
        const isWho = identity.includes(key.name) && piece.end - piece.start <= headLength;
        if (!isWho) return [{ key, name: key.name, value: unread(key.colon + 1, piece.end) }];
      }
      const whole = read(piece);
      if (whole?.is === "mapping" && !whole.isFlow) return whole.entries;
      if (whole !== undefined || key === undefined) return [];
      return [{ key, name: key.name, value: valueAt(key.colon + 1, piece.end, depth) }];
    });
    const [first] = entries;
    if (first === undefined) return undefined;
    const end = Math.max(...entries.map((entry) => Math.max(entry.key.end, entry.value.end)).slice(-1));
    return { is: "mapping", start: first.key.start, end, isFlow: false, entries };
  }

  function list(pieces: readonly Piece[], depth: number): ManifestNode | undefined {
    const items = pieces.flatMap((piece): readonly ItemNode[] => {
      if (!isDash(readable, piece.start)) return [];
      const whole = isOutline ? undefined : read(piece);
      if (whole?.is === "list") return whole.items;
      const value = valueAt(piece.start + 1, piece.end, depth);
      return [{ at: piece.start, value }];
    });
    const [first] = items;
    const last = items.at(-1);
    if (first === undefined || last === undefined) return undefined;
    return { is: "list", start: first.at, end: Math.max(last.at + 1, last.value.end), isFlow: false, items };
  }

  /** What stands behind a colon or a dash, of which the whole could not be read. */
  function valueAt(from: number, to: number, depth: number): ManifestNode {
    const start = skipped(readable, from);
    if (start >= to) return absent(from);
    const isBelow = /[\r\n]/.test(readable.slice(from, start));
    const char = readable.charAt(start);
    if (isBelow || "{[".includes(char) || isDash(readable, start) || keyAt(readable, written, start) !== undefined) {
      return block(start, to, depth + 1) ?? absent(from);
    }
    const lineEnd = start + (/^[^\r\n]*/.exec(readable.slice(start, to))?.[0].trimEnd().length ?? 0);
    // A block scalar goes on to where its entry ends; all else is over with its line.
    if ("|>".includes(char)) return rawText(start, inkEnd(readable, start, to));
    const alone = read({ start, end: lineEnd });
    return alone?.is === "text" ? alone : rawText(start, lineEnd);
  }

  function rawText(start: number, end: number): TextNode {
    const raw = written.slice(start, end);
    const isPlain = !/^["'|>]/.test(raw);
    return { is: "text", start, end, text: /^["']/.test(raw) ? unquoted(raw, false) : raw, isPlain };
  }

  function unread(from: number, to: number): TextNode {
    const start = Math.min(skipped(readable, from), to);
    const end = inkEnd(readable, start, to);
    return start < end ? { is: "text", start, end, text: "", isPlain: true } : absent(from);
  }

  function read({ start, end }: Piece): ManifestNode | undefined {
    budget.left -= end - start;
    const tree = budget.left < 0 ? undefined : yamlTree(readable, written, anchors, start, end);
    if (tree === undefined) budget.left -= failure;
    return tree ?? undefined;
  }

  /** Cuts at each line that stands as far left as what came before it; comments and blank lines cut nothing. */
  function cut(first: number, to: number): readonly Piece[] {
    const pieces: Piece[] = [];
    let start = first;
    let column = first - lineStart(readable, first);
    const lines = /\n([ ]*)(?![ \t\r\n#}\]])/g;
    lines.lastIndex = first;
    for (let line = lines.exec(readable); line !== null && line.index < to; line = lines.exec(readable)) {
      const indent = line[1]?.length ?? 0;
      const ink = line.index + 1 + indent;
      // A list may stand as far left as its key.
      const isItsList = indent === column && isDash(readable, ink) && !isDash(readable, start);
      if (ink >= to || indent > column || isItsList) continue;
      pieces.push({ start, end: line.index + 1 });
      start = ink;
      column = indent;
    }
    return [...pieces, { start, end: to }];
  }
}

/** Blocks in blocks that are cut; deeper ones are left out. */
const mostBlocks = 100;

/** How deep in blocks the items of a List are. */
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
  return { start, end, name: /^["']/.test(raw) ? unquoted(raw, true) : raw, colon: start + found[0].length - 1 };
}
