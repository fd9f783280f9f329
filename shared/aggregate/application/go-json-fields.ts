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

/** Reads an object's fields as Go would convert them. Each method returns the zero value for a field of another type. */
export interface GoFields {
  /** The integer at a path. `missing` is returned instead of 0 for a missing field. */
  readonly number: (path: readonly string[], missing?: number) => number;
  readonly text: (path: readonly string[]) => string;
  /** The mappings in a list. */
  readonly list: (path: readonly string[]) => readonly GoFields[];
  /** Whether the field exists. A field that is no time is an error. */
  readonly hasTime: (path: readonly string[]) => boolean;
  /** The first error of a field that was read, also in lists, in Go's words. */
  readonly firstError: () => string | undefined;
}

/**
 * The fields of an object.
 *
 * @param value the object as JSON has it
 * @param errors collects the errors of all fields that are read, also those of lists
 */
export function readGoFields(value: unknown, errors: string[] = []): GoFields {
  const addError = (error: string): void => void errors.push(error);

  /** The value at the path. Undefined for null too. Each value above it that is no mapping is an error. */
  function read(path: readonly string[]): unknown {
    for (let depth = 1; depth < path.length; depth += 1) {
      const parent = valueAt(value, ...path.slice(0, depth));
      if (!isNil(parent) && toRecord(parent) === undefined) {
        addError(`cannot restore struct from: ${nameGoKind(parent)}`);
      }
    }
    return valueAt(value, ...path) ?? undefined;
  }

  function number(path: readonly string[], missing = 0): number {
    const field = read(path);
    if (field === undefined) return missing;
    if (typeof field === "number" && Number.isInteger(field)) return field;
    if (typeof field === "bigint") return Number(field);
    addError(typeof field === "number" ? "cannot convert float64 to int32" : "unrecognized type: int32");
    return missing;
  }

  function text(path: readonly string[]): string {
    const field = read(path);
    if (field === undefined) return "";
    if (typeof field === "string") return field;
    addError("unrecognized type: string");
    return "";
  }

  function list(path: readonly string[]): readonly GoFields[] {
    const field = read(path);
    if (field === undefined) return [];
    if (!Array.isArray(field)) {
      addError(`cannot restore slice from ${nameGoKind(field)}`);
      return [];
    }
    const malformedEntry = field.find((entry) => !isNil(entry) && toRecord(entry) === undefined);
    if (malformedEntry !== undefined) addError(`cannot restore struct from: ${nameGoKind(malformedEntry)}`);
    // A null entry counts as an entry with zero values.
    return field.map((entry) => readGoFields(entry, errors));
  }

  function hasTime(path: readonly string[]): boolean {
    const field = read(path);
    if (field === undefined) return false;
    const isTime = typeof field === "string" && goTimePattern.test(field) && parseMilliseconds(field) !== undefined;
    // Go's own error shows how it parsed the text. This error names the field.
    if (!isTime) addError(`cannot read ${path.join(".")} as a time`);
    return true;
  }

  return { number, text, list, hasTime, firstError: () => errors[0] };
}

/** RFC 3339 with the letters T and Z as capitals and without hour 24, which Go requires. */
const goTimePattern = /^[^T]+T([01]\d|2[0-3]):[^z]+$/;

/** Whether a value is missing or null, which Go calls nil. */
function isNil(value: unknown): boolean {
  return value === undefined || value === null;
}

/** Go's reflect.Kind of a value that was read from JSON. */
function nameGoKind(value: unknown): string {
  if (Array.isArray(value)) return "slice";
  if (typeof value === "object") return "map";
  if (typeof value === "number") return Number.isInteger(value) ? "int64" : "float64";
  return typeof value === "boolean" ? "bool" : "string";
}

/** Go's name for the type of a value that was read from JSON. */
function nameGoType(value: unknown): string {
  const kind = nameGoKind(value);
  if (kind === "slice") return "[]interface {}";
  return kind === "map" ? "map[string]interface {}" : kind;
}

/** A value and its type in the words of Go's errors: `5` -> `5 is of the type int64` (apimachinery, unstructured/helpers.go). */
export function formatWithGoType(value: unknown): string {
  if (isNil(value)) return "<nil> is of the type <nil>";
  return `${printAsGo(value, 0)} is of the type ${nameGoType(value)}`;
}

/** A value as Go's `%v` prints it, shortened: `{a: [1, 2]}` -> `map[a:[1 2]]`. `depth`: the levels above the value. */
function printAsGo(value: unknown, depth: number): string {
  if (isNil(value)) return "<nil>";
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
