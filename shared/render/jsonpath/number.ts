import type { TemplateNode } from "./node.ts";

const [least, most] = [-(2n ** 63n), 2n ** 63n - 1n];

/** The 64-bit integer that `text` spells, as Go's Atoi accepts it; else undefined. */
export function parseGoInteger(text: string): number | bigint | undefined {
  if (!/^[+-]?\d+$/.test(text)) return undefined;
  // Cut to the digits that can matter: a bigint of a million digits is slow.
  const digits = text.replace(/^[+-]?0*(?=\d)/, "");
  if (digits.length > 19) return undefined;
  const exact = BigInt(digits) * (text.startsWith("-") ? -1n : 1n);
  if (exact < least || exact > most) return undefined;
  return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
}

/** A number written in a template; undefined when it is none. */
export function numberNode(text: string): TemplateNode | undefined {
  const integer = parseGoInteger(text);
  if (integer !== undefined) return { type: "int", value: integer };
  const value = /^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
  return Number.isFinite(value) ? { type: "float", value } : undefined;
}
