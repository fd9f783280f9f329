import { http2Error } from "./errors.ts";
import { type Frame, frame, settingsFrame, types, words } from "./frames.ts";
import { fieldBytes } from "./hpack.ts";

// RFC 9113, section 6.5.2.
const names = {
  headerTableSize: 1,
  enablePush: 2,
  maxConcurrentStreams: 3,
  initialWindowSize: 4,
  maxFrameSize: 5,
  maxHeaderListSize: 6,
} as const;

/**
 * Bytes that the server may send ahead. All that comes is taken at once, so these only have to be more than a fast and
 * long way holds; golang.org/x/net/http2 has 4 MiB and 1 GiB.
 */
export const windows = { stream: 16_777_216, connection: 1_073_741_824 } as const;

/** What every connection begins with (section 3.4). */
export const opening: Buffer = Buffer.concat([
  Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  settingsFrame([
    [names.headerTableSize, 0],
    [names.enablePush, 0],
    [names.initialWindowSize, windows.stream],
    [names.maxHeaderListSize, fieldBytes],
  ]),
  // A connection begins with 65,535 whatever the settings say.
  frame(types.windowUpdate, 0, words(windows.connection - 65_535)),
]);

/** Streams at once before the server has said how many, and where it does not: what it should allow at least. */
export const usualStreams = 100;

/** Of so many streams at once as many may last for hours: the others are left to questions. */
export function lastingShare(allowed: number): number {
  return Math.max(1, Math.floor((allowed * 3) / 4));
}

/**
 * How many streams at once the server allows, where it says so. The rest of its settings binds us to nothing: we send no
 * body, no table and no frame above the smallest limit. @throws Http2Error for values that cannot be.
 */
export function streamsAllowed({ payload }: Frame): number | undefined {
  let allowed: number | undefined;
  for (let at = 0; at < payload.length; at += 6) {
    const name = payload.readUInt16BE(at);
    const value = payload.readUInt32BE(at + 2);
    if (name === names.maxConcurrentStreams) allowed = value;
    if (name === names.enablePush && value > 0) throw http2Error("PROTOCOL_ERROR", "a server that wants pushes");
    if (name === names.initialWindowSize && value >= 2 ** 31) throw http2Error("FLOW_CONTROL_ERROR", "a window");
    if (name === names.maxFrameSize && (value < 2 ** 14 || value >= 2 ** 24)) {
      throw http2Error("PROTOCOL_ERROR", "a frame size that cannot be");
    }
  }
  return allowed;
}

/**
 * Counts what was received against a window; the answer is how much to grant anew, mostly 0, for it goes in big steps.
 * The half that is left then is far more than one frame, so no server can send more than it may.
 */
export function receipts(window: number): (bytes: number) => number {
  let left = window;
  return (bytes) => {
    left -= bytes;
    if (left > window / 2) return 0;
    const grant = window - left;
    left = window;
    return grant;
  };
}
