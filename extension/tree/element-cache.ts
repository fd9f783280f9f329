import type { LogSource } from "../../shared/model/log-source.ts";
import type { Ref } from "../../shared/model/object.ts";
import type { ChangedRows } from "../../shared/render/editor/tree/changed-rows.ts";
import type { OutlineRow } from "../../shared/render/editor/tree/row.ts";
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

/** Returns the place of a row at the top; the rows below it have the same. */
export type PlaceOfRow = (row: OutlineRow) => Place;

type FindChangedRows = (
  before: readonly OutlineRow[],
  after: readonly OutlineRow[],
  isOpened: (id: string) => boolean,
) => ChangedRows;

/** An element, and what it shows now. */
interface CachedElement {
  readonly element: TreeElement;
  readonly parent: TreeElement | undefined;
  row: OutlineRow;
}

/** The elements that VS Code has requested, so that it learns of every change since. */
export class ElementCache {
  /** By the id of the row. */
  readonly #elements = new Map<string, CachedElement>();
  /** The ids of the rows whose children VS Code has requested. */
  readonly #openedIds = new Set<string>();
  #rows: readonly OutlineRow[] = [];
  #placeOf: PlaceOfRow = () => ({ kind: "cluster", namespaces: [] });
  /** What VS Code holds at the top: no rows, older rows, or the current ones. */
  #heldTop: "none" | "older" | "current" = "none";

  /** The rows at the top. */
  get rows(): readonly OutlineRow[] {
    return this.#rows;
  }

  /** Returns the place of a row at the top. */
  placeOf(row: OutlineRow): Place {
    return this.#placeOf(row);
  }

  /** Returns the children of an element, or the rows at the top; VS Code holds these from now on. */
  children(parent: TreeElement | undefined): readonly TreeElement[] {
    if (parent === undefined) {
      this.#heldTop = "current";
      return this.#rows.map((row) => this.#getElement(row, undefined));
    }
    this.#openedIds.add(parent.id);
    return parent.row.children().map((row) => this.#getElement(row, parent));
  }

  parent({ id }: TreeElement): TreeElement | undefined {
    return this.#elements.get(id)?.parent;
  }

  /** Whether VS Code has requested the children of an element, which still has some. */
  isOpened({ id, row }: TreeElement): boolean {
    return this.#openedIds.has(id) && row.hasChildren;
  }

  /** Returns the element of the last row of a path from the top. Undefined for an empty path. */
  findAlong(path: readonly OutlineRow[]): TreeElement | undefined {
    let element: TreeElement | undefined;
    for (const row of path) {
      // To reveal a row, VS Code reads the rows beside each row of its path.
      if (element !== undefined) this.#openedIds.add(element.id);
      element = this.#getElement(row, element);
    }
    return element;
  }

  /**
   * Replaces the rows, and returns the elements whose children VS Code must request again, or `all`:
   * - `[]` before VS Code has first requested the top, because it will do so.
   * - `all` after a change at the top, until VS Code has requested the top. It may drop a refresh (see row-refresh.ts).
   */
  update(
    rows: readonly OutlineRow[],
    placeOf: PlaceOfRow,
    findChangedRows: FindChangedRows,
  ): "all" | readonly TreeElement[] {
    const heldBefore = this.#heldTop;
    // Rows are created while they are compared. Where that throws, VS Code goes on holding older rows.
    if (heldBefore === "current") this.#heldTop = "older";
    const isOpened = (id: string): boolean => this.#openedIds.has(id);
    const changed = heldBefore === "current" ? findChangedRows(this.#rows, rows, isOpened) : "root";
    this.#rows = rows;
    this.#placeOf = placeOf;
    this.#updateElements();
    if (heldBefore === "none") return [];
    if (changed === "root") return "all";
    this.#heldTop = "current";
    return changed.flatMap((id) => this.#elements.get(id)?.element ?? []);
  }

  #getElement(row: OutlineRow, parent: TreeElement | undefined): TreeElement {
    const known = this.#elements.get(row.id);
    if (known !== undefined) {
      known.row = row;
      return known.element;
    }
    const place = parent?.place ?? this.#placeOf(row);
    const cached: CachedElement = { parent, row, element: createElement(row.id, place, () => cached.row) };
    this.#elements.set(row.id, cached);
    return cached.element;
  }

  /** Gives every element its newest row, and forgets the elements whose rows are gone. */
  #updateElements(): void {
    const rowsById = new Map<string, OutlineRow>();
    this.#collectOpenedRows(this.#rows, rowsById);
    for (const [id, cached] of this.#elements) {
      const row = rowsById.get(id);
      if (row === undefined) this.#elements.delete(id);
      else cached.row = row;
    }
    for (const id of this.#openedIds) {
      if (!rowsById.has(id)) this.#openedIds.delete(id);
    }
  }

  #collectOpenedRows(rows: readonly OutlineRow[], rowsById: Map<string, OutlineRow>): void {
    for (const row of rows) {
      rowsById.set(row.id, row);
      if (this.#openedIds.has(row.id)) this.#collectOpenedRows(row.children(), rowsById);
    }
  }
}

/** Creates the element of a row. It keeps its last values after the row is removed. */
function createElement(id: string, place: Place, readRow: () => OutlineRow): TreeElement {
  return {
    id,
    place,
    get row() {
      return readRow();
    },
    get ref() {
      return readRow().ref;
    },
    get logs() {
      return readRow().logs;
    },
  };
}
