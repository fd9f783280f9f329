import { toRecord } from "./json-value.ts";

/** The annotation in which kubectl apply keeps the whole object once more (kubectl, pkg/util/apply.go). */
export const lastAppliedAnnotation = "kubectl.kubernetes.io/last-applied-configuration";

/** The annotations without that record. A value that is no mapping is returned as it is. */
export function withoutLastApplied(annotations: unknown): unknown {
  const textsByName = toRecord(annotations);
  if (textsByName === undefined) return annotations;
  return Object.fromEntries(Object.entries(textsByName).filter(([name]) => name !== lastAppliedAnnotation));
}
