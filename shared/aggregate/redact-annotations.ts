import { at, type Fields, record, text } from "../parse/value.ts";
import { conceal, holdsCredential } from "./conceal.ts";
import { isCredentialName } from "./credential-words.ts";
import { jsonAnnotations, lastApplied, packed, patchAnnotations, plainAnnotation } from "./redact-rules.ts";
import { type Count, jsonOf, mapped, plainText, scalar } from "./redact-value.ts";

/** Annotations but for copies of objects, credentials, and what may hold either: templates, snippets, configurations. */
export function redactAnnotations(fields: Fields, count: Count): Fields {
  // One that is no text would be refused by the API server, and nothing is made of it.
  const kept = Object.entries(fields).filter(([key, value]) => {
    const goes = key === lastApplied || (typeof value === "object" && value !== null);
    if (goes) count("annotation");
    return !goes;
  });
  return mapped(kept, (key, value) => {
    if (typeof value === "string" && patchAnnotations.has(key)) return patch(value, count);
    const written = text(value);
    if (jsonAnnotations.has(key)) return plainText(written, count);
    const isPlain = plainAnnotation.test(written) && !packed.test(written) && !holdsCredential(written);
    return isPlain && !isCredentialName(key) ? value : scalar(value, "annotation", count);
  });
}

/** The operations and where they change something, not what they put there; what is no patch has none. */
function patch(value: string, count: Count): unknown {
  const operations = jsonOf(value);
  if (!Array.isArray(operations) || !operations.every((each) => record(each) !== undefined))
    return scalar(value, "annotation", count);
  const kept = operations.map((operation: unknown) =>
    Object.fromEntries(
      ["op", "path", "from"].flatMap((key) => {
        const given = at(operation, [key]);
        return typeof given === "string" ? [[key, conceal(given)]] : [];
      }),
    ),
  );
  const after = JSON.stringify(kept);
  if (after === JSON.stringify(operations)) return value;
  count("annotation");
  return after;
}
