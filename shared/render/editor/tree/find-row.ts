import { harmlessReport } from "../../../characters/sanitize.ts";
import { keyOf, type Ref } from "../../../model/object.ts";
import type { OutlineRow } from "./row.ts";

/**
 * The rows from the top down to the row of this object; empty where there is none. A root comes first, else a row below
 * a root's components.
 */
export function rowsTo(rows: readonly OutlineRow[], ref: Ref): readonly OutlineRow[] {
  const key = keyOf(harmlessReport(ref));
  const isIt = (row: OutlineRow): boolean => isOf(row, key);
  const isAtTop = ({ context }: OutlineRow): boolean => context.includes("page");
  return pathIn(rows, isIt, isAtTop) ?? pathIn(rows, isIt, () => true) ?? [];
}

function isOf({ ref, context }: OutlineRow, key: string): boolean {
  return ref !== undefined && !context.some((token) => kindsOfOtherRows.has(token)) && keyOf(ref) === key;
}

/** Rows that only refer to an object. */
const kindsOfOtherRows: ReadonlySet<string> = new Set([
  "cause",
  "condition",
  "finding",
  "gate",
  "event",
  "log",
  "container",
]);

function pathIn(
  rows: readonly OutlineRow[],
  isIt: (row: OutlineRow) => boolean,
  isEntered: (row: OutlineRow) => boolean,
): readonly OutlineRow[] | undefined {
  for (const row of rows) {
    if (isIt(row)) return [row];
    const below = isEntered(row) ? pathIn(row.children(), isIt, isEntered) : undefined;
    if (below !== undefined) return [row, ...below];
  }
  return undefined;
}
