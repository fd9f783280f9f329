import { definedFields } from "../model/defined-fields.ts";
import type { DocumentFault, ExpectedValue } from "../model/fault/document.ts";
import { normalizeUtc } from "../model/time.ts";
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

/**
 * A mapping in a document of hco-status. Each method returns a field of it, and throws a DocumentError where the field is
 * missing or of another type. Methods that begin with `optional` accept a missing field.
 *
 *     const cause = new CheckedFields({ component: "cdi", path: ["a"], since: 3 }, "roots[0].causes[0]");
 *     cause.text("component"); // cdi
 *     cause.optionalText("label"); // undefined
 *     cause.text("since"); // DocumentError: roots[0].causes[0].since: expected text, found 3
 */
export class CheckedFields {
  /** Where the mapping is in the document: `roots[0].gates`. Empty for the document itself. */
  readonly path: string;
  readonly fields: Fields;

  constructor(value: unknown, path: string) {
    const fields = toRecord(value);
    if (fields === undefined) throw unexpectedValue(path, "mapping", value);
    this.path = path;
    this.fields = fields;
  }

  /** The unchecked value. Undefined where it is missing. */
  value(key: string): unknown {
    return valueAt(this.fields, key);
  }

  /** May be empty. */
  text(key: string): string {
    const value = this.value(key);
    if (typeof value !== "string") throw this.unexpected(key, "text");
    return value;
  }

  optionalText(key: string): string | undefined {
    return this.value(key) === undefined ? undefined : this.text(key);
  }

  /** The optional texts that are there, for a spread: `{namespace: "a"}`. */
  optionalTexts<Key extends string>(...keys: readonly Key[]): { readonly [K in Key]?: string } {
    return definedFields(Object.fromEntries(keys.map((key) => [key, this.optionalText(key)]))) as {
      readonly [K in Key]?: string;
    };
  }

  boolean(key: string): boolean {
    const value = this.value(key);
    if (typeof value !== "boolean") throw this.unexpected(key, "boolean");
    return value;
  }

  /** True or missing; `false` is a mistake. */
  optionalTrue(key: string): true | undefined {
    const value = this.value(key);
    if (value !== undefined && value !== true) throw this.unexpected(key, { literal: "true" });
    return value;
  }

  /** A whole number of at least 1. */
  count(key: string): number {
    const value = this.value(key);
    if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 1) throw this.unexpected(key, "count");
    return value;
  }

  /** The time in UTC. */
  time(key: string): string {
    const time = normalizeUtc(this.value(key));
    if (time === undefined) throw this.unexpected(key, "time");
    return time;
  }

  oneOf<Word extends string>(key: string, words: readonly Word[]): Word {
    const value = this.value(key);
    const found = words.find((word) => word === value);
    if (found === undefined) throw this.unexpected(key, { oneOf: words });
    return found;
  }

  section(key: string): CheckedFields {
    return new CheckedFields(this.value(key), this.pathTo(key));
  }

  /** The mappings of a list. */
  sections(key: string): readonly CheckedFields[] {
    return this.#list(key).map((item, index) => new CheckedFields(item, `${this.pathTo(key)}[${index}]`));
  }

  /** The mappings of a list, which is empty where it is missing. */
  optionalSections(key: string): readonly CheckedFields[] {
    return this.value(key) === undefined ? [] : this.sections(key);
  }

  texts(key: string): readonly string[] {
    return this.#list(key).map((item, index) => {
      if (typeof item !== "string") throw unexpectedValue(`${this.pathTo(key)}[${index}]`, "text", item);
      return item;
    });
  }

  /** The indices in a list of so many items. */
  indices(key: string, itemCount: number): readonly number[] {
    return this.#list(key).map((item, index) => {
      if (isIndex(item, itemCount)) return item;
      throw unexpectedValue(`${this.pathTo(key)}[${index}]`, { indexBelow: itemCount }, item);
    });
  }

  /** The index in a list of so many items. */
  index(key: string, itemCount: number): number {
    const value = this.value(key);
    if (!isIndex(value, itemCount)) throw this.unexpected(key, { indexBelow: itemCount });
    return value;
  }

  pathTo(key: string): string {
    return this.path === "" ? key : `${this.path}.${key}`;
  }

  /** The error for the value under `key`. */
  unexpected(key: string, expected: ExpectedValue): DocumentError {
    return unexpectedValue(this.pathTo(key), expected, this.value(key));
  }

  #list(key: string): readonly unknown[] {
    const value = this.value(key);
    if (!Array.isArray(value)) throw this.unexpected(key, "list");
    return value;
  }
}

function isIndex(value: unknown, itemCount: number): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < itemCount;
}

// The error names the type but never the text, which may be confidential.
function unexpectedValue(path: string, expected: ExpectedValue, value: unknown): DocumentError {
  const isShown = typeof value === "number" || typeof value === "boolean";
  return new DocumentError({ code: "unexpected", path, expected, found: isShown ? String(value) : valueType(value) });
}
