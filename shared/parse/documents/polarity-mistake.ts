import type { FoundPiece, PolarityFault, UnknownWord } from "../../model/fault/polarity.ts";
import type { PolarityRow } from "../../model/profile.ts";
import { inputFaultText } from "../input-fault-text.ts";
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
 * The fields of one mapping of a polarity file. Each method returns undefined where the field is missing, and throws a
 * PolarityMistake, with the offset of the value, where it is wrong.
 *
 *     // {at: status.phase, is: {Blue: healthy}}
 *     fields.word("at"); // status.phase
 *     fields.choices("is", ["healthy", "degraded"], "unknown-verdict"); // {Blue: "healthy"}
 */
export class RowFields {
  /** The offset of the mapping. */
  readonly at: number;
  readonly #values = new Map<string, YamlNode>();

  /** @throws PolarityMistake for a key that is not in `allowed`, so that every typo is reported */
  constructor({ at, entries }: Mapping, allowed: readonly string[], code: UnknownWord["code"] = "unknown-row-key") {
    this.at = at;
    for (const { key, value } of entries) {
      const name = readKey(key);
      if (!allowed.includes(name)) throw new PolarityMistake(key.at, unknownWord(code, name, allowed));
      this.#values.set(name, value);
    }
  }

  value(key: string): YamlNode | undefined {
    return this.#values.get(key);
  }

  isEmpty(): boolean {
    return this.#values.size === 0;
  }

  /** The mistake in the value of a key, or in the mapping where it lacks the key. */
  mistake(key: string, fault: PolarityFault): PolarityMistake {
    return new PolarityMistake(this.value(key)?.at ?? this.at, fault);
  }

  /** @throws PolarityMistake also where the field is missing */
  required(key: string): YamlNode {
    const value = this.value(key);
    if (value === undefined) throw this.mistake(key, { code: "no-field", key });
    return value;
  }

  word(key: string): string | undefined {
    const value = this.value(key);
    return value && readWord(key, value);
  }

  /** The words of a field that holds one word or a list of words. */
  words(key: string): readonly string[] | undefined {
    const value = this.value(key);
    return value?.is === "list" ? value.items.map((item) => readWord(key, item)) : value && [readWord(key, value)];
  }

  /** A word that must be one of `allowed`. */
  choice<Word extends string>(key: string, allowed: readonly Word[], code: UnknownWord["code"]): Word | undefined {
    const value = this.value(key);
    return value && readChoice(key, value, allowed, code);
  }

  /** The words of a mapping, each of which must be one of `allowed`, by their keys. */
  choices<Word extends string>(
    key: string,
    allowed: readonly Word[],
    code: UnknownWord["code"],
  ): Readonly<Record<string, Word>> | undefined {
    const value = this.value(key);
    if (value === undefined) return undefined;
    const entries = requireMapping(key, value).entries.map((entry) => {
      const name = readKey(entry.key);
      return [name, readChoice(name, entry.value, allowed, code)] as const;
    });
    return Object.fromEntries(entries);
  }

  /** The items of a list. */
  items(key: string, code: "no-items" | "no-list" = "no-items"): readonly YamlNode[] | undefined {
    const value = this.value(key);
    return value && requireItems(key, value, code);
  }
}

type Mapping = Extract<YamlNode, { is: "mapping" }>;

/** The mapping in the field `key`. */
export function requireMapping(key: string, node: YamlNode): Mapping {
  if (node.is === "mapping") return node;
  throw new PolarityMistake(node.at, { code: "no-entries", key, found: pieceFound(node) });
}

/** The items of the list in the field `key`. */
export function requireItems(
  key: string,
  node: YamlNode,
  code: "no-items" | "no-list" = "no-items",
): readonly YamlNode[] {
  if (node.is === "list") return node.items;
  throw new PolarityMistake(node.at, { code, key, found: pieceFound(node) });
}

function readKey(key: YamlNode): string {
  if (key.is === "text") return key.text;
  throw new PolarityMistake(key.at, { code: "no-key", found: pieceFound(key) });
}

/** The word in the field `key`. */
export function readWord(key: string, node: YamlNode): string {
  if (node.is === "text") return node.text;
  throw new PolarityMistake(node.at, { code: "no-word", key, found: pieceFound(node) });
}

function readChoice<Word extends string>(
  key: string,
  node: YamlNode,
  allowed: readonly Word[],
  code: UnknownWord["code"],
): Word {
  const word = readWord(key, node);
  const found = allowed.find((candidate) => candidate === word);
  if (found === undefined) throw new PolarityMistake(node.at, unknownWord(code, word, allowed));
  return found;
}

