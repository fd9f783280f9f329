import type { OutlineRow } from "./outline-row.ts";

/** `root` where the rows at the top are others, or come in another order; else the ids of the rows to draw anew, with all below them. */
export type ChangedRows = "root" | readonly string[];

/**
 * The fewest rows to draw anew so that all that differs is: a row that says something else itself, and a row that has other
 * rows below it. Only below rows that somebody has looked into (`isRead`): what was never read is read when it is opened.
 */
export function changedRows(
  before: readonly OutlineRow[],
  after: readonly OutlineRow[],
  isRead: (id: string) => boolean = () => true,
): ChangedRows {
  if (!areSame(before, after)) return "root";
  return after.flatMap((now, place) => {
    const was = before[place];
    return was === undefined ? [] : changedIn(was, now, isRead);
  });
}

function changedIn(was: OutlineRow, now: OutlineRow, isRead: (id: string) => boolean): readonly string[] {
  if (tupleOf(was) !== tupleOf(now)) return [now.id];
  if (!now.hasChildren || !isRead(now.id)) return [];
  const below = changedRows(was.children, now.children, isRead);
  return below === "root" ? [now.id] : below;
}

function areSame(before: readonly OutlineRow[], after: readonly OutlineRow[]): boolean {
  return before.length === after.length && before.every(({ id }, place) => id === after[place]?.id);
}

/** All that is drawn of a row itself; whether it is open is the person's as soon as it is drawn. */
export function tupleOf({
  mark,
  label,
  description,
  spoken,
  context,
  hasChildren,
  hinted,
  ref,
  logs,
}: OutlineRow): string {
  return JSON.stringify([mark, label, description, spoken, context, hasChildren, hinted, ref?.uid, logs]);
}
