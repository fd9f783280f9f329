import { maximumIn, propertyAnnotations, textOfMaximum } from "../parse/bundle-properties.ts";
import { type Fields, parseJson, toRecord, toText, valueAt } from "../parse/json-value.ts";
import { lastAppliedAnnotation } from "../parse/last-applied.ts";
import { concealText, holdsCredential } from "./conceal-text.ts";
import { isCredentialName } from "./credential-names.ts";
import { jsonAnnotations, packedObject, patchAnnotations, plainAnnotation, versionForm } from "./rules.ts";
import { type CountRedaction, mapFields, redactCredentials, redactScalar, replaceText } from "./value.ts";

/**
 * The annotations without copies of objects, credentials, and values that may hold either: templates, snippets,
 * configurations.
 */
export function redactAnnotations(annotations: Fields, count: CountRedaction): Fields {
  const kept = Object.entries(annotations).filter(([key, value]) => {
    // The API server would refuse an annotation that is not text, and no Report uses it.
    const isObject = typeof value === "object" && value !== null;
    const isRemoved = key === lastAppliedAnnotation || isObject;
    if (isRemoved) count("annotation");
    return !isRemoved;
  });
  return mapFields(kept, (key, value) => redactAnnotation(key, value, count));
}

function redactAnnotation(key: string, value: unknown, count: CountRedaction): unknown {
  if (typeof value === "string" && patchAnnotations.has(key)) return redactPatch(value, count);
  if (typeof value === "string" && propertyAnnotations.includes(key)) return redactBundleProperties(key, value, count);
  const text = toText(value);
  if (jsonAnnotations.has(key)) return redactCredentials(text, count);
  const isPlain = plainAnnotation.test(text) && !packedObject.test(text) && !holdsCredential(text);
  return isPlain && !isCredentialName(key) ? value : redactScalar(value, "annotation", count);
}

/** The operations of a JSON patch and their paths, without the values. A text that is no patch is removed. */
function redactPatch(text: string, count: CountRedaction): unknown {
  const operations = parseJson(text);
  if (!Array.isArray(operations) || !operations.every((operation) => toRecord(operation) !== undefined))
    return redactScalar(text, "annotation", count);
  const redacted = JSON.stringify(operations.map(redactOperation));
  if (redacted === JSON.stringify(operations)) return text;
  count("annotation");
  return redacted;
}

/** `{ op: "add", path: "/spec/a", value: 1 }` -> `{ op: "add", path: "/spec/a" }`. */
function redactOperation(operation: unknown): Fields {
  const redacted: Record<string, string> = {};
  for (const key of ["op", "path", "from"]) {
    const value = valueAt(operation, key);
    if (typeof value === "string") redacted[key] = concealText(value);
  }
  return redacted;
}

/** The newest OpenShift that an operator supports, of all properties of its bundle. No other one is used. */
function redactBundleProperties(key: string, text: string, count: CountRedaction): unknown {
  const maximum = maximumIn(key, text);
  if (maximum === undefined) return redactScalar(text, "annotation", count);
  const isVersion = versionForm.test(String(maximum.value));
  return replaceText(text, textOfMaximum(key, isVersion ? maximum : {}), "annotation", count);
}