function unknownWord(code: UnknownWord["code"], found: string, allowed: readonly string[]): UnknownWord {
  return { code, found, guess: nearestSpelling(found, allowed), allowed };
}

/** Whether a field or a document has no value. */
export function isNothing(node: YamlNode): boolean {
  return node.is === "text" && node.text === "";
}

export function pieceFound(node: YamlNode): FoundPiece {
  if (isNothing(node)) return "nothing";
  return node.is === "text" ? { word: node.text } : node.is;
}

const example = "polarity: [{type: Hibernated, polarity: info}]";

/** What is wrong in a polarity file, and what is allowed there. */
export function polarityFaultText(fault: PolarityFault): string {
  switch (fault.code) {
    case "binary":
      return "binary data, not YAML";
    case "no-yaml":
      // A limit, such as that of aliases, is no mistake in the syntax.
      return fault.cause.code === "no-yaml" ? `not YAML: ${fault.cause.reason}` : inputFaultText(fault.cause);
    case "empty":
      return `it is empty; write for example ${example}`;
    case "second-document":
      return "more than one YAML document; use one";
    case "no-mapping":
      return `expected a mapping with polarity or kinds, found ${pieceText(fault.found)}`;
    case "no-polarities":
      return `the key polarity or kinds is missing; write for example ${example}`;
    case "no-list":
      return `expected a list of rows under ${fault.key}, each with a dash, found ${pieceText(fault.found)}`;
    case "no-type-row":
      return `expected a row such as {type: Hibernated, polarity: info}, found ${pieceText(fault.found)}`;
    case "no-kind-row":
      return `expected a row such as {kind: Widget, group: acme.io}, found ${pieceText(fault.found)}`;
    case "no-key":
      return `expected a key, found ${pieceText(fault.found)}`;
    case "no-word":
      return `expected one word after ${fault.key}, found ${pieceText(fault.found)}`;
    case "no-items":
      return `expected a list after ${fault.key}, found ${pieceText(fault.found)}`;
    case "no-entries":
      return `expected a mapping after ${fault.key}, found ${pieceText(fault.found)}`;
    case "no-field":
      return `a row needs ${fault.key}`;
    case "odd-path":
      return `"${fault.path}" is not a path; write for example status.nodes.*.state or metadata.labels[acme.io/tier]`;
    case "no-kind":
      return "a row of kinds needs kind and group";
    case "kind-twice":
      return `the kind ${fault.kind} of group "${fault.group}" stands twice, first at ${fault.before}; keep one`;
    case "no-type":
      return "a row needs a type";
    case "no-polarity":
      return `the row of ${fault.type} needs a polarity; allowed: ${fault.allowed.join(", ")}`;
    case "unknown-key":
    case "unknown-row-key":
    case "unknown-polarity":
    case "unknown-verdict":
    case "unknown-choice":
      return unknownText(fault);
    case "odd-kind":
      return `"${fault.kind}" is not a kind; use the kind of the manifest, such as VirtualMachine`;
    case "odd-group": {
      const advice = fault.group.includes("/") ? "omit the version" : "use a name such as kubevirt.io";
      return `"${fault.group}" is not an API group; ${advice}`;
    }
    case "twice":
      return `the polarity of ${rowTitle(fault.row)} is defined twice, first at ${fault.before}; keep one`;
  }
}

function unknownText({ code, found, guess, allowed }: UnknownWord): string {
  const [what, place] = unknown[code];
  const hint = guess === undefined ? ";" : `, did you mean ${guess}?`;
  return `unknown ${what} "${found.slice(0, 60)}"${place}${hint} allowed: ${allowed.join(", ")}`;
}

const unknown: Readonly<Record<UnknownWord["code"], readonly [what: string, place: string]>> = {
  "unknown-key": ["key", " here"],
  "unknown-row-key": ["key", " in a row"],
  "unknown-polarity": ["polarity", ""],
  "unknown-verdict": ["verdict", ""],
  "unknown-choice": ["value", ""],
};

function rowTitle({ type, kind, group }: PolarityRow): string {
  const ofKind = kind === undefined ? "" : ` of kind ${kind}`;
  const ofGroup = group === undefined ? "" : ` of group "${group}"`;
  return `${type}${ofKind}${ofGroup}`;
}

function pieceText(found: FoundPiece): string {
  if (typeof found === "object") return `the word "${found.word.slice(0, 60)}"`;
  return { nothing: "nothing", list: "a list", mapping: "a mapping", alias: "an alias" }[found];
}
