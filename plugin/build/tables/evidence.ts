import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { compareTexts } from "../../../shared/model/compare-texts.ts";
import { sharedFolder, type Table, type TablePath } from "./read-table.ts";
import { type CompiledModule, generatedHeader } from "./topic.ts";

/** A table whose codes have evidence, and the name of the type that lists them: `WaitEvidence`. */
export interface EvidenceTopic {
  readonly typeName: string;
  readonly table: Table<{ readonly codes: Readonly<Record<string, EvidenceEntry>> }>;
}

/** The fields of a finding, or of a row of a finding, beside its code. They stand in shared/explanations. */
export interface EvidenceEntry {
  /** Names of types of shared/model, whose fields the finding has too. */
  readonly evidenceFrom?: readonly string[];
  readonly evidence?: FieldTable;
}

/** Fields by their names. The name of a field that may be absent ends in a question mark: `since?`. */
export type FieldTable = Readonly<Record<string, FieldType | DescribedField>>;

/** A {@link PlainType}, `true`, the name of a type of shared/model, or the list of the allowed words. */
export type FieldType = string | true | readonly string[];

/** A field with a description. Exactly one of `type`, `listOf` and `fields` is present. */
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
 * Compiles a module with a type for each topic, followed by `constants`.
 * @param file the path of the module
 * @param yaml the files that it is compiled from, for the comment at its head
 * @throws TableError with the line of a type that shared/model does not export.
 */
export function compileEvidenceModule(
  file: string,
  yaml: string,
  topics: readonly EvidenceTopic[],
  constants: readonly string[],
  modelTypes: ModelTypes,
): CompiledModule {
  const imports = declareImports(file, topics, modelTypes).join("\n");
  const parts = [imports, ...topics.map(declareEvidenceType), ...constants];
  return { file, text: `${generatedHeader(yaml)}\n${parts.join("\n\n")}\n` };
}

/**
 * Declares a union with one variant for each code:
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
function declareEvidenceType({ typeName, table }: EvidenceTopic): string {
  const variants = Object.entries(table.value.codes).map(([code, { evidenceFrom = [], evidence = {} }]) => {
    const lines = [`readonly code: ${JSON.stringify(code)};`, ...declareFields(evidence)];
    const fields = ["{", ...lines.map((line) => `      ${line}`), "    }"].join("\n");
    return evidenceFrom.length === 0 ? `  | ${fields}` : `  | (${[...evidenceFrom, fields].join(" & ")})`;
  });
  return `export type ${typeName} =\n${variants.join("\n")};`;
}

/** Declares each field, after its description: `readonly part: string;`. */
function declareFields(fields: FieldTable): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const declaration = `readonly ${name}: ${writeFieldType(field)};`;
    const description = describeField(field);
    return description === "" ? [declaration] : [`/** ${description} */`, declaration];
  });
}

/** `{ readonly kind: string; readonly count: number }` */
function writeMappingType(fields: FieldTable): string {
  return `{ ${declareFields(fields).join(" ")} }`;
}

/** The description of a field, which for a time ends in its format. Empty for a field without one. */
function describeField(field: FieldType | DescribedField): string {
  const { type, about = "" } = isMapping(field) ? field : { type: field };
  return type === "time" ? `${about} RFC 3339 UTC.`.trimStart() : about;
}

function writeFieldType(field: FieldType | DescribedField): string {
  if (!isMapping(field)) return writeType(field);
  const { type = [], listOf, fields } = field;
  if (fields !== undefined) return writeMappingType(fields);
  if (listOf === undefined) return writeType(type);
  return writeListType(isMapping(listOf) ? writeMappingType(listOf) : writeType(listOf));
}

function writeListType(itemType: string): string {
  return itemType.includes(" | ") ? `readonly (${itemType})[]` : `readonly ${itemType}[]`;
}

function writeType(type: FieldType): string {
  if (type === true) return "true";
  if (typeof type !== "string") return type.map((word) => JSON.stringify(word)).join(" | ");
  return Object.hasOwn(plainTypes, type) ? plainTypes[type as PlainType] : type;
}

export function isMapping<Mapping extends object>(value: FieldType | Mapping): value is Mapping {
  return typeof value === "object" && !Array.isArray(value);
}

/** Declares the imports of the types of shared/model that the evidence names, in the order of their addresses. */
function declareImports(file: string, topics: readonly EvidenceTopic[], modelTypes: ModelTypes): readonly string[] {
  const namesByAddress = new Map<string, Set<string>>();
  for (const { table } of topics) {
    for (const [name, path] of listNamedTypes(table)) {
      const modelFile = findModelFile(name, modelTypes, table, path);
      const address = importAddress(file, join(sharedFolder, modelFile));
      namesByAddress.set(address, (namesByAddress.get(address) ?? new Set()).add(name));
    }
  }
  return [...namesByAddress]
    .toSorted(([a], [b]) => compareTexts(a, b))
    .map(([address, names]) => `import type { ${[...names].toSorted().join(", ")} } from "${address}";`);
}

/**
 * Finds the file that exports a type.
 * @throws TableError with the line of a type that no file exports, or several files.
 */
function findModelFile(name: string, modelTypes: ModelTypes, table: EvidenceTopic["table"], path: TablePath): string {
  const [file, secondFile] = modelTypes.get(name) ?? [];
  if (file === undefined) return table.refuse(path, `no file of shared/model exports a type ${name}`);
  return secondFile === undefined ? file : table.refuse(path, `${file} and ${secondFile} export a type ${name}`);
}

/** The address by which `importer` imports a file: `./effect.ts` for a file in the same folder. */
function importAddress(importer: string, imported: string): string {
  const path = relative(dirname(importer), imported).replaceAll("\\", "/");
  return path.startsWith(".") ? path : `./${path}`;
}

type NamedType = readonly [name: string, path: TablePath];

/** The types of shared/model that a table names, each with its path. */
export function listNamedTypes({ value }: EvidenceTopic["table"]): readonly NamedType[] {
  return Object.entries(value.codes).flatMap(([code, { evidenceFrom = [], evidence = {} }]) => [
    ...evidenceFrom.map((name, index): NamedType => [name, ["codes", code, "evidenceFrom", index]]),
    ...listNamedTypesIn(evidence, ["codes", code, "evidence"]),
  ]);
}

/** The types below `path`. They begin with a capital letter. A list of allowed words and an `about` name no types. */
function listNamedTypesIn(value: FieldType | FieldTable | DescribedField, path: TablePath): readonly NamedType[] {
  if (typeof value === "string") return /^[A-Z]/.test(value) ? [[value, path]] : [];
  if (!isMapping(value)) return [];
  const entries = Object.entries(value).filter(([key]) => key !== "about");
  return entries.flatMap(([key, inner]) => listNamedTypesIn(inner, [...path, key]));
}

/** Reads which file of shared/model exports which type. */
export function readModelTypes(): ModelTypes {
  const files = new Map<string, string[]>();
  for (const name of globSync("model/**/*.ts", { cwd: sharedFolder }).toSorted()) {
    const source = readFileSync(join(sharedFolder, name), "utf8");
    // `export interface Kind {` -> Kind
    for (const [, type = ""] of source.matchAll(/^export (?:type|interface) (\w+)/gm))
      files.set(type, [...(files.get(type) ?? []), name]);
  }
  return files;
}
