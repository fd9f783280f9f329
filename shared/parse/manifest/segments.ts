import type { ManifestPiece, PlacedPiece, TextSpan } from "../../model/manifest/manifest.ts";
import { splitSegments } from "../documents/split-documents.ts";
import { createInputBudget } from "../input-budget.ts";

/** The span between two document markers, and its piece if the same text was read before. */
export interface KnownSegment extends TextSpan {
  readonly piece?: ManifestPiece;
}

/** The most characters of a document marker: the marker itself, a byte order mark before it and the space after it. */
const markerLength = 5;

/** Returns a function to call for each document of a text. It throws an InputLimitError for one too many. */
export function createDocumentCounter(): () => void {
  const budget = createInputBudget();
  return () => budget.take("documents", "");
}

/**
 * Returns what `splitSegments` returns, but splits only the text around the differences from an earlier version:
 *
 *     before    a --- b --- c --- d
 *     text      a --- B --- c --- d
 *               head  split tail         `head` and `tail` are pieces of `before`, the latter moved
 *
 * A change can make the marker before the tail a part of a document. Then everything after the head is split.
 * @throws InputLimitError if there are more documents than an input may have
 */
export function updateSegments(
  text: string,
  before: { readonly text: string; readonly pieces: readonly PlacedPiece[] },
): readonly KnownSegment[] {
  const piecesBefore = before.pieces;
  const equalStart = measureEqualStart(before.text, text);
  if (equalStart === text.length && equalStart === before.text.length) return piecesBefore;
  const equalEnd = measureEqualEnd(before.text, text, equalStart);
  const headPieceCount = countPiecesBefore(piecesBefore, equalStart);
  const head = piecesBefore.slice(0, headPieceCount);
  const splitStart = piecesBefore[headPieceCount]?.start ?? 0;
  const shift = text.length - before.text.length;
  let tailIndex = findFirstPieceAfter(piecesBefore, headPieceCount, before.text.length - equalEnd);
  for (;;) {
    const piecesAfter = piecesBefore.slice(tailIndex);
    const tail = shift === 0 ? piecesAfter : piecesAfter.map((piece) => moveSegment(piece, shift));
    const splitEnd = tail[0]?.start ?? text.length;
    const split = splitSegments(text.slice(splitStart, splitEnd + markerLength), createDocumentCounter());
    const segments = split.map(({ start, end }) => ({ start: start + splitStart, end: end + splitStart }));
    const segmentCount = tail.length === 0 ? segments.length : segments.findIndex(({ start }) => start === splitEnd);
    if (segmentCount >= 0) {
      const replaced = piecesBefore.slice(headPieceCount, tailIndex);
      return [...head, ...reusePieces(segments.slice(0, segmentCount), text, replaced), ...tail];
    }
    tailIndex = piecesBefore.length;
  }
}

function moveSegment({ piece, start, end }: PlacedPiece, shift: number): KnownSegment {
  return { piece, start: start + shift, end: end + shift };
}

/** The number of pieces that end, with the marker of the next piece, in the equal start. */
function countPiecesBefore(pieces: readonly PlacedPiece[], equalStart: number): number {
  const changed = pieces.findIndex((piece) => piece.start + markerLength > equalStart);
  return Math.max(0, (changed < 0 ? pieces.length : changed) - 1);
}

/** The index of the first piece after all changes, with the end of the line before it. The number of pieces if none is. */
function findFirstPieceAfter(pieces: readonly PlacedPiece[], headPieceCount: number, changedEnd: number): number {
  const index = pieces.findIndex(
    (_, position) => position > headPieceCount && (pieces[position - 1]?.end ?? 0) > changedEnd,
  );
  return index < 0 ? pieces.length : index;
}

/** Gives each segment the piece that has the same text. */
function reusePieces(
  segments: readonly TextSpan[],
  text: string,
  placedPieces: readonly PlacedPiece[],
): readonly KnownSegment[] {
  const pieces = new Map(placedPieces.map(({ piece }) => [piece.text, piece]));
  return segments.map((segment) => {
    const piece = pieces.get(text.slice(segment.start, segment.end));
    return piece === undefined ? segment : { ...segment, piece };
  });
}

/** The number of characters that are compared at once. */
const blockLength = 4096;

function measureEqualStart(a: string, b: string): number {
  const maxLength = Math.min(a.length, b.length);
  let length = 0;
  while (
    length + blockLength <= maxLength &&
    a.slice(length, length + blockLength) === b.slice(length, length + blockLength)
  ) {
    length += blockLength;
  }
  while (length < maxLength && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}

/** The length of the equal end, without the equal start, so that the two never overlap. */
function measureEqualEnd(a: string, b: string, equalStart: number): number {
  const maxLength = Math.min(a.length, b.length) - equalStart;
  const aEnd = a.length;
  const bEnd = b.length;
  let length = 0;
  while (
    length + blockLength <= maxLength &&
    a.slice(aEnd - length - blockLength, aEnd - length) === b.slice(bEnd - length - blockLength, bEnd - length)
  ) {
    length += blockLength;
  }
  while (length < maxLength && a.charCodeAt(aEnd - length - 1) === b.charCodeAt(bEnd - length - 1)) length++;
  return length;
}
