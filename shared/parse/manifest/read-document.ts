import { definedFields } from "../../model/defined-fields.ts";
import { countDenseYamlValues, maxDenseValues } from "../yaml/read-yaml.ts";
import { skipWhitespace } from "./characters.ts";
import { readFlowCollection } from "./flow-collections.ts";
import type { ManifestNode } from "./node.ts";
import { failureCost, headLength, recoverDocument } from "./recover.ts";
import { maskTemplates } from "./template-mask.ts";
import { parseYamlTree } from "./tree.ts";

/** The part of one document that could be read. */
export interface ManifestTree {
  readonly root?: ManifestNode;
  /** The document is too large or too broken to be read completely. */
  readonly isPartial: boolean;
}

/** Counts the characters that are read. Those that are read twice count twice. */
export interface DocumentWork {
  characters: number;
}

/** The most characters of a document that is read completely. Of a larger one only the identity of the object is read. */
const maxCharacters = 2_000_000;

/** The most characters that the recovery of one broken document reads, which takes about 0.05 s. */
const maxRecoveredCharacters = 2_000_000;

/**
 * Reads one YAML document or JSON value as far as possible, by the first of these that succeeds:
 *   1. of a text that is too large, only the fields that identify objects
 *   2. as YAML
 *   3. as YAML with templates, conflict markers and tabs masked, in each way of {@link maskTemplates}
 *   4. each block alone, without those that are broken ({@link recoverDocument})
 * Spans count from the start of `text`. Adds to `work`. Never throws.
 */
export function readManifestTree(text: string, work: DocumentWork = { characters: 0 }): ManifestTree {
  work.characters += text.length;
  if (isTooLarge(text)) return makeTree(readOutline(text), true);
  const tree = parseYamlTree(text, text, new Map());
  if (tree !== undefined && !hasTemplateAsMapping(text, tree)) return makeTree(tree, false);
  const maskedTexts = maskTemplates(text);
  for (const masked of maskedTexts) {
    work.characters += text.length + failureCost;
    const maskedTree = parseYamlTree(masked, text, new Map());
    if (maskedTree !== undefined) return makeTree(maskedTree, false);
  }
  const budget = { remaining: maxRecoveredCharacters };
  const root = recoverDocument(maskedTexts.at(-1) ?? text, text, new Map(), budget);
  work.characters += Math.min(maxRecoveredCharacters, maxRecoveredCharacters - budget.remaining) + failureCost;
  return makeTree(root, budget.remaining < 0);
}

function makeTree(root: ManifestNode | null | undefined, isPartial: boolean): ManifestTree {
  return { ...definedFields({ root: root ?? undefined }), isPartial };
}

/** Whether a text has too many characters, or too many fields for its size. A short text has not too many of either. */
function isTooLarge(text: string): boolean {
  return text.length > maxCharacters || (text.length > maxDenseValues && countDenseYamlValues(text) > maxDenseValues);
}

/** Reads only the fields that identify the objects of a text. */
function readOutline(text: string): ManifestNode | undefined {
  const start = skipWhitespace(text, 0);
  if (/[{[]/.test(text.charAt(start))) {
    const head = text.slice(0, start + headLength);
    return readFlowCollection(head, head, start, head.length);
  }
  const [masked = text] = maskTemplates(text);
  return recoverDocument(masked, text, new Map(), { remaining: maxRecoveredCharacters }, true);
}

/** Whether a template was read as a value: in YAML, `{{ .Values.name }}` is a mapping whose key is a mapping. */
function hasTemplateAsMapping(text: string, tree: ManifestNode | null): boolean {
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
