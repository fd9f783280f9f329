import type { Polarity } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { CountRow, KindRow, WordMeaning, WordRow } from "../../model/profile.ts";
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
  readonly polarity: Readonly<Record<string, Polarity>>;
  /** Its key `source`: the document that defines the fields. */
  readonly document: string | undefined;
}

/** What a polarity file may call the polarity of a condition type. */
export const polarityNames: readonly Polarity[] = ["main", "good", "bad", "busy", "advice", "caution", "info"];

const verdictNames: readonly Verdict[] = ["healthy", "progressing", "degraded", "unavailable", "unknown"];
const meanings: readonly WordMeaning[] = [...verdictNames, "paused"];
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
 * list of kinds that share all other fields. `source` of the rows is `place`, where the entry stands.
 * @throws PolarityMistake for the first mistake, with its offset.
 */
export function readKindEntry(item: YamlNode, position: string): readonly KindEntry[] {
  if (item.is !== "mapping") throw new PolarityMistake(item.at, { code: "no-kind-row", found: pieceFound(item) });
  const fields = readFields(item, kindKeys, "unknown-row-key");
  const kinds = readWords("kind", fields.get("kind"));
  const group = readWord("group", fields.get("group"));
  if (kinds.length === 0 || kinds.includes("") || group === undefined)
    throw new PolarityMistake(item.at, { code: "no-kind" });
  const odd = kinds.find((kind) => !/^(?:[A-Za-z][A-Za-z0-9-]*|\*)$/.test(kind));
  if (odd !== undefined) throw new PolarityMistake(fields.get("kind")?.at ?? item.at, { code: "odd-kind", kind: odd });
  if (!/^(?:(?:\*\.)?[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?)?$/.test(group))
    throw new PolarityMistake(fields.get("group")?.at ?? item.at, { code: "odd-group", group });
  const readField = <T>(key: (typeof kindKeys)[number], read: (node: YamlNode) => T): T | undefined => {
    const node = fields.get(key);
    return node === undefined ? undefined : read(node);
  };
  const verdict = (key: string) => (node: YamlNode) => readChoice(key, node, verdictNames, "unknown-verdict");
  const shared = {
    reasons: readField("reasons", (node) => meaningsIn("reasons", node)),
    unknown: readField("unknown", verdict("unknown")),
    required: readField("required", (node) =>
      listItems("required", node).map((each) => readWord("required", each) ?? ""),
    ),
    conditions: readField("conditions", (node) => listItems("conditions", node).map(readPath)),
    words: readField("words", (node) => listItems("words", node).map(readWordRow)),
    counts: readField("counts", (node) => listItems("counts", node).map(readCounts)),
    failures: readField("failures", (node) => listItems("failures", node).map(readPath)),
    silent: readField("silent", verdict("silent")),
    installed: readField("installed", readPath),
    strict: readField(
      "strict",
      (node) => readChoice("strict", node, ["true", "false"], "unknown-choice") === "true" || undefined,
    ),
  };
  const present = definedFields(shared);
  const polarity = readField("polarity", polarityIn) ?? {};
  const document = readWord("source", fields.get("source"));
  return kinds.map((kind) => ({ row: { kind, group, source: position, ...present }, polarity, document }));
}

function polarityIn(node: YamlNode): Readonly<Record<string, Polarity>> {
  return Object.fromEntries(
    entriesOf("polarity", node).map(({ name: type, value }) => [
      type,
      readChoice(type, value, polarityNames, "unknown-polarity"),
    ]),
  );
}

function meaningsIn(key: string, node: YamlNode): Readonly<Record<string, WordMeaning>> {
  return Object.fromEntries(
    entriesOf(key, node).map(({ name, value }) => [name, readChoice(name, value, meanings, "unknown-verdict")]),
  );
}

function readWordRow(node: YamlNode): WordRow {
  const fields = fieldsOf("words", node, ["at", "is", "otherwise", "where"]);
  const is = fields.get("is");
  const otherwise = fields.get("otherwise");
  const where = fields.get("where");
  return {
    at: readPath(requiredField(fields, "at", node)),
    is: is === undefined ? {} : meaningsIn("is", is),
    ...definedFields({
      otherwise: otherwise && readChoice("otherwise", otherwise, meanings, "unknown-verdict"),
      where: where && readCondition(where),
    }),
  };
}

/** The field of another word, and its values where a row applies. */
function readCondition(node: YamlNode): NonNullable<WordRow["where"]> {
  const fields = fieldsOf("where", node, ["at", "is"]);
  const is = listItems("is", requiredField(fields, "is", node)).map((item) => readWord("is", item) ?? "");
  return { at: readPath(requiredField(fields, "at", node)), is };
}

function readCounts(node: YamlNode): CountRow {
  const fields = fieldsOf("counts", node, ["wanted", "ready", "short"]);
  const short = fields.get("short");
  return {
    wanted: readPath(requiredField(fields, "wanted", node)),
    ready: readPath(requiredField(fields, "ready", node)),
    ...definedFields({ short: short && readChoice("short", short, verdictNames, "unknown-verdict") }),
  };
}

function readPath(node: YamlNode): string {
  const path = readWord("path", node) ?? "";
  if (parsePath(path) === undefined) throw new PolarityMistake(node.at, { code: "odd-path", path });
  return path;
}

function requiredField(fields: ReadonlyMap<string, YamlNode>, key: string, row: YamlNode): YamlNode {
  const node = fields.get(key);
  if (node === undefined) throw new PolarityMistake(row.at, { code: "no-field", key });
  return node;
}

function listItems(key: string, node: YamlNode): readonly YamlNode[] {
  if (node.is !== "list") throw new PolarityMistake(node.at, { code: "no-items", key, found: pieceFound(node) });
  return node.items;
}

function fieldsOf(key: string, node: YamlNode, allowed: readonly string[]): ReadonlyMap<string, YamlNode> {
  if (node.is !== "mapping") throw new PolarityMistake(node.at, { code: "no-entries", key, found: pieceFound(node) });
  return readFields(node, allowed, "unknown-row-key");
}

function entriesOf(key: string, node: YamlNode): readonly NamedEntry[] {
  if (node.is !== "mapping") throw new PolarityMistake(node.at, { code: "no-entries", key, found: pieceFound(node) });
  return readEntries(node.entries);
}
