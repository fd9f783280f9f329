import type { Manifest, ManifestObject, ManifestPiece, PlacedPiece } from "../model/manifest.ts";
import { segmentsOf } from "./documents.ts";
import { withoutJsonComments } from "./manifest-comments.ts";
import { movedPlaces, movedSpan, pieceOf } from "./manifest-pieces.ts";
import { type KnownSegment, segmentsSince } from "./manifest-segments.ts";

export { objectValue as valueOf, placeAt, spansAt } from "./manifest-place.ts";

/**
 * The Kubernetes objects of a text and where they stand: YAML documents, JSON values (with comments, too), Lists, templates, however broken.
 * Of `before`, an earlier version of the text, all pieces whose text did not change are taken as they are. Documents
 * with a comment `# hco-status: ignore` before their first line are left out. Never throws.
 */
export function manifestOf(source: string, before?: Manifest): Manifest {
  const text = withoutJsonComments(source);
  const segments = before === undefined ? segmentsOf(text) : segmentsSince(text, before);
  const pieces: PlacedPiece[] = [];
  let opens = 0;
  for (const segment of segments) {
    const placed = placedOf(segment, text, opens > 0, before !== undefined);
    opens = Math.max(0, opens + placed.piece.opens);
    pieces.push(placed);
  }
  const objects = pieces.flatMap((placed) => placed.objects);
  const partial = pieces.flatMap(({ piece, start }) =>
    piece.parts.filter((part) => part.isPartial).map((part) => movedSpan(start, part)),
  );
  return { text, objects, pieces, partial };
}

function placedOf(segment: KnownSegment | PlacedPiece, text: string, isUnder: boolean, isLater: boolean): PlacedPiece {
  if ("objects" in segment && segment.isUnder === isUnder) return segment;
  const { start, end } = segment;
  const piece = segment.piece ?? pieceOf(isLater ? ownText(text.slice(start, end)) : text.slice(start, end));
  return { piece, start, end, isUnder, objects: objectsOf(piece, start, isUnder) };
}

function objectsOf(piece: ManifestPiece, at: number, isUnder: boolean): readonly ManifestObject[] {
  return piece.parts.flatMap(({ objects }, part) =>
    objects.map((found) => {
      const state = isUnder ? "template" : found.state;
      return { ...found, ...movedPlaces(at, found), state, piece, at, part };
    }),
  );
}

// A slice keeps the text it was cut from: without a copy, each edited document would keep a whole version of its file.
function ownText(slice: string): string {
  return ` ${slice}`.slice(1);
}
