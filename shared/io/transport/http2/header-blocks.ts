import { floods, frameFlaws } from "../../errors/http2-flaws.ts";
import { http2Error } from "./errors.ts";
import { frameFlags, frameTypes, type Http2Frame } from "./frames.ts";
import { fieldBytes } from "./hpack.ts";

/**
 * Passes each frame on unchanged, except header blocks. A header block becomes one HEADERS frame without padding and
 * priority (RFC 9113, sections 6.2 and 6.10). What it throws ends the connection.
 */
export function wholeBlocks(take: (frame: Http2Frame) => void): (frame: Http2Frame) => void {
  let begun: Http2Frame | undefined;
  let parts: Buffer[] = [];
  let size = 0;

  function add(part: Http2Frame): void {
    parts.push(part.payload);
    size += part.payload.length;
    // Empty continuations without end are refused too.
    if (size > fieldBytes || parts.length > 100) throw http2Error("ENHANCE_YOUR_CALM", floods.header);
    if (begun === undefined || (part.flags & frameFlags.endHeaders) === 0) return;
    const whole = { ...begun, payload: parts.length === 1 ? part.payload : Buffer.concat(parts, size) };
    begun = undefined;
    parts = [];
    size = 0;
    take(whole);
  }

  return (frame) => {
    if (begun !== undefined) {
      if (frame.type !== frameTypes.continuation || frame.stream !== begun.stream) {
        throw http2Error("PROTOCOL_ERROR", frameFlaws.interruptedHeader);
      }
      add(frame);
    } else if (frame.type === frameTypes.headers) {
      begun = { ...frame, payload: withoutPriority(frame, stripPadding(frame)) };
      add(begun);
    } else if (frame.type === frameTypes.continuation) {
      throw http2Error("PROTOCOL_ERROR", frameFlaws.lateHeader);
    } else {
      take(frame);
    }
  };
}

/**
 * The payload of a DATA or HEADERS frame without padding. @throws Http2Error where the padding is longer than the
 * frame.
 */
export function stripPadding({ payload, flags: bits }: Http2Frame): Buffer {
  if ((bits & frameFlags.padded) === 0) return payload;
  const end = payload.length - (payload[0] ?? 0);
  if (end < 1) throw http2Error("PROTOCOL_ERROR", frameFlaws.padding);
  return payload.subarray(1, end);
}

function withoutPriority({ flags: bits }: Http2Frame, payload: Buffer): Buffer {
  if ((bits & frameFlags.priority) === 0) return payload;
  if (payload.length < 5) throw http2Error("FRAME_SIZE_ERROR", frameFlaws.cutPriority);
  return payload.subarray(5);
}
