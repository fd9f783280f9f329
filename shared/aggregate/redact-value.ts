import type { Redaction } from "../model/snapshot.ts";
import type { Fields } from "../parse/value.ts";
import { conceal } from "./conceal.ts";
import { redacted } from "./redacted.ts";

/** Where a value stands. */
export interface Here {
  readonly key: string;
  /** The key of the mapping that it stands in. */
  readonly under: string;
  readonly depth: number;
  /** The object is some kind of Secret: what it calls data is payload wherever it stands. */
  readonly holdsPayload: boolean;
}

/** Counts what is taken out. */
export type Count = (what: Redaction["what"], times?: number) => void;

/** Nothing and yes or no are no secrets; an empty text says that it is empty. */
export function scalar(value: unknown, what: Redaction["what"], count: Count): unknown {
  if (value === undefined || value === null || typeof value === "boolean" || value === "" || value === redacted)
    return value;
  count(what);
  return redacted;
}

/** A text without the credentials that stand in it. */
export function plainText(value: string, count: Count): string {
  const concealed = conceal(value);
  if (concealed !== value) count("text");
  return concealed;
}

/** What a text holds as JSON; undefined where it holds none. */
export function jsonOf(value: string): object | undefined {
  try {
    return JSON.parse(value) as object;
  } catch {
    return undefined;
  }
}

/** A mapping with other values. */
export function mapped(
  entries: readonly (readonly [string, unknown])[],
  each: (key: string, value: unknown) => unknown,
): Fields {
  // Not by assignment: a key may be called `__proto__`.
  return Object.fromEntries(entries.map(([key, value]) => [key, each(key, value)]));
}
