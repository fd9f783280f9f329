import { floods, frameFlaws } from "../../errors/http2-flaws.ts";
import { http2Error } from "./errors.ts";
import { frameFlags, frameTypes, type Http2Frame } from "./frames.ts";
import { fieldBytes } from "./hpack.ts";

/** The most frames of one header block, so that empty continuations without end are refused too. */
const maxFramesOfBlock = 100;

/**
 * Passes each frame on unchanged, except header blocks. A header block becomes one HEADERS frame without padding and
 * priority (RFC 9113, sections 6.2 and 6.10). What it throws ends the connection.
 */
export function wholeBlocks(take: (frame: Http2Frame) => void): (frame: Http2Frame) => void {
  /** The first frame of the block whose end has not arrived. */
  let headers: Http2Frame | undefined;
  let payloads: Buffer[] = [];
  let size = 0;

  function addPart({ payload, flags }: Http2Frame): void {
    payloads.push(payload);
    size += payload.length;
    if (size > fieldBytes || payloads.length > maxFramesOfBlock) throw http2Error("ENHANCE_YOUR_CALM", floods.header);
    const isEnd = (flags & frameFlags.endHeaders) !== 0;
    if (headers === undefined || !isEnd) return;
    const whole = { ...headers, payload: payloads.length === 1 ? payload : Buffer.concat(payloads, size) };
    headers = undefined;
    payloads = [];
    size = 0;
    take(whole);
  }

  return (frame) => {
    if (headers !== undefined) {
      if (frame.type !== frameTypes.continuation || frame.stream !== headers.stream) {
        throw http2Error("PROTOCOL_ERROR", frameFlaws.interruptedHeader);
      }
      addPart(frame);
    } else if (frame.type === frameTypes.headers) {
      headers = { ...frame, payload: stripPriority(frame, stripPadding(frame)) };
      addPart(headers);
    } else if (frame.type === frameTypes.continuation) {
      throw http2Error("PROTOCOL_ERROR", frameFlaws.lateHeader);
    } else {
      take(frame);
    }
  };
}

/** The payload of a DATA or HEADERS frame without padding. @throws Http2Error if the padding is longer than the frame */
export function stripPadding({ payload, flags }: Http2Frame): Buffer {
  if ((flags & frameFlags.padded) === 0) return payload;
  const end = payload.length - (payload[0] ?? 0);
  if (end < 1) throw http2Error("PROTOCOL_ERROR", frameFlaws.padding);
  return payload.subarray(1, end);
}

/** The payload of a HEADERS frame without the priority before its fields. */
function stripPriority({ flags }: Http2Frame, payload: Buffer): Buffer {
  if ((flags & frameFlags.priority) === 0) return payload;
  if (payload.length < 5) throw http2Error("FRAME_SIZE_ERROR", frameFlaws.cutPriority);
  return payload.subarray(5);
}
