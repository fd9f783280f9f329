import type { Manifest, ManifestObject, ManifestPiece, PlacedPiece } from "../../model/manifest/manifest.ts";
import { splitSegments } from "../documents/split-documents.ts";
import { createInputBudget, InputLimitError } from "../input-budget.ts";
import { movedSpan, movedSpans, pieceSteps } from "./incremental-pieces.ts";
import { withoutJsonComments } from "./json-text.ts";
import { documentCounter, type KnownSegment, segmentsSince } from "./segments.ts";

export { fieldAt, objectValue as valueOf, spansAt } from "./positions.ts";

/**
 * The Kubernetes objects of a text and their places: YAML documents, JSON values (with comments, too), Lists,
 * templates, however broken. Pieces of `before`, an earlier version of the text, are reused if their text did not
 * change. Documents with a comment `# hco-status: ignore` before their first line are omitted. A text with more
 * documents, objects or fields than an input of the plugin may have is refused as a whole. Never throws.
 */
export function parseManifest(source: string, before?: Manifest): Manifest {
  const steps = manifestSteps(source, before);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Reads a manifest like {@link parseManifest}, in steps of at most one document, so that other work can run in between.
 * Yields the cost of each step, in characters of a text without mistakes.
 */
export function* manifestSteps(source: string, before?: Manifest): Generator<number, Manifest, void> {
  try {
    return yield* wholeSteps(source, before?.refusal === undefined ? before : undefined);
  } catch (error) {
    if (!(error instanceof InputLimitError)) throw error;
    // Nothing of the text is kept, which may have 50 MB.
    return { text: "", objects: [], pieces: [], partial: [], refusal: error.reason };
  }
}

/** @throws InputLimitError where the text has more than an input may have. */
function* wholeSteps(source: string, before: Manifest | undefined): Generator<number, Manifest, void> {
  const text = withoutJsonComments(source);
  const budget = createInputBudget();
  const segments = before === undefined ? splitSegments(text, documentCounter()) : segmentsSince(text, before);
  budget.take("documents", "", segments.length);
  const pieces: PlacedPiece[] = [];
  let opens = 0;
  for (const segment of segments) {
    const placed = yield* placedSteps(segment, text, opens > 0, before !== undefined);
    const { piece, objects } = placed;
    budget.take("documents", "", Math.max(0, piece.parts.length - 1));
    budget.take("objects", "", objects.length);
    budget.take("values", "", piece.values);
    opens = Math.max(0, opens + piece.opens);
    pieces.push(placed);
  }
  const objects = pieces.flatMap((placed) => placed.objects);
  const partial = pieces.flatMap(({ piece, start }) =>
    piece.parts.filter((part) => part.isPartial).map((part) => movedSpan(start, part)),
  );
  return { text, objects, pieces, partial };
}

function* placedSteps(
  segment: KnownSegment | PlacedPiece,
  text: string,
  isUnder: boolean,
  isLater: boolean,
): Generator<number, PlacedPiece, void> {
  if ("objects" in segment && segment.isUnder === isUnder) return segment;
  const { start, end } = segment;
  const known = segment.piece;
  const piece = known ?? (yield* pieceSteps(isLater ? ownText(text.slice(start, end)) : text.slice(start, end)));
  if (known !== undefined) yield movedCost * piece.parts.length;
  return { piece, start, end, isUnder, objects: objectsOfPiece(piece, start, isUnder) };
}

/** The cost of moving the places of a known part, in characters. */
const movedCost = 40;

function objectsOfPiece(piece: ManifestPiece, at: number, isUnder: boolean): readonly ManifestObject[] {
  return piece.parts.flatMap(({ objects }, part) =>
    objects.map((found) => {
      const state = isUnder ? "template" : found.state;
      return { ...found, ...movedSpans(at, found), state, piece, at, part };
    }),
  );
}

// A slice keeps the text it was cut from. Without a copy, each edited document would keep a whole version of its file.
function ownText(slice: string): string {
  return ` ${slice}`.slice(1);
}
