import type { ManifestFound, ManifestPart, ManifestPiece, TextSpan } from "../../model/manifest/manifest.ts";
import { countDenseYamlValues } from "../yaml/read-yaml.ts";
import { markerEnd, skipWhitespace } from "./characters.ts";
import { jsonValues } from "./json-text.ts";
import { objectsIn } from "./object-identity.ts";
import { type DocumentWork, type ManifestTree, readManifest } from "./read-document.ts";
import { documentCounter } from "./segments.ts";
import { openTemplateBlocksAt } from "./template-mask.ts";

/**
 * Reads the objects between two document markers. Full trees are read on demand. Yields the cost of each part, as
 * `Work` counts it.
 * @throws InputLimitError where it has more JSON values than an input may have.
 */
export function* pieceSteps(text: string): Generator<number, ManifestPiece, void> {
  const isIgnored = isSkipped(text);
  const parts: ManifestPart[] = [];
  for (const { start, end } of splitParts(text)) {
    const work: DocumentWork = { done: partCost };
    parts.push(isIgnored ? { start, end, objects: [], isPartial: false } : partOf(text, start, end, work));
    yield work.done;
  }
  return { text, parts, values: countDenseYamlValues(text), opens: openTemplateBlocksAt(text)(text.length) };
}

/** The cost of a part besides its characters, in characters. */
const partCost = 500;

function partOf(text: string, start: number, end: number, work: DocumentWork): ManifestPart {
  const part = text.slice(start, end);
  const tree = readManifest(part, work);
  const objects = objectsIn(tree, part).map((object) => ({ ...object, ...movedSpans(start, object) }));
  return { start, end, objects, isPartial: tree.isPartial };
}

/**
 * The tree of a part of a piece; places count from the start of the part. It is read once, and kept as long as the
 * piece.
 */
export function pieceTree(piece: ManifestPiece, part: number): ManifestTree {
  const known = trees.get(piece) ?? new Map<number, ManifestTree>();
  trees.set(piece, known);
  const { start, end } = piece.parts[part] ?? { start: 0, end: 0 };
  const tree = known.get(part) ?? readManifest(piece.text.slice(start, end));
  known.set(part, tree);
  return tree;
}

const trees = new WeakMap<ManifestPiece, Map<number, ManifestTree>>();

/** An object's places, moved by an offset. */
export function movedSpans(by: number, { whole, spans }: ObjectSpans): ObjectSpans {
  const { apiVersion, kind, name, namespace } = spans;
  return {
    whole: movedSpan(by, whole),
    spans: {
      ...(apiVersion !== undefined && { apiVersion: movedSpan(by, apiVersion) }),
      kind: movedSpan(by, kind),
      ...(name !== undefined && { name: movedSpan(by, name) }),
      ...(namespace !== undefined && { namespace: movedSpan(by, namespace) }),
    },
  };
}

type ObjectSpans = Pick<ManifestFound, "whole" | "spans">;

export function movedSpan(by: number, { start, end }: TextSpan): TextSpan {
  return { start: start + by, end: end + by };
}

/** Whether a comment `hco-status: ignore` is before the first line of a document. */
function isSkipped(text: string): boolean {
  if (!text.includes("hco-status:")) return false;
  const preamble = text.slice(0, skipWhitespace(text, markerEnd(text)));
  return /^(?:---)?[ \t]*#[ \t]*hco-status:[ \t]*ignore(?![\w-])/m.test(preamble);
}

/** One part for YAML; for JSON one for each of its values, which can follow each other without a marker. */
function splitParts(text: string): readonly TextSpan[] {
  const content = skipWhitespace(text, markerEnd(text));
  if (content >= text.length) return [];
  // In YAML no line begins with a brace after one that ends with one: then the first brace is missing.
  const isJson = startsLikeJson(text, content) || /\}[ \t]*[\r\n]\{[^{]/.test(text);
  return isJson
    ? jsonValues(text, content, documentCounter())
    : [{ start: text.startsWith("\uFEFF") ? 1 : 0, end: text.length }];
}

function startsLikeJson(text: string, content: number): boolean {
  return /[{[]/.test(text.charAt(content)) && !text.startsWith("{{", content);
}
