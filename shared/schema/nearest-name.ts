import { nearestSpelling } from "../parse/spelling.ts";

/** Returns the name that was probably meant. Other capitals are the most frequent mistake. */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const small = typed.toLowerCase();
  const plain = names.filter((name) => /^[\w./-]+$/.test(name));
  return plain.find((name) => name.toLowerCase() === small) ?? nearestSpelling(typed, plain);
}
