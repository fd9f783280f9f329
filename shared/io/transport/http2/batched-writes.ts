import { floods } from "../../errors/http2-flaws.ts";
import type { ServerSocket } from "../../socket/server-socket.ts";
import { http2Error } from "./errors.ts";

/** Collects bytes for a socket. */
export interface BatchedWriter {
  /** Sends the bytes in one piece with all others of this turn of the event loop. */
  (bytes: Buffer): void;
  /**
   * The same for a reply to the server. @throws Http2Error where the server requests replies and does not read them.
   */
  reply(bytes: Buffer): void;
  /** Sends what is collected without waiting for the end of the turn. */
  flush(): void;
}

/** More bytes than any number of requests has at once. A server that leaves so many unread gets no more replies. */
const maxUnreadBytes = 2 ** 24;

/** Creates a batch for `socket`. Bytes that come after the end of the socket are lost without an error. */
export function batchWrites(socket: ServerSocket): BatchedWriter {
  let pending: Buffer[] = [];

  function flush(): void {
    if (pending.length > 0 && socket.writable) socket.write(Buffer.concat(pending));
    pending = [];
  }

  function write(bytes: Buffer): void {
    if (pending.length === 0) setImmediate(flush);
    pending.push(bytes);
  }

  function reply(bytes: Buffer): void {
    if (socket.writableLength > maxUnreadBytes) throw http2Error("ENHANCE_YOUR_CALM", floods.replies);
    write(bytes);
  }

  return Object.assign(write, { reply, flush });
}
