import type { Manifest, ManifestObject, ManifestPiece, PlacedPiece } from "../../model/manifest/manifest.ts";
import { splitSegments } from "../documents/split-documents.ts";
import { createInputBudget, InputLimitError } from "../input-budget.ts";
import { moveSpan, moveSpans, readPieceSteps } from "./incremental-pieces.ts";
import { blankJsonComments } from "./json-text.ts";
import { createDocumentCounter, type KnownSegment, updateSegments } from "./segments.ts";

export { findFieldAt, findFieldSpans, readObjectValue } from "./positions.ts";

/*
 * A text is read in three layers, so that an edit costs only the documents that it changes:
 *   segment    the span between two document markers (segments.ts)
 *   piece      what was read of a segment, without its position (incremental-pieces.ts). Equal texts share a piece.
 *   part       a YAML document, or one of the JSON values of a piece, with its tree (read-document.ts)
 */

/**
 * The Kubernetes objects of a text and their spans: YAML documents, JSON values (also with comments), Lists and templates,
 * however broken. Documents with a comment `# hco-status: ignore` before their first line are omitted. A text with more
 * documents, objects or fields than an input of the plugin may have is refused as a whole. Never throws.
 * @param before an earlier version of the text, whose pieces are reused if their text did not change
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
    return yield* parseTextSteps(source, before?.refusal === undefined ? before : undefined);
  } catch (error) {
    if (!(error instanceof InputLimitError)) throw error;
    // The text is not kept: it may have 50 MB.
    return { text: "", objects: [], pieces: [], partial: [], refusal: error.reason };
  }
}

/** @throws InputLimitError if the text has more than an input may have */
function* parseTextSteps(source: string, before: Manifest | undefined): Generator<number, Manifest, void> {
  const text = blankJsonComments(source);
  const budget = createInputBudget();
  const segments = before === undefined ? splitSegments(text, createDocumentCounter()) : updateSegments(text, before);
  budget.take("documents", "", segments.length);
  const pieces: PlacedPiece[] = [];
  let openBlocks = 0;
  for (const segment of segments) {
    const placed = yield* placePieceSteps(segment, text, openBlocks > 0, before !== undefined);
    const { piece, objects } = placed;
    budget.take("documents", "", Math.max(0, piece.parts.length - 1));
    budget.take("objects", "", objects.length);
    budget.take("values", "", piece.values);
    openBlocks = Math.max(0, openBlocks + piece.openedBlocks);
    pieces.push(placed);
  }
  const objects = pieces.flatMap((placed) => placed.objects);
  const partial = pieces.flatMap(({ piece, start }) =>
    piece.parts.filter((part) => part.isPartial).map((part) => moveSpan(start, part)),
  );
  return { text, objects, pieces, partial };
}

/** The cost of moving the spans of a part that was read before, in characters. */
const costOfMovedPart = 40;

/** Reads the piece of a segment unless it was read before, and gives its objects their positions in the whole text. */
function* placePieceSteps(
  segment: KnownSegment | PlacedPiece,
  text: string,
  isInTemplateBlock: boolean,
  isEdit: boolean,
): Generator<number, PlacedPiece, void> {
  if ("objects" in segment && segment.isInTemplateBlock === isInTemplateBlock) return segment;
  const { start, end } = segment;
  let { piece } = segment;
  if (piece === undefined) {
    const segmentText = text.slice(start, end);
    piece = yield* readPieceSteps(isEdit ? copyText(segmentText) : segmentText);
  } else {
    yield costOfMovedPart * piece.parts.length;
  }
  return { piece, start, end, isInTemplateBlock, objects: placeObjects(piece, start, isInTemplateBlock) };
}

function placeObjects(piece: ManifestPiece, pieceStart: number, isInTemplateBlock: boolean): readonly ManifestObject[] {
  return piece.parts.flatMap(({ objects }, partIndex) =>
    objects.map((found) => {
      const state = isInTemplateBlock ? "template" : found.state;
      return { ...found, ...moveSpans(pieceStart, found), state, piece, pieceStart, partIndex };
    }),
  );
}

/**
 * A copy of a slice of a text. A slice keeps the text from which it was cut, so that without the copy each edited document
 * would keep a whole version of its file.
 */
function copyText(slice: string): string {
  return ` ${slice}`.slice(1);
}
