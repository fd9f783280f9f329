import { http2Error } from "./errors.ts";

/** RFC 9113, section 6. */
export const types = {
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

/** The bits that mean something to us; which ones a frame may have depends on its type. */
export const flags = { endStream: 1, ack: 1, endHeaders: 4, padded: 8, priority: 0x20 } as const;

/** One frame; stream 0 is the connection itself. */
export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

/** A SETTINGS or PING frame that answers ours. */
export function isAck({ flags: bits }: Frame): boolean {
  return (bits & flags.ack) !== 0;
}

/** No more comes on the stream of this DATA or HEADERS frame. */
export function isLast({ flags: bits }: Frame): boolean {
  return (bits & flags.endStream) !== 0;
}

/** Bytes of payload in one frame, for both sides: nobody asks for more. */
const frameBytes = 2 ** 14;

const headBytes = 9;

/** One frame as it goes over the wire. */
export function frame(type: number, stream: number, payload: Buffer = Buffer.alloc(0), flag = 0): Buffer {
  const head = Buffer.allocUnsafe(headBytes);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flag;
  head.writeUInt32BE(stream, 5);
  return payload.length === 0 ? head : Buffer.concat([head, payload]);
}

/** A question without a body: the block of its header, in as many frames as that needs. */
export function headersFrames(stream: number, block: Buffer): Buffer {
  const frames: Buffer[] = [];
  for (let at = 0; at === 0 || at < block.length; at += frameBytes) {
    const last = at + frameBytes >= block.length ? flags.endHeaders : 0;
    const part = block.subarray(at, at + frameBytes);
    frames.push(
      at === 0
        ? frame(types.headers, stream, part, flags.endStream | last)
        : frame(types.continuation, stream, part, last),
    );
  }
  return frames.length === 1 && frames[0] !== undefined ? frames[0] : Buffer.concat(frames);
}

/** The numbers as 32 bits each. */
export function words(...numbers: readonly number[]): Buffer {
  const payload = Buffer.allocUnsafe(4 * numbers.length);
  numbers.forEach((number, place) => {
    payload.writeUInt32BE(number, 4 * place);
  });
  return payload;
}

/** The settings as a frame; each goes out as 16 bits of name and 32 of value (section 6.5.1). */
export function settingsFrame(settings: readonly (readonly [name: number, value: number])[]): Buffer {
  const payload = Buffer.allocUnsafe(6 * settings.length);
  settings.forEach(([name, value], place) => {
    payload.writeUInt16BE(name, 6 * place);
    payload.writeUInt32BE(value, 6 * place + 2);
  });
  return frame(types.settings, 0, payload);
}

/**
 * Takes the bytes of a connection in whatever pieces they come and hands each whole frame to `take`; each byte is copied
 * at most twice. What it throws is the end of the connection. @throws Http2Error for a frame above `frameBytes`.
 */
export function frameReader(take: (frame: Frame) => void): (chunk: Buffer) => void {
  let pieces: Buffer[] = [];
  let held = 0;
  let wanted = headBytes;
  return (chunk) => {
    pieces.push(chunk);
    held += chunk.length;
    if (held < wanted) return;
    const bytes = pieces.length === 1 ? chunk : Buffer.concat(pieces, held);
    let at = 0;
    wanted = wantedAt(bytes, at);
    while (bytes.length - at >= wanted) {
      const payload = bytes.subarray(at + headBytes, at + wanted);
      const stream = bytes.readUInt32BE(at + 5) & 0x7fffffff;
      take({ type: bytes.readUInt8(at + 3), flags: bytes.readUInt8(at + 4), stream, payload });
      at += wanted;
      wanted = wantedAt(bytes, at);
    }
    held = bytes.length - at;
    pieces = held === 0 ? [] : [bytes.subarray(at)];
  };
}

/** The bytes of the frame that begins there, as far as can be told. */
function wantedAt(bytes: Buffer, at: number): number {
  if (bytes.length - at < headBytes) return headBytes;
  const length = bytes.readUIntBE(at, 3);
  if (length > frameBytes) throw http2Error("FRAME_SIZE_ERROR", `a frame of ${length} bytes`);
  return headBytes + length;
}
