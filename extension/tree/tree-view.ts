import { commands, Disposable, type TreeDataProvider, type TreeView, window } from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import type { Ref } from "../../shared/model/object.ts";
import { coalesceCalls } from "../platform/coalesce.ts";
import { contextKeys, viewIds } from "../platform/contributions.ts";
import { getAgeTicker } from "../session/age-ticker.ts";
import { findPlaceState } from "../session/place-names.ts";
import type { ExtensionHost, PlaceControl, PlaceStates, ViewDemand } from "../session/session-parts.ts";
import { createRowDrawer, type DrawnRows, type RowBundle } from "./drawn-rows.ts";
import type { TreeElement } from "./element-cache.ts";
import { registerRowDecorations } from "./row-decorations.ts";
import { rowReveal } from "./row-reveal.ts";
import type { ShownPlaces } from "./shown-tree.ts";
import { buildTreeItem } from "./tree-item.ts";

/** The sidebar's tree. */
export interface SidebarTree extends Disposable {
  /**
   * Shows the view and selects the row of an object, as soon as data is read. Returns false where no row is about it.
   */
  reveal(ref: Ref): Promise<boolean>;
  /** Returns the selected rows. */
  selection(): readonly TreeElement[];
  /** Sets whether healthy rows are omitted. */
  showUnhealthyOnly(isUnhealthyOnly: boolean): void;
}

/** Minimum milliseconds between two drawings, because an operator writes its status many times a second. */
const every = 150;

/** Registers the tree. It draws changes soon after they arrive, and nothing while the view is hidden. */
export function registerTree(session: ExtensionHost & PlaceControl & PlaceStates & ViewDemand): SidebarTree {
  const ticking = getAgeTicker(session);
  const drawing = coalesceCalls(draw, every, systemClock);
  const frame = createViewFrame(() => view);
  const rows = createRowDrawer(session, ticking, { taken: frame.tellBadge, got });
  const treeDataProvider = createProvider(session, rows, drawing.postpone);
  const view = window.createTreeView(viewIds.roots, { treeDataProvider, showCollapseAll: false });
  const showAll = (): void => showUnhealthyOnly(false);
  const reveals = rowReveal({ session, rows, view, draw: drawWith, requestDrawing: news, showAll });

  const subscriptions = Disposable.from(
    rows,
    view,
    registerRowDecorations(),
    session.onDidChangePlace(news),
    session.onDidSwitchPlace(news),
    ticking.onTick(news),
    view.onDidChangeVisibility(look),
    view.onDidChangeSelection(({ selection }) => {
      if (selection.length > 0) reveals.drop();
    }),
    // Recorded objects are read while their row is open.
    view.onDidExpandElement(({ element }) => lookAtRelated(element, true)),
    view.onDidCollapseElement(({ element }) => lookAtRelated(element, false)),
  );
  if (view.visible) look();

  function got(made: RowBundle, shown: ShownPlaces): void {
    frame.tellTitle(made, shown);
    session.viewDrawn();
  }

  function look(): void {
    ticking.setShowsAge(view, view.visible);
    session.setViewVisibility(view.visible);
    if (view.visible) drawing.request();
    else rest();
  }

  function rest(): void {
    drawing.cancel();
    rows.cancelRefresh();
  }

  function lookAtRelated({ row, place }: TreeElement, isOpen: boolean): void {
    if (row.context.includes("relatedObjects")) session.setViewVisibility(view.visible, { place, isOpen });
  }

  function news(): void {
    if (view.visible) drawing.request();
    else if (rows.made !== undefined) frame.tellBadge(rows.made, session);
  }

  function draw(): void {
    // The view may have been hidden while the bundle was loaded.
    if (!view.visible) return;
    if (rows.made === undefined) rows.load().then(draw).catch(session.log.failed);
    else drawWith(rows.made);
  }

  function drawWith(made: RowBundle): void {
    rows.draw(made);
    reveals.revealPending(session.sidebar).then(undefined, session.log.failed);
  }

  function showUnhealthyOnly(isUnhealthyOnly: boolean): void {
    rows.isUnhealthyOnly = isUnhealthyOnly;
    const done = commands.executeCommand("setContext", contextKeys.isUnhealthyOnly, isUnhealthyOnly);
    done.then(undefined, session.log.failed);
    news();
  }

  return {
    showUnhealthyOnly,
    selection: () => view.selection,
    reveal: reveals.reveal,
    dispose() {
      rest();
      reveals.drop();
      ticking.setShowsAge(view, false);
      subscriptions.dispose();
    },
  };
}

/** @param answered is called with each answer to VS Code, which drops a refresh that arrives together with one. */
function createProvider(session: PlaceStates, rows: DrawnRows, answered: () => void): TreeDataProvider<TreeElement> {
  return {
    onDidChangeTreeData: rows.onDidChange,
    getTreeItem(element) {
      const { ref, place } = element;
      const liveUri = ref && rows.made?.liveUri(session, place, ref);
      return buildTreeItem(element, { isOld: rows.isOld(element), hasConsole: rows.hasConsole(element), liveUri });
    },
    getParent: rows.above,
    getChildren(element) {
      answered();
      return element === undefined ? rows.root().finally(answered) : rows.below(element);
    },
    // Of the changes made here VS Code draws only the tooltip, and a refresh from here would repeat without end.
    async resolveTreeItem(item, { row, place }) {
      item.tooltip = await (await rows.load()).buildTooltip(row, findPlaceState(session, place));
      return item;
    },
  };
}

/** The title, message and badge around the rows of a view. VS Code gets only what has changed. */
interface ViewFrame {
  /** Updates the title, and the message over the rows. */
  tellTitle(made: RowBundle, shown: ShownPlaces): void;
  /** Updates the badge, which is visible while the view is hidden, too. */
  tellBadge(made: RowBundle, shown: ShownPlaces): void;
}

function createViewFrame<Element>(view: () => TreeView<Element>): ViewFrame {
  let usual: string | undefined;

  function tellBadge(made: RowBundle, shown: ShownPlaces): void {
    const badge = made.buildBadge(shown);
    const { badge: before } = view();
    if (before?.value !== badge?.value || before?.tooltip !== badge?.tooltip) Object.assign(view(), { badge });
  }

  return {
    tellBadge,
    tellTitle(made, shown) {
      const [title, message] = [made.buildTitle(shown), made.buildMessage(shown)];
      // With a single view VS Code shows its title, and no description. Without a context it is that of package.json.
      usual ??= view().title ?? "";
      const next = title === "" ? usual : title;
      if (next !== "" && view().title !== next) view().title = next;
      // VS Code may return "" for a message that was never set.
      if ((view().message || undefined) !== message) Object.assign(view(), { message });
    },
  };
}
