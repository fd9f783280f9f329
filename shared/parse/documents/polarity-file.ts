import { definedFields } from "../../model/defined-fields.ts";
import type { PolarityFault } from "../../model/fault/polarity.ts";
import { kindKey } from "../../model/kind.ts";
import type { KindRow, PolarityRow } from "../../model/profile.ts";
import { lineColumnFinder } from "../json-path.ts";
import { type YamlNode, yamlTrees } from "../yaml/yaml-tree.ts";
import { type KindEntry, polarityNames, readKindEntry } from "./kind-rows-file.ts";
import { isNothing, PolarityMistake, pieceFound, RowFields } from "./polarity-mistake.ts";
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
function readFileFields(source: string): RowFields {
  if (source.includes("\0")) throw new PolarityMistake(source.indexOf("\0"), { code: "binary" });
  const parsed = yamlTrees(source);
  if ("fault" in parsed) throw new PolarityMistake(parsed.fault.offset, { code: "no-yaml", cause: parsed.fault.cause });
  const [tree, secondTree] = parsed.trees;
  if (tree === undefined || isNothing(tree)) throw new PolarityMistake(0, { code: "empty" });
  if (secondTree !== undefined) throw new PolarityMistake(secondTree.at, { code: "second-document" });
  if (tree.is !== "mapping") throw new PolarityMistake(tree.at, { code: "no-mapping", found: pieceFound(tree) });
  const fields = new RowFields(tree, ["polarity", "kinds"], "unknown-key");
  if (fields.isEmpty()) throw new PolarityMistake(tree.at, { code: "no-polarities" });
  return fields;
}

/**
 * The rows of both lists.
 * @throws PolarityMistake for a row with a mistake, and for a kind or type that occurs twice
 */
function readEntriesOfFile(fields: RowFields, formatPosition: (offset: number) => string): PolarityEntries {
  const formatLine = (offset: number): string => formatPosition(offset).replace(/:\d+$/, "");
  const kinds = (fields.items("kinds", "no-list") ?? []).map((item) => ({
    at: item.at,
    entries: readKindEntry(item, formatLine(item.at)),
  }));
  const kindRows = kinds.flatMap(({ at, entries }) => entries.map(({ row }) => ({ at, row })));
  const repeatedKind = findRepeatedRow(kindRows, kindKey);
  if (repeatedKind !== undefined) {
    const { kind, group } = repeatedKind.row;
    const before = formatPosition(repeatedKind.firstAt);
    throw new PolarityMistake(repeatedKind.at, { code: "kind-twice", kind, group, before });
  }
  const types = (fields.items("polarity", "no-list") ?? []).map((item) => ({
    at: item.at,
    entries: readTypeEntry(item, formatLine(item.at)),
  }));
  const typeRows = [
    ...types.flatMap(({ at, entries }) => entries.map(({ row }) => ({ at, row }))),
    ...kinds.flatMap(({ at, entries }) => entries.flatMap(listPolarityRows).map((row) => ({ at, row }))),
  ];
  const repeatedType = findRepeatedRow(typeRows, ({ type, kind, group }) => JSON.stringify([type, kind, group]));
  if (repeatedType !== undefined) {
    const { at, row, firstAt } = repeatedType;
    throw new PolarityMistake(at, { code: "twice", row, before: formatPosition(firstAt) });
  }
  return { types: types.map(({ entries }) => entries), kinds: kinds.map(({ entries }) => entries) };
}

/** A row, and the offset of the item that it is from. */
interface PositionedRow<Row> {
  readonly at: number;
  readonly row: Row;
}

/** The first row whose key an earlier row has, with the offset of that one. */
function findRepeatedRow<Row>(
  rows: readonly PositionedRow<Row>[],
  keyOf: (row: Row) => string,
): (PositionedRow<Row> & { readonly firstAt: number }) | undefined {
  const firstOffsets = new Map<string, number>();
  for (const { at, row } of rows) {
    const key = keyOf(row);
    const firstAt = firstOffsets.get(key);
    if (firstAt !== undefined) return { at, row, firstAt };
    firstOffsets.set(key, at);
  }
  return undefined;
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

const kindPattern = /^[A-Za-z][A-Za-z0-9-]*$/;
const groupPattern = /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?)?$/;

/** The rows of one item under `polarity`, one for each of its types. `position`: `file:line`, as their source. */
function readTypeEntry(item: YamlNode, position: string): readonly TypeEntry[] {
  if (item.is !== "mapping") throw new PolarityMistake(item.at, { code: "no-type-row", found: pieceFound(item) });
  const fields = new RowFields(item, ["type", "polarity", "kind", "group", "source"]);
  const types = fields.words("type") ?? [];
  const [type] = types;
  if (type === undefined || types.includes("")) throw fields.mistake("type", { code: "no-type" });
  const polarity = fields.word("polarity") && fields.choice("polarity", polarityNames, "unknown-polarity");
  if (!polarity) throw fields.mistake("polarity", { code: "no-polarity", type, allowed: polarityNames });
  const kind = fields.word("kind");
  if (kind !== undefined && !kindPattern.test(kind)) throw fields.mistake("kind", { code: "odd-kind", kind });
  const group = fields.word("group");
  if (group !== undefined && !groupPattern.test(group)) throw fields.mistake("group", { code: "odd-group", group });
  const document = fields.word("source");
  return types.map((typeOfRow) => ({
    row: { type: typeOfRow, polarity, ...definedFields({ kind, group }), source: position },
    document,
  }));
}

/** How specific a row is: 3 with kind and group, 2 with a kind, 1 with a group, 0 without both. */
function rankSpecificity({ kind, group }: PolarityRow): number {
  return (kind === undefined ? 0 : 2) + (group === undefined ? 0 : 1);
}
