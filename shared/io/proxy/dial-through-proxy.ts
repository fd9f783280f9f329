import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { connectTimeoutError, describeConnectionError } from "../errors/connection-faults.ts";
import { endWith } from "../socket/server-socket.ts";
import { openSocket, type SocketEndpoint, startTls } from "../socket/socket.ts";
import { tlsTrusting } from "../socket/tls.ts";
import type { ForwardProxy } from "./forward-proxy.ts";
import type { OpenTunnel, ProxyPassage } from "./passage.ts";
import { proxyIdentity, proxySentences } from "./proxy-errors.ts";

/**
 * Opens a connection to the server through a proxy, the handshake with the server included. For a server without TLS,
 * an http or https proxy needs no tunnel, because it forwards each request.
 * @throws ConnectionError for an error of the proxy; the error of the socket for the handshake with the server behind.
 */
export async function openThrough(passage: ProxyPassage): Promise<Socket | TLSSocket> {
  const { proxy, server, deadline } = passage;
  const loading = tunnelTo(proxy, server);
  const socket = await openToProxy(passage);
  endWith(deadline.signal, socket);
  try {
    await (await loading)(socket, passage);
    const { tls } = server;
    return tls === undefined ? socket : await startTls(socket, { ...server, tls }, deadline.signal);
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function openToProxy({ proxy, server, identity, timeoutMs, deadline }: ProxyPassage): Promise<Socket> {
  const { scheme, host, port } = proxy;
  const tls = scheme === "https" && { tls: server.tls ?? tlsTrusting() };
  try {
    return await openSocket({ host, port, protocols: ["http/1.1"], ...tls }, deadline.signal);
  } catch (error) {
    const proxyItself = proxyIdentity(proxy, identity, server.tls?.servername);
    if (deadline.isOver()) throw connectTimeoutError(timeoutMs, proxyItself);
    throw describeConnectionError(error, proxyItself, proxySentences(proxy, identity));
  }
}

async function tunnelTo({ scheme }: ForwardProxy, { tls }: SocketEndpoint): Promise<OpenTunnel> {
  if (scheme === "socks5") return (await import("./socks-tunnel.ts")).socksTunnel;
  return tls === undefined ? async () => {} : (await import("./connect-tunnel.ts")).connectTunnel;
}
