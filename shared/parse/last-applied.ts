import { parseJson, toRecord } from "./json-value.ts";

/** The annotation in which kubectl apply keeps the whole object once more (kubectl, pkg/util/apply.go). */
export const lastAppliedAnnotation = "kubectl.kubernetes.io/last-applied-configuration";

/** Annotations together may have 256 KiB (apimachinery, api/validation/objectmeta.go). */
const maxRecordLength = 300_000;

/**
 * The object in the text of that annotation. Undefined without the annotation, and where it is no JSON: another program
 * may have written it.
 */
export function parseLastApplied(record: unknown): unknown {
  return typeof record === "string" && record.length <= maxRecordLength ? parseJson(record) : undefined;
}

/** The annotations without that record. A value that is no mapping is returned as it is. */
export function withoutLastApplied(annotations: unknown): unknown {
  const textsByName = toRecord(annotations);
  if (textsByName === undefined) return annotations;
  return Object.fromEntries(Object.entries(textsByName).filter(([name]) => name !== lastAppliedAnnotation));
}
