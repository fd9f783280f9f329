import { BrokenConnection } from "../../errors/connection-faults.ts";
import { floods, frameFlaws, sessionEnds } from "../../errors/http2-flaws.ts";
import type { ServerSocket } from "../../socket/server-socket.ts";
import { createIdleLimit } from "../idle-limit.ts";
import { type BatchedWriter, batchWrites } from "./batched-writes.ts";
import { Http2Error, http2Error } from "./errors.ts";
import {
  encodeFrame,
  encodeUint32s,
  frameFlags,
  frameReader,
  frameTypes,
  type Http2Frame,
  isAck,
  isLast,
} from "./frames.ts";
import { stripPadding, wholeBlocks } from "./header-blocks.ts";
import { decodeFields, encodeFields } from "./hpack.ts";
import type { ResponseReader } from "./response-stream.ts";
import { connectionPreface, createReceiveWindow, streamsAllowed, windowSizes } from "./settings.ts";
import type { HeaderField } from "./static-table.ts";
import { type Http2Stream, type Http2Streams, streamsOver } from "./streams.ts";

/** One HTTP/2 connection (RFC 9113), from the side of the client. */
export interface Http2Session {
  /** Whether the session takes further requests. */
  usable(): boolean;
  /**
   * Sends a request without a body as soon as the server accepts one more. Returns a function that cancels it with a
   * cause. `isLongLived`: the response may take hours.
   * @throws BrokenConnection where the session is not usable; InputError as `encodeFields` does.
   */
  request(fields: Iterable<HeaderField>, reader: ResponseReader, lasts?: boolean): (cause: unknown) => void;
  /** Resolves when the server has sent its settings. @throws BrokenConnection where it never does. */
  readonly settled: Promise<void>;
  /** Whether the responses that last use up their share of the streams. Known when {@link settled} has resolved. */
  isFull(): boolean;
  /** Calls `answered` when the server has responded to the ping. */
  ping(answered: () => void): void;
  /** Takes no more requests, and ends after the last response. */
  drain(): void;
  isOver(): boolean;
  /** Ends at once. Every reader gets `cause`. */
  end(cause: unknown): void;
}

/** Starts a session on `socket`, which must have no other user. The first request does not wait for the server. */
export function openSession(socket: ServerSocket, firstStream = 1): Http2Session {
  const write = batchWrites(socket);
  const streams = streamsOver(write, endIfDrained, firstStream);
  const pings: (() => void)[] = [];
  const settled = Promise.withResolvers<void>();
  // Few callers await it, and its rejection must not count as unhandled.
  settled.promise.catch(() => {});
  let isDraining = false;
  let isOver = false;
  let ending: unknown;

  // Sent at once: the server gets ready while the first requests are written.
  write(connectionPreface);
  write.flush();
  const takeFrame = frameTakers(write, streams, {
    settled: settled.resolve,
    pinged: () => pings.shift()?.(),
    goesAway(last, cause) {
      isDraining = true;
      ending ??= cause;
      streams.closeAbove(last, cause);
      endIfDrained();
    },
  });
  readUntilTheEnd(socket, frameReader(validFrames(wholeBlocks(takeFrame))), (cause) => {
    if (cause instanceof Http2Error) write(encodeFrame(frameTypes.goAway, 0, encodeUint32s(0, cause.number)));
    end(cause);
  });

  function end(cause: unknown): void {
    if (isOver) return;
    isOver = true;
    ending ??= cause;
    write.flush();
    socket.destroy();
    streams.closeAbove(0, cause);
    settled.reject(new BrokenConnection(sessionEnds.unanswered, { cause }));
  }

  function endIfDrained(): void {
    if (isDraining && streams.isEmpty()) end(undefined);
  }

  const usable = (): boolean => !isOver && !isDraining && !streams.areUsedUp() && !streams.isHeld();

  return {
    usable,
    request(fields, reader, lasts = false) {
      if (!usable()) throw new BrokenConnection(sessionEnds.draining, { cause: ending });
      const stream = streams.begin(encodeFields(fields), reader, lasts);
      return (cause) => streams.reset(stream, cause);
    },
    settled: settled.promise,
    isFull: streams.isFull,
    ping(answered) {
      pings.push(answered);
      write(encodeFrame(frameTypes.ping, 0, Buffer.alloc(8)));
    },
    isOver: () => isOver,
    drain() {
      isDraining = true;
      endIfDrained();
    },
    end,
  };
}

/**
 * Checks each frame by the rules for its type (RFC 9113, section 6) and then passes it to `take`. Unknown types pass
 * (section 5.5). What it throws ends the connection.
 */
function validFrames(take: (frame: Http2Frame) => void): (frame: Http2Frame) => void {
  let isFirst = true;
  return (frame) => {
    const { type, stream, payload } = frame;
    if (isFirst && (type !== frameTypes.settings || isAck(frame)))
      throw http2Error("PROTOCOL_ERROR", frameFlaws.notHttp2);
    isFirst = false;
    if (type === frameTypes.pushPromise) throw http2Error("PROTOCOL_ERROR", frameFlaws.push);
    if (type < frameTypes.windowUpdate && ofConnection.includes(type) !== (stream === 0)) {
      throw http2Error("PROTOCOL_ERROR", frameFlaws.wrongStream);
    }
    if (sizes[type]?.(payload.length, frame) === false) {
      throw http2Error("FRAME_SIZE_ERROR", frameFlaws.wrongSize);
    }
    if (type === frameTypes.windowUpdate && payload.readUInt32BE() === 0) {
      throw http2Error("PROTOCOL_ERROR", frameFlaws.emptyUpdate);
    }
    take(frame);
  };
}

