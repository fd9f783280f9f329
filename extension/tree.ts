import { commands, Disposable, EventEmitter, type TreeDataProvider, type TreeView, window } from "vscode";
import { systemClock } from "../shared/io/watch/clock.ts";
import type { Ref } from "../shared/model/object.ts";
import { coalesced } from "./coalesced.ts";
import { contextKeys, views } from "./contributions.ts";
import { loadedOnce } from "./loaded-once.ts";
import { keyOfPlace } from "./place.ts";
import type { Session } from "./session.ts";
import { tickingOf } from "./ticking.ts";
import { elementsOf, type TreeElement } from "./tree-elements.ts";
import { treeItem } from "./tree-item.ts";
import { isStillWanted, type WantedRow } from "./wanted-row.ts";

/** The sidebar's tree. */
export interface Tree extends Disposable {
  /** Shows the view and selects the row of an object, as soon as anything is read; false where no row is about it. */
  reveal(ref: Ref): Promise<boolean>;
  /** Leaves out what is well, or not. */
  showUnwellOnly(isUnwellOnly: boolean): void;
}

type Rows = typeof import("./tree-rows.ts");

/** Milliseconds between two drawings, at least: an operator writes its status many times a second. */
const every = 150;

/** The view draws what has changed, soon after it has, and nothing while nobody can see it. */
export function registerTree(session: Session): Tree {
  const fired = new EventEmitter<TreeElement[] | undefined>();
  const elements = elementsOf();
  const ticking = tickingOf(session);
  const drawing = coalesced(draw, every, systemClock);
  const rows = loadedOnce(() => import("./tree-rows.ts"));
  let isUnwellOnly = false;
  let wanted: WantedRow | undefined;

  const provider: TreeDataProvider<TreeElement> = {
    onDidChangeTreeData: fired.event,
    getTreeItem: ({ row }) => treeItem(row),
    getParent: (element) => elements.above(element),
    getChildren: (element) => [...elements.below(element)],
    // What it changes beside the tooltip is not drawn, and whoever fires from here is asked again for ever.
    async resolveTreeItem(item, { row }) {
      item.tooltip = await (await rows.load()).tooltipOf(row);
      return item;
    },
  };
  const view = window.createTreeView(views.roots, { treeDataProvider: provider, showCollapseAll: true });
  const tell = tellingOf(view);
  const subscriptions = [
    fired,
    view,
    session.onDidChange(news),
    session.onDidMove(news),
    ticking.onTick(news),
    view.onDidChangeVisibility(seen),
    // What is recorded is asked for when somebody wants to see it.
    view.onDidExpandElement(({ element }) => related(element, true)),
    view.onDidCollapseElement(({ element }) => related(element, false)),
  ];
  if (view.visible) seen();

  function seen(): void {
    ticking.need(view, view.visible);
    session.lookAtView(view.visible);
    if (view.visible) drawing.request();
    else drawing.cancel();
  }

  function related({ row }: TreeElement, isOpen: boolean): void {
    if (row.context.includes("relatedObjects")) session.lookAtView(view.visible, isOpen);
  }

  function news(): void {
    if (view.visible) drawing.request();
    else if (rows.made !== undefined) tell.badge(rows.made.badgeOf(session.view));
  }

  function draw(): void {
    // It may have been hidden while its bundle was loaded.
    if (!view.visible) return;
    if (rows.made === undefined) rows.load().then(draw).catch(session.log.failed);
    else drawWith(rows.made);
  }

  function drawWith(made: Rows): void {
    const shown = ticking.at(session.view);
    const changed = elements.update(made.rowsOf(shown, isUnwellOnly), shown.place, made.changedRows);
    if (changed === "all") fired.fire(undefined);
    else if (changed.length > 0) fired.fire([...changed]);
    tell.description(made.descriptionOf(shown));
    tell.message(made.messageOf(shown));
    tell.badge(made.badgeOf(shown));
    const before = wanted;
    if (before === undefined) return;
    const isStill = isStillWanted(before, { place: keyOfPlace(shown.place), at: systemClock.now() });
    if (isStill && shown.report === undefined) return;
    wanted = undefined;
    if (isStill) reveal(before.ref).then(undefined, session.log.failed);
  }

  async function reveal(ref: Ref): Promise<boolean> {
    const made = await rows.load();
    await commands.executeCommand(`${views.roots}.focus`);
    drawWith(made);
    if (made.rowsTo(elements.rows, ref).length === 0 && isUnwellOnly) {
      showUnwellOnly(false);
      drawWith(made);
    }
    const element = elements.along(made.rowsTo(elements.rows, ref));
    if (element !== undefined) await view.reveal(element, { select: true, focus: true, expand: true });
    else if (session.view.report === undefined)
      wanted = { ref, place: keyOfPlace(session.view.place), at: systemClock.now() };
    return element !== undefined || wanted !== undefined;
  }

  function showUnwellOnly(wanted: boolean): void {
    isUnwellOnly = wanted;
    commands.executeCommand("setContext", contextKeys.isUnwellOnly, wanted).then(undefined, session.log.failed);
    news();
  }

  return {
    showUnwellOnly,
    reveal,
    dispose() {
      drawing.cancel();
      ticking.need(view, false);
      Disposable.from(...subscriptions).dispose();
    },
  };
}

interface Badge {
  readonly value: number;
  readonly tooltip: string;
}

/** What stands around the rows; each is told only where it is another. */
function tellingOf(view: TreeView<TreeElement>): {
  description(text: string): void;
  message(text: string | undefined): void;
  badge(badge: Badge | undefined): void;
} {
  return {
    description(text) {
      if (view.description !== text) view.description = text;
    },
    message(text) {
      // Read back it may be "" where nothing was set.
      if ((view.message || undefined) !== text) Object.assign(view, { message: text });
    },
    badge(badge) {
      if (view.badge?.value !== badge?.value || view.badge?.tooltip !== badge?.tooltip) Object.assign(view, { badge });
    },
  };
}
