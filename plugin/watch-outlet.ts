import type { World } from "./world.ts";

/** Writes what there is to say, as fast as it is read. */
export interface Outlet {
  /** There may be something to say. */
  readonly changed: () => void;
  /** Says the rest, and nothing any more. */
  readonly close: () => void;
}

/**
 * Prints what `next` says, if it says anything, once what was said before has been taken: whoever reads slowly hears of the
 * newest state, and nothing piles up.
 */
export function outletOf({ print, taken }: Pick<World, "print" | "taken">, next: () => string): Outlet {
  let isBusy = false;
  let isDue = false;
  let isClosed = false;

  function say(): void {
    isDue = false;
    const text = next();
    if (text === "") return;
    print(text);
    isBusy = true;
    const goOn = (): void => {
      isBusy = false;
      if (isDue && !isClosed) say();
    };
    taken().then(goOn, goOn);
  }

  return {
    changed() {
      if (isBusy) isDue = true;
      else say();
    },
    close() {
      isClosed = true;
      if (isDue) say();
    },
  };
}
