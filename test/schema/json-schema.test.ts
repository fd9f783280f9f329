import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { parseManifest } from "../../shared/parse/manifest/parse-manifest.ts";
import { readObjectValue } from "../../shared/parse/manifest/positions.ts";
import { checkFields } from "../../shared/schema/check-fields.ts";
import { buildJsonSchema } from "../../shared/schema/json-schema.ts";
import { definitionOf, forms, lookupIn, schemaOf, shopManifest } from "./definitions.ts";

const schema = schemaOf(definitionOf({ v1: forms, v2: { type: "object" } }));
const versions = ["v1", "v2"].map((version) => ({ schema, version }));
const validate = new Ajv({ strict: false }).compile(buildJsonSchema(versions, (text) => text));

describe("the JSON Schema accepts what the own checks accept", () => {
  const rows: readonly string[] = [
    "size: 1\naddress: { street: a }",
    "size: 1\nsise: 1",
    "size: many",
    "size: 1\nowner: null\nkept: a",
    "size: 1\nstrategy: Never",
    "size: 1\nstrategy: null",
    "size: 1\nport: 80\nmixed: [1]",
    "size: 1\nport: 0.5",
    "size: 1\nlabels: { a: b }",
    "size: 1\nlabels: { a: 1 }",
    "size: 1\nany: { other: 1 }",
    "size: 1\nclosed: { a: 1 }",
    "size: 1\nfree: [{ a: 1 }]",
    "size: 1\ncounters: [{ name: a, lmap: true }]",
    "size: 1\ntemplate: { apiVersion: v1, kind: Pod, metadata: { name: a }, spec: {} }",
    "size: 1\nreference: { a: 1 }",
  ];
  test.for(rows)("%s", (spec) => {
    const [object] = parseManifest(shopManifest(spec)).objects;
    const root = object && lookupIn(schema)(object);
    const problems = object && root && checkFields(object, schema, root);
    // An alternative of types is checked by the own checks alone.
    const isOwnOnly = spec.includes("mixed");
    expect(validate(object && readObjectValue(object))).toBe(isOwnOnly || problems?.length === 0);
  });
});

test("a document is checked by the schema of its own version, and another kind by none", () => {
  const [other, later] = [shopManifest("nothing: 1").replace("Shop", "Other"), shopManifest("size: 1", "v2")].map(
    (text) => {
      const [object] = parseManifest(text).objects;
      return object && readObjectValue(object);
    },
  );
  expect([validate(other), validate(later)]).toEqual([true, false]);
});

test("a required field is missing only where the server sets no default for it", () => {
  const text = { type: "string" };
  const part = {
    type: "object",
    required: ["street", "city", "floor"],
    properties: { street: text, city: { ...text, default: "Bonn" }, floor: { ...text, nullable: true, default: null } },
  };
  const one = { schema: schemaOf(definitionOf({ v1: { type: "object", properties: { part } } })), version: "v1" };
  const check = new Ajv({ strict: false }).compile(buildJsonSchema([one], (description) => description));
  const accepted = ["part: { street: a }", "part: { city: a, floor: b }"].map((spec) => {
    const [object] = parseManifest(shopManifest(spec)).objects;
    return check(object && readObjectValue(object));
  });
  expect(accepted).toEqual([true, false]);
});

test("descriptions pass through the function that makes them harmless", () => {
  const text = JSON.stringify(buildJsonSchema(versions, (description) => `<${description.length}>`));
  expect(text).toContain('"description":"<23>"');
  expect(text).not.toContain("The number of counters");
});

test("a schema of any depth ends, and accepts what is deeper", () => {
  let deep: object = { type: "string" };
  for (let level = 0; level < 200; level += 1) deep = { type: "object", properties: { a: deep } };
  const built = buildJsonSchema([{ schema: schemaOf(definitionOf({ v1: deep })), version: "v1" }], (text) => text);
  expect(JSON.stringify(built).length).toBeLessThan(20_000);
});