const ofConnection: readonly number[] = [frameTypes.settings, frameTypes.ping, frameTypes.goAway];

/** Whether a frame of the type may have a payload of `size` bytes. */
const sizes: Readonly<Record<number, (size: number, frame: Http2Frame) => boolean>> = {
  [frameTypes.priority]: (size) => size === 5,
  [frameTypes.reset]: (size) => size === 4,
  [frameTypes.settings]: (size, frame) => (isAck(frame) ? size === 0 : size % 6 === 0),
  [frameTypes.ping]: (size) => size === 8,
  [frameTypes.goAway]: (size) => size >= 8,
  [frameTypes.windowUpdate]: (size) => size === 4,
};

/** Passes every chunk of `socket` to `read`. `end` gets what that throws, or why no more chunks come. */
function readUntilTheEnd(socket: ServerSocket, read: (chunk: Buffer) => void, end: (cause: unknown) => void): void {
  let isOver = false;
  const endOnce = (cause: unknown): void => {
    if (isOver) return;
    isOver = true;
    end(cause);
  };
  socket.on("data", (chunk: Buffer) => {
    if (isOver) return;
    try {
      read(chunk);
    } catch (error) {
      endOnce(error);
    }
  });
  // A TLS alert is an error that leaves nothing in `errored`.
  socket.on("error", endOnce);
  const endWithSocket = (): void => endOnce(socket.errored ?? new Error(sessionEnds.ended));
  socket.once("close", endWithSocket);
  // The socket may have closed before. Requests of this turn still get the error.
  if (socket.destroyed) setImmediate(endWithSocket);
}

/** What the server reports about the connection itself. */
interface ConnectionEvents {
  settled(): void;
  pinged(): void;
  /** The server responds to no stream above `last`. */
  goesAway(last: number, cause: Http2Error): void;
}

/**
 * Returns a function that takes each frame that obeys the rules, with a header block as one frame. A frame is idle
 * where it brings next to nothing of a response under way. What it throws ends the connection.
 */
function frameTakers(write: BatchedWriter, streams: Http2Streams, news: ConnectionEvents): (frame: Http2Frame) => void {
  const receive = createReceiveWindow(windowSizes.connection);
  const idle = createIdleLimit();

  const takers: Readonly<Record<number, (frame: Http2Frame) => void>> = {
    [frameTypes.data](one) {
      grant(0, receive(one.payload.length));
      const chunk = stripPadding(one);
      onStream(one, chunk.length, (stream) => {
        const update = stream.receive(one.payload.length);
        if (!stream.response.data(chunk)) throw http2Error("CANCEL", floods.body);
        if (!isLast(one)) grant(one.stream, update);
      });
    },
    [frameTypes.headers](one) {
      const fields = decodeFields(one.payload);
      onStream(one, Number.POSITIVE_INFINITY, (stream) => stream.response.fields(fields, isLast(one)));
    },
    [frameTypes.reset](one) {
      const stream = streams.find(one.stream);
      const cause = new Http2Error(one.payload.readUInt32BE(), sessionEnds.reset);
      if (stream !== undefined) streams.close(stream, cause);
    },
    [frameTypes.settings](one) {
      if (isAck(one)) return;
      const allowed = streamsAllowed(one);
      write.reply(encodeFrame(frameTypes.settings, 0, undefined, frameFlags.ack));
      if (allowed !== undefined) streams.allow(allowed);
      news.settled();
    },
    [frameTypes.ping](one) {
      if (isAck(one)) news.pinged();
      else write.reply(encodeFrame(frameTypes.ping, 0, one.payload, frameFlags.ack));
    },
    [frameTypes.goAway](one) {
      const cause = new Http2Error(one.payload.readUInt32BE(4), sessionEnds.refusing);
      news.goesAway(one.payload.readUInt32BE() & 0x7fffffff, cause);
    },
    [frameTypes.windowUpdate](one) {
      // The client sends no bodies and needs no window for them.
      if (one.stream !== 0) streams.find(one.stream);
    },
  };

  /**
   * Passes a frame to its stream, and closes the stream where the frame says so. `bytes`: how much content it brings. An error in the frame ends only this
   * stream.
   */
  function onStream(one: Http2Frame, bytes: number, take: (stream: Http2Stream) => void): void {
    const stream = streams.find(one.stream);
    // The stream is already closed. The server may not have known that when it sent this.
    if (stream === undefined) return;
    idle.credit(isLast(one) ? Number.POSITIVE_INFINITY : bytes);
    try {
      take(stream);
    } catch (error) {
      streams.reset(stream, error);
      return;
    }
    if (isLast(one)) streams.close(stream);
  }

  function grant(stream: number, bytes: number): void {
    if (bytes > 0) write(encodeFrame(frameTypes.windowUpdate, stream, encodeUint32s(bytes)));
  }

  return (one) => {
    if (!idle.count()) throw http2Error("ENHANCE_YOUR_CALM", floods.idle);
    takers[one.type]?.(one);
  };
}
