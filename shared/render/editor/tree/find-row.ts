import { harmlessReport } from "../../../characters/sanitize.ts";
import { keyOf, type Ref } from "../../../model/object.ts";
import type { OutlineRow } from "./row.ts";

/** Rows that only refer to an object. */
const kindsOfReferringRows: ReadonlySet<string> = new Set([
  "cause",
  "condition",
  "finding",
  "gate",
  "event",
  "log",
  "container",
]);

/**
 * The rows from the top down to the row of this object; empty where there is none. A root comes first, else a row below
 * a root's components.
 */
export function rowsTo(rows: readonly OutlineRow[], ref: Ref): readonly OutlineRow[] {
  const key = keyOf(harmlessReport(ref));
  const isTarget = (row: OutlineRow): boolean => isRowOfObject(row, key);
  // The rows of roots may be on pages.
  const isPage = ({ context }: OutlineRow): boolean => context.includes("page");
  return findPath(rows, isTarget, isPage) ?? findPath(rows, isTarget, () => true) ?? [];
}

function isRowOfObject({ ref, context }: OutlineRow, key: string): boolean {
  return ref !== undefined && keyOf(ref) === key && !context.some((token) => kindsOfReferringRows.has(token));
}

/** The first row that is the target, behind the rows above it. Only rows below those that `isEntered` accepts are searched. */
function findPath(
  rows: readonly OutlineRow[],
  isTarget: (row: OutlineRow) => boolean,
  isEntered: (row: OutlineRow) => boolean,
): readonly OutlineRow[] | undefined {
  for (const row of rows) {
    if (isTarget(row)) return [row];
    const pathBelow = isEntered(row) ? findPath(row.children(), isTarget, isEntered) : undefined;
    if (pathBelow !== undefined) return [row, ...pathBelow];
  }
  return undefined;
}
