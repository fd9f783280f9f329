import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { uncapitalize } from "../../../shared/model/capitalize.ts";
import { impactCodes } from "../../../shared/model/finding/impact.ts";
import {
  type DescribedField,
  type EvidenceTopic,
  type FieldTable,
  type FieldType,
  isMapping,
  listNamedTypes,
  type PlainType,
} from "./evidence.ts";
import { sharedFolder, type TablePath } from "./read-table.ts";
import type { CompiledModule } from "./topic.ts";

/** A part of a JSON Schema, or a whole one. */
type Schema = Readonly<Record<string, unknown>>;

/** A schema with definitions. */
interface PublishedSchema extends Schema {
  readonly $defs: Readonly<Record<string, Schema>>;
}

const reportSchema = "model/report.schema.json";
const gateSchema = "model/upgrade-gate.schema.json";

/**
 * Fills in the published schemas of a Report and of the gate, which otherwise are written by hand:
 * - the codes of the findings, of the impact and of the reasons against an upgrade;
 * - the evidence of those reasons.
 * @throws TableError with the line of a field that no row describes, or whose type the schema of a Report does not define.
 */
export function compilePublishedSchemas(
  findingCodes: readonly string[],
  reasons: readonly EvidenceTopic[],
): readonly CompiledModule[] {
  const report = readSchema(reportSchema);
  const gate = readSchema(gateSchema);
  for (const topic of reasons) refuseUndefinedTypes(topic, report);
  const reasonCodes = reasons.flatMap(({ table }) => Object.keys(table.value.codes));
  const definitions = {
    ...report.$defs,
    finding: limitCodes(report.$defs["finding"], findingCodes),
    impact: limitCodes(report.$defs["impact"], impactCodes),
    gateCode: { ...report.$defs["gateCode"], enum: reasonCodes },
  };
  const gateDefinitions = { ...gate.$defs, evidence: makeEvidenceSchema(reasons) };
  return [
    compileSchema(reportSchema, { ...report, $defs: definitions }),
    compileSchema(gateSchema, { ...gate, $defs: gateDefinitions }),
  ];
}

function compileSchema(name: string, schema: PublishedSchema): CompiledModule {
  return { file: join(sharedFolder, name), text: `${formatJson(schema)}\n` };
}

/** Returns the schema of an object, whose field `code` takes only these values. */
function limitCodes(schema: Schema | undefined, codes: readonly string[]): Schema {
  const { properties } = schema as Schema & { readonly properties: Readonly<Record<string, Schema>> };
  return { ...schema, properties: { ...properties, code: { ...properties["code"], enum: codes } } };
}

function readSchema(name: string): PublishedSchema {
  return JSON.parse(readFileSync(join(sharedFolder, name), "utf8"));
}

/** A field of one code, and its path in the table. */
interface PlacedField {
  readonly name: string;
  readonly field: FieldType | DescribedField;
  readonly topic: EvidenceTopic;
  readonly path: TablePath;
}

/** The schema with the fields of all codes, and the fields that each code always has. */
function makeEvidenceSchema(topics: readonly EvidenceTopic[]): Schema {
  const fields = Map.groupBy(topics.flatMap(listFields), ({ name }) => name);
  return {
    description: "What the reason is, depending on its code",
    type: "object",
    properties: Object.fromEntries([...fields].map(([name, definitions]) => [name, makePropertySchema(definitions)])),
    allOf: listRequirements(topics),
  };
}

/** Refuses evidence that names a type of shared/model which the schema of a Report does not define. */
function refuseUndefinedTypes({ table }: EvidenceTopic, { $defs }: PublishedSchema): void {
  for (const [type, path] of listNamedTypes(table)) {
    if (!Object.hasOwn($defs, definitionName(type)))
      table.refuse(path, `${reportSchema} has no definition ${definitionName(type)}`);
  }
}

/** `HeldInstance` -> `heldInstance` */
function definitionName(type: string): string {
  return uncapitalize(type);
}

function listFields(topic: EvidenceTopic): readonly PlacedField[] {
  return Object.entries(topic.table.value.codes).flatMap(([code, { evidence = {} }]) =>
    Object.entries(evidence).map(([key, field]) => ({
      name: readFieldName(key),
      field,
      topic,
      path: ["codes", code, "evidence", key],
    })),
  );
}

