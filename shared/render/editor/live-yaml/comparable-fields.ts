import { toRecord } from "../../../parse/json-value.ts";
import { withoutLastApplied } from "../../../parse/last-applied.ts";

/** The metadata fields that users write. */
const keptMetadata: readonly string[] = ["name", "generateName", "namespace", "labels", "annotations"];

/** The only fields of a Secret that are read. */
const secretFields: readonly string[] = ["apiVersion", "kind", "metadata"];

/**
 * Returns an object without status, the metadata that the server writes, and the values of a Secret. Other data is
 * returned as it is.
 */
export function comparableFields(value: unknown): unknown {
  const fields = toRecord(value);
  if (fields === undefined) return value;
  const isSecret = fields["kind"] === "Secret" && fields["apiVersion"] === "v1";
  const kept: [string, unknown][] = [];
  for (const [key, field] of Object.entries(fields)) {
    if (key === "status" || (isSecret && !secretFields.includes(key))) continue;
    kept.push([key, key === "metadata" ? comparableMetadata(field, isSecret) : field]);
  }
  return Object.fromEntries(kept);
}

/** The annotations of a Secret are omitted too: the one of `kubectl apply` has the values. */
function comparableMetadata(value: unknown, isSecret: boolean): unknown {
  const fields = toRecord(value);
  if (fields === undefined) return value;
  const kept: [string, unknown][] = [];
  for (const [key, field] of Object.entries(fields)) {
    const isOmitted = !keptMetadata.includes(key) || (isSecret && key === "annotations") || isEmptyMap(field);
    if (!isOmitted) kept.push([key, key === "annotations" ? withoutLastApplied(field) : field]);
  }
  return Object.fromEntries(kept);
}

/** Whether a value is a map without fields, or null, which the API server takes for one. */
export function isEmptyMap(value: unknown): boolean {
  const fields = toRecord(value);
  return value === null || (fields !== undefined && Object.keys(fields).length === 0);
}
