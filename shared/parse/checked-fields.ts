import type { DocumentFault, ExpectedValue } from "../model/fault/document.ts";
import { type Fields, toRecord, valueAt, valueType } from "./json-value.ts";

/** A mistake in a document of hco-status. */
export class DocumentError extends Error {
  readonly fault: DocumentFault;
  constructor(fault: DocumentFault) {
    super(fault.code);
    this.fault = fault;
  }
}

/** The result of reading a document, or the mistake that ended it. */
export function attemptDocument<Read>(read: () => Read): Read | { readonly fault: DocumentFault } {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return { fault: error.fault };
  }
}

/** The value as a mapping. @throws DocumentError, as all of these functions do. */
export function checkSection(value: unknown, path: string): Fields {
  const fields = toRecord(value);
  if (fields === undefined) throw unexpectedValue(path, "mapping", value);
  return fields;
}

/** The entries of the list under `key`, each with its own place. */
export function checkEntries(fields: Fields, key: string, below = ""): readonly (readonly [unknown, string])[] {
  const value = valueAt(fields, key);
  const path = below === "" ? key : `${below}.${key}`;
  if (!Array.isArray(value)) throw unexpectedValue(path, "list", value);
  return value.map((entry, index) => [entry, `${path}[${index}]`] as const);
}

/** The value as text, which may be empty. */
export function checkString(value: unknown, path: string): string {
  if (typeof value !== "string") throw unexpectedValue(path, "text", value);
  return value;
}

/** The text under `key`, or no field if it is absent. */
export function checkOptional<Key extends string>(
  fields: Fields,
  key: Key,
  below: string,
): { readonly [K in Key]?: string } {
  const value = valueAt(fields, key);
  return value === undefined
    ? {}
    : ({ [key]: checkString(value, `${below}.${key}`) } as { readonly [K in Key]: string });
}

/** The value as one of the allowed words. */
export function checkOneOf<Word extends string>(value: unknown, words: readonly Word[], path: string): Word {
  const found = words.find((word) => word === value);
  if (found === undefined) throw unexpectedValue(path, { oneOf: words }, value);
  return found;
}

/** The error for an unexpected value; it names the type but never the text, which may be confidential. */
export function unexpectedValue(path: string, expected: ExpectedValue, value: unknown): DocumentError {
  const isShown = typeof value === "number" || typeof value === "boolean";
  return new DocumentError({
    code: "unexpected",
    path: path,
    expected,
    found: isShown ? String(value) : valueType(value),
  });
}
