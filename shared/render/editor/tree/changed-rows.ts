import type { OutlineRow } from "./row.ts";

/**
 * The rows that changed: `root` where the top rows are others or in another order. Else the ids of the rows to draw
 * again, with everything below them.
 */
export type ChangedRows = "root" | readonly string[];

/**
 * The fewest rows whose redrawing shows every difference: rows with another text, and rows with other rows below them.
 * Only rows below opened ones (`isRead`) count: rows that were never read are read when they are opened.
 */
export function changedRows(
  before: readonly OutlineRow[],
  after: readonly OutlineRow[],
  isRead: (id: string) => boolean = () => true,
): ChangedRows {
  if (!areSame(before, after)) return "root";
  return after.flatMap((row, index) => {
    const rowBefore = before[index];
    return rowBefore === undefined ? [] : changedIn(rowBefore, row, isRead);
  });
}

function changedIn(before: OutlineRow, after: OutlineRow, isRead: (id: string) => boolean): readonly string[] {
  if (drawnFields(before) !== drawnFields(after)) return [after.id];
  if (!after.hasChildren || !isRead(after.id)) return [];
  const below = changedRows(before.children(), after.children(), isRead);
  return below === "root" ? [after.id] : below;
}

function areSame(before: readonly OutlineRow[], after: readonly OutlineRow[]): boolean {
  return before.length === after.length && before.every(({ id }, index) => id === after[index]?.id);
}

/** Everything that is drawn of a row itself. Whether it is open is up to the user once it is drawn. */
export function drawnFields({
  mark,
  label,
  description,
  spoken,
  context,
  hasChildren,
  hinted,
  action,
  ref,
  logs,
  causeCount,
}: OutlineRow): string {
  const texts = [mark, label, description, spoken, context, hasChildren, hinted, causeCount];
  return JSON.stringify([...texts, action?.is, ref?.uid, logs]);
}
