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

/** Reads the text of a table by its name below {@link sharedFolder}. */
export function readTableFile(name: string): TableFile {
  return { name, text: readFileSync(join(sharedFolder, name), "utf8") };
}

/** Reads the texts of all tables in a folder, in the order of their names. */
export function readTableFiles(folder: string): readonly TableFile[] {
  const names = readdirSync(join(sharedFolder, folder)).filter((name) => name.endsWith(".yaml"));
  return names.toSorted().map((name) => readTableFile(`${folder}/${name}`));
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

  /** @throws TableError with the line of `path`: `tables/impact.yaml:12: MISTAKE`. */
  refuse(path: TablePath, mistake: string): never {
    throw new TableError(`${this.#file.name}:${this.#findLine(path)}: ${mistake}`);
  }

  /** @throws TableError where two entries have the same title. It names the lines of both. */
  refuseDuplicates(entries: readonly (readonly [title: string, path: TablePath])[]): void {
    const firstPaths = new Map<string, TablePath>();
    for (const [title, path] of entries) {
      const firstPath = firstPaths.get(title);
      if (firstPath !== undefined) {
        this.refuse(path, `${title} stands twice, first in line ${this.#findLine(firstPath)}`);
      }
      firstPaths.set(title, path);
    }
  }

  /** @throws TableError with the line of `path`, where `pattern` is no regular expression. */
  refuseBadPattern(path: TablePath, pattern: string): void {
    try {
      new RegExp(pattern);
    } catch (error) {
      this.refuse(path, error instanceof Error ? error.message : "is no regular expression");
    }
  }

  #findLine(path: TablePath): number {
    const { text } = this.#file;
    const parsed = yamlTrees(text);
    const root = "fault" in parsed ? undefined : parsed.trees[0];
    const offset = root === undefined ? 0 : findOffset(root, path.map(String));
    return lineAtOffset(text, offset);
  }
}

/**
 * Parses a table, which must be valid by the JSON Schema with the name `schema` below {@link sharedFolder}.
 * @throws TableError with the line of the first mistake in the YAML, or of one mistake that the schema finds.
 */
export function parseTable<Value>(file: TableFile, schema: string): Table<Value> {
  const yaml = readYaml(file.text);
  if (yaml.fault !== undefined) {
    const line = lineAtOffset(file.text, yaml.fault.offset);
    throw new TableError(`${file.name}:${line}: ${inputFaultText(yaml.fault.cause)}`);
  }
  const table = new Table(file, yaml.value as Value);
  const validate = loadValidator(schema);
  if (validate(yaml.value)) return table;
  const error = findDeepestError(validate.errors ?? []);
  if (error === undefined) return table.refuse([], "is not valid");
  return table.refuse(pathOfError(error), describeError(error));
}

const validators = new Map<string, ValidateFunction>();

/** Compiles a schema once, however many tables it is for. */
function loadValidator(schema: string): ValidateFunction {
  const loadedValidator = validators.get(schema);
  if (loadedValidator !== undefined) return loadedValidator;
  const ajv = new Ajv2020({ verbose: true, strictTypes: false });
  const validator = ajv.compile(JSON.parse(readFileSync(join(sharedFolder, schema), "utf8")));
  validators.set(schema, validator);
  return validator;
}

/**
 * Returns the error that is deepest in the table. A mistake in a row of a list also leads to errors of the values around
 * it, such as "must match exactly one schema in oneOf", which do not say what is wrong.
 */
function findDeepestError(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const [deepestError] = errors.toSorted((a, b) => b.instancePath.length - a.instancePath.length);
  return deepestError;
}

/** The path of the value with an error, or of the key that the schema does not have. */
function pathOfError(error: ErrorObject): TablePath {
  const path = error.instancePath.split("/").slice(1).map(unescapePointer);
  const unknownKey = findUnknownKey(error);
  return unknownKey === undefined ? path : [...path, unknownKey];
}

/** Returns the sentence of an error: `"few" must be equal to one of the allowed values: none, some`. */
function describeError(error: ErrorObject): string {
  const { data, message, params } = error;
  const allowedValues: unknown = params["allowedValues"];
  const allowedText = Array.isArray(allowedValues) ? `: ${allowedValues.join(", ")}` : "";
  const subject = findUnknownKey(error) ?? (typeof data === "string" ? data : undefined);
  const subjectText = subject === undefined ? "" : `"${subject}" `;
  return `${subjectText}${message}${allowedText}`;
}

/** Returns the key of a table that its schema does not have, if the error is about one. */
function findUnknownKey({ params }: ErrorObject): string | undefined {
  const unknownKey: unknown = params["additionalProperty"] ?? params["unevaluatedProperty"];
  return unknownKey === undefined ? undefined : String(unknownKey);
}

/** Decodes a key of a JSON pointer: `"a~1b"` -> `"a/b"`. */
function unescapePointer(key: string): string {
  return key.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** Returns the offset of what `path` leads to below `node`, or of the innermost node on the path that exists. */
function findOffset(node: YamlNode, path: readonly string[]): number {
  const [key, ...innerPath] = path;
  if (key === undefined) return node.at;
  const child = findChild(node, key);
  if (child === undefined) return node.at;
  return innerPath.length === 0 ? child.offset : findOffset(child.node, innerPath);
}

/** Finds an item of a list by its index, with its offset, or a value of a mapping by its key, with the key's offset. */
function findChild(node: YamlNode, key: string): { readonly node: YamlNode; readonly offset: number } | undefined {
  if (node.is === "list") {
    const item = node.items[Number(key)];
    return item === undefined ? undefined : { node: item, offset: item.at };
  }
  if (node.is !== "mapping") return undefined;
  const entry = node.entries.find((candidate) => candidate.key.is === "text" && candidate.key.text === key);
  return entry === undefined ? undefined : { node: entry.value, offset: entry.key.at };
}

/** The line of an offset, counted from 1. */
function lineAtOffset(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
