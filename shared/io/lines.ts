import { type BodyParts, bodyParts, type Gather, tooLarge } from "./channel.ts";
import type { LinesOptions } from "./connection.ts";

/** Where the lines of an answer go. */
export interface LineTaker {
  readonly gather: Gather;
  /** @throws what `begun` or `line` threw: it ended the answer. */
  rethrow(): void;
}

/** Hands over the body of a 200 line by line, each of at most `limit` bytes; that of another status is gathered as usual. */
export function lineTaker(limit: number, { signal, begun, line }: LinesOptions): LineTaker {
  let failure: { readonly error: unknown } | undefined;

  /** False: no more is wanted. */
  function handOver(go: () => void): boolean {
    if (signal.aborted || failure !== undefined) return false;
    try {
      go();
    } catch (error) {
      failure = { error };
    }
    return failure === undefined;
  }

  return {
    gather(status) {
      if (status !== 200) return bodyParts(limit);
      handOver(() => begun?.());
      return lineParts(limit, (text) => handOver(() => line(text)));
    },
    rethrow() {
      if (failure !== undefined) throw failure.error;
    },
  };
}

const newline = 0x0a;
const carriageReturn = 0x0d;

/** No character but the newline itself has its byte, so that each line can be decoded when it is whole. */
function lineParts(limit: number, hand: (text: string) => boolean): BodyParts {
  let pieces: Buffer[] = [];
  let held = 0;
  let bytes = 0;
  let isTooLong = false;

  function hold(piece: Buffer): boolean {
    held += piece.length;
    isTooLong = held > limit;
    if (piece.length > 0) pieces.push(piece);
    return !isTooLong;
  }

  function release(): string {
    const [only = Buffer.alloc(0)] = pieces;
    const line = pieces.length > 1 ? Buffer.concat(pieces) : only;
    pieces = [];
    held = 0;
    return line.toString("utf8", 0, line.at(-1) === carriageReturn ? line.length - 1 : line.length);
  }

  return {
    add(chunk) {
      bytes += chunk.length;
      let from = 0;
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
        if (!hold(chunk.subarray(from, end)) || !hand(release())) return false;
        from = end + 1;
      }
      return hold(chunk.subarray(from));
    },
    done(ended, cause) {
      const body = Buffer.alloc(0);
      if (isTooLong) return { body, flaw: tooLarge(limit, "one line of the answer") };
      if (ended && held === 0) return { body };
      if (ended) return { body, flaw: `the answer ended in the middle of a line, after ${bytes} bytes` };
      const why = cause instanceof Error ? `: ${cause.message}` : "";
      return { body, flaw: `the answer broke off after ${bytes} bytes${why}` };
    },
  };
}
