import { type Fields, toRecord, valueAt } from "./json-value.ts";

/** A mistake in a document of hco-status; the message says where it is and what was expected. */
export class DocumentFault extends Error {}

/** The value as a mapping. @throws Fault, as all of these functions do. */
export function checkSection(value: unknown, place: string): Fields {
  const fields = toRecord(value);
  if (fields === undefined) throw unexpectedValue(place, "a mapping", value);
  return fields;
}

/** The entries of the list under `key`, each with its own place. */
export function checkEntries(fields: Fields, key: string, below = ""): readonly (readonly [unknown, string])[] {
  const value = valueAt(fields, [key]);
  const place = below === "" ? key : `${below}.${key}`;
  if (!Array.isArray(value)) throw unexpectedValue(place, "a list", value);
  return value.map((entry, index) => [entry, `${place}[${index}]`] as const);
}

/** The value as text, which may be empty. */
export function checkString(value: unknown, place: string): string {
  if (typeof value !== "string") throw unexpectedValue(place, "text", value);
  return value;
}

/** The text under `key`, or no field if it is absent. */
export function checkOptional<Key extends string>(
  fields: Fields,
  key: Key,
  below: string,
): { readonly [K in Key]?: string } {
  const value = valueAt(fields, [key]);
  return value === undefined
    ? {}
    : ({ [key]: checkString(value, `${below}.${key}`) } as { readonly [K in Key]: string });
}

/** The value as one of the allowed words. */
export function checkOneOf<Word extends string>(value: unknown, words: readonly Word[], place: string): Word {
  const found = words.find((word) => word === value);
  if (found === undefined) throw unexpectedValue(place, `one of ${words.join(", ")}`, value);
  return found;
}

/** A fault for an unexpected value; it names the type but never the text, which may be confidential. */
export function unexpectedValue(place: string, expected: string, value: unknown): DocumentFault {
  return new DocumentFault(`${place}: expected ${expected}, found ${what(value)}`);
}

function what(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a mapping";
  return typeof value === "string" ? "other text" : String(value);
}
