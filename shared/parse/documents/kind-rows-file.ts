import type { Polarity } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { CountRow, FieldValues, KindRow, WordMeaning, WordRow } from "../../model/profile.ts";
import type { Verdict } from "../../model/verdict.ts";
import { parsePath } from "../value-paths.ts";
import type { YamlNode } from "../yaml/yaml-tree.ts";
import { PolarityMistake, pieceFound, RowFields, readWord, requireItems, requireMapping } from "./polarity-mistake.ts";

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
  const fields = new RowFields(item, kindKeys);
  const kinds = readKinds(fields);
  const group = readGroup(fields);
  const row = {
    group,
    source: position,
    ...definedFields({
      reasons: fields.choices("reasons", meanings, "unknown-verdict"),
      unknown: fields.choice("unknown", verdictNames, "unknown-verdict"),
      required: fields.items("required")?.map((word) => readWord("required", word)),
      conditions: fields.items("conditions")?.map(readPath),
      words: fields.items("words")?.map(readWordRow),
      counts: fields.items("counts")?.map(readCounts),
      failures: fields.items("failures")?.map(readPath),
      silent: fields.choice("silent", verdictNames, "unknown-verdict"),
      installed: readOptionalPath(fields, "installed"),
      strict: fields.choice("strict", ["true", "false"], "unknown-choice") === "true" ? (true as const) : undefined,
    }),
  };
  const polarity = fields.choices("polarity", polarityNames, "unknown-polarity") ?? {};
  const document = fields.word("source");
  return kinds.map((kind) => ({ row: { kind, ...row }, polarity, document }));
}

/** The kinds of an entry, of which there is at least one. */
function readKinds(fields: RowFields): readonly string[] {
  const kinds = fields.words("kind") ?? [];
  if (kinds.length === 0 || kinds.includes("")) throw new PolarityMistake(fields.at, { code: "no-kind" });
  const oddKind = kinds.find((kind) => !kindPattern.test(kind));
  if (oddKind !== undefined) throw fields.mistake("kind", { code: "odd-kind", kind: oddKind });
  return kinds;
}

function readGroup(fields: RowFields): string {
  const group = fields.word("group");
  if (group === undefined) throw new PolarityMistake(fields.at, { code: "no-kind" });
  if (!groupPattern.test(group)) throw fields.mistake("group", { code: "odd-group", group });
  return group;
}

/** `{at: status.phase, is: {Blue: healthy, Torn: degraded}, otherwise: progressing}` */
function readWordRow(node: YamlNode): WordRow {
  const fields = new RowFields(requireMapping("words", node), ["at", "is", "otherwise", "where"]);
  const where = fields.value("where");
  return {
    at: readPath(fields.required("at")),
    is: fields.choices("is", meanings, "unknown-verdict") ?? {},
    ...definedFields({
      otherwise: fields.choice("otherwise", meanings, "unknown-verdict"),
      where: where && readWhere(where),
    }),
  };
}

/** The other fields, and the values of them for which a row applies: `{at: spec.mode, is: [Auto]}`, or a list of such. */
function readWhere(node: YamlNode): readonly FieldValues[] {
  return node.is === "list" ? node.items.map(readFieldValues) : [readFieldValues(node)];
}

function readFieldValues(node: YamlNode): FieldValues {
  const fields = new RowFields(requireMapping("where", node), ["at", "is"]);
  const is = requireItems("is", fields.required("is")).map((word) => readWord("is", word));
  return { at: readPath(fields.required("at")), is };
}

/** `{wanted: spec.size, ready: status.members}` */
function readCounts(node: YamlNode): CountRow {
  const fields = new RowFields(requireMapping("counts", node), ["wanted", "ready", "short"]);
  return {
    wanted: readPath(fields.required("wanted")),
    ready: readPath(fields.required("ready")),
    ...definedFields({ short: fields.choice("short", verdictNames, "unknown-verdict") }),
  };
}

function readOptionalPath(fields: RowFields, key: string): string | undefined {
  const node = fields.value(key);
  return node && readPath(node);
}

function readPath(node: YamlNode): string {
  const path = readWord("path", node);
  if (parsePath(path) === undefined) throw new PolarityMistake(node.at, { code: "odd-path", path });
  return path;
}
