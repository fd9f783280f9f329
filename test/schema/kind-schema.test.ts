import { describe, expect, test } from "vitest";
import { parseManifest } from "../../shared/parse/manifest/parse-manifest.ts";
import { checkFields } from "../../shared/schema/check-fields.ts";
import { findField } from "../../shared/schema/find-field.ts";
import { readKindSchema } from "../../shared/schema/kind-schema.ts";
import { findNodeAtPath } from "../../shared/schema/schema-node.ts";
import { definitionOf, forms, lookupIn, schemaOf, shopManifest } from "./definitions.ts";

describe("a CRD without a usable schema has none", () => {
  const rows: readonly [what: string, definition: unknown][] = [
    ["no object", "text"],
    ["an object without a spec", { kind: "CustomResourceDefinition" }],
    ["a CRD without a group", { spec: { names: { kind: "Shop" }, versions: [] } }],
    ["a CRD without versions", definitionOf({})],
    ["a version without a schema", definitionOf({}, { versions: [{ name: "v1" }] })],
    ["a schema that is no object", definitionOf({}, { versions: [{ name: "v1", schema: { openAPIV3Schema: [] } }] })],
  ];
  test.for(rows)("%s", ([, definition]) => {
    expect(readKindSchema(definition)).toBeUndefined();
  });
});

test("of two versions each has its schema, and one without a schema is omitted", () => {
  const { spec, ...rest } = definitionOf({ v1: forms, v1beta1: { type: "object" } }) as {
    spec: { versions: object[] };
  };
  const schema = schemaOf({ ...rest, spec: { ...spec, versions: [...spec.versions, { name: "v0" }] } });
  expect([...schema.versions.keys()]).toEqual(["v1", "v1beta1"]);
  expect(schema.versions.get("v1")).not.toBe(schema.versions.get("v1beta1"));
});

test("until apiextensions v1beta1 one schema served all versions", () => {
  const common = { openAPIV3Schema: { type: "object", properties: { spec: forms } } };
  const schema = schemaOf(definitionOf({}, { versions: [{ name: "v1" }, { name: "v2" }], validation: common }));
  expect([...schema.versions.keys()]).toEqual(["v1", "v2"]);
});

test("the parts that are kept lead to the same schemas", () => {
  const schema = schemaOf(definitionOf({ v1: forms }, { preserveUnknownFields: true }));
  const again = schemaOf(JSON.parse(JSON.stringify(schema.source)));
  expect(again).toEqual(schema);
});

test("a schema of 2 MB is read as far as a manifest reaches", () => {
  const many = Object.fromEntries(
    Array.from({ length: 4000 }, (_, index) => [`field${index}`, { type: "string", description: "x".repeat(500) }]),
  );
  const schema = schemaOf(definitionOf({ v1: { type: "object", properties: many } }));
  const manifest = parseManifest(shopManifest("field3999: a\nfeild7: b"));
  const problems = manifest.objects.flatMap((object) => {
    const root = lookupIn(schema)(object);
    return root === undefined ? [] : checkFields(object, schema, root);
  });
  expect(problems.map(({ name }) => name)).toEqual(["feild7"]);
});

test("a schema of any depth is read as deep as a path", () => {
  let deep: object = { type: "string", description: "the end" };
  for (let level = 0; level < 3000; level += 1) deep = { type: "object", properties: { a: deep } };
  const root = schemaOf(definitionOf({ v1: deep })).versions.get("v1");
  const path = ["spec", ...Array.from({ length: 3000 }, () => "a")];
  expect(root && findNodeAtPath(root, path)?.description).toBe("the end");
});

test("a schema that contains itself ends where the manifest ends", () => {
  const node: { type: string; properties: Record<string, unknown> } = { type: "object", properties: {} };
  node.properties["again"] = node;
  const root = schemaOf(definitionOf({ v1: node })).versions.get("v1");
  expect(root && findNodeAtPath(root, ["spec", "again", "again", "again"])?.types).toEqual(["object"]);
});

describe("what stands at an offset is the field of the schema", () => {
  const schema = schemaOf(definitionOf({ v1: forms }));
  const rows: readonly [rule: string, text: string, found: string | undefined][] = [
    ["on a key", shopManifest("si¦ze: 1"), "size integer required"],
    ["on a value", shopManifest("strategy: Rec¦reate"), "strategy string"],
    ["on a value of a list", shopManifest("days: [Mon¦day]"), "days array"],
    ["on a field of an item", shopManifest("counters:\n- na¦me: a"), "name string required"],
    ["between two lines of a block", shopManifest("address:\n¦\n  street: a"), undefined],
    ["on an unknown field", shopManifest("si¦se: 1"), undefined],
    ["on the kind", shopManifest("").replace("Shop", "Sh¦op"), undefined],
    ["on the name", shopManifest("").replace("corner", "cor¦ner"), undefined],
    ["on a field without type and description", shopManifest("fr¦ee: 1"), undefined],
  ];
  test.for(rows)("%s", ([, text, expected]) => {
    const found = findField(parseManifest(text.replace("¦", "")), text.indexOf("¦"), lookupIn(schema));
    const facts = found && [found.facts.name, ...found.facts.types, ...(found.facts.isRequired ? ["required"] : [])];
    expect(facts?.join(" ")).toBe(expected);
  });
});
