import { frameFlaws, sessionEnds } from "../../errors/http2-flaws.ts";
import { Http2Error, http2Error } from "./errors.ts";
import { encodeFrame, encodeUint32s, frameTypes, headersFrames } from "./frames.ts";
import { type ResponseReader, type ResponseStream, responseStream } from "./response-stream.ts";
import { createReceiveWindow, longLivedStreamLimit, usualStreams, windowSizes } from "./settings.ts";

/** One request and its response. */
export interface Http2Stream {
  readonly response: ResponseStream;
  readonly reader: ResponseReader;
  /** Counts received bytes; see {@link createReceiveWindow}. */
  readonly receive: (bytes: number) => number;
  readonly block: Buffer;
  /** The response may take hours. */
  readonly isLongLived: boolean;
  /** The number of the stream, or 0 while the request is not sent. */
  number: number;
}

/** All requests of one connection that have not ended. */
export interface Http2Streams {
  /** Sends the request with this header block as soon as the server accepts one more. */
  begin(block: Buffer, reader: ResponseReader, isLongLived: boolean): Http2Stream;
  /** The stream of that number, or undefined where it is closed. @throws Http2Error where there never was one. */
  find(number: number): Http2Stream | undefined;
  /** Closes a stream that the server has completed, or that it will not complete because of `cause`. */
  close(stream: Http2Stream, cause?: unknown): void;
  /** Cancels a stream, because the client wants no more of its response. */
  reset(stream: Http2Stream, cause: unknown): void;
  /** Sets how many streams the server allows at once. */
  allow(count: number): void;
  /** Closes each stream whose number is above `number`, or that has none yet. The server will never respond to them. */
  closeAbove(number: number, cause: unknown): void;
  isEmpty(): boolean;
  /** Whether the responses that last use up their share. One more would take room from short requests. */
  isFull(): boolean;
  /** Whether the responses that last use up all streams. A new request would wait for hours. */
  isHeld(): boolean;
  /** Whether no stream numbers are left. */
  areUsedUp(): boolean;
}

const lastNumber = 2 ** 31 - 1;

/**
 * Creates streams without a request so far. The first request gets the number `next`. `onClose` is called after each
 * end.
 */
export function streamsOver(write: (bytes: Buffer) => void, onClose: () => void, next: number): Http2Streams {
  const first = next;
  const open = new Map<number, Http2Stream>();
  const waiting = new Set<Http2Stream>();
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
    if (next > lastNumber) return sessionEnds.numbers;
    return isHeld() ? sessionEnds.held : undefined;
  }

  function isHeld(): boolean {
    const count = longLivedCount(open.values());
    return count > 0 && count >= allowed;
  }

  function remove(stream: Http2Stream): boolean {
    return waiting.delete(stream) || open.delete(stream.number);
  }

  function close(stream: Http2Stream, cause?: unknown): void {
    if (!remove(stream)) return;
    if (cause === undefined) stream.response.end();
    else stream.reader.end(cause);
    send();
    onClose();
  }

  return {
    begin(block, reader, isLongLived) {
      const receive = createReceiveWindow(windowSizes.stream);
      const stream = { response: responseStream(reader), reader, receive, block, isLongLived, number: 0 };
      waiting.add(stream);
      send();
      return stream;
    },
    find(number) {
      if (number % 2 === 0 || number < first || number >= next)
        throw http2Error("PROTOCOL_ERROR", frameFlaws.unknownStream);
      return open.get(number);
    },
    close,
    reset(stream, cause) {
      const { number } = cause instanceof Http2Error ? cause : http2Error("CANCEL", "");
      if (open.has(stream.number)) write(encodeFrame(frameTypes.reset, stream.number, encodeUint32s(number)));
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
    isFull: () => longLivedCount(open.values()) + longLivedCount(waiting) >= longLivedStreamLimit(allowed),
    isHeld,
    areUsedUp: () => next > lastNumber,
  };
}

function longLivedCount(streams: Iterable<Http2Stream>): number {
  let count = 0;
  for (const { isLongLived } of streams) if (isLongLived) count += 1;
  return count;
}
