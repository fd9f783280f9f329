import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { sharedFolder, type Table, type TablePath } from "./read-table.ts";
import { type CompiledModule, headOf } from "./topic.ts";

/** A table whose codes have evidence, and the name of the type that lists them: `WaitEvidence`. */
export interface EvidenceTopic {
  readonly typeName: string;
  readonly table: Table<{ readonly codes: Readonly<Record<string, EvidenceEntry>> }>;
}

/** The fields that a finding or a row of it has beside its code, as the row in shared/explanations says. */
export interface EvidenceEntry {
  /** Names of types of shared/model, whose fields it has too. */
  readonly evidenceFrom?: readonly string[];
  readonly evidence?: FieldTable;
}

/** Fields by their names. The name of a field that may be absent ends in a question mark: `since?`. */
export type FieldTable = Readonly<Record<string, FieldType | DescribedField>>;

/** A {@link PlainType}, `true`, the name of a type of shared/model, or the words that the field can be. */
export type FieldType = string | true | readonly string[];

/** One of `type`, `listOf` and `fields` is present. */
export interface DescribedField {
  readonly type?: FieldType;
  readonly listOf?: FieldType | FieldTable;
  readonly fields?: FieldTable;
  readonly about?: string;
}

/** The types whose names begin with a small letter, except for `true`. */
export type PlainType = "string" | "strings" | "number" | "boolean" | "time" | "string or null" | "boolean or null";

const plainTypes: Readonly<Record<PlainType, string>> = {
  string: "string",
  strings: "readonly string[]",
  number: "number",
  boolean: "boolean",
  time: "string",
  "string or null": "string | null",
  "boolean or null": "boolean | null",
};

/** The files of shared/model, as `model/verdict.ts`, by the names of the types that they export. */
export type ModelTypes = ReadonlyMap<string, readonly string[]>;

/**
 * The module `file` with the types of the topics, followed by `constants`. `yaml`: the files that it is compiled from.
 * @throws TableError with the line of a type that shared/model does not export.
 */
export function evidenceModule(
  file: string,
  yaml: string,
  topics: readonly EvidenceTopic[],
  constants: readonly string[],
  modelTypes: ModelTypes,
): CompiledModule {
  const imports = importLines(file, topics, modelTypes).join("\n");
  const parts = [imports, ...topics.map(evidenceType), ...constants];
  return { file, text: `${headOf(yaml)}\n${parts.join("\n\n")}\n` };
}

/**
 * A union with one variant for each code.
 *
 *     export type WaitEvidence =
 *       | {
 *           readonly code: "no-versions";
 *         }
 *       | (ReportedWords & {
 *           readonly code: "stuck";
 *           readonly part: string;
 *         });
 */
function evidenceType({ typeName, table }: EvidenceTopic): string {
  const variants = Object.entries(table.value.codes).map(([code, { evidenceFrom = [], evidence = {} }]) => {
    const lines = [`readonly code: ${JSON.stringify(code)};`, ...fieldLines(evidence)];
    const fields = ["{", ...lines.map((line) => `      ${line}`), "    }"].join("\n");
    return evidenceFrom.length === 0 ? `  | ${fields}` : `  | (${[...evidenceFrom, fields].join(" & ")})`;
  });
  return `export type ${typeName} =\n${variants.join("\n")};`;
}

/** `readonly part: string;` for each field, after the line of its description. */
function fieldLines(fields: FieldTable): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const line = `readonly ${name}: ${fieldTypeText(field)};`;
    const description = fieldDescription(field);
    return description === "" ? [line] : [`/** ${description} */`, line];
  });
}

/** `{ readonly kind: string; readonly count: number }` */
function mappingText(fields: FieldTable): string {
  return `{ ${fieldLines(fields).join(" ")} }`;
}

function fieldDescription(field: FieldType | DescribedField): string {
  const { type, about = "" } = isMapping(field) ? field : { type: field };
  return type === "time" ? `${about} RFC 3339 UTC.`.trimStart() : about;
}

function fieldTypeText(field: FieldType | DescribedField): string {
  if (!isMapping(field)) return typeText(field);
  const { type = [], listOf, fields } = field;
  if (listOf !== undefined) return listText(isMapping(listOf) ? mappingText(listOf) : typeText(listOf));
  return fields === undefined ? typeText(type) : mappingText(fields);
}

function listText(item: string): string {
  return item.includes(" | ") ? `readonly (${item})[]` : `readonly ${item}[]`;
}

function typeText(type: FieldType): string {
  if (type === true) return "true";
  if (typeof type !== "string") return type.map((word) => JSON.stringify(word)).join(" | ");
  return Object.hasOwn(plainTypes, type) ? plainTypes[type as PlainType] : type;
}

export function isMapping<Mapping extends object>(value: FieldType | Mapping): value is Mapping {
  return typeof value === "object" && !Array.isArray(value);
}

/** The lines that import the types of shared/model which the evidence names, in the order of their addresses. */
function importLines(file: string, topics: readonly EvidenceTopic[], modelTypes: ModelTypes): readonly string[] {
  const namesByAddress = new Map<string, Set<string>>();
  for (const { table } of topics) {
    for (const [name, path] of namedTypes(table)) {
      const address = importAddress(file, join(sharedFolder, findModelFile(name, modelTypes, table, path)));
      namesByAddress.set(address, (namesByAddress.get(address) ?? new Set()).add(name));
    }
  }
  return [...namesByAddress]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([address, names]) => `import type { ${[...names].toSorted().join(", ")} } from "${address}";`);
}

/** @throws TableError with the line of the type, where not exactly one file of shared/model exports it. */
function findModelFile(name: string, modelTypes: ModelTypes, table: EvidenceTopic["table"], path: TablePath): string {
  const [file, other] = modelTypes.get(name) ?? [];
  if (file === undefined) return table.refuse(path, `no file of shared/model exports a type ${name}`);
  return other === undefined ? file : table.refuse(path, `${file} and ${other} export a type ${name}`);
}

/** `./effect.ts` of a file beside the importing one. */
function importAddress(importer: string, imported: string): string {
  const path = relative(dirname(importer), imported).replaceAll("\\", "/");
  return path.startsWith(".") ? path : `./${path}`;
}

type NamedType = readonly [name: string, path: TablePath];

/** The types of shared/model that a table names, each with its place. A list of words, or an `about`, names none. */
export function namedTypes({ value }: EvidenceTopic["table"]): readonly NamedType[] {
  return Object.entries(value.codes).flatMap(([code, { evidenceFrom = [], evidence = {} }]) => [
    ...evidenceFrom.map((name, index): NamedType => [name, ["codes", code, "evidenceFrom", index]]),
    ...namedTypesOf(evidence, ["codes", code, "evidence"]),
  ]);
}

function namedTypesOf(value: FieldType | FieldTable | DescribedField, path: TablePath): readonly NamedType[] {
  if (typeof value === "string") return /^[A-Z]/.test(value) ? [[value, path]] : [];
  if (!isMapping(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => (key === "about" ? [] : namedTypesOf(each, [...path, key])));
}

/** Reads which file of shared/model exports which type. */
export function readModelTypes(): ModelTypes {
  const files = new Map<string, string[]>();
  for (const name of globSync("model/**/*.ts", { cwd: sharedFolder }).toSorted()) {
    const source = readFileSync(join(sharedFolder, name), "utf8");
    for (const [, type = ""] of source.matchAll(/^export (?:type|interface) (\w+)/gm))
      files.set(type, [...(files.get(type) ?? []), name]);
  }
  return files;
}
