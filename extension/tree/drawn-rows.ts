import { type Event, EventEmitter } from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import type { Ref } from "../../shared/model/object.ts";
import type { OutlineRow } from "../../shared/render/editor/tree/build-rows.ts";
import { isSameList } from "../places/cluster-parts.ts";
import { placeKey } from "../places/place.ts";
import { loadOnce } from "../platform/lazy-import.ts";
import type { AgeTicker } from "../session/age-ticker.ts";
import type { ExtensionHost, PlaceStates } from "../session/session-parts.ts";
import { createElementCache, type TreeElement } from "./element-cache.ts";
import { createRowRefresh } from "./row-refresh.ts";
import type { ShownPlaces } from "./shown-tree.ts";

export type RowBundle = typeof import("./shown-tree.ts");

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
  /** Computes the rows from what the sidebar shows, and notifies VS Code of the changed ones. */
  draw(made: RowBundle): void;
  /** Returns the row of an object at the sidebar's place; undefined where no row is about it. */
  find(made: RowBundle, ref: Ref): TreeElement | undefined;
  /** Whether the row may be out of date. Its icon is faint then. */
  isOld(element: TreeElement): boolean;
  /** Whether the cluster of the row has a web console. */
  hasConsole(element: TreeElement): boolean;
  /** Whether healthy rows are omitted. */
  isUnhealthyOnly: boolean;
  /** Stops the repetition of refreshes, because the view is hidden. */
  cancelRefresh(): void;
  dispose(): void;
}

/** The callbacks of {@link createRowDrawer}. */
interface RowNews {
  /** Called with what the sidebar shows whenever rows are computed from it. */
  readonly taken: (made: RowBundle, shown: ShownPlaces) => void;
  /**
   * Called with what the rows show that VS Code has got. Before that it shows those of before, which may be of another
   * place.
   */
  readonly got: (made: RowBundle, shown: ShownPlaces) => void;
}

export function createRowDrawer(
  session: ExtensionHost & PlaceStates,
  ticking: AgeTicker,
  { taken, got }: RowNews,
): DrawnRows {
  const fired = new EventEmitter<TreeElement[] | undefined>();
  const elements = createElementCache();
  const bundle = loadOnce(() => import("./shown-tree.ts"));
  let oldPlaces: ReadonlySet<string> = new Set();
  let consolePlaces: ReadonlySet<string> = new Set();
  const refresh = createRowRefresh<TreeElement>(
    { fire: (some) => fired.fire(some === undefined ? undefined : [...some]), isOpened: elements.isOpened },
    systemClock,
  );

  /** Computes the rows, and returns what they show and what VS Code must request again. */
  function update(made: RowBundle): {
    readonly shown: ShownPlaces;
    readonly changed: ReturnType<typeof elements.update>;
  } {
    const shown = shownNow();
    taken(made, shown);
    const before = [...oldPlaces, "", ...consolePlaces];
    oldPlaces = made.listOutdatedPlaces(shown);
    consolePlaces = made.listPlacesWithConsole(shown);
    const tree = made.buildTree(shown, rows.isUnhealthyOnly);
    const changed = elements.update(tree.rows, tree.placeOf, made.changedRows);
    return { shown, changed: isSameList(before, [...oldPlaces, "", ...consolePlaces]) ? changed : "all" };
  }

  /** Returns what the sidebar shows, with ages that stand still until the next tick. */
  function shownNow(): ShownPlaces {
    const { sidebar, contexts } = session;
    if (contexts === undefined) return { sidebar: ticking.at(sidebar) };
    const all = contexts.contexts.map((one) => ({ ...one, state: one.state && ticking.at(one.state) }));
    return { sidebar, contexts: { ...contexts, contexts: all } };
  }

  /** Returns the path of rows to an object of the sidebar's place. */
  function rowsTo(made: RowBundle, ref: Ref): readonly OutlineRow[] {
    if (session.contexts === undefined) return made.rowsTo(elements.rows, ref);
    const key = placeKey(session.sidebar.place);
    const top = elements.rows.find((row) => placeKey(elements.placeOf(row)) === key);
    const below = top === undefined ? [] : made.rowsTo(top.children(), ref);
    return top === undefined || below.length === 0 ? [] : [top, ...below];
  }

  const rows: DrawnRows = {
    onDidChange: fired.event,
    get made() {
      return bundle.made;
    },
    load: bundle.load,
    isOld: ({ place }) => oldPlaces.has(placeKey(place)),
    hasConsole: ({ place }) => consolePlaces.has(placeKey(place)),
    // VS Code may ask before the first drawing, and does not ask twice.
    async root() {
      try {
        const made = await bundle.load();
        const { shown } = update(made);
        // The rows go to VS Code with the end of this function.
        systemClock.after(0, () => got(made, shown));
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
      const { shown, changed } = update(made);
      if (changed === "all") {
        refresh.refreshTop();
        return;
      }
      got(made, shown);
      refresh.refreshRows(changed);
    },
    find: (made, ref) => elements.along(rowsTo(made, ref)),
    isUnhealthyOnly: false,
    cancelRefresh: refresh.cancel,
    dispose() {
      refresh.cancel();
      fired.dispose();
    },
  };
  return rows;
}
