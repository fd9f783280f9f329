import { BrokenConnection } from "../../errors/connection-faults.ts";
import { floods, frameFlaws, sessionEnds } from "../../errors/http2-flaws.ts";
import type { ServerSocket } from "../../socket/server-socket.ts";
import { IdleLimit } from "../idle-limit.ts";
import { BatchedWriter } from "./batched-writes.ts";
import { Http2Error, http2Error } from "./errors.ts";
import {
  encodeFrame,
  encodeUint32s,
  FrameReader,
  frameFlags,
  frameTypes,
  type Http2Frame,
  isAck,
  isLast,
  settingBytes,
} from "./frames.ts";
import { HeaderBlocks, stripPadding } from "./header-blocks.ts";
import { decodeFields, encodeFields } from "./hpack.ts";
import type { ResponseReader } from "./response-stream.ts";
import { connectionPreface, ReceiveWindow, streamsAllowed, windowSizes } from "./settings.ts";
import type { HeaderField } from "./static-table.ts";
import { type Http2Stream, Http2Streams } from "./streams.ts";

/** One HTTP/2 connection (RFC 9113), from the side of the client. */
export class Http2Session {
  /** Resolves when the server has sent its settings. Rejects with a BrokenConnection if it never does. */
  readonly settled: Promise<void>;
  readonly #socket: ServerSocket;
  readonly #writer: BatchedWriter;
  readonly #streams: Http2Streams;
  /** The calls for the pings to which the server has not responded, the oldest first. */
  readonly #pings: (() => void)[] = [];
  readonly #settling = Promise.withResolvers<void>();
  #isDraining = false;
  #isOver = false;
  /** Why the session takes no more requests. */
  #endCause: unknown;

