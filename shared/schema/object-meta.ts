import type { Fields } from "../parse/json-value.ts";

// Fields that every object has, whatever its CRD says (kubernetes, meta/v1, TypeMeta and ObjectMeta). The server reads
// the metadata of custom resources by this schema, and not by the one of the CRD.

const text: Fields = { type: "string" };
const time: Fields = { type: "string", nullable: true };
const flag: Fields = { type: "boolean" };
const texts: Fields = { type: "object", nullable: true, additionalProperties: text };

const ownerReference: Fields = {
  type: "object",
  properties: { apiVersion: text, kind: text, name: text, uid: text, controller: flag, blockOwnerDeletion: flag },
  required: ["apiVersion", "kind", "name", "uid"],
};

const objectMeta: Fields = {
  type: "object",
  nullable: true,
  properties: {
    name: text,
    generateName: text,
    namespace: text,
    labels: texts,
    annotations: texts,
    uid: text,
    resourceVersion: text,
    selfLink: text,
    creationTimestamp: time,
    deletionTimestamp: time,
    generation: { type: "integer" },
    deletionGracePeriodSeconds: { type: "integer", nullable: true },
    finalizers: { type: "array", nullable: true, items: text },
    ownerReferences: { type: "array", nullable: true, items: ownerReference },
    managedFields: { type: "array", nullable: true, items: true },
  },
};

/** The fields of an object inside of another one (`x-kubernetes-embedded-resource`). */
export const embeddedFields: Fields = { apiVersion: text, kind: text, metadata: objectMeta };

/**
 * The fields of an object that its CRD need not describe. If the CRD describes `apiVersion`, `kind` or `status`, its schema
 * counts. Another status may hold anything, because an exported object has one.
 */
export function rootFields(describedFields: Fields): Fields {
  const { apiVersion = text, kind = text, status = true } = describedFields;
  return { apiVersion, kind, metadata: objectMeta, status };
}

/** The fields of the metadata that only the server writes (kubernetes, API conventions, "Metadata"). */
export const serverFields: readonly string[] = [
  "uid",
  "resourceVersion",
  "selfLink",
  "creationTimestamp",
  "deletionTimestamp",
  "generation",
  "deletionGracePeriodSeconds",
  "managedFields",
];
