import { frameFlaws, sessionEnds } from "../../errors/http2-flaws.ts";
import type { BatchedWriter } from "./batched-writes.ts";
import { Http2Error, http2Error } from "./errors.ts";
import { encodeFrame, encodeUint32s, frameTypes, headersFrames } from "./frames.ts";
import { type ResponseReader, ResponseStream } from "./response-stream.ts";
import { longLivedStreamLimit, ReceiveWindow, usualStreams, windowSizes } from "./settings.ts";

/** One request and its response. */
export interface Http2Stream {
  readonly response: ResponseStream;
  readonly reader: ResponseReader;
  readonly window: ReceiveWindow;
  readonly headerBlock: Buffer;
  /** Whether the response may take hours. */
  readonly isLongLived: boolean;
  /** The number of the stream, or 0 while the request is not sent. */
  number: number;
}

/** The highest number of a stream (RFC 9113, section 5.1.1). */
const maxNumber = 2 ** 31 - 1;

/** All requests of one connection that have not ended. A request waits until the server allows one more stream. */
export class Http2Streams {
  readonly #writer: BatchedWriter;
  readonly #onClose: () => void;
  readonly #firstNumber: number;
  #nextNumber: number;
  readonly #open = new Map<number, Http2Stream>();
  readonly #waiting = new Set<Http2Stream>();
  #allowedStreams = usualStreams;

  /**
   * @param onClose is called after the end of each stream
   * @param firstNumber the number of the first stream, which is odd
   */
  constructor(writer: BatchedWriter, onClose: () => void, firstNumber: number) {
    this.#writer = writer;
    this.#onClose = onClose;
    this.#firstNumber = firstNumber;
    this.#nextNumber = firstNumber;
  }

  /** Sends the request with this header block as soon as the server accepts one more. */
  begin(headerBlock: Buffer, reader: ResponseReader, isLongLived: boolean): Http2Stream {
    const window = new ReceiveWindow(windowSizes.stream);
    const stream = { response: new ResponseStream(reader), reader, window, headerBlock, isLongLived, number: 0 };
    this.#waiting.add(stream);
    this.#sendWaiting();
    return stream;
  }

  /** The stream of a number. Undefined if it is closed. @throws Http2Error if there never was one */
  find(number: number): Http2Stream | undefined {
    const wasBegun = number % 2 === 1 && number >= this.#firstNumber && number < this.#nextNumber;
    if (!wasBegun) throw http2Error("PROTOCOL_ERROR", frameFlaws.unknownStream);
    return this.#open.get(number);
  }

  /** Closes a stream that the server has completed, or that it will not complete because of `cause`. */
  close(stream: Http2Stream, cause?: unknown): void {
    const wasOpen = this.#waiting.delete(stream) || this.#open.delete(stream.number);
    if (!wasOpen) return;
    if (cause === undefined) stream.response.end();
    else stream.reader.end(cause);
    this.#sendWaiting();
    this.#onClose();
  }

  /** Cancels a stream, because the client wants no more of its response. */
  reset(stream: Http2Stream, cause: unknown): void {
    const error = cause instanceof Http2Error ? cause : http2Error("CANCEL", "");
    if (this.#open.has(stream.number)) {
      this.#writer.write(encodeFrame(frameTypes.reset, stream.number, encodeUint32s(error.number)));
    }
    this.close(stream, cause);
  }

  /** Sets how many streams the server allows at once. */
  allow(count: number): void {
    this.#allowedStreams = count;
    this.#sendWaiting();
  }

  /** Closes each stream whose number is above `number`, or that has none yet. The server will never respond to them. */
  closeAbove(number: number, cause: unknown): void {
    for (const stream of [...this.#waiting, ...this.#open.values()]) {
      if (stream.number === 0 || stream.number > number) this.close(stream, cause);
    }
  }

  isEmpty(): boolean {
    return this.#open.size + this.#waiting.size === 0;
  }

  /** Whether the long-lived responses use up their share. One more would take room from short requests. */
  isFull(): boolean {
    const longLived = countLongLived(this.#open.values()) + countLongLived(this.#waiting);
    return longLived >= longLivedStreamLimit(this.#allowedStreams);
  }

  /** Whether the long-lived responses use up all streams. A new request would wait for hours. */
  isHeld(): boolean {
    const longLived = countLongLived(this.#open.values());
    return longLived > 0 && longLived >= this.#allowedStreams;
  }

  /** Whether no stream numbers are left. */
  areUsedUp(): boolean {
    return this.#nextNumber > maxNumber;
  }

  /** Sends the waiting requests that the server accepts, and refuses those that would never be sent. */
  #sendWaiting(): void {
    for (const stream of this.#waiting) {
      const refusal = this.#findRefusal();
      if (refusal !== undefined) {
        this.#waiting.delete(stream);
        stream.reader.end(http2Error("REFUSED_STREAM", refusal));
        continue;
      }
      if (this.#open.size >= this.#allowedStreams) return;
      this.#waiting.delete(stream);
      stream.number = this.#nextNumber;
      this.#nextNumber += 2;
      this.#open.set(stream.number, stream);
      this.#writer.write(headersFrames(stream.number, stream.headerBlock));
    }
  }

  #findRefusal(): string | undefined {
    if (this.areUsedUp()) return sessionEnds.numbers;
    return this.isHeld() ? sessionEnds.held : undefined;
  }
}

function countLongLived(streams: Iterable<Http2Stream>): number {
  let count = 0;
  for (const { isLongLived } of streams) if (isLongLived) count += 1;
  return count;
}
