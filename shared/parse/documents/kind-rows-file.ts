import type { Polarity } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { CountRow, FieldValues, KindRow, WordMeaning, WordRow } from "../../model/profile.ts";
import type { Verdict } from "../../model/verdict.ts";
import { parsePath } from "../value-paths.ts";
import type { YamlNode } from "../yaml/yaml-tree.ts";
import {
  type NamedEntry,
  PolarityMistake,
  pieceFound,
  readChoice,
  readEntries,
  readFields,
  readWord,
  readWords,
} from "./polarity-mistake.ts";

// A field that rows lack has its evaluation in shared/aggregate/generic and its key here, so that a user's file can say the
// same as a row of shared/tables/kinds.

/** What one entry under `kinds` says of one kind. */
export interface KindEntry {
  /** The row without its polarity. */
  readonly row: KindRow;
  /** The polarities by condition type. */
  readonly polarity: Readonly<Record<string, Polarity>>;
  /** The key `source` of the entry: the document that defines the fields. */
  readonly document: string | undefined;
}

/** What a polarity file may call the polarity of a condition type. */
export const polarityNames: readonly Polarity[] = ["main", "good", "bad", "busy", "advice", "caution", "info"];

const verdictNames: readonly Verdict[] = ["healthy", "progressing", "degraded", "unavailable", "unknown"];
const meanings: readonly WordMeaning[] = [...verdictNames, "paused"];
const kindPattern = /^(?:[A-Za-z][A-Za-z0-9-]*|\*)$/;
const groupPattern = /^(?:(?:\*\.)?[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?)?$/;

/** The keys of an entry under `kinds`. */
const kindKeys = [
  "kind",
  "group",
  "source",
  "polarity",
  "reasons",
  "unknown",
  "required",
  "conditions",
  "words",
  "counts",
  "failures",
  "silent",
  "installed",
  "strict",
] as const;

/**
 * Reads one entry under `kinds` of a polarity file: the fields of {@link KindRow}, as a user writes them. `kind` may be a
 * list of kinds that share all other fields.
 *
 * @param position where the entry is, `file:line`, as the source of its rows
 * @throws PolarityMistake for the first mistake, with its offset.
 */
export function readKindEntry(item: YamlNode, position: string): readonly KindEntry[] {
  if (item.is !== "mapping") throw new PolarityMistake(item.at, { code: "no-kind-row", found: pieceFound(item) });
  const fields = readFields(item, kindKeys, "unknown-row-key");
  const { kinds, group } = readKindsAndGroup(item, fields);
  const sharedFields = readSharedFields(fields);
  const polarityNode = fields.get("polarity");
  const polarity = polarityNode === undefined ? {} : readPolarities(polarityNode);
  const document = readWord("source", fields.get("source"));
  return kinds.map((kind) => ({ row: { kind, group, source: position, ...sharedFields }, polarity, document }));
}

/** The kinds of an entry, of which there is at least one, and their group. */
function readKindsAndGroup(
  item: YamlNode,
  fields: ReadonlyMap<string, YamlNode>,
): { readonly kinds: readonly string[]; readonly group: string } {
  const kinds = readWords("kind", fields.get("kind"));
  const group = readWord("group", fields.get("group"));
  if (kinds.length === 0 || kinds.includes("") || group === undefined) {
    throw new PolarityMistake(item.at, { code: "no-kind" });
  }
  const oddKind = kinds.find((kind) => !kindPattern.test(kind));
  if (oddKind !== undefined) {
    throw new PolarityMistake(fields.get("kind")?.at ?? item.at, { code: "odd-kind", kind: oddKind });
  }
  if (!groupPattern.test(group)) {
    throw new PolarityMistake(fields.get("group")?.at ?? item.at, { code: "odd-group", group });
  }
  return { kinds, group };
}

/** The fields of an entry that all its kinds share. */
function readSharedFields(
  fields: ReadonlyMap<string, YamlNode>,
): Omit<KindRow, "kind" | "group" | "source" | "polarity"> {
  const readField = <Value>(
    key: (typeof kindKeys)[number],
    readNode: (node: YamlNode, key: string) => Value,
  ): Value | undefined => {
    const node = fields.get(key);
    return node === undefined ? undefined : readNode(node, key);
  };
  const reasonsNode = fields.get("reasons");
  return definedFields({
    reasons: reasonsNode && readMeanings("reasons", reasonsNode),
    unknown: readField("unknown", readVerdict),
    required: readField("required", readWordList),
    conditions: readField("conditions", readPaths),
    words: readField("words", (node, key) => listItems(key, node).map(readWordRow)),
    counts: readField("counts", (node, key) => listItems(key, node).map(readCounts)),
    failures: readField("failures", readPaths),
    silent: readField("silent", readVerdict),
    installed: readField("installed", readPath),
    strict: readField("strict", readTrue),
  });
}

function readVerdict(node: YamlNode, key: string): Verdict {
  return readChoice(key, node, verdictNames, "unknown-verdict");
}

/** True, or undefined for the word `false`. */
function readTrue(node: YamlNode, key: string): true | undefined {
  return readChoice(key, node, ["true", "false"], "unknown-choice") === "true" ? true : undefined;
}

function readWordList(node: YamlNode, key: string): readonly string[] {
  return listItems(key, node).map((item) => readWord(key, item) ?? "");
}

function readPaths(node: YamlNode, key: string): readonly string[] {
  return listItems(key, node).map(readPath);
}

/** `{Ready: main, Leaking: bad}` */
function readPolarities(node: YamlNode): Readonly<Record<string, Polarity>> {
  const entries = listNamedEntries("polarity", node);
  return Object.fromEntries(
    entries.map(({ name, value }) => [name, readChoice(name, value, polarityNames, "unknown-polarity")]),
  );
}

/** `{Blue: healthy, Torn: degraded}` */
function readMeanings(key: string, node: YamlNode): Readonly<Record<string, WordMeaning>> {
  const entries = listNamedEntries(key, node);
  return Object.fromEntries(
    entries.map(({ name, value }) => [name, readChoice(name, value, meanings, "unknown-verdict")]),
  );
}

/** `{at: status.phase, is: {Blue: healthy, Torn: degraded}, otherwise: progressing}` */
function readWordRow(node: YamlNode): WordRow {
  const fields = readMappingFields("words", node, ["at", "is", "otherwise", "where"]);
  const isNode = fields.get("is");
  const otherwiseNode = fields.get("otherwise");
  const whereNode = fields.get("where");
  return {
    at: readPath(findRequiredField(fields, "at", node)),
    is: isNode === undefined ? {} : readMeanings("is", isNode),
    ...definedFields({
      otherwise: otherwiseNode && readChoice("otherwise", otherwiseNode, meanings, "unknown-verdict"),
      where: whereNode && readWhere(whereNode),
    }),
  };
}

/** The other fields, and the values of them for which a row applies: `{at: spec.mode, is: [Auto]}`, or a list of such. */
function readWhere(node: YamlNode): readonly FieldValues[] {
  return node.is === "list" ? node.items.map(readFieldValues) : [readFieldValues(node)];
}

function readFieldValues(node: YamlNode): FieldValues {
  const fields = readMappingFields("where", node, ["at", "is"]);
  const is = readWordList(findRequiredField(fields, "is", node), "is");
  return { at: readPath(findRequiredField(fields, "at", node)), is };
}

/** `{wanted: spec.size, ready: status.members}` */
function readCounts(node: YamlNode): CountRow {
  const fields = readMappingFields("counts", node, ["wanted", "ready", "short"]);
  const shortNode = fields.get("short");
  return {
    wanted: readPath(findRequiredField(fields, "wanted", node)),
    ready: readPath(findRequiredField(fields, "ready", node)),
    ...definedFields({ short: shortNode && readVerdict(shortNode, "short") }),
  };
}

function readPath(node: YamlNode): string {
  const path = readWord("path", node) ?? "";
  if (parsePath(path) === undefined) throw new PolarityMistake(node.at, { code: "odd-path", path });
  return path;
}

/** The value of a key that a row must have. */
function findRequiredField(fields: ReadonlyMap<string, YamlNode>, key: string, row: YamlNode): YamlNode {
  const node = fields.get(key);
  if (node === undefined) throw new PolarityMistake(row.at, { code: "no-field", key });
  return node;
}

function listItems(key: string, node: YamlNode): readonly YamlNode[] {
  if (node.is !== "list") throw new PolarityMistake(node.at, { code: "no-items", key, found: pieceFound(node) });
  return node.items;
}

function readMappingFields(key: string, node: YamlNode, allowed: readonly string[]): ReadonlyMap<string, YamlNode> {
  if (node.is !== "mapping") throw new PolarityMistake(node.at, { code: "no-entries", key, found: pieceFound(node) });
  return readFields(node, allowed, "unknown-row-key");
}

function listNamedEntries(key: string, node: YamlNode): readonly NamedEntry[] {
  if (node.is !== "mapping") throw new PolarityMistake(node.at, { code: "no-entries", key, found: pieceFound(node) });
  return readEntries(node.entries);
}
