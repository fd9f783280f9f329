import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { deadlineOf } from "./deadline.ts";
import { ConnectionError } from "./errors.ts";
import { noConnection, type Party } from "./faults.ts";
import type { ForwardProxy } from "./proxy.ts";
import { type Endpoint, endWith, openSocket } from "./socket.ts";
import type { TlsMaterial } from "./tls-material.ts";

/** Where to, with what proof, and for how long to try. */
export interface Address {
  readonly host: string;
  readonly port: number;
  /** Absent: plain TCP. */
  readonly tls?: TlsMaterial;
  /** What to offer in the handshake; none means HTTP/1.1; absent: HTTP/2 and HTTP/1.1. */
  readonly protocols?: readonly string[];
  /** Absent: nothing stands between. */
  readonly proxy?: ForwardProxy;
  /** For all of the way, a proxy included. */
  readonly milliseconds: number;
  /** Gives up, at whatever point. */
  readonly signal: AbortSignal;
  readonly party: Party;
}

/** A connection whose handshake is done, and the protocol that the server chose. */
export interface Dialled {
  readonly socket: Socket | TLSSocket;
  readonly protocol: "h2" | "http/1.1";
}

/**
 * Opens one connection; without a proxy the first packet leaves before this returns.
 * @throws ConnectionError after `milliseconds` (the look-up of the name included), and for what a proxy does; else what
 * the socket says.
 */
export async function dial(address: Address): Promise<Dialled> {
  const { host, port, tls, protocols = ["h2", "http/1.1"], proxy, milliseconds, signal, party } = address;
  const deadline = deadlineOf(milliseconds, signal);
  const server: Endpoint = { host, port, protocols, ...(tls !== undefined && { tls }) };
  try {
    const socket =
      proxy === undefined
        ? await openSocket(server, deadline.signal)
        : await (await import("./proxy-dial.ts")).openThrough({ proxy, server, party, milliseconds, deadline });
    endWith(signal, socket);
    return { socket, protocol: "alpnProtocol" in socket && socket.alpnProtocol === "h2" ? "h2" : "http/1.1" };
  } catch (error) {
    throw deadline.isOver() && !(error instanceof ConnectionError) ? noConnection(milliseconds, party) : error;
  } finally {
    deadline.clear();
  }
}
