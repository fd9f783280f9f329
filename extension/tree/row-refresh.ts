import type { WatchClock } from "../../shared/io/watch/clock.ts";

/** Refreshes rows, and repeats that until VS Code reads them. */
export interface RowRefresh<Row> {
  /** Requests a refresh of the rows at the top now, and again after ever longer pauses. */
  refreshTop(): void;
  /** Requests a refresh of these rows now, and of the opened ones among them again. */
  refreshRows(rows: readonly Row[]): void;
  /** Ends a repetition, because VS Code reads what is below the row; absent: the top, and with it all rows. */
  settle(row?: Row): void;
  /** Ends all repetitions, because the view is hidden. No timer remains. */
  cancel(): void;
}

/** What VS Code listens to, and what it has read so far. */
interface RefreshTarget<Row> {
  /** Requests VS Code to read these rows again; absent: the rows at the top. */
  fire(rows?: readonly Row[]): void;
  /** Whether VS Code has read the rows below this one, and reads them again at a refresh. */
  isOpened(row: Row): boolean;
}

interface Repetition {
  /** Milliseconds until the next one. */
  readonly pause: number;
  readonly forget: () => void;
}

/** Milliseconds until the first repetition. An answer of VS Code takes some tens of milliseconds. */
const firstPause = 1_000;

/**
 * The longest pause for a row below the top. A row that the user has collapsed is not read at a refresh, and an answer
 * that is on its way arrives within seconds. VS Code always reads the top of a visible view.
 */
const longestPauseOfRow = 4_000;

/** The longest pause for the top. */
const longestPauseOfTop = 60_000;

/**
 * Repeats refreshes that VS Code drops. If VS Code is reading an answer when the refresh arrives, it keeps the rows of
 * that answer, and takes them for the new ones. That holds for the top and for the rows below any other (`refresh` and
 * `getChildrenBatch` of its src/vs/workbench/browser/parts/views/treeView.ts, 1.139).
 */
export function createRowRefresh<Row extends object>(
  { fire, isOpened }: RefreshTarget<Row>,
  clock: WatchClock,
): RowRefresh<Row> {
  const repetitions = new Map<Row | "top", Repetition>();

  /** Requests the refresh again after the pause. A repetition that already runs keeps its longer pause. */
  function repeat(row: Row | "top", pause: number): void {
    settleOne(row);
    if (row !== "top" && pause > longestPauseOfRow) return;
    const forget = clock.after(pause, () => {
      repeat(row, row === "top" ? Math.min(2 * pause, longestPauseOfTop) : 2 * pause);
      if (row === "top") fire();
      else fire([row]);
    });
    repetitions.set(row, { pause, forget });
  }

  function settleOne(row: Row | "top"): void {
    repetitions.get(row)?.forget();
    repetitions.delete(row);
  }

  function cancel(): void {
    for (const row of repetitions.keys()) settleOne(row);
  }

  return {
    cancel,
    refreshTop() {
      repeat("top", repetitions.get("top")?.pause ?? firstPause);
      fire();
    },
    refreshRows(rows) {
      if (rows.length === 0) return;
      for (const row of rows.filter(isOpened)) repeat(row, repetitions.get(row)?.pause ?? firstPause);
      fire(rows);
    },
    settle(row) {
      if (row === undefined) cancel();
      else settleOne(row);
    },
  };
}
