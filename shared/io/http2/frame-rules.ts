import { http2Error } from "./errors.ts";
import { type Frame, isAck, types } from "./frames.ts";

/** Bytes of payload that a frame of the type has, as it must. */
const sizes: Readonly<Record<number, (size: number, frame: Frame) => boolean>> = {
  [types.priority]: (size) => size === 5,
  [types.reset]: (size) => size === 4,
  [types.settings]: (size, frame) => (isAck(frame) ? size === 0 : size % 6 === 0),
  [types.ping]: (size) => size === 8,
  [types.goAway]: (size) => size >= 8,
  [types.windowUpdate]: (size) => size === 4,
};

const ofConnection: readonly number[] = [types.settings, types.ping, types.goAway];

// More than this many frames that bring nothing: a server keeps us busy, whatever it wants.
const idleFrames = 10_000;

/**
 * Holds each frame against what RFC 9113, section 6, says of its type before it hands it on; unknown types pass
 * (section 5.5). What it throws is the end of the connection.
 */
export function lawfulFrames(take: (frame: Frame) => void): (frame: Frame) => void {
  let isFirst = true;
  let idle = 0;
  return (frame) => {
    const { type, stream, payload } = frame;
    if (isFirst && (type !== types.settings || isAck(frame))) throw http2Error("PROTOCOL_ERROR", "this is no HTTP/2");
    isFirst = false;
    idle = type === types.headers || (type === types.data && payload.length > 0) ? 0 : idle + 1;
    if (idle > idleFrames) throw http2Error("ENHANCE_YOUR_CALM", "frames that bring nothing");
    if (type === types.pushPromise) throw http2Error("PROTOCOL_ERROR", "a push that we did not allow");
    if (type < types.windowUpdate && ofConnection.includes(type) !== (stream === 0)) {
      throw http2Error("PROTOCOL_ERROR", "a frame on a stream where it cannot be");
    }
    if (sizes[type]?.(payload.length, frame) === false) {
      throw http2Error("FRAME_SIZE_ERROR", "a frame of a size that cannot be");
    }
    if (type === types.windowUpdate && payload.readUInt32BE() === 0) {
      throw http2Error("PROTOCOL_ERROR", "a window update of nothing");
    }
    take(frame);
  };
}
