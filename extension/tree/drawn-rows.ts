import { type Disposable, type Event, EventEmitter } from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import type { Ref } from "../../shared/model/object.ts";
import type { OutlineRow } from "../../shared/render/editor/tree/row.ts";
import { isSameList } from "../places/cluster-parts.ts";
import { placeKey } from "../places/place.ts";
import { type LoadedOnce, loadOnce } from "../platform/lazy-import.ts";
import type { AgeTicker } from "../session/age-ticker.ts";
import type { ExtensionHost, PlaceStates } from "../session/session-parts.ts";
import { ElementCache, type TreeElement } from "./element-cache.ts";
import { RowRefresh } from "./row-refresh.ts";
import type { ShownPlaces } from "./shown-tree.ts";

export type RowBundle = typeof import("./shown-tree.ts");

/** What is called when rows are drawn. */
interface DrawingListener {
  /** Called with what the sidebar shows whenever rows are computed from it. */
  readonly computed: (bundle: RowBundle, shown: ShownPlaces) => void;
  /** Called with what the rows show that VS Code has received. Until then it shows older rows, perhaps of another place. */
  readonly received: (bundle: RowBundle, shown: ShownPlaces) => void;
}

/** The rows of the view that VS Code requests, and the events that make it request them again. */
export class DrawnRows implements Disposable {
  readonly #session: ExtensionHost & PlaceStates;
  readonly #ticker: AgeTicker;
  readonly #listener: DrawingListener;
  readonly #changed = new EventEmitter<TreeElement[] | undefined>();
  readonly #elements = new ElementCache();
  readonly #bundle: LoadedOnce<RowBundle> = loadOnce(() => import("./shown-tree.ts"));
  readonly #refresh = new RowRefresh<TreeElement>(
    {
      fire: (elements) => this.#changed.fire(elements === undefined ? undefined : [...elements]),
      isOpened: (element) => this.#elements.isOpened(element),
    },
    systemClock,
  );
  /** The keys of the places whose rows may be out of date. */
  #outdatedPlaces: ReadonlySet<string> = new Set();
  #placesWithConsole: ReadonlySet<string> = new Set();

  /** Whether healthy rows are omitted. */
  isUnhealthyOnly = false;

  readonly onDidChange: Event<TreeElement[] | undefined> = this.#changed.event;

  constructor(session: ExtensionHost & PlaceStates, ticker: AgeTicker, listener: DrawingListener) {
    this.#session = session;
    this.#ticker = ticker;
    this.#listener = listener;
  }

  /** The functions that create rows; undefined until they are loaded. */
  get bundle(): RowBundle | undefined {
    return this.#bundle.made;
  }

  load(): Promise<RowBundle> {
    return this.#bundle.load();
  }

  /** Returns the rows at the top. VS Code may request them before the first drawing, and does not request them twice. */
  async loadTop(): Promise<TreeElement[]> {
    try {
      const bundle = await this.load();
      const { shown } = this.#update(bundle);
      // VS Code receives the rows when this function has returned.
      systemClock.after(0, () => this.#listener.received(bundle, shown));
    } catch (error) {
      this.#session.log.failed(error);
    }
    return this.children(undefined);
  }

  /** Returns the children of a row, or the rows at the top. */
  children(element: TreeElement | undefined): TreeElement[] {
    this.#refresh.settle(element);
    return [...this.#elements.children(element)];
  }

  parent(element: TreeElement): TreeElement | undefined {
    return this.#elements.parent(element);
  }

  /** Computes the rows from what the sidebar shows, and notifies VS Code of the changed ones. */
  draw(bundle: RowBundle): void {
    const { shown, changed } = this.#update(bundle);
    if (changed === "all") {
      this.#refresh.refreshTop();
      return;
    }
    this.#listener.received(bundle, shown);
    this.#refresh.refreshRows(changed);
  }

  /** Returns the row of an object at the sidebar's place; undefined where no row is about it. */
  find(bundle: RowBundle, ref: Ref): TreeElement | undefined {
    return this.#elements.findAlong(this.#findPath(bundle, ref));
  }

  /** Whether the row may be out of date. Its icon is faint then. */
  isOutdated({ place }: TreeElement): boolean {
    return this.#outdatedPlaces.has(placeKey(place));
  }

  /** Whether the cluster of the row has a web console. */
  hasConsole({ place }: TreeElement): boolean {
    return this.#placesWithConsole.has(placeKey(place));
  }

  /** Stops the repetition of refreshes, because the view is hidden. */
  cancelRefresh(): void {
    this.#refresh.cancel();
  }

  dispose(): void {
    this.#refresh.cancel();
    this.#changed.dispose();
  }

  /** Computes the rows. Returns what they show, and the elements that VS Code must request again. */
  #update(bundle: RowBundle): { readonly shown: ShownPlaces; readonly changed: "all" | readonly TreeElement[] } {
    const shown = this.#readShownPlaces();
    this.#listener.computed(bundle, shown);
    const outdatedPlaces = bundle.listOutdatedPlaces(shown);
    const placesWithConsole = bundle.listPlacesWithConsole(shown);
    const isDrawnOtherwise =
      !isSameList([...outdatedPlaces], [...this.#outdatedPlaces]) ||
      !isSameList([...placesWithConsole], [...this.#placesWithConsole]);
    this.#outdatedPlaces = outdatedPlaces;
    this.#placesWithConsole = placesWithConsole;
    const tree = bundle.buildTree(shown, this.isUnhealthyOnly);
    const changed = this.#elements.update(tree.rows, tree.placeOf, bundle.changedRows);
    return { shown, changed: isDrawnOtherwise ? "all" : changed };
  }

  /** Returns what the sidebar shows, with ages that stand still until the next tick. */
  #readShownPlaces(): ShownPlaces {
    const { sidebar, contexts } = this.#session;
    if (contexts === undefined) return { sidebar: this.#ticker.at(sidebar) };
    const shownContexts = contexts.contexts.map((context) => ({
      ...context,
      state: context.state && this.#ticker.at(context.state),
    }));
    return { sidebar, contexts: { ...contexts, contexts: shownContexts } };
  }

  /** Returns the rows from the top to an object of the sidebar's place. Empty where no row is about it. */
  #findPath(bundle: RowBundle, ref: Ref): readonly OutlineRow[] {
    const topRows = this.#elements.rows;
    if (this.#session.contexts === undefined) return bundle.rowsTo(topRows, ref);
    const sidebarKey = placeKey(this.#session.sidebar.place);
    const contextRow = topRows.find((row) => placeKey(this.#elements.placeOf(row)) === sidebarKey);
    if (contextRow === undefined) return [];
    const path = bundle.rowsTo(contextRow.children(), ref);
    return path.length === 0 ? [] : [contextRow, ...path];
  }
}
