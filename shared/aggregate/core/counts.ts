import { wholeNumber } from "../../parse/value.ts";

/** A count as Kubernetes writes one; `absent` where it is left out, undefined where it is anything else than a count. */
export function count(value: unknown, absent: number): number | undefined {
  if (value === undefined || value === null) return absent;
  const number = wholeNumber(value);
  return number === undefined || number < 0 ? undefined : number;
}
