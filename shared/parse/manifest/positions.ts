import type {
  FieldPath,
  FieldPosition,
  Manifest,
  ManifestObject,
  PlacedPiece,
  TextSpan,
} from "../../model/manifest/manifest.ts";
import { deepestNesting } from "../measure-json.ts";
import { isBreak, lineStart } from "./characters.ts";
import { movedSpan, pieceTree } from "./incremental-pieces.ts";
import { type ManifestNode, type MappingNode, mergedInto, nodeAt, resolveAlias, type TextNode } from "./node.ts";

/**
 * The field at an offset (from 0), as a path within its object. A blank line belongs to the block that its indentation
 * reaches; `[]` is the object itself. Undefined outside of objects, as between the items of a List, and in documents
 * that are omitted.
 */
export function fieldAt(manifest: Manifest, offset: number): FieldPosition | undefined {
  const placed = pieceAt(manifest.pieces, offset);
  if (placed === undefined || offset > placed.end) return undefined;
  const { piece } = placed;
  const part = piece.parts.findLastIndex(({ start }) => placed.start + start <= offset);
  const range = piece.parts[part];
  const root = pieceTree(piece, part).root;
  if (range === undefined || root === undefined) return undefined;
  const by = placed.start + range.start;
  const text = piece.text.slice(range.start, range.end);
  if (offset - by < lineStart(text, root.start) || offset - by > text.length) return undefined;
  const found = positionIn(root, text, offset - by);
  const object = placed.objects.findLast((one) => one.part === part && startsWith(found.path, one.path));
  if (object === undefined) return undefined;
  return { object, path: found.path.slice(object.path.length), on: found.on, span: movedSpan(by, found.span) };
}

/**
 * Where a field of an object is written, through aliases and merge keys; undefined if it is absent. Of two equal keys
 * the last counts.
 */
export function spansAt(
  object: ManifestObject,
  path: FieldPath,
): { readonly key?: TextSpan; readonly value: TextSpan } | undefined {
  const found = nodeAt(pieceTree(object.piece, object.part).root, [...object.path, ...path]);
  if (found === undefined) return undefined;
  const by = object.at + (object.piece.parts[object.part]?.start ?? 0);
  return { ...(found.key !== undefined && { key: movedSpan(by, found.key) }), value: movedSpan(by, found.value) };
}

/**
 * An object as plain data, as kubectl would read it if possible. Broken parts are omitted, templates are text, and
 * tags are ignored. A Secret is returned as it is written. Undefined for an object that was too large to read.
 */
export function objectValue(object: ManifestObject): unknown {
  const found = nodeAt(pieceTree(object.piece, object.part).root, object.path);
  return found === undefined ? undefined : plainValue(found.value);
}

/** A node as plain data. Aliases and merge keys are replaced by their targets; of two equal keys the last counts. */
function plainValue(root: ManifestNode): unknown {
  let copied = 0;
  return dataOf(root, 0, false);

  function dataOf(node: ManifestNode, depth: number, isCopy: boolean): unknown {
    if (depth > deepestNesting || (isCopy && ++copied > maxCopied)) return null;
    if (node.is === "text") return scalarOf(node);
    if (node.is === "list") return node.items.map((item) => dataOf(item.value, depth + 1, isCopy));
    if (node.is === "mapping") return Object.fromEntries(fieldsOf(node, depth, isCopy));
    return node.target === undefined ? null : dataOf(node.target, depth + 1, true);
  }

  function fieldsOf(node: MappingNode, depth: number, isCopy: boolean): ReadonlyMap<string, unknown> {
    const fields = new Map<string, unknown>();
    const merged = mergedInto(node).flatMap((source) => resolveAlias(source) ?? []);
    for (const { name, key, value } of node.entries) {
      const isMerge = name === "<<" && key.end - key.start === 2 && merged.length > 0;
      if (!isMerge) fields.set(name, dataOf(value, depth + 1, isCopy));
    }
    for (const source of merged) {
      if (source.is !== "mapping" || depth > deepestNesting) continue;
      for (const [name, value] of fieldsOf(source, depth + 1, true)) if (!fields.has(name)) fields.set(name, value);
    }
    return fields;
  }
}

