import { commands, Disposable, type TreeDataProvider, type TreeView, window } from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import type { Ref } from "../../shared/model/object.ts";
import { coalesceCalls } from "../platform/coalesce.ts";
import { contextKeys, viewIds } from "../platform/contributions.ts";
import { type AgeTicker, getAgeTicker } from "../session/age-ticker.ts";
import { findPlaceState } from "../session/place-names.ts";
import type { ExtensionHost, PlaceControl, PlaceStates, ViewDemand } from "../session/session-parts.ts";
import { DrawnRows, type RowBundle } from "./drawn-rows.ts";
import type { TreeElement } from "./element-cache.ts";
import { registerRowDecorations } from "./row-decorations.ts";
import { RowReveal } from "./row-reveal.ts";
import type { ShownPlaces } from "./shown-tree.ts";
import { buildTreeItem } from "./tree-item.ts";

type Session = ExtensionHost & PlaceControl & PlaceStates & ViewDemand;

/** An operator writes its status many times a second. */
const minDrawingIntervalMs = 150;

/** The sidebar's tree. It draws changes soon after they arrive, and nothing while the view is hidden. */
export class SidebarTree implements Disposable {
  readonly #session: Session;
  readonly #ticker: AgeTicker;
  readonly #drawing = coalesceCalls(() => this.#drawOnceLoaded(), minDrawingIntervalMs, systemClock);
  readonly #rows: DrawnRows;
  readonly #view: TreeView<TreeElement>;
  readonly #frame: ViewFrame;
  readonly #reveals: RowReveal;
  readonly #subscriptions: Disposable;

  constructor(session: Session) {
    this.#session = session;
    this.#ticker = getAgeTicker(session);
    this.#rows = new DrawnRows(session, this.#ticker, {
      computed: (bundle, shown) => this.#frame.updateBadge(bundle, shown),
      received: (bundle, shown) => {
        this.#frame.updateTitle(bundle, shown);
        session.viewDrawn();
      },
    });
    const treeDataProvider = createProvider(session, this.#rows, this.#drawing.postpone);
    this.#view = window.createTreeView(viewIds.roots, { treeDataProvider, showCollapseAll: false });
    this.#frame = new ViewFrame(this.#view);
    this.#reveals = new RowReveal({
      session,
      rows: this.#rows,
      view: this.#view,
      draw: (bundle) => this.#draw(bundle),
      requestDrawing: () => this.#requestDrawing(),
      showAll: () => this.showUnhealthyOnly(false),
    });
    this.#subscriptions = this.#subscribe();
    if (this.#view.visible) this.#applyVisibility();
  }

  /**
   * Shows the view and selects the row of an object, as soon as data is read. Returns false where no row is about it.
   */
  reveal(ref: Ref): Promise<boolean> {
    return this.#reveals.reveal(ref);
  }

  /** Returns the selected rows. */
  selection(): readonly TreeElement[] {
    return this.#view.selection;
  }

  /** Sets whether healthy rows are omitted. */
  showUnhealthyOnly(isUnhealthyOnly: boolean): void {
    this.#rows.isUnhealthyOnly = isUnhealthyOnly;
    commands
      .executeCommand("setContext", contextKeys.isUnhealthyOnly, isUnhealthyOnly)
      .then(undefined, this.#session.log.failed);
    this.#requestDrawing();
  }

  dispose(): void {
    this.#stopDrawing();
    this.#reveals.drop();
    this.#ticker.setShowsAge(this.#view, false);
    this.#subscriptions.dispose();
  }

  #subscribe(): Disposable {
    const session = this.#session;
    const view = this.#view;
    const requestDrawing = (): void => this.#requestDrawing();
    return Disposable.from(
      this.#rows,
      view,
      registerRowDecorations(),
      session.onDidChangePlace(requestDrawing),
      session.onDidSwitchPlace(requestDrawing),
      this.#ticker.onTick(requestDrawing),
      view.onDidChangeVisibility(() => this.#applyVisibility()),
      view.onDidChangeSelection(({ selection }) => {
        if (selection.length > 0) this.#reveals.drop();
      }),
      view.onDidExpandElement(({ element }) => this.#setRelatedOpen(element, true)),
      view.onDidCollapseElement(({ element }) => this.#setRelatedOpen(element, false)),
    );
  }

  #applyVisibility(): void {
    const { visible } = this.#view;
    this.#ticker.setShowsAge(this.#view, visible);
    this.#session.setViewVisibility(visible);
    if (visible) this.#drawing.request();
    else this.#stopDrawing();
  }

  /** The objects that a root records are read while their row is open. */
  #setRelatedOpen({ row, place }: TreeElement, isOpen: boolean): void {
    if (!row.context.includes("relatedObjects")) return;
    this.#session.setViewVisibility(this.#view.visible, { place, isOpen });
  }

  /** Draws soon. While the view is hidden, only the badge is updated, which is visible then, too. */
  #requestDrawing(): void {
    const { bundle } = this.#rows;
    if (this.#view.visible) this.#drawing.request();
    else if (bundle !== undefined) this.#frame.updateBadge(bundle, this.#session);
  }

  #drawOnceLoaded(): void {
    // The view may have been hidden while the bundle was loaded.
    if (!this.#view.visible) return;
    const { bundle } = this.#rows;
    if (bundle !== undefined) {
      this.#draw(bundle);
      return;
    }
    this.#rows
      .load()
      .then(() => this.#drawOnceLoaded())
      .catch(this.#session.log.failed);
  }

  #draw(bundle: RowBundle): void {
    this.#rows.draw(bundle);
    this.#reveals.revealPending(this.#session.sidebar).catch(this.#session.log.failed);
  }

  #stopDrawing(): void {
    this.#drawing.cancel();
    this.#rows.cancelRefresh();
  }
}

