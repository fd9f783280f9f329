import type { WatchClock } from "../../shared/io/watch/clock.ts";

/** Repeats a refresh of the rows at the top until VS Code reads them. */
export interface RootRefresh {
  /** Requests a refresh now, and again after ever longer pauses. */
  request(): void;
  /** Ends the repetition, because VS Code reads the rows or the view is hidden. No timer remains. */
  settle(): void;
}

/** Milliseconds until the first repetition. An answer of VS Code takes some tens of milliseconds. */
const firstPause = 1_000;

/**
 * Repeats a refresh of the root that VS Code drops. If VS Code is reading an answer when the refresh arrives, it keeps
 * the rows of that answer. It takes them for the new ones (`refresh` and `getChildrenBatch` of its
 * src/vs/workbench/browser/parts/views/treeView.ts, 1.139).
 * @param fire what VS Code listens to.
 */
export function repeatRootRefresh(fire: () => void, clock: WatchClock): RootRefresh {
  let pause = firstPause;
  let forget: (() => void) | undefined;

  function request(): void {
    forget?.();
    forget = clock.after(pause, () => {
      pause *= 2;
      request();
    });
    fire();
  }

  return {
    request,
    settle() {
      forget?.();
      forget = undefined;
      pause = firstPause;
    },
  };
}
