import { definedFields } from "../../model/defined-fields.ts";
import type { PolarityFault } from "../../model/fault/polarity.ts";
import { kindKey } from "../../model/kind.ts";
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
 * The rows of a polarity file, most specific first, and its rows of kinds, or the first mistake with its position.
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
  return { rows: rows.toSorted((a, b) => rankSpecificity(b) - rankSpecificity(a)), kinds: kinds.map(({ row }) => row) };
}

/** As {@link parsePolarityFile}, with the documents that the rows name. */
export function readPolarityEntries(text: string, where: string): PolarityEntries {
  const source = removeByteOrderMark(text);
  const lineColumnOf = lineColumnFinder(source);
  const formatPosition = (offset: number): string => `${where}:${lineColumnOf(offset)}`;
  try {
    return readEntriesOfFile(readFileFields(source), formatPosition);
  } catch (error) {
    if (error instanceof PolarityMistake) return { fault: error.fault, where: formatPosition(error.offset) };
    throw error;
  }
}

/**
 * The fields `polarity` and `kinds` of a file, of which at least one exists.
 * @throws PolarityMistake for a text that is not one YAML document with such a mapping
 */
function readFileFields(source: string): ReadonlyMap<string, YamlNode> {
  if (source.includes("\0")) throw new PolarityMistake(source.indexOf("\0"), { code: "binary" });
  const parsed = yamlTrees(source);
  if ("fault" in parsed) throw new PolarityMistake(parsed.fault.offset, { code: "no-yaml", cause: parsed.fault.cause });
  const [tree, secondTree] = parsed.trees;
  if (tree === undefined || isNothing(tree)) throw new PolarityMistake(0, { code: "empty" });
  if (secondTree !== undefined) throw new PolarityMistake(secondTree.at, { code: "second-document" });
  if (tree.is !== "mapping") throw new PolarityMistake(tree.at, { code: "no-mapping", found: pieceFound(tree) });
  const fields = readFields(tree, ["polarity", "kinds"], "unknown-key");
  if (fields.size === 0) throw new PolarityMistake(tree.at, { code: "no-polarities" });
  return fields;
}

/**
 * The rows of both lists.
 * @throws PolarityMistake for a row with a mistake, and for a kind or type that occurs twice
 */
function readEntriesOfFile(
  fields: ReadonlyMap<string, YamlNode>,
  formatPosition: (offset: number) => string,
): PolarityEntries {
  const kindItems = listItems(fields, "kinds").map((item) => ({
    item,
    entries: readKindEntry(item, withoutColumn(formatPosition(item.at))),
  }));
  const kindRows = kindItems.flatMap(({ item, entries }) => entries.map(({ row }) => ({ item, row })));
  refuseRepeatedRows(
    kindRows,
    kindKey,
    ({ kind, group }, before) => ({ code: "kind-twice", kind, group, before }),
    formatPosition,
  );

  const typeItems = listItems(fields, "polarity").map((item) => ({
    item,
    entries: readTypeEntry(item, formatPosition),
  }));
  const typeRows = [
    ...typeItems.flatMap(({ item, entries }) => entries.map(({ row }) => ({ item, row }))),
    ...kindItems.flatMap(({ item, entries }) => entries.flatMap(listPolarityRows).map((row) => ({ item, row }))),
  ];
  refuseRepeatedRows(
    typeRows,
    ({ type, kind, group }) => JSON.stringify([type, kind, group]),
    (row, before) => ({ code: "twice", row, before }),
    formatPosition,
  );
  return { types: typeItems.map(({ entries }) => entries), kinds: kindItems.map(({ entries }) => entries) };
}

/** The polarity of a kind as rows like those of the first list. */
export function listPolarityRows({ row: { kind, group, source }, polarity }: KindEntry): readonly PolarityRow[] {
  return Object.entries(polarity).map(([type, polarityOfType]) => ({
    type,
    polarity: polarityOfType,
    group,
    ...definedFields({ kind: kind === "*" ? undefined : kind }),
    source,
  }));
}

/** The items of the list under a key. Empty without the key. */
function listItems(fields: ReadonlyMap<string, YamlNode>, key: string): readonly YamlNode[] {
  const list = fields.get(key);
  if (list === undefined) return [];
  if (list.is !== "list") throw new PolarityMistake(list.at, { code: "no-list", key, found: pieceFound(list) });
  return list.items;
}

/** A row and the item of the file that it comes from. */
interface RowOfItem<Row> {
  readonly item: YamlNode;
  readonly row: Row;
}

/**
 * Refuses the first row whose key an earlier row has. `makeFault` gets the row and the position of the earlier one.
 * @throws PolarityMistake
 */
function refuseRepeatedRows<Row>(
  rows: readonly RowOfItem<Row>[],
  keyOf: (row: Row) => string,
  makeFault: (row: Row, before: string) => PolarityFault,
  formatPosition: (offset: number) => string,
): void {
  const firstPositions = new Map<string, string>();
  for (const { item, row } of rows) {
    const key = keyOf(row);
    const before = firstPositions.get(key);
    if (before !== undefined) throw new PolarityMistake(item.at, makeFault(row, before));
    firstPositions.set(key, formatPosition(item.at));
  }
}

/** `file:line:column` -> `file:line` */
function withoutColumn(position: string): string {
  return position.replace(/:\d+$/, "");
}

const keysOfTypeRow = ["type", "polarity", "kind", "group", "source"] as const;
const kindPattern = /^[A-Za-z][A-Za-z0-9-]*$/;
const groupPattern = /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?)?$/;

/** The rows of one item under `polarity`, one for each of its types. */
function readTypeEntry(item: YamlNode, formatPosition: (offset: number) => string): readonly TypeEntry[] {
  if (item.is !== "mapping") throw new PolarityMistake(item.at, { code: "no-type-row", found: pieceFound(item) });
  const fields = readFields(item, keysOfTypeRow, "unknown-row-key");
  const readKey = (key: (typeof keysOfTypeRow)[number]): string | undefined => readWord(key, fields.get(key));
  /** The mistake in the value of a key, or in the whole row if it lacks the key. */
  const makeMistake = (key: (typeof keysOfTypeRow)[number], fault: PolarityFault): PolarityMistake =>
    new PolarityMistake(fields.get(key)?.at ?? item.at, fault);

  const types = readWords("type", fields.get("type"));
  const polarityWord = readKey("polarity");
  const kind = readKey("kind");
  const group = readKey("group");
  const [type] = types;
  if (type === undefined || types.includes("")) throw makeMistake("type", { code: "no-type" });
  if (polarityWord === undefined || polarityWord === "") {
    throw makeMistake("polarity", { code: "no-polarity", type, allowed: polarityNames });
  }
  const polarity = polarityNames.find((name) => name === polarityWord);
  if (polarity === undefined) {
    throw makeMistake("polarity", unknownWord("unknown-polarity", polarityWord, polarityNames));
  }
  if (kind !== undefined && !kindPattern.test(kind)) throw makeMistake("kind", { code: "odd-kind", kind });
  if (group !== undefined && !groupPattern.test(group)) throw makeMistake("group", { code: "odd-group", group });
  const source = withoutColumn(formatPosition(item.at));
  const document = readKey("source");
  return types.map((typeOfRow) => ({
    row: { type: typeOfRow, polarity, ...definedFields({ kind, group }), source },
    document,
  }));
}

/** How specific a row is: 3 with kind and group, 2 with a kind, 1 with a group, 0 without both. */
function rankSpecificity({ kind, group }: PolarityRow): number {
  return (kind === undefined ? 0 : 2) + (group === undefined ? 0 : 1);
}
