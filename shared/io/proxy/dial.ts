import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { noConnection, type ServerIdentity } from "../errors/connection-faults.ts";
import { ConnectionError } from "../errors/errors.ts";
import { startDeadline } from "../socket/deadline.ts";
import { endWith, openSocket, type SocketEndpoint } from "../socket/socket.ts";
import type { TlsMaterial } from "../socket/tls.ts";
import type { ForwardProxy } from "./choose-proxy.ts";

/** The address to connect to, the TLS material for it, and the time limit. */
export interface DialTarget {
  readonly host: string;
  readonly port: number;
  /** Absent: plain TCP. */
  readonly tls?: TlsMaterial;
  /** The protocols to offer in the handshake. An empty list means HTTP/1.1. Absent: HTTP/2 and HTTP/1.1. */
  readonly protocols?: readonly string[];
  /** Absent: no proxy is on the way. */
  readonly proxy?: ForwardProxy;
  /** The time limit for the whole way, a proxy included. */
  readonly milliseconds: number;
  /** Ends the attempt at any point. */
  readonly signal: AbortSignal;
  readonly party: ServerIdentity;
}

/** A connection whose handshake is done, and the protocol that the server chose. */
export interface DialledConnection {
  readonly socket: Socket | TLSSocket;
  readonly protocol: "h2" | "http/1.1";
}

/**
 * Opens one connection. Without a proxy the first packet is sent before this returns.
 * @throws ConnectionError after `milliseconds` (the look-up of the name included), and for an error of a proxy; else
 * the error of the socket.
 */
export async function dialServer(address: DialTarget): Promise<DialledConnection> {
  const { host, port, tls, protocols = ["h2", "http/1.1"], proxy, milliseconds, signal, party } = address;
  const deadline = startDeadline(milliseconds, signal);
  const server: SocketEndpoint = { host, port, protocols, ...(tls !== undefined && { tls }) };
  try {
    const socket =
      proxy === undefined
        ? await openSocket(server, deadline.signal)
        : await (await import("./dial-through-proxy.ts")).openThrough({ proxy, server, party, milliseconds, deadline });
    endWith(signal, socket);
    return { socket, protocol: "alpnProtocol" in socket && socket.alpnProtocol === "h2" ? "h2" : "http/1.1" };
  } catch (error) {
    throw deadline.isOver() && !(error instanceof ConnectionError) ? noConnection(milliseconds, party) : error;
  } finally {
    deadline.clear();
  }
}
