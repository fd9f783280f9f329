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
  namedTypes,
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
 * The schemas of a Report and of the gate, with what the tables and the model list: the codes of findings and of the
 * impact, the codes of the reasons against an upgrade, and the evidence of these. The rest of both is written by hand.
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
    finding: withCodes(report.$defs["finding"], findingCodes),
    impact: withCodes(report.$defs["impact"], impactCodes),
    gateCode: { ...report.$defs["gateCode"], enum: reasonCodes },
  };
  return [
    { file: join(sharedFolder, reportSchema), text: `${formatJson({ ...report, $defs: definitions })}\n` },
    {
      file: join(sharedFolder, gateSchema),
      text: `${formatJson({ ...gate, $defs: { ...gate.$defs, evidence: evidenceSchema(reasons) } })}\n`,
    },
  ];
}

/** Returns the schema of an object, whose field `code` takes only these values. */
function withCodes(schema: Schema | undefined, codes: readonly string[]): Schema {
  const { properties } = schema as Schema & { readonly properties: Readonly<Record<string, Schema>> };
  return { ...schema, properties: { ...properties, code: { ...properties["code"], enum: codes } } };
}

function readSchema(name: string): PublishedSchema {
  return JSON.parse(readFileSync(join(sharedFolder, name), "utf8"));
}

/** A field of one code, and its place in the table. */
interface PlacedField {
  readonly name: string;
  readonly field: FieldType | DescribedField;
  readonly topic: EvidenceTopic;
  readonly path: TablePath;
}

/** All fields, whichever code has them, and which of them each code always has. */
function evidenceSchema(topics: readonly EvidenceTopic[]): Schema {
  const fields = Map.groupBy(topics.flatMap(listFields), ({ name }) => name);
  return {
    description: "What the reason is, depending on its code",
    type: "object",
    properties: Object.fromEntries([...fields].map(([name, definitions]) => [name, propertySchema(definitions)])),
    allOf: requirements(topics),
  };
}

/** The types of shared/model that the evidence names are definitions of the schema of a Report. */
function refuseUndefinedTypes({ table }: EvidenceTopic, { $defs }: PublishedSchema): void {
  for (const [type, path] of namedTypes(table)) {
    if (!Object.hasOwn($defs, definitionName(type)))
      table.refuse(path, `${reportSchema} has no definition ${definitionName(type)}`);
  }
}

/** `heldInstance` of `HeldInstance`. */
function definitionName(type: string): string {
  return uncapitalize(type);
}

function listFields(topic: EvidenceTopic): readonly PlacedField[] {
  return Object.entries(topic.table.value.codes).flatMap(([code, { evidence = {} }]) =>
    Object.entries(evidence).map(([key, field]) => ({
      name: plainName(key),
      field,
      topic,
      path: ["codes", code, "evidence", key],
    })),
  );
}

/** The schema of a field that several rows may define, with the descriptions of all of them. */
function propertySchema(definitions: readonly PlacedField[]): Schema {
  const [first] = definitions;
  if (first === undefined) return {};
  const abouts = definitions.flatMap(({ field }) => (isMapping(field) ? [field.about ?? ""] : []));
  const description = [...new Set(abouts)].filter((about) => about !== "").join(" ");
  if (description === "") return first.topic.table.refuse(first.path, "no row describes this field: add an about");
  const schema = fieldSchema(first.field);
  for (const { field, topic, path } of definitions) {
    if (!isDeepStrictEqual(fieldSchema(field), schema)) topic.table.refuse(path, "another row has another type for it");
  }
  return { description: withoutFullStop(description), ...schema };
}

function fieldSchema(field: FieldType | DescribedField): Schema {
  if (!isMapping(field)) return typeSchema(field);
  const { type = [], listOf, fields } = field;
  if (fields !== undefined) return mappingSchema(fields);
  if (listOf === undefined) return typeSchema(type);
  return { type: "array", items: isMapping(listOf) ? mappingSchema(listOf) : typeSchema(listOf) };
}

function mappingSchema(fields: FieldTable): Schema {
  const properties = Object.entries(fields).map(([key, field]) => {
    const { about = "" } = isMapping(field) ? field : {};
    return [plainName(key), { description: withoutFullStop(about), ...fieldSchema(field) }] as const;
  });
  return {
    type: "object",
    required: requiredNames(fields),
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

function typeSchema(type: FieldType): Schema {
  if (type === true) return { const: true };
  if (typeof type !== "string") return { enum: type };
  if (Object.hasOwn(plainTypes, type)) return plainTypes[type as PlainType];
  return { $ref: `report.schema.json#/$defs/${definitionName(type)}` };
}

/** A condition for each list of fields that codes always have. */
function requirements(topics: readonly EvidenceTopic[]): readonly Schema[] {
  const codes = topics.flatMap(({ table }) =>
    Object.entries(table.value.codes).map(([code, { evidence = {} }]) => ({ code, required: requiredNames(evidence) })),
  );
  const groups = Map.groupBy(
    codes.filter(({ required }) => required.length > 0),
    ({ required }) => required.join(),
  );
  return [...groups.values()].map((group) => ({
    if: { properties: { code: { enum: group.map(({ code }) => code) } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: group[0]?.required },
  }));
}

function requiredNames(fields: FieldTable): readonly string[] {
  return Object.keys(fields).filter((name) => !name.endsWith("?"));
}

function withoutFullStop(text: string): string {
  return text.replace(/\.$/, "");
}

/** `since` of `since?`. */
function plainName(name: string): string {
  return name.replace(/\?$/, "");
}

const maxColumns = 120;

/** JSON as the formatter of this repository writes it: a list of plain values stands on one line if it fits. */
function formatJson(value: unknown, indent = "", column = 0): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  if (!Array.isArray(value)) {
    const lines = Object.entries(value).map(([key, each]) => {
      const start = `${inner}${JSON.stringify(key)}: `;
      return `${start}${formatJson(each, inner, start.length)}`;
    });
    return `{\n${lines.join(",\n")}\n${indent}}`;
  }
  const line = `[${value.map((item) => JSON.stringify(item)).join(", ")}]`;
  const isPlain = value.every((item) => typeof item !== "object" || item === null);
  // A comma may follow.
  if (isPlain && column + line.length < maxColumns) return line;
  return `[\n${value.map((item) => `${inner}${formatJson(item, inner, inner.length)}`).join(",\n")}\n${indent}]`;
}
