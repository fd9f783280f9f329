import { http2Error } from "./errors.ts";
import { type Frame, flags, types } from "./frames.ts";
import { fieldBytes } from "./hpack.ts";

/**
 * Hands on every frame as it is, but a header block as one HEADERS frame without padding and priority (RFC 9113,
 * sections 6.2 and 6.10). What it throws is the end of the connection.
 */
export function wholeBlocks(take: (frame: Frame) => void): (frame: Frame) => void {
  let begun: Frame | undefined;
  let parts: Buffer[] = [];
  let size = 0;

  function add(part: Frame): void {
    parts.push(part.payload);
    size += part.payload.length;
    // Empty continuations for ever are no header either.
    if (size > fieldBytes || parts.length > 100) throw http2Error("ENHANCE_YOUR_CALM", "more header than we take");
    if (begun === undefined || (part.flags & flags.endHeaders) === 0) return;
    const whole = { ...begun, payload: parts.length === 1 ? part.payload : Buffer.concat(parts, size) };
    begun = undefined;
    parts = [];
    size = 0;
    take(whole);
  }

  return (frame) => {
    if (begun !== undefined) {
      if (frame.type !== types.continuation || frame.stream !== begun.stream) {
        throw http2Error("PROTOCOL_ERROR", "something in the middle of a header");
      }
      add(frame);
    } else if (frame.type === types.headers) {
      begun = { ...frame, payload: withoutPriority(frame, unpadded(frame)) };
      add(begun);
    } else if (frame.type === types.continuation) {
      throw http2Error("PROTOCOL_ERROR", "more of a header that is over");
    } else {
      take(frame);
    }
  };
}

/** What a DATA or HEADERS frame carries. @throws Http2Error where its padding is longer than itself. */
export function unpadded({ payload, flags: bits }: Frame): Buffer {
  if ((bits & flags.padded) === 0) return payload;
  const end = payload.length - (payload[0] ?? 0);
  if (end < 1) throw http2Error("PROTOCOL_ERROR", "more padding than frame");
  return payload.subarray(1, end);
}

function withoutPriority({ flags: bits }: Frame, payload: Buffer): Buffer {
  if ((bits & flags.priority) === 0) return payload;
  if (payload.length < 5) throw http2Error("FRAME_SIZE_ERROR", "a priority that is cut off");
  return payload.subarray(5);
}
