import type { WatchClock } from "../../shared/io/watch/clock.ts";

/** What VS Code listens to, and what it has read so far. */
interface RefreshTarget<Row> {
  /** Requests VS Code to read these rows again; absent: the rows at the top. */
  fire(rows?: readonly Row[]): void;
  /** Whether VS Code has read the rows below this one, and reads them again at a refresh. */
  isOpened(row: Row): boolean;
}

interface Repetition {
  /** Milliseconds until the next refresh. */
  readonly pauseMs: number;
  readonly cancelTimer: () => void;
}

/** The pause before the first repetition. A response of VS Code takes some tens of milliseconds. */
const firstPauseMs = 1_000;

/**
 * The longest pause for a row below the top. A row that the user has collapsed is not read at a refresh, and a response
 * that is on its way arrives within seconds. VS Code always reads the top of a visible view.
 */
const maxPauseOfRowMs = 4_000;

/** The longest pause for the top. */
const maxPauseOfTopMs = 60_000;

/**
 * Refreshes rows, and repeats that after ever longer pauses until VS Code reads them. VS Code drops a refresh that
 * arrives while it is reading a response: it keeps the rows of that response, and takes them for the new ones. That holds
 * for the top and for the rows below any other (`refresh` and `getChildrenBatch` of its
 * src/vs/workbench/browser/parts/views/treeView.ts, 1.139).
 */
export class RowRefresh<Row extends object> {
  readonly #target: RefreshTarget<Row>;
  readonly #clock: WatchClock;
  readonly #repetitions = new Map<Row | "top", Repetition>();

  constructor(target: RefreshTarget<Row>, clock: WatchClock) {
    this.#target = target;
    this.#clock = clock;
  }

  /** Requests a refresh of the rows at the top, now and repeatedly. */
  refreshTop(): void {
    this.#scheduleRepetition("top", this.#repetitions.get("top")?.pauseMs ?? firstPauseMs);
    this.#target.fire();
  }

  /** Requests a refresh of these rows now, and repeatedly of the opened ones among them. */
  refreshRows(rows: readonly Row[]): void {
    if (rows.length === 0) return;
    for (const row of rows) {
      if (!this.#target.isOpened(row)) continue;
      this.#scheduleRepetition(row, this.#repetitions.get(row)?.pauseMs ?? firstPauseMs);
    }
    this.#target.fire(rows);
  }

  /** Ends the repetition for a row, because VS Code reads what is below it; absent: for the top, and so for all rows. */
  settle(row?: Row): void {
    if (row === undefined) this.cancel();
    else this.#cancelRepetition(row);
  }

  /** Ends all repetitions, because the view is hidden. No timer remains. */
  cancel(): void {
    for (const row of this.#repetitions.keys()) this.#cancelRepetition(row);
  }

  /** Requests the refresh again after a pause. The pauses double up to the maximum; a row then ends its repetition. */
  #scheduleRepetition(row: Row | "top", pauseMs: number): void {
    this.#cancelRepetition(row);
    if (row !== "top" && pauseMs > maxPauseOfRowMs) return;
    const cancelTimer = this.#clock.after(pauseMs, () => {
      const nextPauseMs = row === "top" ? Math.min(2 * pauseMs, maxPauseOfTopMs) : 2 * pauseMs;
      this.#scheduleRepetition(row, nextPauseMs);
      if (row === "top") this.#target.fire();
      else this.#target.fire([row]);
    });
    this.#repetitions.set(row, { pauseMs, cancelTimer });
  }

  #cancelRepetition(row: Row | "top"): void {
    this.#repetitions.get(row)?.cancelTimer();
    this.#repetitions.delete(row);
  }
}
