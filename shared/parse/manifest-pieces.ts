import type { ManifestFound, ManifestPart, ManifestPiece, Span } from "../model/manifest.ts";
import { objectsIn } from "./manifest-identity.ts";
import { opensBefore } from "./manifest-mask.ts";
import { type ManifestTree, readManifest } from "./manifest-read.ts";
import { markerEnd, skipped } from "./manifest-text.ts";

/** Reads what stands between two document markers: who is in it. Its trees are read when they are asked for. */
export function pieceOf(text: string): ManifestPiece {
  const isIgnored = isLeftOut(text);
  const parts = partsOf(text).map(({ start, end }): ManifestPart => {
    if (isIgnored) return { start, end, objects: [], isPartial: false };
    const part = text.slice(start, end);
    const tree = readManifest(part);
    const objects = objectsIn(tree, part);
    return {
      start,
      end,
      objects: objects.map((object) => ({ ...object, ...movedPlaces(start, object) })),
      isPartial: tree.isPartial,
    };
  });
  return { text, parts, opens: opensBefore(text)(text.length) };
}

/** The tree of a part of a piece, places counting from the start of the part; read once, and kept as long as the piece. */
export function treeOf(piece: ManifestPiece, part: number): ManifestTree {
  const known = trees.get(piece) ?? new Map<number, ManifestTree>();
  trees.set(piece, known);
  const { start, end } = piece.parts[part] ?? { start: 0, end: 0 };
  const tree = known.get(part) ?? readManifest(piece.text.slice(start, end));
  known.set(part, tree);
  return tree;
}

const trees = new WeakMap<ManifestPiece, Map<number, ManifestTree>>();

/** An object's places, counted from elsewhere. */
export function movedPlaces(by: number, { whole, spans }: Places): Places {
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

type Places = Pick<ManifestFound, "whole" | "spans">;

export function movedSpan(by: number, { start, end }: Span): Span {
  return { start: start + by, end: end + by };
}

/** A comment `hco-status: ignore` before the first line of a document. */
function isLeftOut(text: string): boolean {
  if (!text.includes("hco-status:")) return false;
  const preamble = text.slice(0, skipped(text, markerEnd(text)));
  return /^(?:---)?[ \t]*#[ \t]*hco-status:[ \t]*ignore(?![\w-])/m.test(preamble);
}

/** One part for YAML; for JSON one for each of its values, which can follow each other without a marker. */
function partsOf(text: string): readonly Span[] {
  const content = skipped(text, markerEnd(text));
  if (content >= text.length) return [];
  // In YAML no line begins with a brace behind one that ends with one: there the first brace is missing.
  const isJson = startsLikeJson(text, content) || /\}[ \t]*[\r\n]\{[^{]/.test(text);
  return isJson ? jsonValues(text, content) : [{ start: text.startsWith("\uFEFF") ? 1 : 0, end: text.length }];
}

function startsLikeJson(text: string, content: number): boolean {
  return /[{[]/.test(text.charAt(content)) && !text.startsWith("{{", content);
}

/**
 * Cuts behind each bracket that closes the outermost one. A text ends with its line at the latest, and a brace at the
 * start of a line begins another value unless a list or a field waits for one: so a half-typed value swallows no other.
 */
function jsonValues(text: string, from: number): readonly Span[] {
  const values: Span[] = [];
  const tokens = /"(?:[^"\\\r\n]+|\\[^\r\n])*"?|[{}[\],:]|[^\s"{}[\],:]+/g;
  tokens.lastIndex = from;
  let start = from;
  let depth = 0;
  let before = "";
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    const [word] = token;
    const isAtStart = word === "{" && token.index > start && /[\r\n]/.test(text.charAt(token.index - 1));
    const isAwaited = before === "," ? depth > 1 || text.charAt(start) === "[" : "[:".includes(before);
    if (isAtStart && depth > 0 && !isAwaited) {
      values.push({ start, end: token.index });
      start = token.index;
      depth = 0;
    }
    if (word === "{" || word === "[") {
      // What stands between two values is junk; with quotes it is a value without its first brace.
      if (depth === 0 && !text.slice(start, token.index).includes('"')) start = token.index;
      depth++;
    }
    if ((word === "}" || word === "]") && --depth <= 0) {
      values.push({ start, end: token.index + 1 });
      start = skipped(text, token.index + 1);
      tokens.lastIndex = start;
      depth = 0;
    }
    before = word;
  }
  return start < text.length ? [...values, { start, end: text.length }] : values;
}
