import { expect } from "vitest";
import type { ManifestObject } from "../../shared/model/manifest/manifest.ts";
import { type KindSchema, readKindSchema } from "../../shared/schema/kind-schema.ts";
import type { SchemaNode } from "../../shared/schema/schema-node.ts";

type Json = Readonly<Record<string, unknown>>;

/** The CRD of the kind Shop with these versions; each schema is that of `spec`. */
export function definitionOf(specs: Readonly<Record<string, unknown>>, more: Json = {}): Json {
  const versions = Object.entries(specs).map(([name, spec]) => ({
    name,
    schema: { openAPIV3Schema: { type: "object", properties: { spec } } },
  }));
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "shops.example.com" },
    spec: { group: "example.com", names: { kind: "Shop", plural: "shops" }, versions, ...more },
  };
}

export function schemaOf(definition: unknown): KindSchema {
  const schema = readKindSchema(definition);
  expect(schema).toBeDefined();
  return schema as KindSchema;
}

/** The schema of a manifest's version, as the editor looks it up. */
export function lookupIn(schema: KindSchema): (object: ManifestObject) => SchemaNode | undefined {
  return ({ group, kind, version }) =>
    group === schema.group && kind === schema.kind ? schema.versions.get(version) : undefined;
}

const text: Json = { type: "string" };

/** One field of each form that a structural schema has. */
export const forms: Json = {
  type: "object",
  required: ["size"],
  properties: {
    size: { type: "integer", description: "The number of counters." },
    ratio: { type: "number" },
    isOpen: { type: "boolean", default: true },
    strategy: { type: "string", enum: ["Recreate", "RollingUpdate"], description: "How counters are replaced." },
    both: { allOf: [{ enum: ["A", "B"] }, { enum: ["B", "C"] }], type: "string" },
    port: { "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] },
    mixed: { oneOf: [{ type: "integer" }, { type: "string" }] },
    owner: { type: "string", nullable: true },
    kept: { type: "string", default: "x" },
    address: { type: "object", required: ["street"], properties: { street: text, city: text } },
    labels: { type: "object", additionalProperties: text },
    any: { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { known: text } },
    closed: { type: "object" },
    free: {},
    counters: {
      type: "array",
      items: { type: "object", required: ["name"], properties: { name: text, lamp: { type: "boolean" } } },
    },
    days: { type: "array", items: { type: "string", enum: ["Monday", "Sunday"] } },
    template: { type: "object", "x-kubernetes-embedded-resource": true, properties: { spec: { type: "object" } } },
    reference: { $ref: "#/definitions/other", type: "object" },
  },
};

/** A manifest of the kind, whose `spec` is this text at an indentation of two. */
export function shopManifest(spec: string, version = "v1"): string {
  const below = spec === "" ? "" : `\n${spec.replace(/^(?=.)/gm, "  ")}`;
  return `apiVersion: example.com/${version}\nkind: Shop\nmetadata:\n  name: corner\nspec:${below}\n`;
}
