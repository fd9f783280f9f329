import { computeOnce } from "../model/compute-once.ts";
import { definedFields } from "../model/defined-fields.ts";
import type { FieldFacts, FieldType, ScalarValue } from "../model/manifest/schema.ts";
import { type Fields, listAt, recordAt, textAt, toRecord, toText, valueAt } from "../parse/json-value.ts";
import { embeddedFields, rootFields } from "./object-meta.ts";

/**
 * A schema of a CRD, or a part of it, read as far as a manifest reaches. Sources: kubernetes.io, "Extend the Kubernetes
 * API with CustomResourceDefinitions", structural schemas and field pruning; apiextensions/v1, JSONSchemaProps.
 */
export interface SchemaNode {
  /** The types that a value may have. Empty if it may have any. */
  readonly types: readonly FieldType[];
  readonly description: string;
  readonly isNullable: boolean;
  /** The only values that are accepted. Empty if the schema does not list them. */
  readonly choices: readonly ScalarValue[];
  readonly fallback?: ScalarValue;
  /** Whether the server replaces null by a default. */
  readonly hasDefault: boolean;
  readonly required: ReadonlySet<string>;
  /** The fields by name, not read yet. */
  readonly fields: ReadonlyMap<string, unknown>;
  /** The schema of every other field. Undefined if the server drops other fields. */
  readonly others: unknown;
  /** The schema of the items of a list. Undefined if they may be anything. */
  readonly items: unknown;
}

/** Returns the node of a schema. A schema that cannot be read accepts everything. */
export function readSchemaNode(raw: unknown): SchemaNode {
  const schema = toRecord(raw);
  return schema === undefined ? anyValue : innerNode(schema);
}

/** Returns the node of the schema of a whole object. apiVersion, kind and metadata are those of every object. */
export function readRootNode(raw: unknown): SchemaNode {
  const schema = toRecord(raw);
  return schema === undefined ? anyValue : rootNode(schema);
}

// Schemas are immutable, and a manifest of 500 documents needs the same nodes many times.
const innerNode = computeOnce((schema: Fields) => readNode(schema, schema[embedded] === true ? embeddedFields : {}));
const rootNode = computeOnce((schema: Fields) => readNode(schema, rootFields(recordAt(schema, "properties") ?? {})));

/** Returns the node of a field or of a list's item; undefined if the server drops the field. */
export function findChild(node: SchemaNode, step: string | number): SchemaNode | undefined {
  if (typeof step === "number") return readSchemaNode(node.items);
  const field = node.fields.get(step);
  if (field !== undefined) return readSchemaNode(field);
  return node.others === undefined ? undefined : readSchemaNode(node.others);
}

/** Returns the node at a path below `root`; undefined if the schema has no such field. */
export function findNodeAtPath(root: SchemaNode, path: readonly (string | number)[]): SchemaNode | undefined {
  let node: SchemaNode | undefined = root;
  for (const step of path) node = node === undefined ? undefined : findChild(node, step);
  return node;
}

/** Returns what a schema says about a field of `parent`. */
export function makeFieldFacts(name: string, node: SchemaNode, parent: SchemaNode | undefined): FieldFacts {
  return {
    name,
    types: node.types,
    description: node.description,
    choices: node.choices,
    isRequired: parent?.required.has(name) === true,
    ...definedFields({ contents: readContents(node), fallback: node.fallback }),
  };
}

/** What a list or a map of values holds; undefined for other types. */
function readContents(node: SchemaNode): FieldFacts["contents"] {
  if (node.types.includes("array")) return { of: "list", types: readSchemaNode(node.items).types };
  if (node.fields.size > 0 || toRecord(node.others) === undefined) return undefined;
  return { of: "map", types: readSchemaNode(node.others).types };
}

const embedded = "x-kubernetes-embedded-resource";
const keepsUnknown = "x-kubernetes-preserve-unknown-fields";
const intOrString = "x-kubernetes-int-or-string";

const anyValue: SchemaNode = {
  types: [],
  description: "",
  isNullable: true,
  choices: [],
  hasDefault: false,
  required: new Set<string>(),
  fields: new Map(),
  others: true,
  items: true,
};

/**
 * Reads a schema.
 * @param implied the schemas of the fields that count instead of those in `raw`
 */
function readNode(raw: Fields, implied: Fields): SchemaNode {
  const types = readTypes(raw);
  const fields = new Map(Object.entries(implied));
  for (const [name, schema] of Object.entries(recordAt(raw, "properties") ?? {})) {
    if (!fields.has(name)) fields.set(name, schema);
  }
  return {
    types,
    description: textAt(raw, "description"),
    isNullable: raw["nullable"] === true || types.length === 0,
    choices: readChoices(raw),
    fields,
    hasDefault: raw["default"] !== undefined,
    required: new Set(listAt(raw, "required").map(toText)),
    others: readOthers(raw, types),
    items: raw["items"] ?? true,
    ...definedFields({ fallback: toScalar(raw["default"]) }),
  };
}

/**
 * The schema of fields that `properties` does not name, by the first of these that fits:
 *   1. `additionalProperties`, unless it is false
 *   2. anything, if the server keeps unknown fields, if the schema has no type, or if it is a reference, which no structural
 *      schema has, so that its target is unknown
 *   3. undefined: the server drops them
 */
function readOthers(raw: Fields, types: readonly FieldType[]): unknown {
  const additional = raw["additionalProperties"];
  if (additional !== undefined && additional !== false) return additional;
  if (raw[keepsUnknown] === true || types.length === 0 || raw["$ref"] !== undefined) return true;
  return undefined;
}

/** The types of a schema. One without a type has those of its alternatives, if each of these has one. */
function readTypes(raw: Fields): readonly FieldType[] {
  if (raw[intOrString] === true) return ["integer", "string"];
  if (raw["type"] !== undefined) return keepFieldTypes([raw["type"]].flat());
  for (const alternatives of [listAt(raw, "anyOf"), listAt(raw, "oneOf")]) {
    const types = alternatives.map((alternative) => keepFieldTypes([valueAt(alternative, "type")]));
    if (types.length > 0 && types.every((typesOfOne) => typesOfOne.length > 0)) return [...new Set(types.flat())];
  }
  return [];
}

function keepFieldTypes(texts: readonly unknown[]): readonly FieldType[] {
  return texts.filter((text): text is FieldType => fieldTypes.some((type) => type === text));
}

const fieldTypes: readonly FieldType[] = ["object", "array", "string", "integer", "number", "boolean"];

/** The values that all parts of a schema accept. Two markers of one field become `allOf` (controller-tools). */
function readChoices(raw: Fields): readonly ScalarValue[] {
  const enums = [readEnum(raw), ...listAt(raw, "allOf").map(readEnum)];
  for (const alternatives of [listAt(raw, "anyOf"), listAt(raw, "oneOf")]) {
    const alternativeEnums = alternatives.map(readEnum);
    if (alternativeEnums.every((values) => values.length > 0)) enums.push(alternativeEnums.flat());
  }
  const [first = [], ...others] = enums.filter((values) => values.length > 0);
  return [...new Set(first)].filter((value) => others.every((values) => values.includes(value)));
}

function readEnum(raw: unknown): readonly ScalarValue[] {
  return listAt(raw, "enum")
    .map(toScalar)
    .filter((value) => value !== undefined);
}

function toScalar(value: unknown): ScalarValue | undefined {
  const isScalar = value === null || ["string", "number", "boolean"].includes(typeof value);
  return isScalar ? (value as ScalarValue) : undefined;
}
