import { type Fields, listAt, recordAt, textAt, toRecord, valueAt } from "../parse/json-value.ts";
import { readRootNode, type SchemaNode } from "./schema-node.ts";

/** The schemas of one kind: each version of its CRD has its own. */
export interface KindSchema {
  readonly group: string;
  readonly kind: string;
  readonly versions: ReadonlyMap<string, SchemaNode>;
  /** Whether the server keeps fields that no schema names (`spec.preserveUnknownFields`). */
  readonly keepsUnknown: boolean;
  /** The parts of the CRD from which all of this can be read again. */
  readonly source: Fields;
}

/**
 * Returns the schemas of a CustomResourceDefinition. A version without a schema is omitted. Undefined for another object,
 * and for a CRD without any schema.
 */
export function readKindSchema(definition: unknown): KindSchema | undefined {
  const spec = recordAt(definition, "spec");
  const group = textAt(spec, "group");
  const kind = textAt(spec, "names", "kind");
  if (spec === undefined || group === "" || kind === "") return undefined;
  // Until apiextensions v1beta1 one schema served all versions.
  const common = valueAt(spec, "validation", "openAPIV3Schema");
  const versions = listAt(spec, "versions")
    .map((version) => ({
      name: textAt(version, "name"),
      schema: valueAt(version, "schema", "openAPIV3Schema") ?? common,
    }))
    .filter(({ name, schema }) => name !== "" && toRecord(schema) !== undefined);
  if (versions.length === 0) return undefined;
  const keepsUnknown = spec["preserveUnknownFields"] === true;
  return {
    group,
    kind,
    keepsUnknown,
    versions: new Map(versions.map(({ name, schema }) => [name, readRootNode(schema)])),
    source: {
      spec: {
        group,
        names: { kind },
        preserveUnknownFields: keepsUnknown,
        versions: versions.map(({ name, schema }) => ({ name, schema: { openAPIV3Schema: schema } })),
      },
    },
  };
}
