import { type Event, EventEmitter } from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import type { Ref } from "../../shared/model/object.ts";
import type { PlaceState } from "../places/place-state.ts";
import { loadedOnce } from "../platform/lazy-import.ts";
import type { AgeTicker } from "../session/age-ticker.ts";
import type { ExtensionHost, PlaceStates } from "../session/session-parts.ts";
import { createElementCache, type TreeElement } from "./element-cache.ts";
import { createRowRefresh } from "./row-refresh.ts";

export type RowBundle = typeof import("./visible-rows.ts");

/** The rows of the view that VS Code requests, and the events that make it request them again. */
export interface DrawnRows {
  readonly onDidChange: Event<TreeElement[] | undefined>;
  /** The functions that create rows; undefined until they are loaded. */
  readonly made: RowBundle | undefined;
  load(): Promise<RowBundle>;
  /** Returns the current rows at the top. */
  root(): Promise<TreeElement[]>;
  below(element: TreeElement | undefined): TreeElement[];
  above(element: TreeElement): TreeElement | undefined;
  /** Computes the rows from the current state of the place, and notifies VS Code of the changed ones. Returns that state. */
  draw(made: RowBundle): PlaceState;
  /** Returns the row of an object; undefined where no row is about it. */
  find(made: RowBundle, ref: Ref): TreeElement | undefined;
  /** Whether the rows may be out of date. Their icons are faint then. */
  readonly isOld: boolean;
  /** Whether healthy rows are omitted. */
  isUnhealthyOnly: boolean;
  /** Stops the repetition of refreshes, because the view is hidden. */
  cancelRefresh(): void;
  dispose(): void;
}

/** @param taken is called with the state of the place whenever rows are computed from it. */
export function drawnRows(
  session: ExtensionHost & PlaceStates,
  ticking: AgeTicker,
  taken: (made: RowBundle, state: PlaceState) => void,
): DrawnRows {
  const fired = new EventEmitter<TreeElement[] | undefined>();
  const elements = createElementCache();
  const bundle = loadedOnce(() => import("./visible-rows.ts"));
  let isOld = false;
  const refresh = createRowRefresh<TreeElement>(
    { fire: (some) => fired.fire(some === undefined ? undefined : [...some]), isOpened: elements.isOpened },
    systemClock,
  );

  /** Computes the rows, and returns what VS Code must request again. */
  function update(made: RowBundle, state: PlaceState): ReturnType<typeof elements.update> {
    taken(made, state);
    const wasOld = isOld;
    isOld = made.isOutdated(state);
    const changed = elements.update(made.visibleRows(state, rows.isUnhealthyOnly), state.place, made.changedRows);
    return wasOld === isOld ? changed : "all";
  }

  const rows: DrawnRows = {
    onDidChange: fired.event,
    get made() {
      return bundle.made;
    },
    load: bundle.load,
    get isOld() {
      return isOld;
    },
    // VS Code may ask before the first drawing, and does not ask twice.
    async root() {
      try {
        update(await bundle.load(), ticking.at(session.sidebar));
      } catch (cause) {
        session.log.failed(cause);
      }
      return rows.below(undefined);
    },
    below(element) {
      refresh.settle(element);
      return [...elements.below(element)];
    },
    above: elements.above,
    draw(made) {
      const state = ticking.at(session.sidebar);
      const changed = update(made, state);
      if (changed === "all") refresh.refreshTop();
      else refresh.refreshRows(changed);
      return state;
    },
    find: (made, ref) => elements.along(made.rowsTo(elements.rows, ref)),
    isUnhealthyOnly: false,
    cancelRefresh: refresh.cancel,
    dispose() {
      refresh.cancel();
      fired.dispose();
    },
  };
  return rows;
}