/** A plain scalar as YAML's core schema reads it; a number that JavaScript cannot hold stays text. */
function scalarOf({ text, isPlain }: TextNode): unknown {
  if (!isPlain) return text;
  if (/^(|~|null|Null|NULL)$/.test(text)) return null;
  if (/^(true|True|TRUE)$/.test(text)) return true;
  if (/^(false|False|FALSE)$/.test(text)) return false;
  if (/^([-+]?\d+|0o[0-7]+|0x[\da-fA-F]+)$/.test(text)) {
    const number = Number(text);
    return Number.isSafeInteger(number) ? number : text;
  }
  if (/^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/.test(text) && Number.isFinite(Number(text))) return Number(text);
  return text;
}

/** The most nodes that aliases may copy; further ones are null. So a small text cannot become a large value. */
const maxCopied = 100_000;

/** A part of an object as it is written; its places count from `from`, an offset in the whole text. */
export interface WrittenNode {
  readonly node: ManifestNode;
  readonly from: number;
}

/** The node at a path of an object, through aliases and merge keys; undefined if it is absent. */
export function writtenNode(object: ManifestObject, path: FieldPath = []): WrittenNode | undefined {
  const found = nodeAt(pieceTree(object.piece, object.part).root, [...object.path, ...path]);
  const from = object.at + (object.piece.parts[object.part]?.start ?? 0);
  return found && { node: found.value, from };
}

/** The piece that begins at an offset or last before it; undefined before the first. */
export function pieceAt(pieces: readonly PlacedPiece[], offset: number): PlacedPiece | undefined {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pieces[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return pieces[low - 1];
}

function startsWith(path: FieldPath, start: FieldPath): boolean {
  return start.every((step, index) => path[index] === step);
}

interface PathPosition {
  readonly path: FieldPath;
  readonly on: "key" | "value";
  readonly span: TextSpan;
}

function positionIn(root: ManifestNode, text: string, offset: number): PathPosition {
  const path: (string | number)[] = [];
  const column = columnAt(text, offset);
  let node = root;
  for (;;) {
    const current: PathPosition = { path, on: "value", span: node };
    if (node.is === "mapping") {
      const entry = node.entries.findLast(({ key }) => key.start <= offset);
      if (entry === undefined) return current;
      if (offset <= entry.key.end) return { path: [...path, entry.name], on: "key", span: entry.key };
      if (!reaches(entry.key.start, entry.key.end, entry.value, node.isFlow)) return current;
      path.push(entry.name);
      node = entry.value;
    } else if (node.is === "list") {
      const index = node.items.findLastIndex(({ at }) => at <= offset);
      const item = node.items[index];
      if (item === undefined || !reaches(item.at, item.at, item.value, node.isFlow)) return current;
      path.push(index);
      node = item.value;
    } else {
      return current;
    }
  }

  /**
   * Whether the offset still belongs to the node at `start`. It does up to the node's end, on its line, or by
   * indentation.
   */
  function reaches(start: number, keyEnd: number, value: ManifestNode, isFlow: boolean): boolean {
    if (offset <= value.end) return true;
    if (isFlow) return /^[ \t]*$|^:[ \t]*$/.test(text.slice(Math.max(keyEnd, value.end), offset));
    if (isOneLine(text, start, offset)) return true;
    return column > start - lineStart(text, start);
  }
}

/** The column of the offset, or of the comment that contains it if the comment has its own line. */
function columnAt(text: string, offset: number): number {
  const start = lineStart(text, offset);
  const indent = /^[ \t]*/.exec(text.slice(start, offset))?.[0].length ?? 0;
  return text.charAt(start + indent) === "#" ? indent : offset - start;
}

function isOneLine(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) if (isBreak(text.charCodeAt(index))) return false;
  return true;
}
