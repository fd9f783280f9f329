import { type Fields, toRecord, toText, valueAt } from "../parse/json-value.ts";
import { concealText, holdsCredential } from "./conceal-text.ts";
import { isCredentialName } from "./credential-names.ts";
import { jsonAnnotations, lastApplied, packedObject, patchAnnotations, plainAnnotation } from "./rules.ts";
import { type CountRedaction, mapFields, parseEmbeddedJson, plainText, redactScalar } from "./value.ts";

/**
 * The annotations without copies of objects, credentials, and values that may hold either: templates, snippets,
 * configurations.
 */
export function redactAnnotations(fields: Fields, count: CountRedaction): Fields {
  // The API server would refuse an annotation that is not text, and no Report uses it.
  const remaining = Object.entries(fields).filter(([key, value]) => {
    const goes = key === lastApplied || (typeof value === "object" && value !== null);
    if (goes) count("annotation");
    return !goes;
  });
  return mapFields(remaining, (key, value) => {
    if (typeof value === "string" && patchAnnotations.has(key)) return patch(value, count);
    const written = toText(value);
    if (jsonAnnotations.has(key)) return plainText(written, count);
    const isPlain = plainAnnotation.test(written) && !packedObject.test(written) && !holdsCredential(written);
    return isPlain && !isCredentialName(key) ? value : redactScalar(value, "annotation", count);
  });
}

/** The operations of a patch and their paths, without the values. A value that is not a patch is removed. */
function patch(value: string, count: CountRedaction): unknown {
  const operations = parseEmbeddedJson(value);
  if (!Array.isArray(operations) || !operations.every((each) => toRecord(each) !== undefined))
    return redactScalar(value, "annotation", count);
  const remaining = operations.map((operation: unknown) =>
    Object.fromEntries(
      ["op", "path", "from"].flatMap((key) => {
        const given = valueAt(operation, [key]);
        return typeof given === "string" ? [[key, concealText(given)]] : [];
      }),
    ),
  );
  const after = JSON.stringify(remaining);
  if (after === JSON.stringify(operations)) return value;
  count("annotation");
  return after;
}
