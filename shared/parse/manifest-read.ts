import { flowTree } from "./manifest-flow.ts";
import { maskedTexts } from "./manifest-mask.ts";
import type { ManifestNode } from "./manifest-node.ts";
import { headLength, recovered } from "./manifest-recover.ts";
import { skipped } from "./manifest-text.ts";
import { type Anchors, yamlTree } from "./manifest-tree.ts";

/** What could be read of one document. */
export interface ManifestTree {
  readonly root?: ManifestNode;
  /** It is too large or too broken to be looked into as a whole. */
  readonly isPartial: boolean;
}

/** Characters of a document that is looked into; of a larger one, only who it is. */
const largest = 2_000_000;

/** Characters that the recovery of one broken document may read, over and over; about 0.1 s. */
const mostRecovered = 4_000_000;

/** Reads one YAML document or JSON value, as far as that goes; places count from the start of `text`. Never throws. */
export function readManifest(text: string): ManifestTree {
  if (text.length > largest) return { ...rooted(outline(text)), isPartial: true };
  const tree = yamlTree(text, text, new Map());
  if (tree !== undefined && !isTemplate(text, tree)) return { ...rooted(tree ?? undefined), isPartial: false };
  const masked = maskedTexts(text);
  for (const readable of masked) {
    const anchors: Anchors = new Map();
    const attempt = yamlTree(readable, text, anchors);
    if (attempt !== undefined) return { ...rooted(attempt ?? undefined), isPartial: false };
  }
  const budget = { left: mostRecovered };
  const root = recovered(masked.at(-1) ?? text, text, new Map(), budget);
  return { ...rooted(root), isPartial: budget.left < 0 };
}

function rooted(root: ManifestNode | undefined): { readonly root?: ManifestNode } {
  return root === undefined ? {} : { root };
}

function outline(text: string): ManifestNode | undefined {
  const start = skipped(text, 0);
  if (/[{[]/.test(text.charAt(start))) return flowTree(text, text, start, Math.min(text.length, start + headLength));
  const [readable = text] = maskedTexts(text);
  return recovered(readable, text, new Map(), { left: mostRecovered }, true);
}

// To YAML `{{ .Values.name }}` is a mapping whose key is a mapping.
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
