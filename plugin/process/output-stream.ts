import { writeSync } from "node:fs";

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
 * Returns the output to the stream that `open` returns. The first texts go to the descriptor that `openDirect` returns,
 * if it returns one, since opening a stream takes 5 ms in Bun. Writing there must never block. What it does not take at
 * once goes to the stream, which also reports the failures.
 *
 * It counts the texts on their way. An empty text at the end would not do: Bun reports it as written while earlier texts
 * wait for the reader of a pipe.
 */
export function createOutputStream(
  open: () => NodeJS.WritableStream,
  openDirect: () => number | undefined = () => undefined,
): OutputStream {
  let stream: NodeJS.WritableStream | undefined;
  let descriptor: number | undefined;
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

  /** Returns what the file has not taken. After that all goes to the stream, so that the order stays. */
  function writeDirectly(text: string): string | Buffer {
    descriptor ??= openDirect();
    if (descriptor === undefined) return text;
    let bytes = Buffer.from(text);
    try {
      while (bytes.length > 0) bytes = bytes.subarray(writeSync(descriptor, bytes));
    } catch {
      // A full pipe, or a failure that the stream will report.
    }
    return bytes;
  }

  return {
    write(text) {
      const rest = stream === undefined ? writeDirectly(text) : text;
      if (rest.length === 0) return;
      onTheWay++;
      stream ??= open();
      stream.write(rest, arrived);
    },
    whenTaken(call) {
      if (onTheWay === 0) call(failure);
      else calls.push(call);
    },
  };
}
