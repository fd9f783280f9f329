import { definedFields } from "../../model/defined-fields.ts";
import type { PolarityFault } from "../../model/fault/polarity.ts";
import type { KindRow, PolarityRow } from "../../model/profile.ts";
import { lineColumnFinder } from "../json-path.ts";
import { type YamlNode, yamlTrees } from "../yaml/yaml-tree.ts";
import { type KindEntry, polarityNames, readKindEntry } from "./kind-rows-file.ts";
import {
  isNothing,
  PolarityMistake,
  pieceFound,
  readFields,
  readWord,
  readWords,
  unknownWord,
} from "./polarity-mistake.ts";
import { removeByteOrderMark } from "./split-documents.ts";

/**
 * The rows of a polarity file, most specific first, and its rows of kinds. Otherwise the first mistake with its position.
 */
export type PolarityFile =
  | { readonly rows: readonly PolarityRow[]; readonly kinds: readonly KindRow[]; readonly fault?: never }
  | { readonly fault: PolarityFault; readonly where: string };

/** What one row under `polarity` says of one type. */
export interface TypeEntry {
  readonly row: PolarityRow;
  /** Its key `source`: the document that defines the type. */
  readonly document: string | undefined;
}

/** The rows of a file in its order, those of each list grouped by their items; or the first mistake with its position. */
export type PolarityEntries =
  | {
      readonly types: readonly (readonly TypeEntry[])[];
      readonly kinds: readonly (readonly KindEntry[])[];
      readonly fault?: never;
    }
  | { readonly fault: PolarityFault; readonly where: string };

/**
 * Reads a user's definitions of condition types. The text is YAML (JSON is YAML) with one list:
 *
 *     polarity:
 *       - type: Hibernated          # The condition's type, as the objects have it, or a list of types.
 *         polarity: info            # One of main, good, bad, busy, advice, caution, info (model/condition.ts).
 *         kind: VirtualMachine      # Applies only to this kind; absent: to all.
 *         group: kubevirt.io        # Applies only to this API group, "" is the core group; absent: to all.
 *         source: https://acme.io   # The document that defines the type, for people.
 *
 * A second list says how the status of a kind is read, field by field as in {@link KindRow}. Its polarity counts as
 * rows of the first list with this kind and group:
 *
 *     kinds:
 *       - kind: Widget                      # Or a list of kinds that share the row: [Widget, Gadget].
 *         group: acme.io
 *         source: https://acme.io/docs/api  # The document that defines the fields, for people.
 *         polarity: {Ready: main, Leaking: bad}
 *         words: [{at: status.phase, is: {Blue: healthy, Torn: degraded}, otherwise: progressing}]
 *         counts: [{wanted: spec.size, ready: status.members}]
 *
 * The product's own tables have the same format (tables/kinds, tables/polarity); there each row needs its source. Editors
 * complete and check it by model/polarity-file.schema.json.
 *
 * Some types of HyperConverged and its components are protected: Available, Progressing, Degraded, Upgradeable and
 * ReconcileComplete. A row affects them only if it names kind and group. More specific rows take precedence: kind and
 * group, then kind, then group. A type may occur once for the same kind and group. Each row's source is `where:line`.
 */
export function parsePolarityFile(text: string, where: string): PolarityFile {
  const entries = readPolarityEntries(text, where);
  if (entries.fault !== undefined) return entries;
  const kinds = entries.kinds.flat();
  const rows = [...entries.types.flat().map(({ row }) => row), ...kinds.flatMap(listPolarityRows)];
  return { rows: rows.toSorted((a, b) => specificity(b) - specificity(a)), kinds: kinds.map(({ row }) => row) };
}

/** As {@link parsePolarityFile}, with the documents that the rows name. */
export function readPolarityEntries(text: string, where: string): PolarityEntries {
  const source = removeByteOrderMark(text);
  const lineColumnOf = lineColumnFinder(source);
  try {
    return entriesOf(source, (offset) => `${where}:${lineColumnOf(offset)}`);
  } catch (error) {
    if (error instanceof PolarityMistake)
      return { fault: error.fault, where: `${where}:${lineColumnOf(error.offset)}` };
    throw error;
  }
}

const keys = ["type", "polarity", "kind", "group", "source"] as const;

