import { commands, type TreeView } from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import type { Ref } from "../../shared/model/object.ts";
import { keyOfPlace } from "../places/place.ts";
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
  /** Called after each drawing. Reveals the row that was requested before there were rows, if it is still wanted. */
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

/** Milliseconds until a row that VS Code did not select is revealed again. */
const pause = 1_000;

export function rowReveal({ session, rows, view, draw, requestDrawing, showAll }: Revealing): RowReveal {
  let pending: PendingReveal | undefined;
  let drops = 0;
  let forget: (() => void) | undefined;

  /**
   * @param isLate the user asked a while ago, and has perhaps changed since then what is shown and what has the focus.
   * @param at when the user asked.
   */
  async function reveal(ref: Ref, isLate: boolean, at: number): Promise<boolean> {
    // What was requested before is not wanted any more, and drawing would reveal it.
    drop();
    const made = await rows.load();
    if (!isLate) await commands.executeCommand(`${viewIds.roots}.focus`);
    draw(made);
    if (rows.find(made, ref) === undefined && rows.isUnhealthyOnly && !isLate) {
      showAll();
      draw(made);
    }
    // The sidebar's place may be none of the contexts, or not be read yet.
    if (rows.find(made, ref) === undefined && session.contexts !== undefined && !isLate) {
      await session.showAllContexts(false);
      draw(made);
    }
    const element = rows.find(made, ref);
    const before = drops;
    if (element !== undefined) await view.reveal(element, { select: true, focus: !isLate, expand: true });
    const isSelected = element !== undefined && (view.selection.includes(element) || drops !== before);
    const isAwaited = element !== undefined || session.sidebar.report === undefined;
    if (isAwaited && !isSelected) pending = { ref, place: keyOfPlace(session.sidebar.place), at };
    // VS Code selects nothing where it has not read the row yet (`reveal` of its
    // src/vs/workbench/api/browser/mainThreadTreeViews.ts, 1.139).
    if (element !== undefined && !isSelected) forget = systemClock.after(pause, requestDrawing);
    return isAwaited;
  }

  function drop(): void {
    pending = undefined;
    drops += 1;
    forget?.();
  }

  return {
    drop,
    reveal: (ref) => reveal(ref, false, systemClock.now()),
    async revealPending({ place, report }) {
      if (pending === undefined) return;
      const { ref, at } = pending;
      const decision = decideReveal(pending, { place: keyOfPlace(place), at: systemClock.now() });
      if (decision !== "drop" && report === undefined) return;
      pending = undefined;
      if (decision !== "drop") await reveal(ref, decision === "select", at);
    },
  };
}
