import type { ConditionSense } from "../../model/condition.ts";
import type { SenseRow } from "../../model/profile.ts";
import { lineColumnFinder } from "../json-path.ts";
import { nearestSpelling } from "../spelling.ts";
import { type YamlNode, yamlTrees } from "../yaml/yaml-tree.ts";
import { withoutMark } from "./split-documents.ts";

/** The rows of a senses file, most specific first. Otherwise the first mistake in it as one sentence with its place. */
export type SensesFile = { readonly rows: readonly SenseRow[]; readonly error?: never } | { readonly error: string };

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
    if (error instanceof Mistake) return { error: `${where}:${places(error.offset)}: ${error.message}` };
    throw error;
  }
}

/** A mistake at an offset, and what is expected there. */
class Mistake extends Error {
  readonly offset: number;
  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

const senses: readonly ConditionSense[] = ["main", "good", "bad", "busy", "advice", "caution", "info"];
const keys = ["type", "sense", "kind", "group"] as const;
const example = "senses: [{type: Hibernated, sense: info}]";

function rowsOf(source: string, placeOf: (offset: number) => string): readonly SenseRow[] {
  if (source.includes("\0")) throw new Mistake(source.indexOf("\0"), "binary data, not YAML");
  const read = yamlTrees(source);
  if ("fault" in read) throw new Mistake(read.fault.offset, `no YAML: ${read.fault.cause}`);
  const [tree, second] = read.trees;
  if (tree === undefined || isNothing(tree)) throw new Mistake(0, `it is empty; write for example ${example}`);
  if (second !== undefined) throw new Mistake(second.at, "a second YAML document; one is read");
  if (tree.is !== "mapping") throw new Mistake(tree.at, `expected a mapping with senses, found ${what(tree)}`);
  const list = only(tree, ["senses"], "here").get("senses");
  if (list === undefined) throw new Mistake(tree.at, `the key senses is missing; write for example ${example}`);
  if (list.is !== "list") {
    throw new Mistake(list.at, `expected a list of rows under senses, each with a dash, found ${what(list)}`);
  }
  const seen = new Map<string, string>();
  return list.items.map((item) => {
    const row = rowOf(item, placeOf);
    const key = JSON.stringify([row.type, row.kind, row.group]);
    const before = seen.get(key);
    if (before !== undefined) {
      throw new Mistake(item.at, `the sense of ${named(row)} is given twice, first at ${before}; keep one`);
    }
    seen.set(key, placeOf(item.at));
    return row;
  });
}

function rowOf(item: YamlNode, placeOf: (offset: number) => string): SenseRow {
  if (item.is !== "mapping") {
    throw new Mistake(item.at, `expected a row such as {type: Hibernated, sense: info}, found ${what(item)}`);
  }
  const fields = only(item, keys, "in a row");
  const word = (key: (typeof keys)[number]): string | undefined => textOf(key, fields.get(key));
  const [type, sense, kind, group] = [word("type"), word("sense"), word("kind"), word("group")];
  if (type === undefined || type === "") throw new Mistake(fields.get("type")?.at ?? item.at, "a row needs a type");
  if (sense === undefined || sense === "") {
    throw new Mistake(
      fields.get("sense")?.at ?? item.at,
      `the row of ${type} needs a sense; allowed: ${senses.join(", ")}`,
    );
  }
  const known = senses.find((each) => each === sense);
  if (known === undefined) throw new Mistake(at(fields, "sense", item), unknown("sense", sense, senses));
  if (kind !== undefined && !/^[A-Za-z][A-Za-z0-9-]*$/.test(kind)) {
    throw new Mistake(
      at(fields, "kind", item),
      `"${kind}" is no kind; write it as manifests do, such as VirtualMachine`,
    );
  }
  if (group !== undefined && !/^([a-z0-9]([-a-z0-9.]*[a-z0-9])?)?$/.test(group)) {
    const advice = group.includes("/") ? "; leave out the version" : "; write it as kubevirt.io";
    throw new Mistake(at(fields, "group", item), `"${group}" is no API group${advice}`);
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
  place: string,
): ReadonlyMap<string, YamlNode> {
  const values = new Map<string, YamlNode>();
  for (const { key, value } of entries) {
    if (key.is !== "text") throw new Mistake(key.at, `expected a key, found ${what(key)}`);
    if (!allowed.includes(key.text)) throw new Mistake(key.at, unknown("key", key.text, allowed, ` ${place}`));
    values.set(key.text, value);
  }
  return values;
}

function textOf(key: string, node: YamlNode | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (node.is !== "text") throw new Mistake(node.at, `expected one word behind ${key}, found ${what(node)}`);
  return node.text;
}

function unknown(what: string, found: string, allowed: readonly string[], place = ""): string {
  const guess = nearestSpelling(found, allowed);
  const hint = guess === undefined ? "" : `, did you mean ${guess}?`;
  return `unknown ${what} "${found.slice(0, 60)}"${place}${hint === "" ? ";" : hint} allowed: ${allowed.join(", ")}`;
}

function at(fields: ReadonlyMap<string, YamlNode>, key: string, row: YamlNode): number {
  return fields.get(key)?.at ?? row.at;
}

function named({ type, kind, group }: SenseRow): string {
  return [
    type,
    ...(kind === undefined ? [] : [`of kind ${kind}`]),
    ...(group === undefined ? [] : [`of group "${group}"`]),
  ].join(" ");
}

/** How specific a row is; more specific rows come first. */
function weight({ kind, group }: SenseRow): number {
  return (kind === undefined ? 0 : 2) + (group === undefined ? 0 : 1);
}

function isNothing(node: YamlNode): boolean {
  return node.is === "text" && node.text === "";
}

function what(node: YamlNode): string {
  if (isNothing(node)) return "nothing";
  if (node.is === "text") return `the word "${node.text.slice(0, 60)}"`;
  return { list: "a list", mapping: "a mapping", alias: "an alias" }[node.is];
}
