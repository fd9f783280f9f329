import { floods } from "../../errors/http2-flaws.ts";
import type { ServerSocket } from "../../socket/server-socket.ts";
import { http2Error } from "./errors.ts";

/** More bytes than any number of requests has at once. A server that leaves so many unread gets no more replies. */
const maxUnreadBytes = 2 ** 24;

/** Sends all bytes of one turn of the event loop in one piece. Bytes after the end of the socket are lost without an error. */
export class BatchedWriter {
  readonly #socket: ServerSocket;
  #pending: Buffer[] = [];

  constructor(socket: ServerSocket) {
    this.#socket = socket;
  }

  write(bytes: Buffer): void {
    if (this.#pending.length === 0) setImmediate(() => this.flush());
    this.#pending.push(bytes);
  }

  /** Writes a reply to the server. @throws Http2Error where the server requests replies and does not read them. */
  reply(bytes: Buffer): void {
    if (this.#socket.writableLength > maxUnreadBytes) throw http2Error("ENHANCE_YOUR_CALM", floods.replies);
    this.write(bytes);
  }

  /** Sends what is pending without waiting for the end of the turn. */
  flush(): void {
    if (this.#pending.length > 0 && this.#socket.writable) this.#socket.write(Buffer.concat(this.#pending));
    this.#pending = [];
  }
}
