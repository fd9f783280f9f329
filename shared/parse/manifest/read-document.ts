import { countDenseYamlValues, maxDenseValues } from "../yaml/read-yaml.ts";
import { skipWhitespace } from "./characters.ts";
import { flowTree } from "./flow-collections.ts";
import type { ManifestNode } from "./node.ts";
import { failureCost, headLength, recoverDocument } from "./recover.ts";
import { maskedTexts } from "./template-mask.ts";
import { type AnchorMap, yamlTree } from "./tree.ts";

/** The part of one document that could be read. */
export interface ManifestTree {
  readonly root?: ManifestNode;
  /** The document is too large or too broken to be read completely. */
  readonly isPartial: boolean;
}

/** The cost of reading, in characters: those that are read twice count twice. */
export interface DocumentWork {
  done: number;
}

/**
 * The most characters of a document that is read completely; of a larger one, or of one with too many fields for its
 * size, only the object's identity is read.
 */
const maxCharacters = 2_000_000;

/** The most characters that the recovery of one broken document may read, repeatedly; about 0.05 s. */
const maxRecoveredCharacters = 2_000_000;

/** Reads one YAML document or JSON value as far as possible; places count from the start of `text`. Never throws. */
export function readManifest(text: string, work: DocumentWork = { done: 0 }): ManifestTree {
  work.done += text.length;
  if (isTooLarge(text)) return { ...withRoot(readOutline(text)), isPartial: true };
  const tree = yamlTree(text, text, new Map());
  if (tree !== undefined && !isTemplate(text, tree)) return { ...withRoot(tree ?? undefined), isPartial: false };
  const masked = maskedTexts(text);
  for (const readable of masked) {
    const anchors: AnchorMap = new Map();
    work.done += text.length + failureCost;
    const attempt = yamlTree(readable, text, anchors);
    if (attempt !== undefined) return { ...withRoot(attempt ?? undefined), isPartial: false };
  }
  const budget = { remaining: maxRecoveredCharacters };
  const root = recoverDocument(masked.at(-1) ?? text, text, new Map(), budget);
  work.done += Math.min(maxRecoveredCharacters, maxRecoveredCharacters - budget.remaining) + failureCost;
  return { ...withRoot(root), isPartial: budget.remaining < 0 };
}

function isTooLarge(text: string): boolean {
  // A short text has fewer values than are too many.
  return text.length > maxCharacters || (text.length > maxDenseValues && countDenseYamlValues(text) > maxDenseValues);
}

function withRoot(root: ManifestNode | undefined): { readonly root?: ManifestNode } {
  return root === undefined ? {} : { root };
}

function readOutline(text: string): ManifestNode | undefined {
  const start = skipWhitespace(text, 0);
  if (/[{[]/.test(text.charAt(start))) {
    const head = text.slice(0, start + headLength);
    return flowTree(head, head, start, head.length);
  }
  const [readable = text] = maskedTexts(text);
  return recoverDocument(readable, text, new Map(), { remaining: maxRecoveredCharacters }, true);
}

// In YAML, `{{ .Values.name }}` is a mapping whose key is a mapping.
function isTemplate(text: string, tree: ManifestNode | null): boolean {
  if (tree === null || !text.includes("{{")) return false;
  const waiting: ManifestNode[] = [tree];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.is === "mapping") {
      if (node.isFlow && text.startsWith("{{", node.start)) return true;
      for (const { key, value } of node.entries) {
        if (text.startsWith("{{", key.start)) return true;
        waiting.push(value);
      }
    } else if (node.is === "list") {
      for (const item of node.items) waiting.push(item.value);
    }
  }
  return false;
}
