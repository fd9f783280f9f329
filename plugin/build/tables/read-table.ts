import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { inputFaultText } from "../../../shared/parse/input-fault-text.ts";
import { readYaml } from "../../../shared/parse/yaml/read-yaml.ts";
import { type YamlNode, yamlTrees } from "../../../shared/parse/yaml/yaml-tree.ts";

/** The folder with the tables, their schemas and the modules that are compiled from them. */
export const sharedFolder: string = join(import.meta.dirname, "../../../shared");

/** A table as YAML: its name below {@link sharedFolder}, such as `tables/impact.yaml`, and its text. */
export interface TableFile {
  readonly name: string;
  readonly text: string;
}

export function openTable(name: string): TableFile {
  return { name, text: readFileSync(join(sharedFolder, name), "utf8") };
}

/** The tables of a folder, by their names. */
export function openTables(folder: string): readonly TableFile[] {
  const names = readdirSync(join(sharedFolder, folder)).filter((name) => name.endsWith(".yaml"));
  return names.toSorted().map((name) => openTable(`${folder}/${name}`));
}

/** The keys and indexes that lead to a place in a table: `["alerts", 3, "after"]`. */
export type TablePath = readonly (string | number)[];

/** A mistake in a table, as `FILE:LINE: MISTAKE`. */
export class TableError extends Error {
  override readonly name = "TableError";
}

/** The value of a table, and the errors that name a line of it. */
export class Table<Value> {
  readonly value: Value;
  readonly #file: TableFile;

  constructor(file: TableFile, value: Value) {
    this.#file = file;
    this.value = value;
  }

  /** @throws TableError such as `tables/impact.yaml:12: MISTAKE`, with the line of the place. */
  refuse(path: TablePath, mistake: string): never {
    throw new TableError(`${this.#file.name}:${this.#lineOf(path)}: ${mistake}`);
  }

  /** @throws TableError where a title occurs twice, with both lines. */
  refuseTwice(entries: readonly (readonly [title: string, path: TablePath])[]): void {
    const first = new Map<string, TablePath>();
    for (const [title, path] of entries) {
      const before = first.get(title);
      if (before !== undefined) this.refuse(path, `${title} stands twice, first in line ${this.#lineOf(before)}`);
      first.set(title, path);
    }
  }

  /** @throws TableError with the line, where `pattern` is no regular expression. */
  refuseBadPattern(path: TablePath, pattern: string): void {
    try {
      new RegExp(pattern);
    } catch (error) {
      this.refuse(path, error instanceof Error ? error.message : "is no regular expression");
    }
  }

  #lineOf(path: TablePath): number {
    const trees = yamlTrees(this.#file.text);
    return lineAt(this.#file.text, "fault" in trees ? 0 : offsetOf(trees.trees[0], path.map(String)));
  }
}

/**
 * Reads a table, which must be valid by a JSON Schema below {@link sharedFolder}.
 * @throws TableError with the line of the first mistake.
 */
export function readTable<Value>(file: TableFile, schema: string): Table<Value> {
  const read = readYaml(file.text);
  if (read.fault !== undefined)
    throw new TableError(`${file.name}:${lineAt(file.text, read.fault.offset)}: ${inputFaultText(read.fault.cause)}`);
  const table = new Table(file, read.value as Value);
  const validate = validatorOf(schema);
  if (validate(read.value)) return table;
  const [error] = validate.errors?.toSorted((a, b) => b.instancePath.length - a.instancePath.length) ?? [];
  if (error === undefined) return table.refuse([], "is not valid");
  return table.refuse(...mistakeOf(error));
}

const validators = new Map<string, ValidateFunction>();

function validatorOf(schema: string): ValidateFunction {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const ajv = new Ajv2020({ verbose: true, strictTypes: false });
  const made = ajv.compile(JSON.parse(readFileSync(join(sharedFolder, schema), "utf8")));
  validators.set(schema, made);
  return made;
}

/** The place of an error, and its sentence: `"few" must be equal to one of the allowed values: none, some`. */
function mistakeOf({ instancePath, message, params, data }: ErrorObject): readonly [TablePath, string] {
  const path = instancePath.split("/").slice(1).map(unescapePointer);
  const unknown: unknown = params["additionalProperty"] ?? params["unevaluatedProperty"];
  const allowed = Array.isArray(params["allowedValues"]) ? `: ${params["allowedValues"].join(", ")}` : "";
  const found = unknown ?? (typeof data === "string" ? data : undefined);
  const subject = found === undefined ? "" : `"${found}" `;
  return [unknown === undefined ? path : [...path, `${unknown}`], `${subject}${message}${allowed}`];
}

/** The offset of what a path leads to, or of the last of its keys that exists. */
function offsetOf(node: YamlNode | undefined, [key, ...rest]: readonly string[]): number {
  const at = node?.at ?? 0;
  if (key === undefined) return at;
  if (node?.is === "list") return offsetOf(node.items[Number(key)], rest) || at;
  if (node?.is !== "mapping") return at;
  const entry = node.entries.find(({ key: own }) => own.is === "text" && own.text === key);
  if (entry === undefined) return at;
  return rest.length === 0 ? entry.key.at : offsetOf(entry.value, rest);
}

function unescapePointer(key: string): string {
  return key.replaceAll("~1", "/").replaceAll("~0", "~");
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
