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
  const host = hostAndPort(server);
  const headers = Object.entries({ host, ...proxyAuthorization(proxy) });
  const headerLines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`CONNECT ${host} HTTP/1.1\r\n${headerLines.join("")}\r\n`);
  const head = await readHead(socket);
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

/** The most bytes of the head. No response of a proxy to CONNECT needs as much. */
const maxHeadBytes = 64 * 1024;

/** The response up to the empty line, or all that was received. What follows the line stays in the socket. */
function readHead(socket: Socket): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const chunks: Buffer[] = [];

  function readChunks(): void {
    for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const emptyLine = /\r?\n\r?\n/.exec(bytes.toString("latin1"));
    if (emptyLine !== null) finish(bytes, emptyLine.index + emptyLine[0].length);
    else if (bytes.length > maxHeadBytes || !isHttpSoFar(bytes)) finish(bytes, bytes.length);
  }

  function finishEarly(): void {
    const bytes = Buffer.concat(chunks);
    finish(bytes, bytes.length);
  }

  function finish(bytes: Buffer, headLength: number): void {
    socket.off("readable", readChunks);
    socket.off("end", finishEarly);
    socket.off("close", finishEarly);
    if (headLength < bytes.length) socket.unshift(bytes.subarray(headLength));
    resolve(bytes.toString("utf8", 0, headLength));
  }

  socket.on("readable", readChunks);
  socket.on("end", finishEarly);
  socket.on("close", finishEarly);
  return promise;
}

/** Whether the bytes may begin a response. Reading stops at anything else: another protocol may send no empty line. */
function isHttpSoFar(bytes: Buffer): boolean {
  const start = bytes.toString("latin1", 0, 5);
  return "HTTP/".startsWith(start);
}
