import type { Socket } from "node:net";
import { SocksClient } from "socks";
import { cannotConnect, type ServerIdentity } from "../errors/connection-faults.ts";
import type { ConnectionError } from "../errors/errors.ts";
import type { ForwardProxy } from "./forward-proxy.ts";
import type { ProxyPassage } from "./passage.ts";
import { closedWithoutResponse, notAProxyError, proxyTimeoutError } from "./proxy-errors.ts";

/**
 * Requests a tunnel to the server from a SOCKS5 proxy (RFC 1928, RFC 1929). `socket` is connected to the proxy. As with Go,
 * the proxy looks the server's name up.
 *
 * @throws where the proxy opens no tunnel, by the first that applies:
 *
 * 1. The time is over: a ConnectionError that names the time limit.
 * 2. The caller aborted the request: the reason of its signal.
 * 3. Otherwise: a ConnectionError for what the proxy did.
 */
export async function socksTunnel(socket: Socket, passage: ProxyPassage): Promise<void> {
  const { proxy, server, identity, timeoutMs, deadline } = passage;
  const { host, port, user } = proxy;
  if (user !== undefined && !isSendable(user)) {
    throw cannotConnect(identity, ["credentials", `user and password of ${proxy.from} must have 1 to 255 bytes each`]);
  }
  try {
    await SocksClient.createConnection({
      command: "connect",
      destination: { host: server.host, port: server.port },
      proxy: { type: 5, host, port, ...(user !== undefined && { userId: user.name, password: user.password }) },
      existing_socket: socket,
      // The time-out of the library must not end before the deadline.
      timeout: timeoutMs + 1000,
    });
  } catch (error) {
    // Both close the socket, so the error of the library would only say that it was closed.
    if (deadline.isOver()) throw proxyTimeoutError(identity, timeoutMs);
    deadline.signal.throwIfAborted();
    // The error of the library is not passed as the cause, because it contains the password.
    throw socksError(error instanceof Error ? error.message : "", proxy, identity);
  }
}

/** RFC 1929 sends the length of each as one byte. Go refuses an empty name, and accepts an empty password. */
function isSendable({ name, password }: NonNullable<ForwardProxy["user"]>): boolean {
  return name !== "" && Math.max(Buffer.byteLength(name), Buffer.byteLength(password)) <= 255;
}

/**
 * The error for a message of the library socks 2.8, which has no codes (build/common/constants.js, ERRORS):
 *
 * 1. `Socks5 proxy rejected connection - HostUnreachable`: the reply of the proxy, by {@link replies}.
 * 2. `Socks5 Authentication failed`, `… (no accepted authentication type)`: the user and password.
 * 3. `Socket closed`, `read ECONNRESET`: the proxy closed the connection.
 * 4. Others: the proxy does not respond in SOCKS5.
 */
function socksError(message: string, proxy: ForwardProxy, identity: ServerIdentity): ConnectionError {
  const reply = /rejected connection - (\w+)/.exec(message)?.[1];
  if (reply !== undefined) {
    const unknownReply = { happened: `the proxy denied the connection (${reply})`, advice: "ask its administrator" };
    const { happened, advice } = replies[reply] ?? unknownReply;
    const reason = reply === "TTLExpired" ? "timeout" : "unreachable";
    return cannotConnect(identity, [reason, happened, advice]);
  }
  if (/Authentication failed|no accepted auth|unknown auth/i.test(message)) return loginError(proxy, identity);
  if (/closed|reset|EPIPE/i.test(message)) return notAProxyError(proxy, identity, closedWithoutResponse);
  return notAProxyError(proxy, identity, "does not respond in SOCKS5");
}

function loginError({ user, from }: ForwardProxy, identity: ServerIdentity): ConnectionError {
  if (user === undefined) {
    const advice = `set them in ${from}, as in socks5://USER:PASSWORD@HOST:PORT`;
    return cannotConnect(identity, ["credentials", "the proxy requires a user and password", advice]);
  }
  const happened = `the proxy rejected the user and password of ${from}`;
  return cannotConnect(identity, ["credentials", happened, "correct them there"]);
}

/** The replies of a proxy that opens no tunnel (RFC 1928, section 6), by their names in the library (Socks5Response). */
const replies: Readonly<Record<string, { readonly happened: string; readonly advice: string }>> = {
  Failure: {
    happened: "the proxy failed (general failure)",
    advice: "is the server running, and can the proxy reach it?",
  },
  NotAllowed: {
    happened: "the proxy denied the connection (not allowed by its rules)",
    advice: "ask its administrator to allow it",
  },
  NetworkUnreachable: {
    happened: "the proxy has no route to the server's network",
    advice: "check the server's address",
  },
  HostUnreachable: { happened: "the proxy has no route to the server", advice: "check the server's name and address" },
  ConnectionRefused: {
    happened: "the server refused the proxy's connection",
    advice: "is it running, and is the address correct?",
  },
  TTLExpired: {
    happened: "the proxy did not reach the server in time (TTL expired)",
    advice: "is the server running?",
  },
  CommandNotSupported: {
    happened: "the proxy does not support tunnels (command not supported)",
    advice: "use another proxy",
  },
  AddressNotSupported: {
    happened: "the proxy does not support this type of address (type not supported)",
    advice: "use another name or address for the server",
  },
};
