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

/** The values of a mapping by key. A key that is not in `allowed` is a mistake, so that every typo is reported. */
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

/** The words of a field that holds one word or a list of words; none where it is absent. */
export function readWords(key: string, node: YamlNode | undefined): readonly string[] {
  if (node?.is === "list") return node.items.map((item) => readWord(key, item) ?? "");
  const word = readWord(key, node);
  return word === undefined ? [] : [word];
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
