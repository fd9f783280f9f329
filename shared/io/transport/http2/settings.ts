import { frameFlaws } from "../../errors/http2-flaws.ts";
import { http2Error } from "./errors.ts";
import { encodeFrame, encodeUint32s, frameTypes, type Http2Frame, settingBytes, settingsFrame } from "./frames.ts";
import { fieldBytes } from "./hpack.ts";

/** The names of settings (RFC 9113, section 6.5.2). */
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

/** The streams that are used at once until the server reports a limit. A server should allow at least this many. */
export const usualStreams = 100;

/** How many of the allowed streams may be long-lived. The others are left to short requests. */
export function longLivedStreamLimit(allowed: number): number {
  return Math.max(1, Math.floor((allowed * 3) / 4));
}

/**
 * How many streams at once the server allows. Undefined if its settings do not say so. Its other settings do not affect the
 * client, which sends no body, no table and no frame above the smallest limit.
 * @throws Http2Error for invalid values
 */
export function streamsAllowed({ payload }: Http2Frame): number | undefined {
  let allowed: number | undefined;
  for (let offset = 0; offset < payload.length; offset += settingBytes) {
    const name = payload.readUInt16BE(offset);
    const value = payload.readUInt32BE(offset + 2);
    if (name === names.maxConcurrentStreams) allowed = value;
    if (name === names.enablePush && value > 0) throw http2Error("PROTOCOL_ERROR", frameFlaws.wantsPushes);
    if (name === names.initialWindowSize && value >= 2 ** 31) {
      throw http2Error("FLOW_CONTROL_ERROR", frameFlaws.wrongWindow);
    }
    if (name === names.maxFrameSize && (value < 2 ** 14 || value >= 2 ** 24)) {
      throw http2Error("PROTOCOL_ERROR", frameFlaws.wrongFrameSize);
    }
  }
  return allowed;
}

/** The bytes that the server may still send, on a stream or on the connection (RFC 9113, section 5.2). */
export class ReceiveWindow {
  readonly #size: number;
  #remaining: number;

  constructor(size: number) {
    this.#size = size;
    this.#remaining = size;
  }

  /**
   * Counts received bytes. Returns how many bytes to grant: 0 until half of the window is used up. The other half is far
   * more than one frame, so that no server can send more than it may.
   */
  receive(bytes: number): number {
    this.#remaining -= bytes;
    if (this.#remaining > this.#size / 2) return 0;
    const granted = this.#size - this.#remaining;
    this.#remaining = this.#size;
    return granted;
  }
}
