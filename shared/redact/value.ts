import type { Redaction } from "../model/snapshot.ts";
import type { Fields } from "../parse/json-value.ts";
import { redactedMark } from "./conceal-assignments.ts";
import { concealText } from "./conceal-text.ts";

/** The place of a value. */
export interface RedactContext {
  readonly key: string;
  /** The key of the mapping that contains it. */
  readonly under: string;
  readonly depth: number;
  /** The object is some kind of Secret: its data fields are payload at any depth. */
  readonly holdsPayload: boolean;
}

/** Counts removed values. */
export type CountRedaction = (what: Redaction["what"], times?: number) => void;

/** Replaces a scalar and counts it. Null, booleans and the empty text are kept, because they hold no credential. */
export function redactScalar(value: unknown, what: Redaction["what"], count: CountRedaction): unknown {
  if (value === undefined || value === null || typeof value === "boolean" || value === "" || value === redactedMark)
    return value;
  count(what);
  return redactedMark;
}

/** A text without the credentials in it. */
export function redactCredentials(text: string, count: CountRedaction): string {
  return replaceText(text, concealText(text), "text", count);
}

/** The new text. It is counted if it differs from the old one. */
export function replaceText(text: string, newText: string, what: Redaction["what"], count: CountRedaction): string {
  if (newText !== text) count(what);
  return newText;
}

/** A mapping with other values. */
export function mapFields(
  entries: readonly (readonly [string, unknown])[],
  mapValue: (key: string, value: unknown) => unknown,
): Fields {
  // Not by assignment: a key may be `__proto__`.
  return Object.fromEntries(entries.map(([key, value]) => [key, mapValue(key, value)]));
}
