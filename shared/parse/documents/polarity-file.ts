import type { PolarityFault } from "../../model/fault/polarity.ts";
import type { KindRow, PolarityRow } from "../../model/profile.ts";
import { lineColumnFinder } from "../json-path.ts";
import { type YamlNode, yamlTrees } from "../yaml/yaml-tree.ts";
import { type KindEntry, polarityNames, readKindEntry } from "./kind-rows-file.ts";
import { isNothing, PolarityMistake, pieceFound, readFields, readWord, unknownWord } from "./polarity-mistake.ts";
import { withoutMark } from "./split-documents.ts";

/**
 * The rows of a polarity file, most specific first, and its rows of kinds. Otherwise the first mistake in it with its
 * place.
 */
export type PolarityFile =
  | { readonly rows: readonly PolarityRow[]; readonly kinds: readonly KindRow[]; readonly fault?: never }
  | { readonly fault: PolarityFault; readonly where: string };

/**
 * Reads a user's definitions of condition types. The text is YAML (JSON is YAML) with one list:
 *
 *     polarity:
 *       - type: Hibernated          # The condition's type, as the objects have it.
 *         polarity: info            # One of main, good, bad, busy, advice, caution, info (model/condition.ts).
 *         kind: VirtualMachine      # Applies only to this kind; absent: to all.
 *         group: kubevirt.io        # Applies only to this API group, "" is the core group; absent: to all.
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
 * Some types of HyperConverged and its components are protected: Available, Progressing, Degraded, Upgradeable and
 * ReconcileComplete. A row affects them only if it names kind and group. More specific rows take precedence: kind and
 * group, then kind, then group. A type may occur once for the same kind and group. Each row's source is `where:line`.
 */
export function parsePolarityFile(text: string, where: string): PolarityFile {
  const source = withoutMark(text);
  const places = lineColumnFinder(source);
  try {
    const { rows, kinds } = rowsOf(source, (offset) => `${where}:${places(offset)}`);
    return { rows: rows.toSorted((a, b) => weight(b) - weight(a)), kinds };
  } catch (error) {
    if (error instanceof PolarityMistake) return { fault: error.fault, where: `${where}:${places(error.offset)}` };
    throw error;
  }
}

const keys = ["type", "polarity", "kind", "group"] as const;

type Rows = Pick<Extract<PolarityFile, { readonly fault?: never }>, "rows" | "kinds">;

function rowsOf(source: string, placeOf: (offset: number) => string): Rows {
  if (source.includes("\0")) throw new PolarityMistake(source.indexOf("\0"), { code: "binary" });
  const read = yamlTrees(source);
  if ("fault" in read) throw new PolarityMistake(read.fault.offset, { code: "no-yaml", cause: read.fault.cause });
  const [tree, second] = read.trees;
  if (tree === undefined || isNothing(tree)) throw new PolarityMistake(0, { code: "empty" });
  if (second !== undefined) throw new PolarityMistake(second.at, { code: "second-document" });
  if (tree.is !== "mapping") throw new PolarityMistake(tree.at, { code: "no-mapping", found: pieceFound(tree) });
  const fields = readFields(tree, ["polarity", "kinds"], "unknown-key");
  if (fields.size === 0) throw new PolarityMistake(tree.at, { code: "no-polarities" });
  const [listed, kinds] = [itemsUnder(fields, "polarity"), itemsUnder(fields, "kinds")];
  const found = kinds.flatMap((item) =>
    readKindEntry(item, lineOf(placeOf(item.at))).map((entry) => ({ item, ...entry })),
  );
  refuseTwice(found, placeOf);
  const own = listed.map((item) => ({ item, row: rowOf(item, placeOf) }));
  const ofKinds = found.flatMap(({ item, ...entry }) => polarityRows(entry).map((row) => ({ item, row })));
  const seen = new Map<string, string>();
  for (const { item, row } of [...own, ...ofKinds]) {
    const key = JSON.stringify([row.type, row.kind, row.group]);
    const before = seen.get(key);
    if (before !== undefined) throw new PolarityMistake(item.at, { code: "twice", row, before });
    seen.set(key, placeOf(item.at));
  }
  return { rows: [...own, ...ofKinds].map(({ row }) => row), kinds: found.map(({ row }) => row) };
}

/** The polarity of a kind as rows like those of the first list. */
function polarityRows({ row: { kind, group, source }, polarity }: KindEntry): readonly PolarityRow[] {
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

function refuseTwice(
  found: readonly { readonly item: YamlNode; readonly row: KindRow }[],
  placeOf: (offset: number) => string,
): void {
  const seen = new Map<string, string>();
  for (const { item, row } of found) {
    const { kind, group } = row;
    const before = seen.get(`${group}/${kind}`);
    if (before !== undefined) throw new PolarityMistake(item.at, { code: "kind-twice", kind, group, before });
    seen.set(`${group}/${kind}`, placeOf(item.at));
  }
}

/** `file:line` of `file:line:column`. */
function lineOf(place: string): string {
  return place.replace(/:\d+$/, "");
}

function rowOf(item: YamlNode, placeOf: (offset: number) => string): PolarityRow {
  if (item.is !== "mapping") throw new PolarityMistake(item.at, { code: "no-row", found: pieceFound(item) });
  const fields = readFields(item, keys, "unknown-row-key");
  const word = (key: (typeof keys)[number]): string | undefined => readWord(key, fields.get(key));
  const [type, polarity, kind, group] = [word("type"), word("polarity"), word("kind"), word("group")];
  if (type === undefined || type === "") throw new PolarityMistake(at(fields, "type", item), { code: "no-type" });
  if (polarity === undefined || polarity === "") {
    throw new PolarityMistake(at(fields, "polarity", item), { code: "no-polarity", type, allowed: polarityNames });
  }
  const known = polarityNames.find((each) => each === polarity);
  if (known === undefined)
    throw new PolarityMistake(at(fields, "polarity", item), unknownWord("unknown-polarity", polarity, polarityNames));
  if (kind !== undefined && !/^[A-Za-z][A-Za-z0-9-]*$/.test(kind)) {
    throw new PolarityMistake(at(fields, "kind", item), { code: "odd-kind", kind });
  }
  if (group !== undefined && !/^([a-z0-9]([-a-z0-9.]*[a-z0-9])?)?$/.test(group)) {
    throw new PolarityMistake(at(fields, "group", item), { code: "odd-group", group });
  }
  return {
    type,
    polarity: known,
    ...(kind === undefined ? {} : { kind }),
    ...(group === undefined ? {} : { group }),
    source: lineOf(placeOf(item.at)),
  };
}

function at(fields: ReadonlyMap<string, YamlNode>, key: string, row: YamlNode): number {
  return fields.get(key)?.at ?? row.at;
}

/** How specific a row is; more specific rows come first. */
function weight({ kind, group }: PolarityRow): number {
  return (kind === undefined ? 0 : 2) + (group === undefined ? 0 : 1);
}