/** The schema of a field that several rows may define, with the descriptions of all of them. */
function makePropertySchema(definitions: readonly PlacedField[]): Schema {
  const [first] = definitions;
  if (first === undefined) return {};
  const descriptions = new Set(definitions.map(({ field }) => readDescription(field)));
  const description = [...descriptions].filter((text) => text !== "").join(" ");
  if (description === "") return first.topic.table.refuse(first.path, "no row describes this field: add an about");
  const schema = makeFieldSchema(first.field);
  for (const { field, topic, path } of definitions) {
    if (!isDeepStrictEqual(makeFieldSchema(field), schema))
      topic.table.refuse(path, "another row has another type for it");
  }
  return { description: removeFullStop(description), ...schema };
}

/** The `about` of a field. Empty for a field without one. */
function readDescription(field: FieldType | DescribedField): string {
  return isMapping(field) ? (field.about ?? "") : "";
}

function makeFieldSchema(field: FieldType | DescribedField): Schema {
  if (!isMapping(field)) return makeTypeSchema(field);
  const { type = [], listOf, fields } = field;
  if (fields !== undefined) return makeMappingSchema(fields);
  if (listOf === undefined) return makeTypeSchema(type);
  return { type: "array", items: isMapping(listOf) ? makeMappingSchema(listOf) : makeTypeSchema(listOf) };
}

function makeMappingSchema(fields: FieldTable): Schema {
  const properties = Object.entries(fields).map(([key, field]) => {
    const description = removeFullStop(readDescription(field));
    return [readFieldName(key), { description, ...makeFieldSchema(field) }] as const;
  });
  return {
    type: "object",
    required: listRequiredNames(fields),
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  };
}

const plainTypes: Readonly<Record<PlainType, Schema>> = {
  string: { type: "string" },
  strings: { type: "array", items: { type: "string" } },
  number: { type: "integer", minimum: 0 },
  boolean: { type: "boolean" },
  time: { $ref: "report.schema.json#/$defs/time" },
  "string or null": { type: ["string", "null"] },
  "boolean or null": { type: ["boolean", "null"] },
};

function makeTypeSchema(type: FieldType): Schema {
  if (type === true) return { const: true };
  if (typeof type !== "string") return { enum: type };
  if (Object.hasOwn(plainTypes, type)) return plainTypes[type as PlainType];
  return { $ref: `report.schema.json#/$defs/${definitionName(type)}` };
}

/** An `if` and a `then` for each list of required fields, with all codes that require exactly these fields. */
function listRequirements(topics: readonly EvidenceTopic[]): readonly Schema[] {
  const codes = topics.flatMap(({ table }) =>
    Object.entries(table.value.codes).map(([code, { evidence = {} }]) => ({
      code,
      required: listRequiredNames(evidence),
    })),
  );
  const codesWithFields = codes.filter(({ required }) => required.length > 0);
  const groups = Map.groupBy(codesWithFields, ({ required }) => required.join());
  return [...groups.values()].map((group) => ({
    if: { properties: { code: { enum: group.map(({ code }) => code) } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: group[0]?.required },
  }));
}

function listRequiredNames(fields: FieldTable): readonly string[] {
  return Object.keys(fields).filter((name) => !name.endsWith("?"));
}

function removeFullStop(text: string): string {
  return text.replace(/\.$/, "");
}

/** `since?` -> `since` */
function readFieldName(name: string): string {
  return name.replace(/\?$/, "");
}

const maxColumns = 120;

/**
 * Writes JSON as the formatter of this repository does: a list of plain values stands on one line if it fits.
 * @param indent the spaces before the line on which the value begins
 * @param column the number of characters before the value on that line
 */
function formatJson(value: unknown, indent = "", column = 0): string {
  if (Array.isArray(value)) return formatList(value, indent, column);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const innerIndent = `${indent}  `;
  const lines = Object.entries(value).map(([key, fieldValue]) => {
    const start = `${innerIndent}${JSON.stringify(key)}: `;
    return `${start}${formatJson(fieldValue, innerIndent, start.length)}`;
  });
  return `{\n${lines.join(",\n")}\n${indent}}`;
}

function formatList(items: readonly unknown[], indent: string, column: number): string {
  const line = `[${items.map((item) => JSON.stringify(item)).join(", ")}]`;
  const isPlain = items.every((item) => typeof item !== "object" || item === null);
  // One column is left for a comma.
  if (isPlain && column + line.length < maxColumns) return line;
  const innerIndent = `${indent}  `;
  const lines = items.map((item) => `${innerIndent}${formatJson(item, innerIndent, innerIndent.length)}`);
  return `[\n${lines.join(",\n")}\n${indent}]`;
}
