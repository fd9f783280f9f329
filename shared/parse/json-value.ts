import type { ValueType } from "../model/fault/input.ts";

/** A mapping with its own entries only. Read them with {@link valueAt}, which never reads a prototype. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value at `path`, own properties only; undefined if the path ends early. List items have their index as key. */
export function valueAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Fields)[key];
  }
  return current;
}

/** As {@link toText} of the value at `path`. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  return toText(valueAt(value, ...path));
}

/** As {@link toList} of the value at `path`. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  return toList(valueAt(value, ...path));
}

/** As {@link toRecord} of the value at `path`. */
export function recordAt(value: unknown, ...path: readonly string[]): Fields | undefined {
  return toRecord(valueAt(value, ...path));
}

/** As {@link wholeNumber} of the value at `path`. */
export function wholeNumberAt(value: unknown, ...path: readonly string[]): number | undefined {
  return wholeNumber(valueAt(value, ...path));
}

/** The value of a text of JSON; undefined for any other text. The parser's error is dropped, because it quotes the text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The most characters of JSON that values of a text are copied to, for each character of the text. */
const maxCopiedPerCharacter = 2;

/**
 * Returns a function that copies plain data which was read from a text of so many characters. A text that was cut out of a larger
 * one holds the memory of that one, in V8 and in JavaScriptCore; its copy does not. Once the copies are twice as long as the
 * text, values are returned as they are: aliases of YAML share a value, and each copy of it takes its own memory.
 */
export function createCopier(textLength: number): <Value>(value: Value) => Value {
  let remaining = maxCopiedPerCharacter * textLength;
  return (value) => {
    const json = JSON.stringify(value);
    if (json.length > remaining) return value;
    remaining -= json.length;
    return JSON.parse(json);
  };
}

/** The text, or a number or boolean as text; empty for anything else. */
export function toText(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" || typeof value === "bigint" ? String(value) : "";
}

/** The mapping; undefined for anything else, lists and null too. */
export function toRecord(value: unknown): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** The list; empty for anything else. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A number if it is whole and exact, else undefined; digits in quotes are text. */
export function wholeNumber(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined;
}

/** A generation: a whole number, also one written as text, which some controllers do. */
export function generationNumber(value: unknown): number | undefined {
  return typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : wholeNumber(value);
}

/** The type of a value, as faults name it. */
export function valueType(value: unknown): ValueType {
  const type = typeof value;
  if (value === null || type === "undefined") return "nothing";
  if (Array.isArray(value)) return "list";
  if (type === "object") return "mapping";
  return type === "string" ? "text" : type;
}

/** The value with each text changed, but for keys. `change` also gets the key of the nearest mapping, or nothing. */
export function mapTexts<Value>(value: Value, change: (text: string, key: string) => string): Value {
  const walk = (part: unknown, key: string): unknown => {
    if (typeof part === "string") return change(part, key);
    if (Array.isArray(part)) return part.map((item) => walk(item, key));
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, walk(inner, name)]));
  };
  return walk(value, "") as Value;
}
