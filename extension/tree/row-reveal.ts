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

/** The parts of the tree's view that a reveal uses. */
interface RevealedView {
  readonly session: PlaceControl & PlaceStates;
  readonly rows: DrawnRows;
  readonly view: TreeView<TreeElement>;
  readonly draw: (bundle: RowBundle) => void;
  /** Requests a drawing, unless the view is hidden. */
  readonly requestDrawing: () => void;
  /** Shows healthy rows, too. */
  readonly showAll: () => void;
}

/** The next drawing after this time reveals a row again that VS Code did not select. */
const retryPauseMs = 1_000;

/** Shows the view and selects the row of an object. */
export class RowReveal {
  readonly #target: RevealedView;
  #pending: PendingReveal | undefined;
  /** Counts the calls of `drop`. A reveal that began before the last one has ended. */
  #drops = 0;
  #cancelRetry: (() => void) | undefined;

  constructor(target: RevealedView) {
    this.#target = target;
  }

  /** Reveals the row now, or as soon as data is read. Returns false where no row is about the object. */
  reveal(ref: Ref): Promise<boolean> {
    return this.#reveal(ref, systemClock.now(), true);
  }

  /** Called after each drawing. Reveals the row that was requested and not selected yet, if it is still wanted. */
  async revealPending({ place, report }: PlaceState): Promise<void> {
    // Drawings may come many times a second.
    if (this.#pending === undefined || this.#cancelRetry !== undefined) return;
    const { ref, requestedAtMs } = this.#pending;
    const decision = decideReveal(this.#pending, placeKey(place), systemClock.now());
    if (decision !== "drop" && report === undefined) return;
    this.#pending = undefined;
    if (decision !== "drop") await this.#reveal(ref, requestedAtMs, decision === "focus");
  }

  /** Called when a row is selected, by a reveal or by the user, and at the end: nothing more is revealed. */
  drop(): void {
    this.#pending = undefined;
    this.#drops += 1;
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
  }

  /**
   * @param takesFocus false: the user made the request a while ago, and may have changed since then what is shown and
   *   what has the focus.
   */
  async #reveal(ref: Ref, requestedAtMs: number, takesFocus: boolean): Promise<boolean> {
    const { session, rows, view } = this.#target;
    // An earlier request is obsolete, and the drawing below would reveal its row.
    this.drop();
    const drops = this.#drops;
    const isDropped = (): boolean => drops !== this.#drops;
    const bundle = await rows.load();
    if (takesFocus) await commands.executeCommand(`${viewIds.roots}.focus`);
    if (isDropped()) return true;
    await this.#drawUntilFound(bundle, ref, takesFocus, isDropped);
    if (isDropped()) return true;
    const element = rows.find(bundle, ref);
    if (element !== undefined) await this.#select(element, takesFocus);
    // A selection calls `drop`.
    if (isDropped()) return true;
    const isSelected = element !== undefined && view.selection.includes(element);
    if (isSelected) return true;
    const mayAppear = element !== undefined || session.sidebar.report === undefined;
    if (!mayAppear) return false;
    const place = placeKey(session.sidebar.place);
    this.#pending = { ref, place, requestedAtMs, isTried: element !== undefined };
    // VS Code selects nothing where it has not read the row yet (`reveal` of its
    // src/vs/workbench/api/browser/mainThreadTreeViews.ts, 1.139).
    if (element !== undefined) this.#retryLater();
    return true;
  }

  /** Draws the rows. With `mayShowMore` also shows healthy rows, and then one place instead of all, where that is needed. */
  async #drawUntilFound(bundle: RowBundle, ref: Ref, mayShowMore: boolean, isDropped: () => boolean): Promise<void> {
    const { session, rows, draw, showAll } = this.#target;
    draw(bundle);
    if (!mayShowMore) return;
    if (rows.isUnhealthyOnly && rows.find(bundle, ref) === undefined) {
      showAll();
      draw(bundle);
    }
    // The sidebar's place may be none of the contexts, or not be read yet.
    if (session.contexts !== undefined && rows.find(bundle, ref) === undefined) {
      await session.showAllContexts(false);
      if (!isDropped()) draw(bundle);
    }
  }

  /**
   * Selects nothing where VS Code is about to replace its rows: its tree rejects the element then ("Tree element not
   * found", src/vs/base/browser/ui/tree/asyncDataTree.ts).
   */
  async #select(element: TreeElement, focus: boolean): Promise<void> {
    await this.#target.view.reveal(element, { select: true, focus, expand: true }).then(undefined, () => {});
  }

  #retryLater(): void {
    this.#cancelRetry = systemClock.after(retryPauseMs, () => {
      this.#cancelRetry = undefined;
      this.#target.requestDrawing();
    });
  }
}
