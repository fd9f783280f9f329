import type { LogSource } from "../../shared/model/log-source.ts";
import type { Ref } from "../../shared/model/object.ts";
import type { OutlineRow } from "../../shared/render/editor/tree/build-rows.ts";
import type { ChangedRows } from "../../shared/render/editor/tree/changed-rows.ts";
import type { Place } from "../places/place.ts";

/**
 * The object by which VS Code identifies a row. It stays the same while the row exists. Its fields always return the
 * newest values.
 */
export interface TreeElement {
  readonly id: string;
  readonly row: OutlineRow;
  readonly place: Place;
  readonly ref: Ref | undefined;
  readonly logs: LogSource | undefined;
}

/** The elements that VS Code has requested, so that it learns of every change since. */
export interface ElementCache {
  /** Returns the rows at the top, or below an element; VS Code holds these from now on. */
  below(element: TreeElement | undefined): readonly TreeElement[];
  above(element: TreeElement): TreeElement | undefined;
  /** Whether VS Code has requested the rows below an element, which still has some. */
  isOpened(element: TreeElement): boolean;
  /** Returns the element of the last row of a path from the top. */
  along(way: readonly OutlineRow[]): TreeElement | undefined;
  /**
   * Replaces the rows, and returns what VS Code must request again. Returns nothing before VS Code has first requested
   * the top. After a change at the top, returns `all` until VS Code has requested the top. VS Code may drop a refresh
   * (see row-refresh.ts).
   */
  update(rows: readonly OutlineRow[], placeOf: PlaceOfRow, changedRows: ChangedIn): "all" | readonly TreeElement[];
  readonly rows: readonly OutlineRow[];
  /** Returns the place of a row at the top. */
  readonly placeOf: PlaceOfRow;
}

/** Returns the place of a row at the top; the rows below it have the same. */
export type PlaceOfRow = (row: OutlineRow) => Place;

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

export function createElementCache(): ElementCache {
  const known = new Map<string, Known>();
  const read = new Set<string>();
  let rows: readonly OutlineRow[] = [];
  let placeOf: PlaceOfRow = () => ({ kind: "cluster", namespaces: [] });
  /** What VS Code holds at the top: nothing, other rows, or the current ones. */
  let held: "nothing" | "others" | "these" = "nothing";

  return {
    get rows() {
      return rows;
    },
    placeOf: (row) => placeOf(row),
    below(element) {
      if (element === undefined) {
        held = "these";
        return rows.map((row) => elementFor(row, undefined));
      }
      read.add(element.id);
      return element.row.children().map((row) => elementFor(row, element));
    },
    above: ({ id }) => known.get(id)?.above,
    isOpened: ({ id, row }) => read.has(id) && row.hasChildren,
    along(way) {
      let last: TreeElement | undefined;
      for (const row of way) {
        // On its way VS Code also reads the rows beside each of them.
        if (last !== undefined) read.add(last.id);
        last = elementFor(row, last);
      }
      return last;
    },
    update(after, placeOfRow, changedRows) {
      const before = held;
      // Rows are created while they are compared. If one of them fails, VS Code holds other rows.
      if (before === "these") held = "others";
      const changed = before === "these" ? changedRows(rows, after, (id) => read.has(id)) : "root";
      rows = after;
      placeOf = placeOfRow;
      renew();
      if (before === "nothing") return [];
      if (changed === "root") return "all";
      held = "these";
      return changed.flatMap((id) => known.get(id)?.element ?? []);
    },
  };

  function elementFor(row: OutlineRow, above: TreeElement | undefined): TreeElement {
    const before = known.get(row.id);
    if (before !== undefined) {
      before.row = row;
      return before.element;
    }
    const place = above?.place ?? placeOf(row);
    const own: Known = { above, row, element: createElement(row.id, place, () => own.row) };
    known.set(row.id, own);
    return own.element;
  }

  /** Updates every element that still exists, and forgets the others. */
  function renew(): void {
    const there = new Map<string, OutlineRow>();
    const collect = (some: readonly OutlineRow[]): void => {
      for (const row of some) {
        there.set(row.id, row);
        if (read.has(row.id)) collect(row.children());
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

/** Creates the element of a row. It keeps its last values after the row is removed. */
function createElement(id: string, place: Place, row: () => OutlineRow): TreeElement {
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
