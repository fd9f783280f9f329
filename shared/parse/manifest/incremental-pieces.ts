import { definedFields } from "../../model/defined-fields.ts";
import type { ManifestFound, ManifestPart, ManifestPiece, TextSpan } from "../../model/manifest/manifest.ts";
import { countDenseYamlValues } from "../yaml/read-yaml.ts";
import { findMarkerEnd, skipWhitespace } from "./characters.ts";
import { splitJsonValues } from "./json-text.ts";
import { listObjects } from "./object-identity.ts";
import { type DocumentWork, type ManifestTree, readManifestTree } from "./read-document.ts";
import { createDocumentCounter } from "./segments.ts";
import { openTemplateBlocksAt } from "./template-mask.ts";

/** The cost of a part besides its characters, in characters. */
const costOfPart = 500;

/**
 * Reads the objects of the text between two document markers. The complete trees are read on demand. Yields the cost of each
 * part, as {@link DocumentWork} counts it.
 * @throws InputLimitError if the text has more JSON values than an input may have
 */
export function* readPieceSteps(text: string): Generator<number, ManifestPiece, void> {
  const isIgnored = hasIgnoreComment(text);
  const parts: ManifestPart[] = [];
  for (const { start, end } of splitParts(text)) {
    const work: DocumentWork = { characters: costOfPart };
    parts.push(isIgnored ? { start, end, objects: [], isPartial: false } : readPart(text, start, end, work));
    yield work.characters;
  }
  return { text, parts, values: countDenseYamlValues(text), openedBlocks: openTemplateBlocksAt(text)(text.length) };
}

function readPart(text: string, start: number, end: number, work: DocumentWork): ManifestPart {
  const part = text.slice(start, end);
  const tree = readManifestTree(part, work);
  const objects = listObjects(tree, part).map((object) => ({ ...object, ...moveSpans(start, object) }));
  return { start, end, objects, isPartial: tree.isPartial };
}

/** The trees that were read of a piece, by the index of the part. */
const treesOfPieces = new WeakMap<ManifestPiece, Map<number, ManifestTree>>();

/** The tree of a part of a piece, whose spans count from the start of the part. It is read once and kept with the piece. */
export function readPartTree(piece: ManifestPiece, partIndex: number): ManifestTree {
  const trees = treesOfPieces.get(piece) ?? new Map<number, ManifestTree>();
  treesOfPieces.set(piece, trees);
  const { start, end } = piece.parts[partIndex] ?? { start: 0, end: 0 };
  const tree = trees.get(partIndex) ?? readManifestTree(piece.text.slice(start, end));
  trees.set(partIndex, tree);
  return tree;
}

/** Adds an offset to the spans of an object. */
export function moveSpans(by: number, { whole, spans }: ObjectSpans): ObjectSpans {
  const { apiVersion, kind, name, namespace } = spans;
  return {
    whole: moveSpan(by, whole),
    spans: {
      kind: moveSpan(by, kind),
      ...definedFields({
        apiVersion: apiVersion && moveSpan(by, apiVersion),
        name: name && moveSpan(by, name),
        namespace: namespace && moveSpan(by, namespace),
      }),
    },
  };
}

type ObjectSpans = Pick<ManifestFound, "whole" | "spans">;

/** Adds an offset to a span. */
export function moveSpan(by: number, { start, end }: TextSpan): TextSpan {
  return { start: start + by, end: end + by };
}

/** Whether a document has the comment `# hco-status: ignore` before its first line. */
function hasIgnoreComment(text: string): boolean {
  if (!text.includes("hco-status:")) return false;
  const preamble = text.slice(0, skipWhitespace(text, findMarkerEnd(text)));
  return /^(?:---)?[ \t]*#[ \t]*hco-status:[ \t]*ignore(?![\w-])/m.test(preamble);
}

/** The whole text for YAML. For JSON one part for each value, because values can follow each other without a marker. */
function splitParts(text: string): readonly TextSpan[] {
  const content = skipWhitespace(text, findMarkerEnd(text));
  if (content >= text.length) return [];
  // A line that ends with `}` above one that begins with `{` is JSON whose first brace is missing. YAML has no such lines.
  const isJson = startsLikeJson(text, content) || /\}[ \t]*[\r\n]\{[^{]/.test(text);
  return isJson
    ? splitJsonValues(text, content, createDocumentCounter())
    : [{ start: text.startsWith("\uFEFF") ? 1 : 0, end: text.length }];
}

function startsLikeJson(text: string, content: number): boolean {
  return /[{[]/.test(text.charAt(content)) && !text.startsWith("{{", content);
}