function entriesOf(source: string, positionOf: (offset: number) => string): PolarityEntries {
  if (source.includes("\0")) throw new PolarityMistake(source.indexOf("\0"), { code: "binary" });
  const read = yamlTrees(source);
  if ("fault" in read) throw new PolarityMistake(read.fault.offset, { code: "no-yaml", cause: read.fault.cause });
  const [tree, second] = read.trees;
  if (tree === undefined || isNothing(tree)) throw new PolarityMistake(0, { code: "empty" });
  if (second !== undefined) throw new PolarityMistake(second.at, { code: "second-document" });
  if (tree.is !== "mapping") throw new PolarityMistake(tree.at, { code: "no-mapping", found: pieceFound(tree) });
  const fields = readFields(tree, ["polarity", "kinds"], "unknown-key");
  if (fields.size === 0) throw new PolarityMistake(tree.at, { code: "no-polarities" });
  const kinds = itemsUnder(fields, "kinds").map((item) => ({
    item,
    entries: readKindEntry(item, withoutColumn(positionOf(item.at))),
  }));
  refuseRepeatedKinds(
    kinds.flatMap(({ item, entries }) => entries.map(({ row }) => ({ item, row }))),
    positionOf,
  );
  const types = itemsUnder(fields, "polarity").map((item) => ({ item, entries: readTypeEntry(item, positionOf) }));
  const ofTypes = types.flatMap(({ item, entries }) => entries.map(({ row }) => ({ item, row })));
  const ofKinds = kinds.flatMap(({ item, entries }) => entries.flatMap(listPolarityRows).map((row) => ({ item, row })));
  const seen = new Map<string, string>();
  for (const { item, row } of [...ofTypes, ...ofKinds]) {
    const key = JSON.stringify([row.type, row.kind, row.group]);
    const before = seen.get(key);
    if (before !== undefined) throw new PolarityMistake(item.at, { code: "twice", row, before });
    seen.set(key, positionOf(item.at));
  }
  return { types: types.map(({ entries }) => entries), kinds: kinds.map(({ entries }) => entries) };
}

/** The polarity of a kind as rows like those of the first list. */
export function listPolarityRows({ row: { kind, group, source }, polarity }: KindEntry): readonly PolarityRow[] {
  return Object.entries(polarity).map(([type, own]) => ({
    type,
    polarity: own,
    group,
    ...(kind !== "*" && { kind }),
    source,
  }));
}

function itemsUnder(fields: ReadonlyMap<string, YamlNode>, key: string): readonly YamlNode[] {
  const list = fields.get(key);
  if (list === undefined) return [];
  if (list.is !== "list") throw new PolarityMistake(list.at, { code: "no-list", key, found: pieceFound(list) });
  return list.items;
}

function refuseRepeatedKinds(
  found: readonly { readonly item: YamlNode; readonly row: KindRow }[],
  positionOf: (offset: number) => string,
): void {
  const seen = new Map<string, string>();
  for (const { item, row } of found) {
    const { kind, group } = row;
    const before = seen.get(`${group}/${kind}`);
    if (before !== undefined) throw new PolarityMistake(item.at, { code: "kind-twice", kind, group, before });
    seen.set(`${group}/${kind}`, positionOf(item.at));
  }
}

/** `file:line` of `file:line:column`. */
function withoutColumn(position: string): string {
  return position.replace(/:\d+$/, "");
}

function readTypeEntry(item: YamlNode, positionOf: (offset: number) => string): readonly TypeEntry[] {
  if (item.is !== "mapping") throw new PolarityMistake(item.at, { code: "no-type-row", found: pieceFound(item) });
  const fields = readFields(item, keys, "unknown-row-key");
  const word = (key: (typeof keys)[number]): string | undefined => readWord(key, fields.get(key));
  const types = readWords("type", fields.get("type"));
  const polarity = word("polarity");
  const kind = word("kind");
  const group = word("group");
  const [type] = types;
  if (type === undefined || types.includes(""))
    throw new PolarityMistake(offsetOf(fields, "type", item), { code: "no-type" });
  if (polarity === undefined || polarity === "") {
    throw new PolarityMistake(offsetOf(fields, "polarity", item), {
      code: "no-polarity",
      type,
      allowed: polarityNames,
    });
  }
  const known = polarityNames.find((each) => each === polarity);
  if (known === undefined)
    throw new PolarityMistake(
      offsetOf(fields, "polarity", item),
      unknownWord("unknown-polarity", polarity, polarityNames),
    );
  if (kind !== undefined && !/^[A-Za-z][A-Za-z0-9-]*$/.test(kind)) {
    throw new PolarityMistake(offsetOf(fields, "kind", item), { code: "odd-kind", kind });
  }
  if (group !== undefined && !/^([a-z0-9]([-a-z0-9.]*[a-z0-9])?)?$/.test(group)) {
    throw new PolarityMistake(offsetOf(fields, "group", item), { code: "odd-group", group });
  }
  const shared = {
    polarity: known,
    ...definedFields({ kind, group }),
    source: withoutColumn(positionOf(item.at)),
  };
  const document = word("source");
  return types.map((each) => ({ row: { type: each, ...shared }, document }));
}

function offsetOf(fields: ReadonlyMap<string, YamlNode>, key: string, row: YamlNode): number {
  return fields.get(key)?.at ?? row.at;
}

/** How specific a row is; more specific rows come first. */
function specificity({ kind, group }: PolarityRow): number {
  return (kind === undefined ? 0 : 2) + (group === undefined ? 0 : 1);
}
