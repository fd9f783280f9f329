import type { HostEnvironment } from "../process/host-environment.ts";

/** Prints changes as fast as the reader of the output takes them. */
export interface LatestWriter {
  /** Called when there may be something to print. */
  readonly changed: () => void;
  /** Prints the last change if it was not printed yet. After that nothing is printed. */
  readonly close: () => void;
}

/**
 * Creates a writer that calls `nextText` for each text, but not before the last text was taken. A slow reader therefore gets the
 * newest state, and output does not pile up.
 * @param nextText returns the text about the changes since its last call; empty if there are none
 */
export function createLatestWriter(
  { print, taken }: Pick<HostEnvironment, "print" | "taken">,
  nextText: () => string,
): LatestWriter {
  let isReaderBusy = false;
  let hasChanged = false;
  let isClosed = false;

  function write(): void {
    hasChanged = false;
    const text = nextText();
    if (text === "") return;
    print(text);
    isReaderBusy = true;
    taken().then(continueWriting, continueWriting);
  }

  function continueWriting(): void {
    isReaderBusy = false;
    if (hasChanged && !isClosed) write();
  }

  return {
    changed() {
      if (isReaderBusy) hasChanged = true;
      else write();
    },
    close() {
      isClosed = true;
      if (hasChanged) write();
    },
  };
}
