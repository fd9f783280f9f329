import { toText } from "./json-value.ts";

/** A time as text; empty where there is none. Go writes the year 1 for none (pkg.go.dev/time, Time.IsZero). */
export function givenTime(value: unknown): string {
  const text = toText(value);
  return text.startsWith("0001-01-01T") ? "" : text;
}
