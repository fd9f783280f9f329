import { parseMilliseconds } from "../../model/time.ts";
import { toRecord, valueAt } from "../../parse/json-value.ts";

// The controller converts objects to Go's types before it reads them (kubernetes-sigs/application controllers/status.go;
// apimachinery, pkg/runtime/converter.go). A missing or null field is the zero value. A field of another type is an error,
// and the controller then reads nothing of the object.

/** The longest text that an error quotes, in characters. */
const maxTextLength = 200;
/** The levels of lists and mappings below a value that an error prints. */
const maxDepth = 3;
/** The most entries of a list or mapping that an error prints. */
const maxEntries = 10;

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

/** @param troubles collects the errors of all fields that are read, also those of lists. */
export function readGoFields(value: unknown, troubles: string[] = []): GoFields {
  const fail = (error: string): void => void troubles.push(error);

  /** The value at the path, undefined for null too. Each value above it that is no mapping is an error. */
  function read(path: readonly string[]): unknown {
    for (let length = 1; length < path.length; length += 1) {
      const above = valueAt(value, ...path.slice(0, length));
      if (!isNothing(above) && toRecord(above) === undefined) fail(`cannot restore struct from: ${nameGoKind(above)}`);
    }
    return valueAt(value, ...path) ?? undefined;
  }

  function number(path: readonly string[], missing = 0): number {
    const field = read(path);
    if (field === undefined) return missing;
    if (typeof field === "number" && Number.isInteger(field)) return field;
    if (typeof field === "bigint") return Number(field);
    fail(typeof field === "number" ? "cannot convert float64 to int32" : "unrecognized type: int32");
    return missing;
  }

  function text(path: readonly string[]): string {
    const field = read(path);
    if (field === undefined) return "";
    if (typeof field === "string") return field;
    fail("unrecognized type: string");
    return "";
  }

  function list(path: readonly string[]): readonly GoFields[] {
    const field = read(path);
    if (field === undefined) return [];
    if (!Array.isArray(field)) {
      fail(`cannot restore slice from ${nameGoKind(field)}`);
      return [];
    }
    const malformed = field.find((entry) => !isNothing(entry) && toRecord(entry) === undefined);
    if (malformed !== undefined) fail(`cannot restore struct from: ${nameGoKind(malformed)}`);
    // A null entry counts as an entry with zero values.
    return field.map((entry) => readGoFields(entry, troubles));
  }

  function hasTime(path: readonly string[]): boolean {
    const field = read(path);
    if (field === undefined) return false;
    const isTime = typeof field === "string" && goTime.test(field) && parseMilliseconds(field) !== undefined;
    // Go's own error shows how it parsed the text. This one names the field.
    if (!isTime) fail(`cannot read ${path.join(".")} as a time`);
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

/** A value as Go's `%v` prints it, shortened: `{a: [1, 2]}` -> `map[a:[1 2]]`. `depth`: the levels above it. */
function printAsGo(value: unknown, depth: number): string {
  if (isNothing(value)) return "<nil>";
  if (typeof value !== "object") return String(value).slice(0, maxTextLength);
  if (depth > maxDepth) return "...";
  if (Array.isArray(value)) {
    const entries = value.slice(0, maxEntries).map((entry) => printAsGo(entry, depth + 1));
    return `[${entries.join(" ")}]`;
  }
  const keys = Object.keys(value as object)
    .sort()
    .slice(0, maxEntries);
  const entries = keys.map((key) => `${key}:${printAsGo(valueAt(value, key), depth + 1)}`);
  return `map[${entries.join(" ")}]`;
}
