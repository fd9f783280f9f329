import type { Span } from "../model/manifest.ts";

/** A piece of a document with where it stands, quotes and brackets included; of a block, from first to last character. */
export type ManifestNode = TextNode | ListNode | MappingNode | AliasNode;

export interface TextNode extends Span {
  readonly is: "text";
  readonly text: string;
  /** Written without quotes, so that `true` is no text; what is absent is plain and empty. */
  readonly isPlain: boolean;
}

interface ListNode extends Span {
  readonly is: "list";
  readonly isFlow: boolean;
  readonly items: readonly ItemNode[];
}

/** An item with the offset of its dash, or of itself in `[ ]`. */
export interface ItemNode {
  readonly at: number;
  readonly value: ManifestNode;
}

export interface MappingNode extends Span {
  readonly is: "mapping";
  readonly isFlow: boolean;
  readonly entries: readonly EntryNode[];
}

export interface EntryNode {
  readonly key: Span;
  readonly name: string;
  readonly value: ManifestNode;
}

/** `target` is absent where nothing of that name stands before it, or where it stands inside what it names. */
interface AliasNode extends Span {
  readonly is: "alias";
  readonly target?: ManifestNode;
}

/** What `node` stands for: an alias is what it names. */
export function resolved(node: ManifestNode | undefined): Exclude<ManifestNode, AliasNode> | undefined {
  let current = node;
  while (current?.is === "alias") current = current.target;
  return current;
}

/** The entry called `name`: the last of several, as kubectl reads it, else one of a merge key (`<<`). */
export function entryOf(node: ManifestNode | undefined, name: string, depth = 0): EntryNode | undefined {
  const mapping = resolved(node);
  if (mapping?.is !== "mapping" || depth > mostMerges) return undefined;
  const own = mapping.entries.findLast((entry) => entry.name === name);
  if (own !== undefined) return own;
  for (const source of mergedInto(mapping)) {
    const found = entryOf(source, name, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

const mostMerges = 20;

/** The mappings merged into one by `<<`, the first counting most. */
export function mergedInto(mapping: MappingNode): readonly ManifestNode[] {
  return mapping.entries.flatMap(({ name, key, value }) => {
    if (name !== "<<" || key.end - key.start !== 2) return [];
    const source = resolved(value);
    return source?.is === "list" ? source.items.map((item) => item.value) : [value];
  });
}

/** The node at a path, and its key where it has one; through aliases and merge keys to where the value is written. */
export function nodeAt(
  root: ManifestNode | undefined,
  path: readonly (string | number)[],
): { readonly key?: Span; readonly value: ManifestNode } | undefined {
  if (root === undefined) return undefined;
  let found: { readonly key?: Span; readonly value: ManifestNode } = { value: root };
  for (const step of path) {
    const node = resolved(found.value);
    const next = node?.is === "list" && typeof step === "number" ? node.items[step] : entryOf(node, String(step));
    if (next === undefined) return undefined;
    found = next;
  }
  return found;
}