/** @param responding is called with each response to VS Code, which drops a refresh that arrives together with one. */
function createProvider(session: PlaceStates, rows: DrawnRows, responding: () => void): TreeDataProvider<TreeElement> {
  return {
    onDidChangeTreeData: rows.onDidChange,
    getTreeItem(element) {
      const { ref, place } = element;
      const liveUri = ref && rows.bundle?.liveUri(session, place, ref);
      return buildTreeItem(element, { isOld: rows.isOutdated(element), hasConsole: rows.hasConsole(element), liveUri });
    },
    getParent: (element) => rows.parent(element),
    getChildren(element) {
      responding();
      return element === undefined ? rows.loadTop().finally(responding) : rows.children(element);
    },
    // VS Code draws only the tooltip of the changes made here. A refresh from here would repeat without end.
    async resolveTreeItem(item, { row, place }) {
      const { buildTooltip } = await rows.load();
      item.tooltip = await buildTooltip(row, findPlaceState(session, place));
      return item;
    },
  };
}

/** The title, message and badge around the rows of a view. VS Code gets only what has changed. */
class ViewFrame {
  readonly #view: TreeView<TreeElement>;
  /** The title of package.json, which is shown without a context. */
  #defaultTitle: string | undefined;

  constructor(view: TreeView<TreeElement>) {
    this.#view = view;
  }

  /** Updates the title, and the message over the rows. With a single view VS Code shows its title, and no description. */
  updateTitle(bundle: RowBundle, shown: ShownPlaces): void {
    this.#defaultTitle ??= this.#view.title ?? "";
    const title = bundle.buildTitle(shown) || this.#defaultTitle;
    if (title !== "" && this.#view.title !== title) this.#view.title = title;
    const message = bundle.buildMessage(shown);
    // VS Code may return "" for a message that was never set.
    const shownMessage = this.#view.message || undefined;
    if (shownMessage !== message) Object.assign(this.#view, { message });
  }

  /** Updates the badge, which is visible while the view is hidden, too. */
  updateBadge(bundle: RowBundle, shown: ShownPlaces): void {
    const badge = bundle.buildBadge(shown);
    const shownBadge = this.#view.badge;
    const isSame = shownBadge?.value === badge?.value && shownBadge?.tooltip === badge?.tooltip;
    if (!isSame) Object.assign(this.#view, { badge });
  }
}
