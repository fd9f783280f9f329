import { frameFlaws } from "../../errors/http2-flaws.ts";
import { http2Error } from "./errors.ts";
import { encodeFrame, encodeUint32s, frameTypes, type Http2Frame, settingsFrame } from "./frames.ts";
import { fieldBytes } from "./hpack.ts";

// The settings of RFC 9113, section 6.5.2.
const names = {
  headerTableSize: 1,
  enablePush: 2,
  maxConcurrentStreams: 3,
  initialWindowSize: 4,
  maxFrameSize: 5,
  maxHeaderListSize: 6,
} as const;

/**
 * Bytes that the server may send ahead. The client takes all data at once. The windows therefore only have to exceed
 * what a fast and long connection holds. golang.org/x/net/http2 has 4 MiB and 1 GiB.
 */
export const windowSizes = { stream: 16_777_216, connection: 1_073_741_824 } as const;

/** The bytes that every connection begins with (section 3.4). */
export const connectionPreface: Buffer = Buffer.concat([
  Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  settingsFrame([
    [names.headerTableSize, 0],
    [names.enablePush, 0],
    [names.initialWindowSize, windowSizes.stream],
    [names.maxHeaderListSize, fieldBytes],
  ]),
  // The window of a connection begins with 65,535 bytes whatever the settings say.
  encodeFrame(frameTypes.windowUpdate, 0, encodeUint32s(windowSizes.connection - 65_535)),
]);

/**
 * How many streams at once are used before the server reports a limit, or where it reports none. A server should allow
 * at least this many.
 */
export const usualStreams = 100;

/** How many of `allowed` streams at once may last for hours. The others are left to short requests. */
export function longLivedStreamLimit(allowed: number): number {
  return Math.max(1, Math.floor((allowed * 3) / 4));
}

/**
 * How many streams at once the server allows. Undefined if it does not say so. Its other settings do not affect the
 * client. The client sends no body, no table and no frame above the smallest limit. @throws Http2Error for values that
 * cannot be.
 */
export function streamsAllowed({ payload }: Http2Frame): number | undefined {
  let allowed: number | undefined;
  for (let at = 0; at < payload.length; at += 6) {
    const name = payload.readUInt16BE(at);
    const value = payload.readUInt32BE(at + 2);
    if (name === names.maxConcurrentStreams) allowed = value;
    if (name === names.enablePush && value > 0) throw http2Error("PROTOCOL_ERROR", frameFlaws.wantsPushes);
    if (name === names.initialWindowSize && value >= 2 ** 31)
      throw http2Error("FLOW_CONTROL_ERROR", frameFlaws.wrongWindow);
    if (name === names.maxFrameSize && (value < 2 ** 14 || value >= 2 ** 24)) {
      throw http2Error("PROTOCOL_ERROR", frameFlaws.wrongFrameSize);
    }
  }
  return allowed;
}

/**
 * Returns a function that counts received bytes against a window. It returns how many bytes to grant: mostly 0, since
 * it grants in big steps. The half that is left is far more than one frame, so no server can send more than it may.
 */
export function createReceiveWindow(window: number): (bytes: number) => number {
  let left = window;
  return (bytes) => {
    left -= bytes;
    if (left > window / 2) return 0;
    const grant = window - left;
    left = window;
    return grant;
  };
}
