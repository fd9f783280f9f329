import { http2Error } from "./errors.ts";

/** The frame types of RFC 9113, section 6. */
export const frameTypes = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  pushPromise: 5,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

/** The flag bits that the client uses. Which ones a frame may have depends on its type. */
export const frameFlags = { endStream: 1, ack: 1, endHeaders: 4, padded: 8, priority: 0x20 } as const;

/** One frame. Stream 0 is the connection itself. */
export interface Http2Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

/** Whether a SETTINGS or PING frame acknowledges one that the client sent. */
export function isAck({ flags }: Http2Frame): boolean {
  return (flags & frameFlags.ack) !== 0;
}

/** Whether this DATA or HEADERS frame is the last of its stream. */
export function isLast({ flags }: Http2Frame): boolean {
  return (flags & frameFlags.endStream) !== 0;
}

/** The most bytes of payload in one frame, for both sides. The client neither asks for more nor sends more. */
const frameBytes = 2 ** 14;

/** The bytes before the payload: length (3), type (1), flags (1) and stream (4). */
const headBytes = 9;

/** One frame as it goes over the wire. */
export function encodeFrame(type: number, stream: number, payload: Buffer = Buffer.alloc(0), flag = 0): Buffer {
  const head = Buffer.allocUnsafe(headBytes);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flag;
  head.writeUInt32BE(stream, 5);
  return payload.length === 0 ? head : Buffer.concat([head, payload]);
}

/** The frames of a request without a body: its header block, in as many frames as that needs. */
export function headersFrames(stream: number, block: Buffer): Buffer {
  const frames: Buffer[] = [];
  for (let offset = 0; offset === 0 || offset < block.length; offset += frameBytes) {
    const endFlag = offset + frameBytes >= block.length ? frameFlags.endHeaders : 0;
    const part = block.subarray(offset, offset + frameBytes);
    frames.push(
      offset === 0
        ? encodeFrame(frameTypes.headers, stream, part, frameFlags.endStream | endFlag)
        : encodeFrame(frameTypes.continuation, stream, part, endFlag),
    );
  }
  return frames.length === 1 && frames[0] !== undefined ? frames[0] : Buffer.concat(frames);
}

/** The numbers as 32 bits each. */
export function encodeUint32s(...numbers: readonly number[]): Buffer {
  const payload = Buffer.allocUnsafe(4 * numbers.length);
  numbers.forEach((number, position) => {
    payload.writeUInt32BE(number, 4 * position);
  });
  return payload;
}

/** The bytes of one setting: its name (2) and its value (4), see section 6.5.1. */
export const settingBytes = 6;

/** The settings as a frame. */
export function settingsFrame(settings: readonly (readonly [name: number, value: number])[]): Buffer {
  const payload = Buffer.allocUnsafe(settingBytes * settings.length);
  settings.forEach(([name, value], position) => {
    payload.writeUInt16BE(name, settingBytes * position);
    payload.writeUInt32BE(value, settingBytes * position + 2);
  });
  return encodeFrame(frameTypes.settings, 0, payload);
}

/** Puts frames together from the bytes of a connection, which come in pieces of any size. */
export class FrameReader {
  /** The beginning of a frame whose end has not arrived. */
  #pieces: Buffer[] = [];
  #heldBytes = 0;
  #neededBytes = headBytes;

  /**
   * The frames that `chunk` completes. Each byte is copied at most twice.
   * @throws Http2Error for a frame above `frameBytes`, after the frames before it
   */
  *read(chunk: Buffer): Generator<Http2Frame> {
    this.#pieces.push(chunk);
    this.#heldBytes += chunk.length;
    if (this.#heldBytes < this.#neededBytes) return;
    const bytes = this.#pieces.length === 1 ? chunk : Buffer.concat(this.#pieces, this.#heldBytes);
    let offset = 0;
    this.#neededBytes = readFrameLength(bytes, offset);
    while (bytes.length - offset >= this.#neededBytes) {
      const end = offset + this.#neededBytes;
      yield {
        type: bytes.readUInt8(offset + 3),
        flags: bytes.readUInt8(offset + 4),
        stream: bytes.readUInt32BE(offset + 5) & 0x7fffffff,
        payload: bytes.subarray(offset + headBytes, end),
      };
      offset = end;
      this.#neededBytes = readFrameLength(bytes, offset);
    }
    this.#heldBytes = bytes.length - offset;
    this.#pieces = this.#heldBytes === 0 ? [] : [bytes.subarray(offset)];
  }
}

/** The bytes of the frame at an offset with its head. If its head has not arrived as a whole, the bytes of a head. */
function readFrameLength(bytes: Buffer, offset: number): number {
  if (bytes.length - offset < headBytes) return headBytes;
  const length = bytes.readUIntBE(offset, 3);
  if (length > frameBytes) throw http2Error("FRAME_SIZE_ERROR", `a frame of ${length} bytes`);
  return headBytes + length;
}
