import { floods, frameFlaws } from "../../errors/http2-flaws.ts";
import { http2Error } from "./errors.ts";
import { frameFlags, frameTypes, type Http2Frame } from "./frames.ts";
import { fieldBytes } from "./hpack.ts";

/** The most frames of one header block, so that empty continuations without end are refused too. */
const maxFramesOfBlock = 100;

/**
 * Joins the frames of each header block: one HEADERS frame and the CONTINUATION frames after it become one HEADERS frame
 * without padding and priority (RFC 9113, sections 6.2 and 6.10).
 */
export class HeaderBlocks {
  /** The first frame of the block whose end has not arrived. */
  #headers: Http2Frame | undefined;
  #payloads: Buffer[] = [];
  #size = 0;

  /** The whole block for its last frame. Undefined for the frames before that. Any other frame is returned unchanged. */
  join(frame: Http2Frame): Http2Frame | undefined {
    const { type } = frame;
    if (this.#headers !== undefined) {
      if (type !== frameTypes.continuation || frame.stream !== this.#headers.stream) {
        throw http2Error("PROTOCOL_ERROR", frameFlaws.interruptedHeader);
      }
      return this.#addPart(this.#headers, frame);
    }
    if (type === frameTypes.continuation) throw http2Error("PROTOCOL_ERROR", frameFlaws.lateHeader);
    if (type !== frameTypes.headers) return frame;
    const headers = { ...frame, payload: stripPriority(frame, stripPadding(frame)) };
    return this.#addPart(headers, headers);
  }

  #addPart(headers: Http2Frame, { payload, flags }: Http2Frame): Http2Frame | undefined {
    this.#headers = headers;
    this.#payloads.push(payload);
    this.#size += payload.length;
    if (this.#size > fieldBytes || this.#payloads.length > maxFramesOfBlock) {
      throw http2Error("ENHANCE_YOUR_CALM", floods.header);
    }
    if ((flags & frameFlags.endHeaders) === 0) return undefined;
    const block = this.#payloads.length === 1 ? payload : Buffer.concat(this.#payloads, this.#size);
    this.#headers = undefined;
    this.#payloads = [];
    this.#size = 0;
    return { ...headers, payload: block };
  }
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
