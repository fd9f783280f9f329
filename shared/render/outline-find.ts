import { keyOf, type Ref } from "../model/object.ts";
import type { OutlineRow } from "./outline-row.ts";
import { harmlessReport } from "./safe.ts";

/** The rows from the top down to the one of this object: a root, else what stands below its components; empty where none is. */
export function rowsTo(rows: readonly OutlineRow[], ref: Ref): readonly OutlineRow[] {
  const key = keyOf(harmlessReport(ref));
  const isIt = (row: OutlineRow): boolean => isOf(row, key);
  const isAtTop = ({ context }: OutlineRow): boolean => context.includes("page");
  return pathIn(rows, isIt, isAtTop) ?? pathIn(rows, isIt, () => true) ?? [];
}

function isOf({ ref, context }: OutlineRow, key: string): boolean {
  return ref !== undefined && !context.some((token) => elsewhere.has(token)) && keyOf(ref) === key;
}

/** Rows that only point at an object. */
const elsewhere: ReadonlySet<string> = new Set(["cause", "finding", "container"]);

function pathIn(
  rows: readonly OutlineRow[],
  isIt: (row: OutlineRow) => boolean,
  isEntered: (row: OutlineRow) => boolean,
): readonly OutlineRow[] | undefined {
  for (const row of rows) {
    if (isIt(row)) return [row];
    const below = isEntered(row) ? pathIn(row.children, isIt, isEntered) : undefined;
    if (below !== undefined) return [row, ...below];
  }
  return undefined;
}
