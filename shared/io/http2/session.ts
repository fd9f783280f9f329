import type { Socket } from "node:net";
import { BrokenConnection } from "../faults.ts";
import type { AnswerReader } from "./answer.ts";
import { batched } from "./batched.ts";
import { Http2Error, http2Error } from "./errors.ts";
import { lawfulFrames } from "./frame-rules.ts";
import { type Frame, flags, frame, frameReader, isAck, isLast, types, words } from "./frames.ts";
import { unpadded, wholeBlocks } from "./header-blocks.ts";
import { decodeFields, encodeFields } from "./hpack.ts";
import { opening, receipts, streamsAllowed, windows } from "./settings.ts";
import type { Field } from "./static-table.ts";
import { type Stream, streamsOver } from "./streams.ts";

/** One HTTP/2 connection (RFC 9113), from the side that asks. */
export interface Session {
  /** Takes further questions. */
  usable(): boolean;
  /**
   * Sends a question without a body as soon as the server takes one more; what comes back gives it up with a cause.
   * `lasts`: the answer may take hours.
   * @throws BrokenConnection where the session is not usable; InputError as `encodeFields` does.
   */
  ask(fields: Iterable<Field>, reader: AnswerReader, lasts?: boolean): (cause: unknown) => void;
  /** Resolves when the server has said what it takes. @throws BrokenConnection where it never does. */
  readonly settled: Promise<void>;
  /** Answers that last have their share of it; known when it is {@link settled}. */
  isFull(): boolean;
  /** `answered` is called when the server has answered. */
  ping(answered: () => void): void;
  /** Takes no more questions and ends with the last answer. */
  drain(): void;
  isOver(): boolean;
  /** Ends at once; every reader gets `cause`. */
  end(cause: unknown): void;
}

/** Begins a session on `socket`, which nobody else may use; nothing is awaited before the first question leaves. */
export function openSession(socket: Socket, firstStream = 1): Session {
  const write = batched(socket);
  const streams = streamsOver(write, endIfDrained, firstStream);
  const receive = receipts(windows.connection);
  const pings: (() => void)[] = [];
  const settled = Promise.withResolvers<void>();
  // Few wait for it.
  settled.promise.catch(() => {});
  let isDraining = false;
  let isOver = false;
  let ending: unknown;

  // At once: a server makes itself ready while the first questions are written.
  write(opening);
  write.now();
  const read = frameReader(lawfulFrames(wholeBlocks((one) => takers[one.type]?.(one))));
  socket.on("data", (chunk: Buffer) => {
    if (isOver) return;
    try {
      read(chunk);
    } catch (error) {
      if (error instanceof Http2Error) write(frame(types.goAway, 0, words(0, error.number)));
      end(error);
    }
  });
  // A TLS alert is an error that leaves nothing in `errored`.
  socket.on("error", end);
  const endWithSocket = (): void => end(socket.errored ?? new Error("the server ended the connection"));
  socket.once("close", endWithSocket);
  // It may have closed before; whoever asks first is told.
  if (socket.destroyed) setImmediate(endWithSocket);

  const takers: Readonly<Record<number, (frame: Frame) => void>> = {
    [types.data](one) {
      grant(0, receive(one.payload.length));
      const chunk = unpadded(one);
      onStream(one, (stream) => {
        const update = stream.receive(one.payload.length);
        if (!stream.answer.data(chunk)) throw http2Error("CANCEL", "more than we want");
        if (!isLast(one)) grant(one.stream, update);
      });
    },
    [types.headers](one) {
      const fields = decodeFields(one.payload);
      onStream(one, (stream) => stream.answer.fields(fields, isLast(one)));
    },
    [types.reset](one) {
      const stream = streams.find(one.stream);
      const cause = new Http2Error(one.payload.readUInt32BE(), "reset by the server");
      if (stream !== undefined) streams.close(stream, cause);
    },
    [types.settings](one) {
      if (isAck(one)) return;
      const allowed = streamsAllowed(one);
      write.reply(frame(types.settings, 0, undefined, flags.ack));
      if (allowed !== undefined) streams.allow(allowed);
      settled.resolve();
    },
    [types.ping](one) {
      if (!isAck(one)) write.reply(frame(types.ping, 0, one.payload, flags.ack));
      else pings.shift()?.();
    },
    [types.goAway](one) {
      isDraining = true;
      const cause = new Http2Error(one.payload.readUInt32BE(4), "the server takes no more questions");
      ending ??= cause;
      streams.closeAbove(one.payload.readUInt32BE() & 0x7fffffff, cause);
      endIfDrained();
    },
    [types.windowUpdate](one) {
      // We send no bodies and need no window for them.
      if (one.stream !== 0) streams.find(one.stream);
    },
  };

  /** Lets the stream of a frame take it in, and end there if the frame says so; what is wrong with it ends it alone. */
  function onStream(one: Frame, take: (stream: Stream) => void): void {
    const stream = streams.find(one.stream);
    // It is over already; the server may not have known when it sent this.
    if (stream === undefined) return;
    try {
      take(stream);
    } catch (error) {
      streams.reset(stream, error);
      return;
    }
    if (isLast(one)) streams.close(stream);
  }

  function grant(stream: number, bytes: number): void {
    if (bytes > 0) write(frame(types.windowUpdate, stream, words(bytes)));
  }

  function end(cause: unknown): void {
    if (isOver) return;
    isOver = true;
    ending ??= cause;
    write.now();
    socket.destroy();
    streams.closeAbove(0, cause);
    settled.reject(new BrokenConnection("no answer", { cause }));
  }

  function endIfDrained(): void {
    if (isDraining && streams.isEmpty()) end(undefined);
  }

  const usable = (): boolean => !isOver && !isDraining && !streams.areUsedUp() && !streams.isHeld();

  return {
    usable,
    ask(fields, reader, lasts = false) {
      if (!usable()) throw new BrokenConnection("the session takes no more questions", { cause: ending });
      const stream = streams.begin(encodeFields(fields), reader, lasts);
      return (cause) => streams.reset(stream, cause);
    },
    settled: settled.promise,
    isFull: streams.isFull,
    ping(answered) {
      pings.push(answered);
      write(frame(types.ping, 0, Buffer.alloc(8)));
    },
    isOver: () => isOver,
    drain() {
      isDraining = true;
      endIfDrained();
    },
    end,
  };
}
