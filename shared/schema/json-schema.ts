import { type Fields, toList, toRecord, toText } from "../parse/json-value.ts";
import type { KindSchema } from "./kind-schema.ts";
import { embeddedFields, rootFields } from "./object-meta.ts";

/** A kind in one version. */
export interface SchemaVersion {
  readonly schema: KindSchema;
  readonly version: string;
}

/**
 * Returns a JSON Schema (draft 7) for a file with documents of these kinds. Editors that know no CRDs can use it. A
 * document is checked by the schema of its own kind and version, and other documents are not checked. What the server
 * drops is refused, as are wrong types and values. Alternatives are omitted where they would be stricter than this.
 *
 * @param clean makes a description harmless.
 */
export function buildJsonSchema(kinds: readonly SchemaVersion[], clean: (text: string) => string): Fields {
  const rules = kinds.flatMap(({ schema, version }) => {
    const raw = toList(toRecord(schema.source["spec"])?.["versions"]).find(
      (one) => toRecord(one)?.["name"] === version,
    );
    const root = toRecord(toRecord(toRecord(raw)?.["schema"])?.["openAPIV3Schema"]);
    if (root === undefined) return [];
    const identity = { apiVersion: { const: `${schema.group}/${version}` }, kind: { const: schema.kind } };
    const own = toRecord(root["properties"]) ?? {};
    const properties = { ...own, ...rootFields(own) };
    return [
      {
        if: { required: ["apiVersion", "kind"], properties: identity },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: convert({ ...root, type: "object", properties }, { clean, keepsUnknown: schema.keepsUnknown }, 0),
      },
    ];
  });
  return { $schema: "http://json-schema.org/draft-07/schema#", allOf: rules };
}

interface Conversion {
  readonly clean: (text: string) => string;
  /** Whether the server keeps unknown fields everywhere. */
  readonly keepsUnknown: boolean;
}

/** Deeper fields are not checked. */
const maxDepth = 60;

function convert(raw: unknown, conversion: Conversion, depth: number): unknown {
  const schema = toRecord(raw);
  if (schema === undefined || depth > maxDepth || schema["$ref"] !== undefined) return true;
  const inner = (value: unknown): unknown => convert(value, conversion, depth + 1);
  const isEmbedded = schema["x-kubernetes-embedded-resource"] === true;
  const fields = { ...toRecord(schema["properties"]), ...(isEmbedded && embeddedFields) };
  const names = Object.keys(fields);
  const description = toText(schema["description"]);
  const types = typesOf(schema);
  return {
    ...(description !== "" && { description: conversion.clean(description) }),
    ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }),
    ...pick(schema, ["default", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"]),
    ...(Array.isArray(schema["enum"]) && {
      enum: [...schema["enum"], ...(schema["nullable"] === true && !schema["enum"].includes(null) ? [null] : [])],
    }),
    ...(names.length > 0 && { properties: Object.fromEntries(names.map((name) => [name, inner(fields[name])])) }),
    ...(depth > 0 && requiredIn(schema, fields)),
    ...(schema["items"] !== undefined && { items: inner(schema["items"]) }),
    ...(types.includes("object") && { additionalProperties: additionalProperties(schema, conversion, inner) }),
  };
}

/**
 * The fields that a manifest must have. The server sets defaults before it validates, so a field with one may be omitted
 * (https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting).
 */
function requiredIn({ required }: Fields, fields: Fields): Fields {
  const isSet = (name: unknown): boolean => Object.hasOwn(toRecord(fields[toText(name)]) ?? {}, "default");
  const missing = Array.isArray(required) ? required.filter((name) => !isSet(name)) : [];
  return missing.length === 0 ? {} : { required: missing };
}

function additionalProperties(
  schema: Fields,
  { keepsUnknown }: Conversion,
  inner: (value: unknown) => unknown,
): unknown {
  const { additionalProperties: others } = schema;
  if (others !== undefined && others !== false) return inner(others);
  return keepsUnknown || schema["x-kubernetes-preserve-unknown-fields"] === true;
}

function typesOf(schema: Fields): readonly string[] {
  if (schema["x-kubernetes-int-or-string"] === true) return ["integer", "string", ...nullType(schema)];
  const type = toText(schema["type"]);
  return type === "" ? [] : [type, ...nullType(schema)];
}

function nullType(schema: Fields): readonly string[] {
  return schema["nullable"] === true ? ["null"] : [];
}

function pick(schema: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.filter((name) => Object.hasOwn(schema, name)).map((name) => [name, schema[name]]));
}
