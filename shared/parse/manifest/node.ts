import type { TextSpan } from "../../model/manifest/manifest.ts";

/**
 * A node of a YAML document or JSON value. Its span includes quotes and brackets. The span of a block is from its first to its
 * last character.
 */
export type ManifestNode = TextNode | ListNode | MappingNode | AliasNode;

export interface TextNode extends TextSpan {
  readonly is: "text";
  readonly text: string;
  /** Whether it is written without quotes, so that `true` is a boolean. An absent value is plain and empty. */
  readonly isPlain: boolean;
}

interface ListNode extends TextSpan {
  readonly is: "list";
  readonly isFlow: boolean;
  readonly items: readonly ItemNode[];
}

export interface ItemNode {
  /** The offset of its dash, or of its value in `[ ]`. */
  readonly start: number;
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

interface AliasNode extends TextSpan {
  readonly is: "alias";
  /** Absent if no earlier node has the name, or if the alias is inside of its own target. */
  readonly target?: ManifestNode;
}

/** An absent value at an offset, such as that of `key:`. */
export function makeAbsentText(offset: number): TextNode {
  return { is: "text", start: offset, end: offset, text: "", isPlain: true };
}

/** The node itself, or the node that an alias names. */
export function resolveAlias(node: ManifestNode | undefined): Exclude<ManifestNode, AliasNode> | undefined {
  let target = node;
  while (target?.is === "alias") target = target.target;
  return target;
}

/** The most merge keys that may lead to each other. */
const maxMerges = 20;

/** The entry with a name. Of several the last one counts, as kubectl reads it. If there is none, that of a merge key (`<<`). */
export function findEntry(node: ManifestNode | undefined, name: string, depth = 0): EntryNode | undefined {
  const mapping = resolveAlias(node);
  if (mapping?.is !== "mapping" || depth > maxMerges) return undefined;
  const writtenEntry = mapping.entries.findLast((entry) => entry.name === name);
  if (writtenEntry !== undefined) return writtenEntry;
  for (const source of listMergedNodes(mapping)) {
    const mergedEntry = findEntry(source, name, depth + 1);
    if (mergedEntry !== undefined) return mergedEntry;
  }
  return undefined;
}

/** The values of the merge keys of a mapping: `<<: [*a, *b]` -> both. The fields of the first one take precedence. */
export function listMergedNodes(mapping: MappingNode): readonly ManifestNode[] {
  return mapping.entries.flatMap(({ name, key, value }) => {
    if (name !== "<<" || key.end - key.start !== 2) return [];
    const source = resolveAlias(value);
    return source?.is === "list" ? source.items.map((item) => item.value) : [value];
  });
}

/** The node at a path. Aliases and merge keys are followed. Undefined if there is none. */
export function findNode(root: ManifestNode | undefined, path: readonly (string | number)[]): FieldNode | undefined {
  if (root === undefined) return undefined;
  let field: FieldNode = { value: root };
  for (const step of path) {
    const node = resolveAlias(field.value);
    const next = node?.is === "list" && typeof step === "number" ? node.items[step] : findEntry(node, String(step));
    if (next === undefined) return undefined;
    field = next;
  }
  return field;
}

/** A node and its key. Items and the root have no key. */
export interface FieldNode {
  readonly key?: TextSpan;
  readonly value: ManifestNode;
}