  /** Starts a session on `socket`, which must have no other user. The first request does not wait for the server. */
  constructor(socket: ServerSocket, firstStream = 1) {
    this.#socket = socket;
    this.#writer = new BatchedWriter(socket);
    this.#streams = new Http2Streams(this.#writer, () => this.#endIfDrained(), firstStream);
    this.settled = this.#settling.promise;
    // Few callers await it, and its rejection must not count as unhandled.
    this.settled.catch(() => {});
    // Sent at once: the server gets ready while the first requests are written.
    this.#writer.write(connectionPreface);
    this.#writer.flush();
    const receiver = new FrameReceiver(this.#writer, this.#streams, {
      settled: () => this.#settling.resolve(),
      pinged: () => this.#pings.shift()?.(),
      goesAway: (lastStream, cause) => this.#stopAbove(lastStream, cause),
    });
    socket.on("data", (chunk: Buffer) => {
      if (this.#isOver) return;
      try {
        receiver.receive(chunk);
      } catch (error) {
        this.#endOnFault(error);
      }
    });
    // A TLS alert is an error that leaves nothing in `errored`.
    socket.on("error", (error) => this.#endOnFault(error));
    const endWithSocket = (): void => this.#endOnFault(socket.errored ?? new Error(sessionEnds.ended));
    socket.once("close", endWithSocket);
    // The socket may have closed before. Requests of this turn still get the error.
    if (socket.destroyed) setImmediate(endWithSocket);
  }

  /** Whether the session takes further requests. */
  usable(): boolean {
    return !this.#isOver && !this.#isDraining && !this.#streams.areUsedUp() && !this.#streams.isHeld();
  }

  /**
   * Sends a request without a body as soon as the server accepts one more. Returns a function that cancels it with a cause.
   * @param isLongLived whether the response may take hours
   * @throws BrokenConnection if the session is not usable; InputError as `encodeFields` does
   */
  request(fields: Iterable<HeaderField>, reader: ResponseReader, isLongLived = false): (cause: unknown) => void {
    if (!this.usable()) throw new BrokenConnection(sessionEnds.draining, { cause: this.#endCause });
    const stream = this.#streams.begin(encodeFields(fields), reader, isLongLived);
    return (cause) => this.#streams.reset(stream, cause);
  }

  /** Whether the long-lived responses use up their share of the streams. Known when {@link settled} has resolved. */
  isFull(): boolean {
    return this.#streams.isFull();
  }

  /** Calls `answered` when the server has responded to the ping. */
  ping(answered: () => void): void {
    this.#pings.push(answered);
    this.#writer.write(encodeFrame(frameTypes.ping, 0, Buffer.alloc(8)));
  }

  /** Takes no more requests, and ends after the last response. */
  drain(): void {
    this.#isDraining = true;
    this.#endIfDrained();
  }

  isOver(): boolean {
    return this.#isOver;
  }

  /** Ends at once. Every reader gets `cause`. */
  end(cause: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#endCause ??= cause;
    this.#writer.flush();
    this.#socket.destroy();
    this.#streams.closeAbove(0, cause);
    this.#settling.reject(new BrokenConnection(sessionEnds.unanswered, { cause }));
  }

  #endIfDrained(): void {
    if (this.#isDraining && this.#streams.isEmpty()) this.end(undefined);
  }

  /** Ends because the socket did, or because the server broke a rule, which GOAWAY reports. */
  #endOnFault(cause: unknown): void {
    if (this.#isOver) return;
    if (cause instanceof Http2Error) {
      this.#writer.write(encodeFrame(frameTypes.goAway, 0, encodeUint32s(0, cause.number)));
    }
    this.end(cause);
  }

  /** The server responds to no stream above `lastStream`. */
  #stopAbove(lastStream: number, cause: Http2Error): void {
    this.#isDraining = true;
    this.#endCause ??= cause;
    this.#streams.closeAbove(lastStream, cause);
    this.#endIfDrained();
  }
}

/** The types of frames that are about the connection, whose stream is 0. */
const connectionTypes: readonly number[] = [frameTypes.settings, frameTypes.ping, frameTypes.goAway];

/** Whether a frame of a type may have a payload of `size` bytes. */
const payloadRules: Readonly<Record<number, (size: number, frame: Http2Frame) => boolean>> = {
  [frameTypes.priority]: (size) => size === 5,
  [frameTypes.reset]: (size) => size === 4,
  [frameTypes.settings]: (size, frame) => (isAck(frame) ? size === 0 : size % settingBytes === 0),
  [frameTypes.ping]: (size) => size === 8,
  [frameTypes.goAway]: (size) => size >= 8,
  [frameTypes.windowUpdate]: (size) => size === 4,
};

/**
 * Checks a frame by the rules for its type (RFC 9113, section 6). Unknown types pass (section 5.5).
 * @throws Http2Error for a frame that breaks a rule
 */
function refuseInvalidFrame(frame: Http2Frame): void {
  const { type, stream, payload } = frame;
  if (type === frameTypes.pushPromise) throw http2Error("PROTOCOL_ERROR", frameFlaws.push);
  if (type < frameTypes.windowUpdate && connectionTypes.includes(type) !== (stream === 0)) {
    throw http2Error("PROTOCOL_ERROR", frameFlaws.wrongStream);
  }
  if (payloadRules[type]?.(payload.length, frame) === false) {
    throw http2Error("FRAME_SIZE_ERROR", frameFlaws.wrongSize);
  }
  if (type === frameTypes.windowUpdate && payload.readUInt32BE() === 0) {
    throw http2Error("PROTOCOL_ERROR", frameFlaws.emptyUpdate);
  }
}

/** What the server reports about the connection itself. */
interface ConnectionEvents {
  settled(): void;
  pinged(): void;
  /** The server responds to no stream above `lastStream`. */
  goesAway(lastStream: number, cause: Http2Error): void;
}

/**
 * Passes what the server sends to the stream that it is for, or to the session. What it throws ends the connection. Frames
 * that bring next to nothing of a response are counted as idle, so that a server cannot keep the client busy with them.
 */
class FrameReceiver {
  readonly #frames = new FrameReader();
  readonly #headerBlocks = new HeaderBlocks();
  #hasBegun = false;
  readonly #writer: BatchedWriter;
  readonly #streams: Http2Streams;
  readonly #events: ConnectionEvents;
  readonly #window = new ReceiveWindow(windowSizes.connection);
  readonly #idleLimit = new IdleLimit();

  constructor(writer: BatchedWriter, streams: Http2Streams, events: ConnectionEvents) {
    this.#writer = writer;
    this.#streams = streams;
    this.#events = events;
  }

  /** Takes the next bytes of the connection. */
  receive(chunk: Buffer): void {
    for (const frame of this.#frames.read(chunk)) {
      const isSettings = frame.type === frameTypes.settings && !isAck(frame);
      if (!this.#hasBegun && !isSettings) throw http2Error("PROTOCOL_ERROR", frameFlaws.notHttp2);
      this.#hasBegun = true;
      refuseInvalidFrame(frame);
      const whole = this.#headerBlocks.join(frame);
      if (whole !== undefined) this.#take(whole);
    }
  }

  /** @param frame a whole header block, or a frame of another type */
  #take(frame: Http2Frame): void {
    if (!this.#idleLimit.count()) throw http2Error("ENHANCE_YOUR_CALM", floods.idle);
    switch (frame.type) {
      case frameTypes.data:
        this.#takeData(frame);
        return;
      case frameTypes.headers:
        this.#takeHeaders(frame);
        return;
      case frameTypes.reset:
        this.#takeReset(frame);
        return;
      case frameTypes.settings:
        this.#takeSettings(frame);
        return;
      case frameTypes.ping:
        this.#takePing(frame);
        return;
      case frameTypes.goAway:
        this.#takeGoAway(frame);
        return;
      case frameTypes.windowUpdate:
        // The client sends no bodies and needs no window for them. An unknown stream is a fault.
        if (frame.stream !== 0) this.#streams.find(frame.stream);
    }
  }

  #takeData(frame: Http2Frame): void {
    this.#grantWindow(0, this.#window.receive(frame.payload.length));
    const chunk = stripPadding(frame);
    this.#passToStream(frame, chunk.length, (stream) => {
      const granted = stream.window.receive(frame.payload.length);
      if (!stream.response.data(chunk)) throw http2Error("CANCEL", floods.body);
      if (!isLast(frame)) this.#grantWindow(frame.stream, granted);
    });
  }

