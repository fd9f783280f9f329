import type { Socket } from "node:net";
import { closedWithoutAnswer } from "../../render/words/connection/proxy.ts";
import {
  impossibleSocksUserText,
  missingSocksUserText,
  noAnswerInSocks,
  rejectedSocksUserText,
  socksReplyText,
} from "../../render/words/connection/socks.ts";
import { cannotConnect } from "../errors/connection-faults.ts";
import type { ConnectionError } from "../errors/errors.ts";
import type { ProxyPassage } from "./passage.ts";
import { noProxyThere, tooLate } from "./proxy-errors.ts";
import {
  addressBytes,
  encodeGreeting,
  encodePassword,
  encodeTunnelRequest,
  socksMethods,
  socksVersion,
} from "./socks-messages.ts";

/**
 * Requests a tunnel to the server from a SOCKS5 proxy (RFC 1928, RFC 1929). As with Go, the proxy looks the server's
 * name up.
 * @throws ConnectionError where the proxy opens none; the reason of the deadline's signal where that ended it.
 */
export async function socksTunnel(socket: Socket, passage: ProxyPassage): Promise<void> {
  const { proxy, party, milliseconds, deadline } = passage;
  if (proxy.user !== undefined && !isSayable(proxy.user)) {
    throw cannotConnect(party, "credentials", impossibleSocksUserText(proxy.from));
  }
  const fault = await faultOfTunnel(socket, passage);
  if (deadline.isOver()) throw tooLate(party, milliseconds);
  deadline.signal.throwIfAborted();
  if (fault !== undefined) throw fault;
}

/** Opens the tunnel. Returns why there is none. What the server sends through the tunnel stays in the socket. */
async function faultOfTunnel(
  socket: Socket,
  { proxy, server, party }: ProxyPassage,
): Promise<ConnectionError | undefined> {
  const { user } = proxy;
  const closed = (): ConnectionError => noProxyThere(proxy, party, closedWithoutAnswer);
  const strange = (): ConnectionError => noProxyThere(proxy, party, noAnswerInSocks);
  const refused = (): ConnectionError =>
    cannotConnect(
      party,
      "credentials",
      (user === undefined ? missingSocksUserText : rejectedSocksUserText)(proxy.from),
    );

  socket.write(encodeGreeting(user));
  const [version, method] = (await readExactly(socket, 2)) ?? [];
  if (version === undefined) return closed();
  if (version !== socksVersion) return strange();
  if (method === socksMethods.password && user !== undefined) {
    socket.write(encodePassword(user));
    const [, status] = (await readExactly(socket, 2)) ?? [];
    if (status === undefined) return closed();
    if (status !== 0) return refused();
  } else if (method !== socksMethods.none) return refused();

  const request = encodeTunnelRequest(server);
  if (request === undefined) return cannotConnect(party, "unreachable", socksReplyText(unsupportedAddress));
  socket.write(request);
  const [again, reply, , type = 0, first = 0] = (await readExactly(socket, 5)) ?? [];
  if (again === undefined || reply === undefined) return closed();
  if (again !== socksVersion) return strange();
  if (reply !== 0) return cannotConnect(party, reply === expired ? "timeout" : "unreachable", socksReplyText(reply));
  const rest = addressBytes(type, first);
  if (rest === undefined) return strange();
  return (await readExactly(socket, rest + 2)) === undefined ? closed() : undefined;
}

// RFC 1928, section 6.
const expired = 6;
const unsupportedAddress = 8;

// The length of each is one byte. Go refuses an empty name, and accepts an empty password.
function isSayable({ name, password }: { readonly name: string; readonly password: string }): boolean {
  return name !== "" && Math.max(Buffer.byteLength(name), Buffer.byteLength(password)) <= 255;
}

/** Returns that many bytes, and leaves the others in the socket. Undefined where the socket ends before. */
function readExactly(socket: Socket, count: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const done = (bytes: Buffer | undefined): void => {
      socket.off("readable", read);
      socket.off("end", stop);
      socket.off("close", stop);
      resolve(bytes);
    };
    const stop = (): void => done(undefined);
    const read = (): void => {
      const bytes: Buffer | null = socket.read(count);
      if (bytes !== null) done(bytes.length === count ? bytes : undefined);
      else if (socket.readableEnded || socket.destroyed) stop();
    };
    socket.on("readable", read);
    socket.on("end", stop);
    socket.on("close", stop);
    read();
  });
}
