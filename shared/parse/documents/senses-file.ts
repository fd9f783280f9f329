import type { ConditionSense } from "../../model/condition.ts";
import type { FoundPiece, SensesFault, UnknownWord } from "../../model/fault/senses.ts";
import type { SenseRow } from "../../model/profile.ts";
import { lineColumnFinder } from "../json-path.ts";
import { nearestSpelling } from "../spelling.ts";
import { type YamlNode, yamlTrees } from "../yaml/yaml-tree.ts";
import { withoutMark } from "./split-documents.ts";

/** The rows of a senses file, most specific first. Otherwise the first mistake in it with its place. */
export type SensesFile =
  | { readonly rows: readonly SenseRow[]; readonly fault?: never }
  | { readonly fault: SensesFault; readonly where: string };

/**
 * Reads a user's definitions of condition types. The text is YAML (JSON is YAML) with one list:
 *
 *     senses:
 *       - type: Hibernated          # The condition's type, as the objects have it.
 *         sense: info               # One of main, good, bad, busy, advice, caution, info (model/condition.ts).
 *         kind: VirtualMachine      # Applies only to this kind; absent: to all.
 *         group: kubevirt.io        # Applies only to this API group, "" is the core group; absent: to all.
 *
 * Some types of HyperConverged and its components are protected: Available, Progressing, Degraded, Upgradeable and
 * ReconcileComplete. A row affects them only if it names kind and group. More specific rows take precedence: kind and
 * group, then kind, then group. A type may occur once for the same kind and group. Each row's source is `where:line`.
 */
export function parseSenses(text: string, where: string): SensesFile {
  const source = withoutMark(text);
  const places = lineColumnFinder(source);
  try {
    const rows = rowsOf(source, (offset) => `${where}:${places(offset)}`);
    return { rows: rows.toSorted((a, b) => weight(b) - weight(a)) };
  } catch (error) {
    if (error instanceof Mistake) return { fault: error.fault, where: `${where}:${places(error.offset)}` };
    throw error;
  }
}

/** A mistake at an offset. */
class Mistake extends Error {
  readonly offset: number;
  readonly fault: SensesFault;
  constructor(offset: number, fault: SensesFault) {
    super(fault.code);
    this.offset = offset;
    this.fault = fault;
  }
}

const senses: readonly ConditionSense[] = ["main", "good", "bad", "busy", "advice", "caution", "info"];
const keys = ["type", "sense", "kind", "group"] as const;

function rowsOf(source: string, placeOf: (offset: number) => string): readonly SenseRow[] {
  if (source.includes("\0")) throw new Mistake(source.indexOf("\0"), { code: "binary" });
  const read = yamlTrees(source);
  if ("fault" in read) throw new Mistake(read.fault.offset, { code: "no-yaml", cause: read.fault.cause });
  const [tree, second] = read.trees;
  if (tree === undefined || isNothing(tree)) throw new Mistake(0, { code: "empty" });
  if (second !== undefined) throw new Mistake(second.at, { code: "second-document" });
  if (tree.is !== "mapping") throw new Mistake(tree.at, { code: "no-mapping", found: pieceFound(tree) });
  const list = only(tree, ["senses"], "unknown-key").get("senses");
  if (list === undefined) throw new Mistake(tree.at, { code: "no-senses" });
  if (list.is !== "list") throw new Mistake(list.at, { code: "no-list", found: pieceFound(list) });
  const seen = new Map<string, string>();
  return list.items.map((item) => {
    const row = rowOf(item, placeOf);
    const key = JSON.stringify([row.type, row.kind, row.group]);
    const before = seen.get(key);
    if (before !== undefined) throw new Mistake(item.at, { code: "twice", row, before });
    seen.set(key, placeOf(item.at));
    return row;
  });
}

function rowOf(item: YamlNode, placeOf: (offset: number) => string): SenseRow {
  if (item.is !== "mapping") throw new Mistake(item.at, { code: "no-row", found: pieceFound(item) });
  const fields = only(item, keys, "unknown-row-key");
  const word = (key: (typeof keys)[number]): string | undefined => textOf(key, fields.get(key));
  const [type, sense, kind, group] = [word("type"), word("sense"), word("kind"), word("group")];
  if (type === undefined || type === "") throw new Mistake(at(fields, "type", item), { code: "no-type" });
  if (sense === undefined || sense === "") {
    throw new Mistake(at(fields, "sense", item), { code: "no-sense", type, allowed: senses });
  }
  const known = senses.find((each) => each === sense);
  if (known === undefined) throw new Mistake(at(fields, "sense", item), unknownWord("unknown-sense", sense, senses));
  if (kind !== undefined && !/^[A-Za-z][A-Za-z0-9-]*$/.test(kind)) {
    throw new Mistake(at(fields, "kind", item), { code: "odd-kind", kind });
  }
  if (group !== undefined && !/^([a-z0-9]([-a-z0-9.]*[a-z0-9])?)?$/.test(group)) {
    throw new Mistake(at(fields, "group", item), { code: "odd-group", group });
  }
  return {
    type,
    sense: known,
    ...(kind === undefined ? {} : { kind }),
    ...(group === undefined ? {} : { group }),
    source: placeOf(item.at).replace(/:\d+$/, ""),
  };
}

/** The values of a mapping by key. A key that is not in `allowed` is a mistake, so that every typo is reported. */
function only(
  { entries }: Extract<YamlNode, { is: "mapping" }>,
  allowed: readonly string[],
  code: UnknownWord["code"],
): ReadonlyMap<string, YamlNode> {
  const values = new Map<string, YamlNode>();
  for (const { key, value } of entries) {
    if (key.is !== "text") throw new Mistake(key.at, { code: "no-key", found: pieceFound(key) });
    if (!allowed.includes(key.text)) throw new Mistake(key.at, unknownWord(code, key.text, allowed));
    values.set(key.text, value);
  }
  return values;
}

function textOf(key: string, node: YamlNode | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (node.is !== "text") throw new Mistake(node.at, { code: "no-word", key, found: pieceFound(node) });
  return node.text;
}

function unknownWord(code: UnknownWord["code"], found: string, allowed: readonly string[]): UnknownWord {
  return { code, found, guess: nearestSpelling(found, allowed), allowed };
}

function at(fields: ReadonlyMap<string, YamlNode>, key: string, row: YamlNode): number {
  return fields.get(key)?.at ?? row.at;
}

/** How specific a row is; more specific rows come first. */
function weight({ kind, group }: SenseRow): number {
  return (kind === undefined ? 0 : 2) + (group === undefined ? 0 : 1);
}

function isNothing(node: YamlNode): boolean {
  return node.is === "text" && node.text === "";
}

function pieceFound(node: YamlNode): FoundPiece {
  if (isNothing(node)) return "nothing";
  return node.is === "text" ? { word: node.text } : node.is;
}
