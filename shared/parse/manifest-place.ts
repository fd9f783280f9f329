import type { FieldPath, Manifest, ManifestObject, ManifestPlace, PlacedPiece, Span } from "../model/manifest.ts";
import { type ManifestNode, nodeAt } from "./manifest-node.ts";
import { movedSpan, treeOf } from "./manifest-pieces.ts";
import { isBreak, lineStart } from "./manifest-text.ts";
import { plainValue } from "./manifest-value.ts";

/**
 * What stands at an offset, from 0: a field of an object by its path within that object. A blank line belongs to the
 * block whose indentation reaches it, `[]` being the object itself. Undefined where no object is, as between the items of
 * a List and in what was left out.
 */
export function placeAt(manifest: Manifest, offset: number): ManifestPlace | undefined {
  const placed = pieceAt(manifest.pieces, offset);
  if (placed === undefined || offset > placed.end) return undefined;
  const { piece } = placed;
  const part = piece.parts.findLastIndex(({ start }) => placed.start + start <= offset);
  const range = piece.parts[part];
  const root = treeOf(piece, part).root;
  if (range === undefined || root === undefined) return undefined;
  const by = placed.start + range.start;
  const text = piece.text.slice(range.start, range.end);
  if (offset - by < lineStart(text, root.start) || offset - by > text.length) return undefined;
  const found = located(root, text, offset - by);
  const object = placed.objects.findLast((one) => one.part === part && startsWith(found.path, one.path));
  if (object === undefined) return undefined;
  return { object, path: found.path.slice(object.path.length), on: found.on, span: movedSpan(by, found.span) };
}

/** Where a field of an object is written, if it is, through aliases and merge keys; of two same keys, the last. */
export function spansAt(
  object: ManifestObject,
  path: FieldPath,
): { readonly key?: Span; readonly value: Span } | undefined {
  const found = nodeAt(treeOf(object.piece, object.part).root, [...object.path, ...path]);
  if (found === undefined) return undefined;
  const by = object.at + (object.piece.parts[object.part]?.start ?? 0);
  return { ...(found.key !== undefined && { key: movedSpan(by, found.key) }), value: movedSpan(by, found.value) };
}

/**
 * An object as plain data, as kubectl would read it where it can: what is broken is left out, templates are text, and a
 * tag counts for nothing. A Secret is given as it is written. Undefined of what was too large to look into.
 */
export function objectValue(object: ManifestObject): unknown {
  const found = nodeAt(treeOf(object.piece, object.part).root, object.path);
  return found === undefined ? undefined : plainValue(found.value);
}

function pieceAt(pieces: readonly PlacedPiece[], offset: number): PlacedPiece | undefined {
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

interface Located {
  readonly path: FieldPath;
  readonly on: "key" | "value";
  readonly span: Span;
}

function located(root: ManifestNode, text: string, offset: number): Located {
  const path: (string | number)[] = [];
  const column = columnAt(text, offset);
  let node = root;
  for (;;) {
    const here: Located = { path, on: "value", span: node };
    if (node.is === "mapping") {
      const entry = node.entries.findLast(({ key }) => key.start <= offset);
      if (entry === undefined) return here;
      if (offset <= entry.key.end) return { path: [...path, entry.name], on: "key", span: entry.key };
      if (!reaches(entry.key.start, entry.key.end, entry.value, node.isFlow)) return here;
      path.push(entry.name);
      node = entry.value;
    } else if (node.is === "list") {
      const index = node.items.findLastIndex(({ at }) => at <= offset);
      const item = node.items[index];
      if (item === undefined || !reaches(item.at, item.at, item.value, node.isFlow)) return here;
      path.push(index);
      node = item.value;
    } else {
      return here;
    }
  }

  /** Whether what begins at `start` is still meant at the offset: up to its end, on its line, or by indentation. */
  function reaches(start: number, keyEnd: number, value: ManifestNode, isFlow: boolean): boolean {
    if (offset <= value.end) return true;
    if (isFlow) return /^[ \t]*$|^:[ \t]*$/.test(text.slice(Math.max(keyEnd, value.end), offset));
    if (isOneLine(text, start, offset)) return true;
    return column > start - lineStart(text, start);
  }
}

/** The column of the offset, or of the comment it stands in where that has a line of its own. */
function columnAt(text: string, offset: number): number {
  const start = lineStart(text, offset);
  const indent = /^[ \t]*/.exec(text.slice(start, offset))?.[0].length ?? 0;
  return text.charAt(start + indent) === "#" ? indent : offset - start;
}

function isOneLine(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) if (isBreak(text.charCodeAt(index))) return false;
  return true;
}
