import type { ManifestPiece, PlacedPiece, TextSpan } from "../../model/manifest/manifest.ts";
import { splitSegments } from "../documents/split-documents.ts";
import { createInputBudget } from "../input-budget.ts";

/** A stretch between two document markers, and its piece if the same text was read before. */
export interface KnownSegment extends TextSpan {
  readonly piece?: ManifestPiece;
}

/** Returns a function to call for each document of a text. It throws an InputLimitError for one too many. */
export function documentCounter(): () => void {
  const budget = createInputBudget();
  return () => budget.take("documents", "");
}

/**
 * The stretches that `segmentsOf` returns, computed again only around the differences from `before`.
 * @throws InputLimitError where there are more than an input may have.
 */
export function segmentsSince(
  text: string,
  before: { readonly text: string; readonly pieces: readonly PlacedPiece[] },
): readonly KnownSegment[] {
  const piecesBefore = before.pieces;
  const same = sameStart(before.text, text);
  if (same === text.length && same === before.text.length) return piecesBefore;
  const sameBehind = sameEnd(before.text, text, same);
  const shift = text.length - before.text.length;
  const first = keptBefore(piecesBefore, same);
  const from = piecesBefore[first]?.start ?? 0;
  const head = piecesBefore.slice(0, first);
  for (let last = keptBehind(piecesBefore, first, before.text.length - sameBehind); ; last = piecesBefore.length) {
    const tail =
      shift === 0 ? piecesBefore.slice(last) : piecesBefore.slice(last).map((piece) => movedBy(shift, piece));
    const end = tail[0]?.start ?? text.length;
    const middle = splitSegments(text.slice(from, end + markerLength), documentCounter()).map((segment) => ({
      start: segment.start + from,
      end: segment.end + from,
    }));
    // Text before a marker can be gone, so that the marker no longer divides anything.
    const rejoins = tail.length === 0 ? middle.length : middle.findIndex((segment) => segment.start === end);
    if (rejoins < 0) continue;
    return [...head, ...withKnown(middle.slice(0, rejoins), text, piecesBefore.slice(first, last)), ...tail];
  }
}

function movedBy(shift: number, { piece, start, end }: PlacedPiece): KnownSegment {
  return { piece, start: start + shift, end: end + shift };
}

/** The marker itself, a byte order mark before it and the space after it. */
const markerLength = 5;

/** How many pieces are before all changes, with the marker that begins the next piece. */
function keptBefore(pieces: readonly PlacedPiece[], same: number): number {
  const first = pieces.findIndex((piece) => piece.start + markerLength > same);
  return Math.max(0, (first < 0 ? pieces.length : first) - 1);
}

/** The first piece after all changes, with the end of the line before it. */
function keptBehind(pieces: readonly PlacedPiece[], first: number, changedEnd: number): number {
  const last = pieces.findIndex((_, index) => index > first && (pieces[index - 1]?.end ?? 0) > changedEnd);
  return last < 0 ? pieces.length : last;
}

function withKnown(segments: readonly TextSpan[], text: string, old: readonly PlacedPiece[]): readonly KnownSegment[] {
  const pieces = new Map(old.map(({ piece }) => [piece.text, piece]));
  return segments.map((segment) => {
    const piece = pieces.get(text.slice(segment.start, segment.end));
    return piece === undefined ? segment : { ...segment, piece };
  });
}

function sameStart(a: string, b: string): number {
  const maxLength = Math.min(a.length, b.length);
  let same = 0;
  while (same + block <= maxLength && a.slice(same, same + block) === b.slice(same, same + block)) same += block;
  while (same < maxLength && a.charCodeAt(same) === b.charCodeAt(same)) same++;
  return same;
}

/** The length of the equal end, without the equal start: the two never overlap. */
function sameEnd(a: string, b: string, start: number): number {
  const maxLength = Math.min(a.length, b.length) - start;
  const aEnd = a.length;
  const bEnd = b.length;
  let same = 0;
  while (
    same + block <= maxLength &&
    a.slice(aEnd - same - block, aEnd - same) === b.slice(bEnd - same - block, bEnd - same)
  ) {
    same += block;
  }
  while (same < maxLength && a.charCodeAt(aEnd - same - 1) === b.charCodeAt(bEnd - same - 1)) same++;
  return same;
}

const block = 4096;
