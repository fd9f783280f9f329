import type { Socket } from "node:net";
import { definedFields } from "../../model/defined-fields.ts";
import { connectTimeoutError, type ServerIdentity } from "../errors/connection-faults.ts";
import { ConnectionError } from "../errors/errors.ts";
import { openHttp2Socket } from "../socket/bun-socket.ts";
import { type RequestDeadline, startDeadline } from "../socket/deadline.ts";
import { endWith, type ServerSocket } from "../socket/server-socket.ts";
import type { SocketEndpoint } from "../socket/socket.ts";
import type { TlsMaterial } from "../socket/tls.ts";
import type { ForwardProxy } from "./forward-proxy.ts";

/** The address to connect to, the TLS material for it, and the time limit. */
export interface DialTarget {
  readonly host: string;
  readonly port: number;
  /** Absent: plain TCP. */
  readonly tls?: TlsMaterial;
  /** The protocols to offer in the handshake. An empty list means HTTP/1.1. Absent: HTTP/2 and HTTP/1.1. */
  readonly protocols?: readonly string[];
  /** Whether sockets of Node are tried alone. Bun cannot give up a connection that no server accepts yet. */
  readonly byNode?: boolean;
  /** Absent: no proxy is on the way. */
  readonly proxy?: ForwardProxy;
  /** The time limit for the whole way, a proxy included. */
  readonly timeoutMs: number;
  /** Ends the attempt at any point. */
  readonly signal: AbortSignal;
  readonly identity: ServerIdentity;
}

/** A connection whose handshake is done, and the protocol that the server chose. */
export type DialledConnection =
  | { readonly protocol: "h2"; readonly socket: ServerSocket }
  | { readonly protocol: "http/1.1"; readonly socket: Socket };

/**
 * Opens one connection.
 * @throws ConnectionError after `timeoutMs` (the look-up of the name included), where the client certificate cannot
 * be used, and for an error of a proxy; else the error of the socket.
 */
export function dialServer(target: DialTarget): Promise<DialledConnection> {
  return withinTime(target, async (deadline) => {
    const { proxy, byNode = false } = target;
    const direct = proxy === undefined && !byNode && (await openHttp2Socket(endpoint(target), deadline.signal));
    if (direct) {
      endWith(target.signal, direct);
      return { socket: direct, protocol: "h2" };
    }
    const socket = await openNodeSocket(target, deadline);
    const isHttp2 = "alpnProtocol" in socket && socket.alpnProtocol === "h2";
    return { socket, protocol: isHttp2 ? "h2" : "http/1.1" };
  });
}

/** Opens one connection for HTTP/1.1, without offering HTTP/2. @throws as {@link dialServer}. */
export function dialForHttp1(target: DialTarget): Promise<Socket> {
  const protocols = endpoint(target).protocols.filter((protocol) => protocol !== "h2");
  return withinTime(target, (deadline) => openNodeSocket({ ...target, protocols }, deadline));
}

async function withinTime<C>(
  { timeoutMs, signal, identity }: DialTarget,
  dial: (deadline: RequestDeadline) => Promise<C>,
): Promise<C> {
  const deadline = startDeadline(timeoutMs, signal);
  try {
    return await dial(deadline);
  } catch (error) {
    throw deadline.isOver() && !(error instanceof ConnectionError) ? connectTimeoutError(timeoutMs, identity) : error;
  } finally {
    deadline.clear();
  }
}

function endpoint({ host, port, tls, protocols = ["h2", "http/1.1"] }: DialTarget): SocketEndpoint {
  return { host, port, protocols, ...definedFields({ tls }) };
}

async function openNodeSocket(target: DialTarget, deadline: RequestDeadline): Promise<Socket> {
  const server = endpoint(target);
  const { proxy, identity, timeoutMs, signal } = target;
  const socket =
    proxy === undefined
      ? await (await import("../socket/socket.ts")).openSocket(server, deadline.signal)
      : await (await import("./dial-through-proxy.ts")).openThrough({
          proxy,
          server,
          identity,
          timeoutMs,
          deadline,
        });
  endWith(signal, socket);
  return socket;
}
