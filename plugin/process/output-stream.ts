/** A standard stream that knows when its reader has taken everything. */
export interface OutputStream {
  readonly write: (text: string) => void;
  /**
   * Calls once all that was written is out, or at once where that is the case already. `failure`: a text was not
   * written.
   */
  readonly whenTaken: (call: (failure: Error | undefined) => void) => void;
}

/**
 * Counts the texts that are on their way. An empty text at the end would not do: Bun reports it as written while earlier
 * texts wait for the reader of a pipe.
 */
export function createOutputStream(stream: NodeJS.WritableStream): OutputStream {
  let onTheWay = 0;
  let failure: Error | undefined;
  let calls: ((failure: Error | undefined) => void)[] = [];

  function arrived(error: Error | null | undefined): void {
    onTheWay--;
    failure ??= error ?? undefined;
    if (onTheWay > 0) return;
    const waiting = calls;
    calls = [];
    for (const call of waiting) call(failure);
  }

  return {
    write(text) {
      if (text === "") return;
      onTheWay++;
      stream.write(text, arrived);
    },
    whenTaken(call) {
      if (onTheWay === 0) call(failure);
      else calls.push(call);
    },
  };
}