  #takeHeaders(frame: Http2Frame): void {
    const fields = decodeFields(frame.payload);
    this.#passToStream(frame, Number.POSITIVE_INFINITY, (stream) => stream.response.fields(fields, isLast(frame)));
  }

  #takeReset(frame: Http2Frame): void {
    const stream = this.#streams.find(frame.stream);
    const cause = new Http2Error(frame.payload.readUInt32BE(), sessionEnds.reset);
    if (stream !== undefined) this.#streams.close(stream, cause);
  }

  #takeSettings(frame: Http2Frame): void {
    if (isAck(frame)) return;
    const allowedStreams = streamsAllowed(frame);
    this.#writer.reply(encodeFrame(frameTypes.settings, 0, undefined, frameFlags.ack));
    if (allowedStreams !== undefined) this.#streams.allow(allowedStreams);
    this.#events.settled();
  }

  #takePing(frame: Http2Frame): void {
    if (isAck(frame)) this.#events.pinged();
    else this.#writer.reply(encodeFrame(frameTypes.ping, 0, frame.payload, frameFlags.ack));
  }

  #takeGoAway({ payload }: Http2Frame): void {
    const lastStream = payload.readUInt32BE() & 0x7fffffff;
    this.#events.goesAway(lastStream, new Http2Error(payload.readUInt32BE(4), sessionEnds.refusing));
  }

  /**
   * Passes a frame to its stream, and closes the stream after its last frame. An error in the frame ends only this stream.
   * @param bytes how much of a response the frame brings
   */
  #passToStream(frame: Http2Frame, bytes: number, take: (stream: Http2Stream) => void): void {
    const stream = this.#streams.find(frame.stream);
    // The stream is already closed. The server may not have known that when it sent this.
    if (stream === undefined) return;
    this.#idleLimit.credit(isLast(frame) ? Number.POSITIVE_INFINITY : bytes);
    try {
      take(stream);
    } catch (error) {
      this.#streams.reset(stream, error);
      return;
    }
    if (isLast(frame)) this.#streams.close(stream);
  }

  /** Allows the server to send further bytes on a stream, or on the connection for stream 0. */
  #grantWindow(stream: number, bytes: number): void {
    if (bytes > 0) this.#writer.write(encodeFrame(frameTypes.windowUpdate, stream, encodeUint32s(bytes)));
  }
}
