import { at, type Fields, record } from "./value.ts";

/** A document of ours is not as it should be; the message says where and what was expected. */
export class Fault extends Error {}

/** The mapping at `place`. @throws Fault, as all of these do. */
export function section(value: unknown, place: string): Fields {
  const fields = record(value);
  if (fields === undefined) throw wrong(place, "a mapping", value);
  return fields;
}

/** Each entry of the list under `key` with its own place. */
export function entries(fields: Fields, key: string, below = ""): readonly (readonly [unknown, string])[] {
  const value = at(fields, [key]);
  const place = below === "" ? key : `${below}.${key}`;
  if (!Array.isArray(value)) throw wrong(place, "a list", value);
  return value.map((entry, index) => [entry, `${place}[${index}]`] as const);
}

/** Text, an empty one too. */
export function string(value: unknown, place: string): string {
  if (typeof value !== "string") throw wrong(place, "text", value);
  return value;
}

/** The text under `key`, where there is anything. */
export function optional<Key extends string>(
  fields: Fields,
  key: Key,
  below: string,
): { readonly [K in Key]?: string } {
  const value = at(fields, [key]);
  return value === undefined ? {} : ({ [key]: string(value, `${below}.${key}`) } as { readonly [K in Key]: string });
}

/** One of the words that are allowed. */
export function oneOf<Word extends string>(value: unknown, words: readonly Word[], place: string): Word {
  const found = words.find((word) => word === value);
  if (found === undefined) throw wrong(place, `one of ${words.join(", ")}`, value);
  return found;
}

/** That something else stands there; what it is, but not its words: nobody knows what they are. */
export function wrong(place: string, expected: string, value: unknown): Fault {
  return new Fault(`${place}: expected ${expected}, found ${what(value)}`);
}

function what(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a mapping";
  return typeof value === "string" ? "other text" : String(value);
}
