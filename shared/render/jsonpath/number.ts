import type { Node } from "./node.ts";

const [least, most] = [-(2n ** 63n), 2n ** 63n - 1n];

/** The integer `text` spells, if it is one of 64 bits, as Go's Atoi takes it; else undefined. */
export function integerOf(text: string): number | bigint | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  // Cut to what can matter, since a bigint of a million digits takes its time.
  const digits = text.replace(/^[+-]?0*(?=\d)/, "");
  if (digits.length > 19) return undefined;
  const exact = BigInt(digits) * (text.startsWith("-") ? -1n : 1n);
  if (exact < least || exact > most) return undefined;
  return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
}

/** A number written in a template; undefined when it is none. */
export function numberNode(text: string): Node | undefined {
  const integer = integerOf(text);
  if (integer !== undefined) return { type: "int", value: integer };
  const value = /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
  return Number.isFinite(value) ? { type: "float", value } : undefined;
}
