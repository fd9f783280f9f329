import {
  type BodyParts,
  bodyParts,
  brokenOffText,
  largeResponsesText,
  largeResponseText,
  type OutgoingRequest,
} from "../transport/channel.ts";
import { CollectedBytes } from "../transport/collected-bytes.ts";

/** The callbacks for a response that is read line by line. */
export interface LinesOptions {
  /** Ends the response. No callback is called after it has fired. */
  readonly signal: AbortSignal;
  /** The header Accept. Absent: `application/json`. */
  readonly accept?: string;
  /** Called for status 200, before the first line. */
  readonly begun?: () => void;
  /** Called for each line, without its LF or CR LF. An empty line counts. */
  readonly line: (text: string) => void;
}

/** Splits the body of a response into lines. */
export interface LineTaker {
  readonly collect: (status: number) => BodyParts;
  /** @throws what `begun` or `line` threw, which ended the response. */
  rethrow(): void;
}

/** How many bytes a line may have: at most `limit`, and only what is left of the budget. */
type LineRoom = Pick<OutgoingRequest, "limit" | "budget">;

/** Hands over the body of a 200 in lines that have `room`. The body of another status is collected whole. */
export function lineTaker(room: LineRoom, { signal, begun, line }: LinesOptions): LineTaker {
  let failure: { readonly error: unknown } | undefined;

  /** Calls `callback`. Returns false where no more lines are to be handed over. */
  function handOver(callback: () => void): boolean {
    if (signal.aborted || failure !== undefined) return false;
    try {
      callback();
    } catch (error) {
      failure = { error };
    }
    return failure === undefined;
  }

  return {
    collect(status) {
      if (status !== 200) return bodyParts(room);
      handOver(() => begun?.());
      return lineParts(room, (text) => handOver(() => line(text)));
    },
    rethrow() {
      if (failure !== undefined) throw failure.error;
    },
  };
}

const newline = 0x0a;
const carriageReturn = 0x0d;

/** A body that is handed over by line. In UTF-8 only a newline contains its byte, so each line is decoded alone. */
function lineParts({ limit, budget }: LineRoom, handOver: (text: string) => boolean): BodyParts {
  const buffered = new CollectedBytes();
  let bytes = 0;
  let refusal: string | undefined;

  // A connection may deliver more of the body after `add` has refused some. A line without its middle is no line.
  function fits(piece: Buffer): boolean {
    if (buffered.length() + piece.length > limit) refusal ??= largeResponseText(limit, "one line of the response");
    if (refusal !== undefined) drop();
    return refusal === undefined;
  }

  function drop(): void {
    budget?.giveBack(buffered.length());
    buffered.clear();
  }

  /** Keeps the beginning of a line. */
  function keep(piece: Buffer): boolean {
    if (budget?.take(piece.length) === false) refusal ??= largeResponsesText;
    if (refusal === undefined) buffered.add(piece);
    else drop();
    return refusal === undefined;
  }

  /** The line that ends with `piece`. Most lines arrive in one piece. */
  function release(piece: Buffer): string {
    budget?.giveBack(buffered.length());
    if (buffered.length() > 0) buffered.add(piece);
    const line = buffered.length() > 0 ? buffered.release() : piece;
    return line.toString("utf8", 0, line.at(-1) === carriageReturn ? line.length - 1 : line.length);
  }

  return {
    add(chunk) {
      bytes += chunk.length;
      let from = 0;
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
        const piece = chunk.subarray(from, end);
        if (!fits(piece) || !handOver(release(piece))) return false;
        from = end + 1;
      }
      const rest = chunk.subarray(from);
      return fits(rest) && keep(rest);
    },
    done(ended, cause) {
      const body = Buffer.alloc(0);
      if (refusal !== undefined) return { body, flaw: refusal };
      const isWhole = buffered.length() === 0;
      drop();
      if (ended && isWhole) return { body };
      if (ended) return { body, flaw: `the response ended in the middle of a line, after ${bytes} bytes` };
      return { body, flaw: brokenOffText(bytes, cause instanceof Error ? cause.message : undefined) };
    },
  };
}
