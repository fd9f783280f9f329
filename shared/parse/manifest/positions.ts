import { definedFields } from "../../model/defined-fields.ts";
import type {
  FieldPath,
  FieldPosition,
  Manifest,
  ManifestObject,
  PlacedPiece,
  TextSpan,
} from "../../model/manifest/manifest.ts";
import { findLineStart, isLineBreak } from "./characters.ts";
import { moveSpan, readPartTree } from "./incremental-pieces.ts";
import { type FieldNode, findNode, type ManifestNode } from "./node.ts";
import { readPlainData } from "./plain-data.ts";

/**
 * The field at an offset (from 0), as a path in its object: `["spec", "replicas"]`, and `[]` for the object itself. A blank
 * line belongs to the block that its indentation reaches. Undefined outside of objects, such as between the items of a List.
 */
export function findFieldAt(manifest: Manifest, offset: number): FieldPosition | undefined {
  const placed = findPieceAt(manifest.pieces, offset);
  if (placed === undefined || offset > placed.end) return undefined;
  const { piece } = placed;
  const partIndex = piece.parts.findLastIndex(({ start }) => placed.start + start <= offset);
  const part = piece.parts[partIndex];
  const root = readPartTree(piece, partIndex).root;
  if (part === undefined || root === undefined) return undefined;
  const partStart = placed.start + part.start;
  const offsetInPart = offset - partStart;
  const text = piece.text.slice(part.start, part.end);
  if (offsetInPart < findLineStart(text, root.start) || offsetInPart > text.length) return undefined;
  const position = findPosition(root, text, offsetInPart);
  const object = placed.objects.findLast(
    (candidate) => candidate.partIndex === partIndex && startsWith(position.path, candidate.path),
  );
  if (object === undefined) return undefined;
  const path = position.path.slice(object.path.length);
  return { object, path, on: position.on, span: moveSpan(partStart, position.span) };
}

/**
 * The spans of a field in the whole text. Aliases and merge keys are followed. Of two equal keys the last one counts.
 * Undefined if the field is absent.
 */
export function findFieldSpans(
  object: ManifestObject,
  path: FieldPath,
): { readonly key?: TextSpan; readonly value: TextSpan } | undefined {
  const field = findFieldNode(object, path);
  if (field === undefined) return undefined;
  const partStart = findPartStart(object);
  const key = field.key && moveSpan(partStart, field.key);
  return { ...definedFields({ key }), value: moveSpan(partStart, field.value) };
}

/** A part of an object as it is written. */
export interface WrittenNode {
  /** Its spans count from `partStart`. */
  readonly node: ManifestNode;
  /** An offset in the whole text. */
  readonly partStart: number;
}

/** The node of a field, or of the object for an empty path. Aliases and merge keys are followed. Undefined if it is absent. */
export function findWrittenNode(object: ManifestObject, path: FieldPath = []): WrittenNode | undefined {
  const field = findFieldNode(object, path);
  return field && { node: field.value, partStart: findPartStart(object) };
}

function findFieldNode(object: ManifestObject, path: FieldPath): FieldNode | undefined {
  const { root } = readPartTree(object.piece, object.partIndex);
  return findNode(root, [...object.path, ...path]);
}

/** The offset in the whole text at which the part with an object begins. */
function findPartStart({ pieceStart, piece, partIndex }: ManifestObject): number {
  return pieceStart + (piece.parts[partIndex]?.start ?? 0);
}

/**
 * An object as plain data, as kubectl would read it if possible. Broken parts are omitted, templates are texts, and tags are
 * ignored. A Secret is returned as it is written. Undefined for an object that was too large to read.
 */
export function readObjectValue(object: ManifestObject): unknown {
  const field = findFieldNode(object, []);
  return field === undefined ? undefined : readPlainData(field.value);
}

/** The last piece that begins at an offset or before it. Undefined before the first piece. */
export function findPieceAt(pieces: readonly PlacedPiece[], offset: number): PlacedPiece | undefined {
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

/** The deepest field at an offset, and whether the offset is on its key. */
interface PathPosition {
  readonly path: FieldPath;
  readonly on: "key" | "value";
  readonly span: TextSpan;
}

/** Follows the entries and items that include an offset, from the root to the deepest one. */
function findPosition(root: ManifestNode, text: string, offset: number): PathPosition {
  const path: (string | number)[] = [];
  let node = root;
  for (;;) {
    const positionOfNode: PathPosition = { path, on: "value", span: node };
    if (node.is === "mapping") {
      const entry = node.entries.findLast(({ key }) => key.start <= offset);
      if (entry === undefined) return positionOfNode;
      const { name, key, value } = entry;
      if (offset <= key.end) return { path: [...path, name], on: "key", span: key };
      const extent = { start: key.start, keyEnd: key.end, valueEnd: value.end, isFlow: node.isFlow };
      if (!includesOffset(extent, text, offset)) return positionOfNode;
      path.push(name);
      node = value;
    } else if (node.is === "list") {
      const index = node.items.findLastIndex(({ start }) => start <= offset);
      const item = node.items[index];
      if (item === undefined) return positionOfNode;
      const { start, value } = item;
      const extent = { start, keyEnd: start, valueEnd: value.end, isFlow: node.isFlow };
      if (!includesOffset(extent, text, offset)) return positionOfNode;
      path.push(index);
      node = value;
    } else {
      return positionOfNode;
    }
  }
}

/** The extent of an entry or an item. An item has no key, so that `keyEnd` is its start. */
interface Extent {
  readonly start: number;
  readonly keyEnd: number;
  readonly valueEnd: number;
  /** Whether it is between brackets: `{a: 1}`. */
  readonly isFlow: boolean;
}

/** Whether an offset below the start of an entry or item belongs to it: up to its end, on its line, or by indentation. */
function includesOffset({ start, keyEnd, valueEnd, isFlow }: Extent, text: string, offset: number): boolean {
  if (offset <= valueEnd) return true;
  if (isFlow) return /^[ \t]*$|^:[ \t]*$/.test(text.slice(Math.max(keyEnd, valueEnd), offset));
  if (isOnOneLine(text, start, offset)) return true;
  return readColumn(text, offset) > start - findLineStart(text, start);
}

/** The column of an offset. On a line with only a comment, the column of the comment. */
function readColumn(text: string, offset: number): number {
  const start = findLineStart(text, offset);
  const indentation = /^[ \t]*/.exec(text.slice(start, offset))?.[0].length ?? 0;
  return text.charAt(start + indentation) === "#" ? indentation : offset - start;
}

function isOnOneLine(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) if (isLineBreak(text.charCodeAt(index))) return false;
  return true;
}
