import { type AnswerReader, type AnswerStream, answerStream } from "./answer.ts";
import { Http2Error, http2Error } from "./errors.ts";
import { frame, headersFrames, types, words } from "./frames.ts";
import { lastingShare, receipts, usualStreams, windows } from "./settings.ts";

/** One question and its answer. */
export interface Stream {
  readonly answer: AnswerStream;
  readonly reader: AnswerReader;
  /** Counts what came; see {@link receipts}. */
  readonly receive: (bytes: number) => number;
  readonly block: Buffer;
  /** Its answer may last for hours. */
  readonly lasts: boolean;
  /** 0: not sent yet. */
  number: number;
}

/** All questions of one connection that have no end yet. */
export interface Streams {
  /** Sends the question with this header block as soon as the server takes one more. */
  begin(block: Buffer, reader: AnswerReader, lasts: boolean): Stream;
  /** The stream of that number, unless it is over. @throws Http2Error where there never was one. */
  find(number: number): Stream | undefined;
  /** The server has said all of it, or will say no more because of `cause`. */
  close(stream: Stream, cause?: unknown): void;
  /** We want no more of it. */
  reset(stream: Stream, cause: unknown): void;
  /** The server takes so many at once. */
  allow(count: number): void;
  /** What has a number above `number`, or none yet, will never be answered. */
  closeAbove(number: number, cause: unknown): void;
  isEmpty(): boolean;
  /** Those that last have their share: one more would take from the questions. */
  isFull(): boolean;
  /** Those that last have all there is: whoever waits would wait for hours. */
  isHeld(): boolean;
  /** No numbers are left. */
  areUsedUp(): boolean;
}

const lastNumber = 2 ** 31 - 1;

/** Nothing asked yet; the first question gets the number `next`. `onClose` is called after each end. */
export function streamsOver(write: (bytes: Buffer) => void, onClose: () => void, next: number): Streams {
  const first = next;
  const open = new Map<number, Stream>();
  const waiting = new Set<Stream>();
  let allowed = usualStreams;

  function send(): void {
    for (const stream of waiting) {
      const refusal = refusalOf();
      if (refusal === undefined && open.size >= allowed) return;
      waiting.delete(stream);
      if (refusal !== undefined) {
        stream.reader.end(http2Error("REFUSED_STREAM", refusal));
        continue;
      }
      stream.number = next;
      next += 2;
      open.set(stream.number, stream);
      write(headersFrames(stream.number, stream.block));
    }
  }

  function refusalOf(): string | undefined {
    if (next > lastNumber) return "all numbers are used up";
    return isHeld() ? "answers that last take all the room" : undefined;
  }

  function isHeld(): boolean {
    const count = lasting(open.values());
    return count > 0 && count >= allowed;
  }

  function remove(stream: Stream): boolean {
    return waiting.delete(stream) || open.delete(stream.number);
  }

  function close(stream: Stream, cause?: unknown): void {
    if (!remove(stream)) return;
    if (cause === undefined) stream.answer.end();
    else stream.reader.end(cause);
    send();
    onClose();
  }

  return {
    begin(block, reader, lasts) {
      const receive = receipts(windows.stream);
      const stream = { answer: answerStream(reader), reader, receive, block, lasts, number: 0 };
      waiting.add(stream);
      send();
      return stream;
    },
    find(number) {
      if (number % 2 === 0 || number < first || number >= next)
        throw http2Error("PROTOCOL_ERROR", "a stream that we did not begin");
      return open.get(number);
    },
    close,
    reset(stream, cause) {
      const { number } = cause instanceof Http2Error ? cause : http2Error("CANCEL", "");
      if (open.has(stream.number)) write(frame(types.reset, stream.number, words(number)));
      close(stream, cause);
    },
    allow(count) {
      allowed = count;
      send();
    },
    closeAbove(number, cause) {
      for (const stream of [...waiting, ...open.values()]) {
        if (stream.number === 0 || stream.number > number) close(stream, cause);
      }
    },
    isEmpty: () => open.size + waiting.size === 0,
    isFull: () => lasting(open.values()) + lasting(waiting) >= lastingShare(allowed),
    isHeld,
    areUsedUp: () => next > lastNumber,
  };
}

function lasting(streams: Iterable<Stream>): number {
  let count = 0;
  for (const { lasts } of streams) if (lasts) count += 1;
  return count;
}
