import { toText } from "./json-value.ts";

/** A time as text; empty where there is none. */
export function givenTime(value: unknown): string {
  return isZeroTime(value) ? "" : toText(value);
}

/** Go writes the year 1 where there is no time (pkg.go.dev/time, Time.IsZero). */
export function isZeroTime(value: unknown): boolean {
  return typeof value === "string" && value.startsWith("0001-01-01T");
}
