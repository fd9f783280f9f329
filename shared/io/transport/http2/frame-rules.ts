import { frameFlaws } from "../../../render/words/connection/http2.ts";
import { http2Error } from "./errors.ts";
import { frameTypes, type Http2Frame, isAck } from "./frames.ts";

/** Whether a frame of the type may have a payload of `size` bytes. */
const sizes: Readonly<Record<number, (size: number, frame: Http2Frame) => boolean>> = {
  [frameTypes.priority]: (size) => size === 5,
  [frameTypes.reset]: (size) => size === 4,
  [frameTypes.settings]: (size, frame) => (isAck(frame) ? size === 0 : size % 6 === 0),
  [frameTypes.ping]: (size) => size === 8,
  [frameTypes.goAway]: (size) => size >= 8,
  [frameTypes.windowUpdate]: (size) => size === 4,
};

const ofConnection: readonly number[] = [frameTypes.settings, frameTypes.ping, frameTypes.goAway];

/**
 * Checks each frame by the rules for its type (RFC 9113, section 6) and then passes it to `take`. Unknown types pass
 * (section 5.5). What it throws ends the connection.
 */
export function lawfulFrames(take: (frame: Http2Frame) => void): (frame: Http2Frame) => void {
  let isFirst = true;
  return (frame) => {
    const { type, stream, payload } = frame;
    if (isFirst && (type !== frameTypes.settings || isAck(frame)))
      throw http2Error("PROTOCOL_ERROR", frameFlaws.notHttp2);
    isFirst = false;
    if (type === frameTypes.pushPromise) throw http2Error("PROTOCOL_ERROR", frameFlaws.push);
    if (type < frameTypes.windowUpdate && ofConnection.includes(type) !== (stream === 0)) {
      throw http2Error("PROTOCOL_ERROR", frameFlaws.wrongStream);
    }
    if (sizes[type]?.(payload.length, frame) === false) {
      throw http2Error("FRAME_SIZE_ERROR", frameFlaws.wrongSize);
    }
    if (type === frameTypes.windowUpdate && payload.readUInt32BE() === 0) {
      throw http2Error("PROTOCOL_ERROR", frameFlaws.emptyUpdate);
    }
    take(frame);
  };
}
