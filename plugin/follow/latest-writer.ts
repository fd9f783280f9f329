import type { HostEnvironment } from "../process/host-environment.ts";

/** Prints news as fast as its reader takes it. */
export interface LatestWriter {
  /** Called when there may be something to print. */
  readonly changed: () => void;
  /** Prints the rest, and nothing after that. */
  readonly close: () => void;
}

/**
 * Prints the text of `next`, if any, once the text before has been taken. A slow reader gets the newest state, and
 * output does not pile up.
 */
export function createLatestWriter(
  { print, taken }: Pick<HostEnvironment, "print" | "taken">,
  next: () => string,
): LatestWriter {
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
