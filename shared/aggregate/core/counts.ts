import { wholeNumber } from "../../parse/json-value.ts";

/** A count from an object. Returns `absent` if the field is absent, and undefined if it is no count. */
export function readCount(value: unknown, absent: number): number | undefined {
  if (value === undefined || value === null) return absent;
  const number = wholeNumber(value);
  return number === undefined || number < 0 ? undefined : number;
}
