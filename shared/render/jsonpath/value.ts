import { type PrintBudget, spendValues } from "./budget.ts";
import { compareCodePoints, utf8Bytes } from "./utf8.ts";

/**
 * A value as Go sees it. A number of a document is an int64 where `-o json` prints it as an integer of 64 bits, else a
 * float64. `int` is a number of the template, `uint8` a byte of a string that a wildcard took apart. `nothing` is the
 * zero reflect.Value: the current object of a range over nothing, or over null.
 */
export type GoValue =
  | { readonly type: "map"; readonly data: Readonly<Record<string, unknown>> }
  | { readonly type: "list"; readonly data: readonly unknown[] }
  | { readonly type: "string"; readonly data: string }
  | { readonly type: "bool"; readonly data: boolean }
  | { readonly type: "int64" | "int"; readonly data: number | bigint }
  | { readonly type: "float64" | "uint8"; readonly data: number }
  | { readonly type: "null" | "nothing"; readonly data: null };

/** `data`, a part of a JSON document, as a value. */
export function asValue(data: unknown): GoValue {
  if (typeof data === "string") return { type: "string", data };
  if (typeof data === "boolean") return { type: "bool", data };
  if (typeof data === "number") return numberOf(data);
  if (Array.isArray(data)) return { type: "list", data };
  if (typeof data === "object" && data !== null) return { type: "map", data: data as Record<string, unknown> };
  return { type: "null", data: null };
}

function numberOf(data: number): GoValue {
  if (!Number.isFinite(data)) return { type: "null", data: null };
  const isInteger = Number.isInteger(data) && Math.abs(data) < 2 ** 63;
  if (!isInteger) return { type: "float64", data };
  // Without the sign of -0, which no integer of Go has.
  return { type: "int64", data: data + 0 };
}

/** Go's name of the type, for messages. */
export function goTypeName({ type }: GoValue): string {
  if (type === "map") return "map[string]interface {}";
  return type === "list" ? "[]interface {}" : type;
}

/** The own member of `value` called `name`: `__proto__` and `toString` are keys like any other. */
export function memberNamed(value: GoValue, name: string): GoValue | undefined {
  if (value.type !== "map" || !Object.hasOwn(value.data, name)) return undefined;
  const data = value.data[name];
  return data === undefined ? undefined : asValue(data);
}

/** Name and data of every member, sorted by name as Go's JSON is. */
export function sortedMembers(data: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  return Object.entries(data)
    .filter(([, entry]) => entry !== undefined)
    .sort(([one], [other]) => compareCodePoints(one, other));
}

/**
 * The children of `value`: members by name, elements in order, the bytes of a string. Go takes the members of a map in
 * random order here; ours is always the sorted one.
 */
export function childValues(value: GoValue): readonly GoValue[] {
  if (value.type === "map") return sortedMembers(value.data).map(([, entry]) => asValue(entry));
  if (value.type === "list") return value.data.map(asValue);
  return value.type === "string" ? utf8Bytes(value.data).map((data) => ({ type: "uint8", data })) : [];
}

/**
 * `value` and everything in it that is not empty, parents first (client-go, util/jsonpath/jsonpath.go, evalRecursive).
 * Numbers, booleans and empty values do not count, strings do.
 */
export function descendantValues(value: GoValue, budget: PrintBudget): readonly GoValue[] {
  const found: GoValue[] = [];
  const pending = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    spendValues(budget, 1);
    const inside = next.type === "string" ? [] : childValues(next);
    if (inside.length > 0 || (next.type === "string" && next.data !== "")) found.push(next);
    for (const child of inside.toReversed()) pending.push(child);
  }
  return found;
}
