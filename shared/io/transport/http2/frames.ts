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
export function isAck({ flags: bits }: Http2Frame): boolean {
  return (bits & frameFlags.ack) !== 0;
}

/** Whether this DATA or HEADERS frame is the last of its stream. */
export function isLast({ flags: bits }: Http2Frame): boolean {
  return (bits & frameFlags.endStream) !== 0;
}

/** The most bytes of payload in one frame, for both sides. The client neither asks for more nor sends more. */
const frameBytes = 2 ** 14;

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
  for (let at = 0; at === 0 || at < block.length; at += frameBytes) {
    const last = at + frameBytes >= block.length ? frameFlags.endHeaders : 0;
    const part = block.subarray(at, at + frameBytes);
    frames.push(
      at === 0
        ? encodeFrame(frameTypes.headers, stream, part, frameFlags.endStream | last)
        : encodeFrame(frameTypes.continuation, stream, part, last),
    );
  }
  return frames.length === 1 && frames[0] !== undefined ? frames[0] : Buffer.concat(frames);
}

/** The numbers as 32 bits each. */
export function encodeUint32s(...numbers: readonly number[]): Buffer {
  const payload = Buffer.allocUnsafe(4 * numbers.length);
  numbers.forEach((number, place) => {
    payload.writeUInt32BE(number, 4 * place);
  });
  return payload;
}

/** The settings as a frame. Each setting takes 16 bits for its name and 32 for its value (section 6.5.1). */
export function settingsFrame(settings: readonly (readonly [name: number, value: number])[]): Buffer {
  const payload = Buffer.allocUnsafe(6 * settings.length);
  settings.forEach(([name, value], place) => {
    payload.writeUInt16BE(name, 6 * place);
    payload.writeUInt32BE(value, 6 * place + 2);
  });
  return encodeFrame(frameTypes.settings, 0, payload);
}

/**
 * Takes the bytes of a connection in pieces of any size, and passes each whole frame to `take`. Each byte is copied at
 * most twice. What it throws ends the connection. @throws Http2Error for a frame above `frameBytes`.
 */
export function frameReader(take: (frame: Http2Frame) => void): (chunk: Buffer) => void {
  let pieces: Buffer[] = [];
  let heldBytes = 0;
  let neededBytes = headBytes;
  return (chunk) => {
    pieces.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes < neededBytes) return;
    const bytes = pieces.length === 1 ? chunk : Buffer.concat(pieces, heldBytes);
    let at = 0;
    neededBytes = frameLengthAt(bytes, at);
    while (bytes.length - at >= neededBytes) {
      const payload = bytes.subarray(at + headBytes, at + neededBytes);
      const stream = bytes.readUInt32BE(at + 5) & 0x7fffffff;
      take({ type: bytes.readUInt8(at + 3), flags: bytes.readUInt8(at + 4), stream, payload });
      at += neededBytes;
      neededBytes = frameLengthAt(bytes, at);
    }
    heldBytes = bytes.length - at;
    pieces = heldBytes === 0 ? [] : [bytes.subarray(at)];
  };
}

/** The length of the frame at `at`, or of a frame's head where not even that is there yet. */
function frameLengthAt(bytes: Buffer, at: number): number {
  if (bytes.length - at < headBytes) return headBytes;
  const length = bytes.readUIntBE(at, 3);
  if (length > frameBytes) throw http2Error("FRAME_SIZE_ERROR", `a frame of ${length} bytes`);
  return headBytes + length;
}
