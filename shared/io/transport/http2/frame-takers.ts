import { floods, sessionEnds } from "../../errors/http2-flaws.ts";
import { createIdleLimit } from "../idle-limit.ts";
import type { BatchedWriter } from "./batched-writes.ts";
import { Http2Error, http2Error } from "./errors.ts";
import { encodeFrame, encodeUint32s, frameFlags, frameTypes, type Http2Frame, isAck, isLast } from "./frames.ts";
import { stripPadding } from "./header-blocks.ts";
import { decodeFields } from "./hpack.ts";
import { createReceiveWindow, streamsAllowed, windowSizes } from "./settings.ts";
import type { Http2Stream, Http2Streams } from "./streams.ts";

/** What the server reports about the connection itself. */
export interface ConnectionNews {
  settled(): void;
  pinged(): void;
  /** The server responds to no stream above `last`. */
  goesAway(last: number, cause: Http2Error): void;
}

/**
 * Returns a function that takes each frame that obeys the rules, with a header block as one frame. A frame is idle
 * where it brings next to nothing of a response under way. What it throws ends the connection.
 */
export function frameTakers(
  write: BatchedWriter,
  streams: Http2Streams,
  news: ConnectionNews,
): (frame: Http2Frame) => void {
  const receive = createReceiveWindow(windowSizes.connection);
  const idle = createIdleLimit();

  const takers: Readonly<Record<number, (frame: Http2Frame) => void>> = {
    [frameTypes.data](one) {
      grant(0, receive(one.payload.length));
      const chunk = stripPadding(one);
      onStream(one, chunk.length, (stream) => {
        const update = stream.receive(one.payload.length);
        if (!stream.answer.data(chunk)) throw http2Error("CANCEL", floods.body);
        if (!isLast(one)) grant(one.stream, update);
      });
    },
    [frameTypes.headers](one) {
      const fields = decodeFields(one.payload);
      onStream(one, Number.POSITIVE_INFINITY, (stream) => stream.answer.fields(fields, isLast(one)));
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
