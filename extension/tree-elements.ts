import type { Ref } from "../shared/model/object.ts";
import type { Logs } from "../shared/render/next.ts";
import type { OutlineRow } from "../shared/render/outline.ts";
import type { ChangedRows } from "../shared/render/outline-changes.ts";
import type { Place } from "./place.ts";

/** What VS Code knows a row by: the very same object for as long as the row is there; what it says is always the newest. */
export interface TreeElement {
  readonly id: string;
  readonly row: OutlineRow;
  readonly place: Place;
  readonly ref: Ref | undefined;
  readonly logs: Logs | undefined;
}

/** What VS Code has drawn, and what of it somebody has looked into. */
export interface Elements {
  /** The rows at the top, or below an element; from now on it is told when they change. */
  below(element: TreeElement | undefined): readonly TreeElement[];
  above(element: TreeElement): TreeElement | undefined;
  /** The last row of a way down from the top. */
  along(way: readonly OutlineRow[]): TreeElement | undefined;
  /** Other rows from now on; returns what is to be drawn anew: all of it, too, where it could not say so the last time. */
  update(rows: readonly OutlineRow[], place: Place, changedRows: ChangedIn): "all" | readonly TreeElement[];
  readonly rows: readonly OutlineRow[];
}

type ChangedIn = (
  before: readonly OutlineRow[],
  after: readonly OutlineRow[],
  isRead: (id: string) => boolean,
) => ChangedRows;

interface Known {
  readonly element: TreeElement;
  readonly above: TreeElement | undefined;
  row: OutlineRow;
}

export function elementsOf(): Elements {
  const known = new Map<string, Known>();
  const read = new Set<string>();
  let rows: readonly OutlineRow[] = [];
  let place: Place = { kind: "cluster", namespaces: [] };
  /** Rows are made when they are asked for, and so is what goes wrong with one of them. */
  let isUntold = false;

  return {
    get rows() {
      return rows;
    },
    below(element) {
      if (element === undefined) return rows.map((row) => elementFor(row, undefined));
      read.add(element.id);
      return element.row.children.map((row) => elementFor(row, element));
    },
    above: ({ id }) => known.get(id)?.above,
    along(way) {
      let last: TreeElement | undefined;
      for (const row of way) {
        // VS Code reads the rows beside each of them on its way.
        if (last !== undefined) read.add(last.id);
        last = elementFor(row, last);
      }
      return last;
    },
    update(after, where, changedRows) {
      const wasUntold = isUntold;
      isUntold = true;
      const changed = wasUntold ? "root" : changedRows(rows, after, (id) => read.has(id));
      rows = after;
      place = where;
      renew();
      isUntold = false;
      if (changed === "root") return "all";
      return changed.flatMap((id) => known.get(id)?.element ?? []);
    },
  };

  function elementFor(row: OutlineRow, above: TreeElement | undefined): TreeElement {
    const before = known.get(row.id);
    if (before !== undefined) {
      before.row = row;
      return before.element;
    }
    const own: Known = { above, row, element: elementOf(row.id, place, () => own.row) };
    known.set(row.id, own);
    return own.element;
  }

  /** Every element that is still there says what is so now; the others are forgotten. */
  function renew(): void {
    const there = new Map<string, OutlineRow>();
    const collect = (some: readonly OutlineRow[]): void => {
      for (const row of some) {
        there.set(row.id, row);
        if (read.has(row.id)) collect(row.children);
      }
    };
    collect(rows);
    for (const [id, own] of known) {
      const row = there.get(id);
      if (row !== undefined) own.row = row;
      else known.delete(id);
    }
    for (const id of read) if (!there.has(id)) read.delete(id);
  }
}

/** A row that is gone says for ever what it said last. */
function elementOf(id: string, place: Place, row: () => OutlineRow): TreeElement {
  return {
    id,
    place,
    get row() {
      return row();
    },
    get ref() {
      return row().ref;
    },
    get logs() {
      return row().logs;
    },
  };
}
