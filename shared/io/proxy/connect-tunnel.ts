import type { Socket } from "node:net";
import { hostAndPort, proxyAuthorization } from "./forward-proxy.ts";
import type { ProxyPassage } from "./passage.ts";
import { closedWithoutResponse, notAProxyError, proxyRefusal, proxyTimeoutError } from "./proxy-errors.ts";

/**
 * Requests a tunnel to the server from an HTTP proxy (CONNECT, RFC 9110, 9.3.6).
 * @throws ConnectionError where the proxy opens none; the reason of the deadline's signal where that ended it.
 */
export async function connectTunnel(socket: Socket, passage: ProxyPassage): Promise<void> {
  const { proxy, server, identity, timeoutMs, deadline } = passage;
  const to = hostAndPort(server);
  const lines = Object.entries({ host: to, ...proxyAuthorization(proxy) }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.write(`CONNECT ${to} HTTP/1.1\r\n${lines.join("")}\r\n`);
  const head = await headFrom(socket);
  if (deadline.isOver()) throw proxyTimeoutError(identity, timeoutMs);
  deadline.signal.throwIfAborted();
  if (head === "") throw notAProxyError(proxy, identity, closedWithoutResponse);
  const [, status, words = ""] = /^HTTP\/1\.[01] (\d{3})(?: (.*?))?\r?\n/.exec(head) ?? [];
  const isWhole = /\n\r?\n$/.test(head);
  if (status === undefined || !isWhole) throw notAProxyError(proxy, identity, "does not respond in HTTP");
  // Go accepts 200 only. The standard gives every 2xx the same meaning here.
  if (status.startsWith("2")) return;
  const offers = /^proxy-authenticate:[ \t]*(.*?)\r?$/im.exec(head)?.[1] ?? "";
  throw proxyRefusal(proxy, identity, { status: Number(status), words, offers });
}

// In bytes. No response of a proxy to CONNECT needs as much.
const maxHeadBytes = 64 * 1024;

/** The response up to the empty line, or all that was received. What follows the line stays in the socket. */
function headFrom(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    const done = (bytes: Buffer, end: number): void => {
      socket.off("readable", read);
      socket.off("end", stop);
      socket.off("close", stop);
      if (end < bytes.length) socket.unshift(bytes.subarray(end));
      resolve(bytes.toString("utf8", 0, end));
    };
    const stop = (): void => {
      const bytes = Buffer.concat(chunks);
      done(bytes, bytes.length);
    };
    const read = (): void => {
      for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      const empty = /\r?\n\r?\n/.exec(bytes.toString("latin1"));
      if (empty !== null) done(bytes, empty.index + empty[0].length);
      else if (bytes.length > maxHeadBytes || !isHttpSoFar(bytes)) done(bytes, bytes.length);
    };
    socket.on("readable", read);
    socket.on("end", stop);
    socket.on("close", stop);
  });
}

// Reading stops where it is not HTTP, because another protocol may never send an empty line.
function isHttpSoFar(bytes: Buffer): boolean {
  const start = bytes.toString("latin1", 0, 5);
  return "HTTP/".startsWith(start);
}
