import { parseMilliseconds } from "../../model/time.ts";
import { toRecord, valueAt } from "../../parse/json-value.ts";

// The controller converts objects to Go's types before it reads them (APP controllers/status.go; apimachinery,
// pkg/runtime/converter.go). A missing or null field is the zero value. A field of another type is an error, and then
// the controller reads nothing of the object.

/** Reads an object's fields as Go would convert them. `trouble` is the first error, in lists too, in Go's words. */
export interface GoFields {
  readonly number: (path: readonly string[], missing?: number) => number;
  readonly text: (path: readonly string[]) => string;
  /** The mappings in a list. */
  readonly list: (path: readonly string[]) => readonly GoFields[];
  /** Whether the field holds a time. */
  readonly hasTime: (path: readonly string[]) => boolean;
  readonly trouble: () => string | undefined;
}

export function readGoFields(value: unknown, troubles: string[] = []): GoFields {
  const fail = (words: string): void => void troubles.push(words);

  /** The value at the path; every value on the way down must be a mapping. */
  function found(path: readonly string[]): unknown {
    path.slice(0, -1).forEach((_, depth) => {
      const above = valueAt(value, ...path.slice(0, depth + 1));
      if (!isNothing(above) && toRecord(above) === undefined) fail(`cannot restore struct from: ${nameGoKind(above)}`);
    });
    return valueAt(value, ...path) ?? undefined;
  }

  function number(path: readonly string[], missing = 0): number {
    const there = found(path);
    if (there === undefined) return missing;
    if (typeof there === "number" && Number.isInteger(there)) return there;
    if (typeof there === "bigint") return Number(there);
    fail(typeof there === "number" ? "cannot convert float64 to int32" : "unrecognized type: int32");
    return missing;
  }

  function text(path: readonly string[]): string {
    const there = found(path);
    if (there === undefined) return "";
    if (typeof there === "string") return there;
    fail("unrecognized type: string");
    return "";
  }

  function list(path: readonly string[]): readonly GoFields[] {
    const there = found(path);
    if (there === undefined) return [];
    if (!Array.isArray(there)) {
      fail(`cannot restore slice from ${nameGoKind(there)}`);
      return [];
    }
    const odd = there.find((entry) => !isNothing(entry) && toRecord(entry) === undefined);
    if (odd !== undefined) fail(`cannot restore struct from: ${nameGoKind(odd)}`);
    // A null entry counts as an entry with zero values.
    return there.map((entry) => readGoFields(entry, troubles));
  }

  function hasTime(path: readonly string[]): boolean {
    const there = found(path);
    if (there === undefined) return false;
    if (typeof there !== "string" || !goTime.test(there) || parseMilliseconds(there) === undefined)
      // Go's own error shows how it parsed the text; this one names the field.
      fail(`cannot read ${path.join(".")} as a time`);
    return true;
  }

  return { number, text, list, hasTime, trouble: () => troubles[0] };
}

/** RFC 3339 with capitals and no hour 24, as Go takes it. */
const goTime = /^[^T]+T([01]\d|2[0-3]):[^z]+$/;

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}

/** Go's reflect.Kind of a value that was read from JSON. */
function nameGoKind(value: unknown): string {
  if (Array.isArray(value)) return "slice";
  if (typeof value === "object") return "map";
  if (typeof value === "number") return Number.isInteger(value) ? "int64" : "float64";
  return typeof value === "boolean" ? "bool" : "string";
}

/** `<what> is of the type <type>` (apimachinery, unstructured/helpers.go), as Go prints both. */
export function formatWithGoType(value: unknown): string {
  if (isNothing(value)) return "<nil> is of the type <nil>";
  const kind = nameGoKind(value);
  const type = { slice: "[]interface {}", map: "map[string]interface {}" }[kind] ?? kind;
  return `${printAsGo(value, 0)} is of the type ${type}`;
}

/** A value as Go's `%v` prints it, shortened where it is large: people read this. */
function printAsGo(value: unknown, depth: number): string {
  if (isNothing(value)) return "<nil>";
  if (typeof value !== "object") return String(value).slice(0, maxTextLength);
  if (depth > maxDepth) return "...";
  const parts = Array.isArray(value)
    ? value.slice(0, maxEntries).map((each) => printAsGo(each, depth + 1))
    : Object.keys(value as object)
        .sort()
        .slice(0, maxEntries)
        .map((key) => `${key}:${printAsGo(valueAt(value, key), depth + 1)}`);
  return `${Array.isArray(value) ? "" : "map"}[${parts.join(" ")}]`;
}

const maxTextLength = 200;
const maxDepth = 3;
const maxEntries = 10;
