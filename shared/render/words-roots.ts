import type { RootNode } from "../model/report.ts";
import { type Verdict, verdicts } from "../model/verdict.ts";
import { count } from "./words-names.ts";

/** Of several roots how they are: `2 of 3 need a look: 1 unavailable, 1 degraded`, `all 3 are healthy`. */
export function rootsWords(roots: readonly RootNode[]): string {
  const numbers = Map.groupBy(roots, ({ verdict }) => verdict);
  const unwell = roots.length - (numbers.get("healthy")?.length ?? 0);
  if (unwell === 0) return `all ${roots.length} are healthy`;
  const parts = verdicts
    .filter((verdict: Verdict) => verdict !== "healthy" && numbers.has(verdict))
    .map((verdict) => `${numbers.get(verdict)?.length} ${verdict}`);
  return `${unwell} of ${roots.length} ${unwell === 1 ? "needs" : "need"} a look: ${parts.join(", ")}`;
}

/** Rows that were left out, the best of all. */
export function rowsLeftOut(number: number): string {
  return `and ${count(number, "more that is no worse", "more that are no worse")}; -o wide or -o json lists all`;
}

/** Unwell roots that stand in the table alone. */
export function notInFull(number: number): string {
  return `${count(number, "more that is unwell stands", "more that are unwell stand")} in the list alone; to see one in full, name it: TYPE/NAME`;
}
