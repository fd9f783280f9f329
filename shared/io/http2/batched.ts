import type { Socket } from "node:net";
import { http2Error } from "./errors.ts";

/** Takes bytes for a socket. */
export interface Batch {
  /** Goes out with all that is given in this turn of the event loop, in one piece. */
  (bytes: Buffer): void;
  /** The same for what the server wants to hear. @throws Http2Error where it asks and asks, and reads nothing. */
  reply(bytes: Buffer): void;
  /** Does not wait for the end of the turn. */
  now(): void;
}

// More than any number of questions at once.
const heldBytes = 2 ** 24;

/** What is given after the end of the socket is lost without a word. */
export function batched(socket: Socket): Batch {
  let held: Buffer[] = [];

  function now(): void {
    if (held.length > 0 && socket.writable) socket.write(Buffer.concat(held));
    held = [];
  }

  function write(bytes: Buffer): void {
    if (held.length === 0) setImmediate(now);
    held.push(bytes);
  }

  function reply(bytes: Buffer): void {
    if (socket.writableLength > heldBytes) throw http2Error("ENHANCE_YOUR_CALM", "replies that nobody reads");
    write(bytes);
  }

  return Object.assign(write, { reply, now });
}
