import type { FoundPiece, PolarityFault, UnknownWord } from "../../model/fault/polarity.ts";
import { nearestSpelling } from "../spelling.ts";
import type { YamlNode } from "../yaml/yaml-tree.ts";

/** A mistake in a polarity file at an offset. */
export class PolarityMistake extends Error {
  readonly offset: number;
  readonly fault: PolarityFault;
  constructor(offset: number, fault: PolarityFault) {
    super(fault.code);
    this.offset = offset;
    this.fault = fault;
  }
}

/**
 * The values of a mapping by key. A key that is not in `allowed` is a mistake, so that every typo is reported. `former`:
 * the keys of the first releases, with their present names; a key by both names is a mistake.
 */
export function readFields(
  { entries }: Extract<YamlNode, { is: "mapping" }>,
  allowed: readonly string[],
  code: UnknownWord["code"],
): ReadonlyMap<string, YamlNode> {
  const fields = new Map<string, YamlNode>();
  for (const { name, at, value } of readEntries(entries)) {
    if (!allowed.includes(name)) throw new PolarityMistake(at, unknownWord(code, name, allowed));
    fields.set(name, value);
  }
  return fields;
}

/** An entry of a mapping whose key is a word. */
export interface NamedEntry {
  readonly name: string;
  readonly at: number;
  readonly value: YamlNode;
}

/** The entries of a mapping with any keys that are words. */
export function readEntries(entries: Extract<YamlNode, { is: "mapping" }>["entries"]): readonly NamedEntry[] {
  return entries.map(({ key, value }) => {
    if (key.is !== "text") throw new PolarityMistake(key.at, { code: "no-key", found: pieceFound(key) });
    return { name: key.text, at: key.at, value };
  });
}

/** The word of a field, undefined where it is absent. */
export function readWord(key: string, node: YamlNode | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (node.is !== "text") throw new PolarityMistake(node.at, { code: "no-word", key, found: pieceFound(node) });
  return node.text;
}

/** The word of a field that must be one of `allowed`. */
export function readChoice<T extends string>(
  key: string,
  node: YamlNode,
  allowed: readonly T[],
  code: UnknownWord["code"],
): T {
  const word = readWord(key, node) ?? "";
  const known = allowed.find((each) => each === word);
  if (known === undefined) throw new PolarityMistake(node.at, unknownWord(code, word, allowed));
  return known;
}

export function unknownWord(code: UnknownWord["code"], found: string, allowed: readonly string[]): UnknownWord {
  return { code, found, guess: nearestSpelling(found, allowed), allowed };
}

export function isNothing(node: YamlNode): boolean {
  return node.is === "text" && node.text === "";
}

export function pieceFound(node: YamlNode): FoundPiece {
  if (isNothing(node)) return "nothing";
  return node.is === "text" ? { word: node.text } : node.is;
}
