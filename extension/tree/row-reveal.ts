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
  /** Called when the user selects a row: what was requested before is not wanted any more. */
  drop(): void;
}

/** What a reveal needs of the view. */
interface Revealing {
  readonly session: PlaceControl & PlaceStates;
  readonly rows: DrawnRows;
  readonly view: TreeView<TreeElement>;
  readonly draw: (made: RowBundle) => void;
  /** Shows healthy rows, too. */
  readonly showAll: () => void;
}

export function rowReveal({ session, rows, view, draw, showAll }: Revealing): RowReveal {
  let pending: PendingReveal | undefined;

  /** `isLate`: the user asked a while ago, and has perhaps changed since then what is shown and what has the focus. */
  async function reveal(ref: Ref, isLate: boolean): Promise<boolean> {
    // What was requested before is not wanted any more, and drawing would reveal it.
    pending = undefined;
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
    if (element !== undefined) await view.reveal(element, { select: true, focus: !isLate, expand: true });
    const isAwaited = element === undefined && session.sidebar.report === undefined;
    if (isAwaited) pending = { ref, place: keyOfPlace(session.sidebar.place), at: systemClock.now() };
    return element !== undefined || isAwaited;
  }

  return {
    reveal: (ref) => reveal(ref, false),
    async revealPending({ place, report }) {
      if (pending === undefined) return;
      const { ref } = pending;
      const decision = decideReveal(pending, { place: keyOfPlace(place), at: systemClock.now() });
      if (decision !== "drop" && report === undefined) return;
      pending = undefined;
      if (decision !== "drop") await reveal(ref, decision === "select");
    },
    drop() {
      pending = undefined;
    },
  };
}
