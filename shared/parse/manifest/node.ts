import type { TextSpan } from "../../model/manifest/manifest.ts";

/**
 * A piece of a document with its place. The place includes quotes and brackets; for a block it spans the first to the
 * last character.
 */
export type ManifestNode = TextNode | ListNode | MappingNode | AliasNode;

export interface TextNode extends TextSpan {
  readonly is: "text";
  readonly text: string;
  /** Written without quotes, so that `true` is no text; an absent value is plain and empty. */
  readonly isPlain: boolean;
}

interface ListNode extends TextSpan {
  readonly is: "list";
  readonly isFlow: boolean;
  readonly items: readonly ItemNode[];
}

/** An item with the offset of its dash, or of its value in `[ ]`. */
export interface ItemNode {
  readonly at: number;
  readonly value: ManifestNode;
}

export interface MappingNode extends TextSpan {
  readonly is: "mapping";
  readonly isFlow: boolean;
  readonly entries: readonly EntryNode[];
}

export interface EntryNode {
  readonly key: TextSpan;
  readonly name: string;
  readonly value: ManifestNode;
}

/** `target` is absent if no earlier node has the name, or if the alias is inside its own target. */
interface AliasNode extends TextSpan {
  readonly is: "alias";
  readonly target?: ManifestNode;
}

/** The node, or for an alias the node that it names. */
export function resolveAlias(node: ManifestNode | undefined): Exclude<ManifestNode, AliasNode> | undefined {
  let current = node;
  while (current?.is === "alias") current = current.target;
  return current;
}

/** The entry called `name`: the last of several, as kubectl reads it, or else one of a merge key (`<<`). */
export function findEntry(node: ManifestNode | undefined, name: string, depth = 0): EntryNode | undefined {
  const mapping = resolveAlias(node);
  if (mapping?.is !== "mapping" || depth > maxMerges) return undefined;
  const own = mapping.entries.findLast((entry) => entry.name === name);
  if (own !== undefined) return own;
  for (const source of mergedInto(mapping)) {
    const found = findEntry(source, name, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

const maxMerges = 20;

/** The mappings merged into one by `<<`; the first takes precedence. */
export function mergedInto(mapping: MappingNode): readonly ManifestNode[] {
  return mapping.entries.flatMap(({ name, key, value }) => {
    if (name !== "<<" || key.end - key.start !== 2) return [];
    const source = resolveAlias(value);
    return source?.is === "list" ? source.items.map((item) => item.value) : [value];
  });
}

/** The node at a path, and its key if it has one. Aliases and merge keys lead to where the value is written. */
export function nodeAt(
  root: ManifestNode | undefined,
  path: readonly (string | number)[],
): { readonly key?: TextSpan; readonly value: ManifestNode } | undefined {
  if (root === undefined) return undefined;
  let found: { readonly key?: TextSpan; readonly value: ManifestNode } = { value: root };
  for (const step of path) {
    const node = resolveAlias(found.value);
    const next = node?.is === "list" && typeof step === "number" ? node.items[step] : findEntry(node, String(step));
    if (next === undefined) return undefined;
    found = next;
  }
  return found;
}
