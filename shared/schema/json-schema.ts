import { type Fields, listAt, recordAt, textAt, toRecord, toText, valueAt } from "../parse/json-value.ts";
import type { KindSchema } from "./kind-schema.ts";
import { embeddedFields, rootFields } from "./object-meta.ts";

/** A kind in one version. */
export interface SchemaVersion {
  readonly schema: KindSchema;
  readonly version: string;
}

/** The deepest fields that are checked. */
const maxDepth = 60;

/** Keywords of a CRD's schema that mean the same in JSON Schema. */
const sharedKeywords = ["default", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"] as const;

/** What each field is converted with. */
interface Conversion {
  /** Makes a description harmless. */
  readonly clean: (text: string) => string;
  /** Whether the server keeps unknown fields everywhere. */
  readonly keepsUnknown: boolean;
}

/**
 * Returns a JSON Schema (draft 7) for a file with documents of these kinds, for editors that know no CRDs. A document is
 * checked by the schema of its own kind and version. Documents of other kinds are not checked. Unknown fields that the
 * server drops are refused, as are wrong types and values. `oneOf`, `anyOf` and `allOf` of a CRD are omitted: a strict
 * reading of them would refuse what the server accepts.
 *
 * @param clean makes a description harmless.
 */
export function buildJsonSchema(kinds: readonly SchemaVersion[], clean: (text: string) => string): Fields {
  const rules = kinds.flatMap((kind) => buildRule(kind, clean) ?? []);
  return { $schema: "http://json-schema.org/draft-07/schema#", allOf: rules };
}

/** The rule that documents of one kind and version have its schema. Undefined if the CRD has no schema of the version. */
function buildRule({ schema, version }: SchemaVersion, clean: (text: string) => string): Fields | undefined {
  const versionEntry = listAt(schema.source, "spec", "versions").find((entry) => valueAt(entry, "name") === version);
  const root = recordAt(versionEntry, "schema", "openAPIV3Schema");
  if (root === undefined) return undefined;
  const identity = { apiVersion: { const: `${schema.group}/${version}` }, kind: { const: schema.kind } };
  const ownProperties = recordAt(root, "properties") ?? {};
  const wholeObject = { ...root, type: "object", properties: { ...ownProperties, ...rootFields(ownProperties) } };
  return {
    if: { required: ["apiVersion", "kind"], properties: identity },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: convertField(wholeObject, { clean, keepsUnknown: schema.keepsUnknown }, 0),
  };
}

/** The JSON Schema of one field of a CRD; `true`, which accepts anything, for what is too deep or refers elsewhere. */
function convertField(value: unknown, conversion: Conversion, depth: number): unknown {
  const schema = toRecord(value);
  if (schema === undefined || depth > maxDepth || schema["$ref"] !== undefined) return true;
  const convertInner = (inner: unknown): unknown => convertField(inner, conversion, depth + 1);
  const isEmbedded = schema["x-kubernetes-embedded-resource"] === true;
  const fields = { ...toRecord(schema["properties"]), ...(isEmbedded ? embeddedFields : {}) };
  const names = Object.keys(fields);
  const description = textAt(schema, "description");
  const types = listTypes(schema);
  const converted: Record<string, unknown> = {};
  if (description !== "") converted["description"] = conversion.clean(description);
  if (types.length > 0) converted["type"] = types.length === 1 ? types[0] : types;
  for (const keyword of sharedKeywords) if (Object.hasOwn(schema, keyword)) converted[keyword] = schema[keyword];
  if (Array.isArray(schema["enum"])) converted["enum"] = listAllowedValues(schema, schema["enum"]);
  if (names.length > 0)
    converted["properties"] = Object.fromEntries(names.map((name) => [name, convertInner(fields[name])]));
  // A file may have documents without all fields of the root, such as a status.
  const required = depth > 0 ? listRequired(schema, fields) : [];
  if (required.length > 0) converted["required"] = required;
  if (schema["items"] !== undefined) converted["items"] = convertInner(schema["items"]);
  if (types.includes("object")) converted["additionalProperties"] = convertAdditional(schema, conversion, convertInner);
  return converted;
}

/** The values of an enum, with null if a field may be null. */
function listAllowedValues(schema: Fields, values: readonly unknown[]): readonly unknown[] {
  const needsNull = schema["nullable"] === true && !values.includes(null);
  return needsNull ? [...values, null] : values;
}

/**
 * The fields that a manifest must have. The server sets defaults before it validates, so a field with one may be omitted
 * (https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting).
 */
function listRequired(schema: Fields, fields: Fields): readonly unknown[] {
  const hasDefault = (name: unknown): boolean => valueAt(fields, toText(name), "default") !== undefined;
  return listAt(schema, "required").filter((name) => !hasDefault(name));
}

/** The schema of fields that `properties` does not name; whether these are accepted where the CRD has none for them. */
function convertAdditional(
  schema: Fields,
  { keepsUnknown }: Conversion,
  convertInner: (value: unknown) => unknown,
): unknown {
  const { additionalProperties } = schema;
  if (additionalProperties !== undefined && additionalProperties !== false) return convertInner(additionalProperties);
  return keepsUnknown || schema["x-kubernetes-preserve-unknown-fields"] === true;
}

/** `["string"]`, `["integer", "string", "null"]`; none if the CRD names no type. */
function listTypes(schema: Fields): readonly string[] {
  const type = textAt(schema, "type");
  const isIntOrString = schema["x-kubernetes-int-or-string"] === true;
  if (type === "" && !isIntOrString) return [];
  const types = isIntOrString ? ["integer", "string"] : [type];
  return schema["nullable"] === true ? [...types, "null"] : types;
}
