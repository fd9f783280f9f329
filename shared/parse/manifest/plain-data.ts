import { deepestNesting } from "../measure-json.ts";
import { listMergedNodes, type ManifestNode, type MappingNode, resolveAlias, type TextNode } from "./node.ts";

/** The most nodes that aliases may copy, so that a small text cannot become a large value. Further ones are null. */
const maxCopiedNodes = 100_000;

/** A node as plain data, with the targets of aliases and merge keys in their place. Of two equal keys the last one counts. */
export function readPlainData(root: ManifestNode): unknown {
  return new PlainDataReader().readNode(root, 0, false);
}

/** Reads the nodes of one root, and counts those that aliases copy. */
class PlainDataReader {
  #copiedNodes = 0;

  /** @param isCopy whether the node is part of the target of an alias */
  readNode(node: ManifestNode, depth: number, isCopy: boolean): unknown {
    if (depth > deepestNesting) return null;
    if (isCopy) {
      this.#copiedNodes += 1;
      if (this.#copiedNodes > maxCopiedNodes) return null;
    }
    switch (node.is) {
      case "text":
        return readScalar(node);
      case "list":
        return node.items.map((item) => this.readNode(item.value, depth + 1, isCopy));
      case "mapping":
        return Object.fromEntries(this.#readMapping(node, depth, isCopy));
      case "alias":
        return node.target === undefined ? null : this.readNode(node.target, depth + 1, true);
    }
  }

  #readMapping(node: MappingNode, depth: number, isCopy: boolean): ReadonlyMap<string, unknown> {
    const fields = new Map<string, unknown>();
    const mergedNodes = listMergedNodes(node).flatMap((source) => resolveAlias(source) ?? []);
    for (const { name, key, value } of node.entries) {
      const isMergeKey = name === "<<" && key.end - key.start === 2 && mergedNodes.length > 0;
      if (!isMergeKey) fields.set(name, this.readNode(value, depth + 1, isCopy));
    }
    for (const source of mergedNodes) {
      if (source.is !== "mapping" || depth > deepestNesting) continue;
      for (const [name, value] of this.#readMapping(source, depth + 1, true)) {
        if (!fields.has(name)) fields.set(name, value);
      }
    }
    return fields;
  }
}

/** A scalar as YAML's core schema reads it: `0x1f` -> 31, `"1"` -> the text `1`. A number that JavaScript cannot hold stays text. */
function readScalar({ text, isPlain }: TextNode): unknown {
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
