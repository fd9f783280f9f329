import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import type { Deadline } from "./deadline.ts";
import { faultOf, noConnection, type Party } from "./faults.ts";
import type { ForwardProxy } from "./proxy.ts";
import { proxyParty, proxySentences } from "./proxy-faults.ts";
import { type Endpoint, endWith, openSocket, secured } from "./socket.ts";
import { tlsBy } from "./tls-material.ts";

/** A way through a proxy to one server, and the time there is for it. */
export interface Passage {
  readonly proxy: ForwardProxy;
  readonly server: Endpoint;
  readonly party: Party;
  readonly milliseconds: number;
  readonly deadline: Deadline;
}

/** Makes a connection to a proxy lead on to the server. @throws ConnectionError where the proxy does not let it. */
export type Tunnel = (socket: Socket, passage: Passage) => Promise<void>;

/**
 * Opens a connection that leads to the server, the handshake with it included; to a server without TLS an http or https
 * proxy leads without more, question by question.
 * @throws ConnectionError for what the proxy does; what the socket says for the handshake with the server behind it.
 */
export async function openThrough(passage: Passage): Promise<Socket | TLSSocket> {
  const { proxy, server, deadline } = passage;
  const loading = tunnelTo(proxy, server);
  const socket = await openToProxy(passage);
  endWith(deadline.signal, socket);
  try {
    await (await loading)(socket, passage);
    const { tls } = server;
    return tls === undefined ? socket : await secured(socket, { ...server, tls }, deadline.signal);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function openToProxy({ proxy, server, party, milliseconds, deadline }: Passage): Promise<Socket> {
  const { scheme, host, port } = proxy;
  const tls = scheme === "https" && { tls: server.tls ?? tlsBy() };
  try {
    return await openSocket({ host, port, protocols: ["http/1.1"], ...tls }, deadline.signal);
  } catch (error) {
    const itself = proxyParty(proxy, party, server.tls?.servername);
    if (deadline.isOver()) throw noConnection(milliseconds, itself);
    throw faultOf(error, itself, proxySentences(proxy, party));
  }
}

async function tunnelTo({ scheme }: ForwardProxy, { tls }: Endpoint): Promise<Tunnel> {
  if (scheme === "socks5") return (await import("./proxy-socks.ts")).socksTunnel;
  return tls === undefined ? async () => {} : (await import("./proxy-connect.ts")).connectTunnel;
}
