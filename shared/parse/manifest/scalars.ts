import { deepestNesting } from "../yaml/read-yaml.ts";
import { type ManifestNode, type MappingNode, mergedInto, resolveAlias, type TextNode } from "./node.ts";

/** The most nodes that aliases may copy; further ones are null. So a small text cannot become a large value. */
const mostCopied = 100_000;

/** A node as plain data. Aliases and merge keys are replaced by their targets; of two equal keys the last counts. */
export function plainValue(root: ManifestNode): unknown {
  let copied = 0;
  return dataOf(root, 0, false);

  function dataOf(node: ManifestNode, depth: number, isCopy: boolean): unknown {
    if (depth > deepestNesting || (isCopy && ++copied > mostCopied)) return null;
    if (node.is === "text") return scalarOf(node);
    if (node.is === "list") return node.items.map((item) => dataOf(item.value, depth + 1, isCopy));
    if (node.is === "mapping") return Object.fromEntries(fieldsOf(node, depth, isCopy));
    return node.target === undefined ? null : dataOf(node.target, depth + 1, true);
  }

  function fieldsOf(node: MappingNode, depth: number, isCopy: boolean): ReadonlyMap<string, unknown> {
    const fields = new Map<string, unknown>();
    const merged = mergedInto(node).flatMap((source) => resolveAlias(source) ?? []);
    for (const { name, key, value } of node.entries) {
      const isMerge = name === "<<" && key.end - key.start === 2 && merged.length > 0;
      if (!isMerge) fields.set(name, dataOf(value, depth + 1, isCopy));
    }
    for (const source of merged) {
      if (source.is !== "mapping" || depth > deepestNesting) continue;
      for (const [name, value] of fieldsOf(source, depth + 1, true)) if (!fields.has(name)) fields.set(name, value);
    }
    return fields;
  }
}

/** A plain scalar as YAML's core schema reads it; a number that JavaScript cannot hold stays text. */
function scalarOf({ text, isPlain }: TextNode): unknown {
  if (!isPlain) return text;
  if (/^(|~|null|Null|NULL)$/.test(text)) return null;
  if (/^(true|True|TRUE)$/.test(text)) return true;
  if (/^(false|False|FALSE)$/.test(text)) return false;
  if (/^([-+]?\d+|0o[0-7]+|0x[\da-fA-F]+)$/.test(text)) {
    const number = Number(text);
    return Number.isSafeInteger(number) ? number : text;
  }
  if (/^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/.test(text) && Number.isFinite(Number(text))) return Number(text);
  return text;
}
