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
  return after.flatMap((now, index) => {
    const was = before[index];
    return was === undefined ? [] : changedIn(was, now, isRead);
  });
}

function changedIn(was: OutlineRow, now: OutlineRow, isRead: (id: string) => boolean): readonly string[] {
  if (drawnFields(was) !== drawnFields(now)) return [now.id];
  if (!now.hasChildren || !isRead(now.id)) return [];
  const below = changedRows(was.children(), now.children(), isRead);
  return below === "root" ? [now.id] : below;
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
  culprits,
}: OutlineRow): string {
  const texts = [mark, label, description, spoken, context, hasChildren, hinted, culprits];
  return JSON.stringify([...texts, action?.is, ref?.uid, logs]);
}
