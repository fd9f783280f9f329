import { commands, type TreeView } from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import type { Ref } from "../../shared/model/object.ts";
import { placeKey } from "../places/place.ts";
import type { PlaceState } from "../places/place-state.ts";
import { viewIds } from "../platform/contributions.ts";
import type { PlaceControl, PlaceStates } from "../session/session-parts.ts";
import type { DrawnRows, RowBundle } from "./drawn-rows.ts";
import type { TreeElement } from "./element-cache.ts";
import { decideReveal, type PendingReveal } from "./pending-reveal.ts";

/** Shows the view and selects the row of an object. */
export interface RowReveal {
  /** Reveals the row now, or as soon as data is read. Returns false where no row is about the object. */
  reveal(ref: Ref): Promise<boolean>;
  /** Called after each drawing. Reveals the row that was requested and not selected yet, if it is still wanted. */
  revealPending(state: PlaceState): Promise<void>;
  /** Called when a row is selected, by a reveal or by the user, and at the end: nothing more is revealed. */
  drop(): void;
}

/** What a reveal needs of the view. */
interface Revealing {
  readonly session: PlaceControl & PlaceStates;
  readonly rows: DrawnRows;
  readonly view: TreeView<TreeElement>;
  readonly draw: (made: RowBundle) => void;
  /** Requests a drawing, unless the view is hidden. */
  readonly requestDrawing: () => void;
  /** Shows healthy rows, too. */
  readonly showAll: () => void;
}

/** Milliseconds until the next drawing reveals a row again that VS Code did not select. */
const pause = 1_000;

export function rowReveal({ session, rows, view, draw, requestDrawing, showAll }: Revealing): RowReveal {
  let pending: PendingReveal | undefined;
  /** How often all was dropped. A reveal that began before the last time is over. */
  let drops = 0;
  let forget: (() => void) | undefined;

  /**
   * @param isLate the user asked a while ago, and has perhaps changed since then what is shown and what has the focus.
   * @param at when the user asked.
   */
  async function reveal(ref: Ref, isLate: boolean, at: number): Promise<boolean> {
    // What was requested before is not wanted any more, and drawing would reveal it.
    drop();
    const mine = drops;
    const made = await rows.load();
    if (!isLate) await commands.executeCommand(`${viewIds.roots}.focus`);
    if (mine !== drops) return true;
    draw(made);
    if (rows.find(made, ref) === undefined && rows.isUnhealthyOnly && !isLate) {
      showAll();
      draw(made);
    }
    // The sidebar's place may be none of the contexts, or not be read yet.
    if (rows.find(made, ref) === undefined && session.contexts !== undefined && !isLate) {
      await session.showAllContexts(false);
      if (mine !== drops) return true;
      draw(made);
    }
    const element = rows.find(made, ref);
    if (element !== undefined) await select(element, !isLate);
    // A selection drops all.
    if (mine !== drops) return true;
    const isSelected = element !== undefined && view.selection.includes(element);
    const isAwaited = element !== undefined || session.sidebar.report === undefined;
    if (!isAwaited || isSelected) return isAwaited;
    pending = { ref, place: placeKey(session.sidebar.place), at, isTried: element !== undefined };
    // VS Code selects nothing where it has not read the row yet (`reveal` of its
    // src/vs/workbench/api/browser/mainThreadTreeViews.ts, 1.139).
    if (element !== undefined) forget = systemClock.after(pause, again);
    return true;
  }

  /**
   * Selects nothing where VS Code is about to replace its rows: its tree rejects the element then ("Tree element not
   * found", src/vs/base/browser/ui/tree/asyncDataTree.ts).
   */
  async function select(element: TreeElement, focus: boolean): Promise<void> {
    await view.reveal(element, { select: true, focus, expand: true }).then(undefined, () => {});
  }

  function again(): void {
    forget = undefined;
    requestDrawing();
  }

  function drop(): void {
    pending = undefined;
    drops += 1;
    forget?.();
    forget = undefined;
  }

  return {
    drop,
    reveal: (ref) => reveal(ref, false, systemClock.now()),
    async revealPending({ place, report }) {
      // Drawings may come many times a second.
      if (pending === undefined || forget !== undefined) return;
      const { ref, at } = pending;
      const decision = decideReveal(pending, { place: placeKey(place), at: systemClock.now() });
      if (decision !== "drop" && report === undefined) return;
      pending = undefined;
      if (decision !== "drop") await reveal(ref, decision === "select", at);
    },
  };
}
