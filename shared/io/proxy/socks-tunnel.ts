import type { Socket } from "node:net";
import { SocksClient } from "socks";
import { type ConnectionFault, cannotConnect, type ServerIdentity } from "../errors/connection-faults.ts";
import type { ConnectionError } from "../errors/errors.ts";
import type { ForwardProxy } from "./forward-proxy.ts";
import type { ProxyPassage } from "./passage.ts";
import { closedWithoutResponse, notAProxyError, proxyTimeoutError } from "./proxy-errors.ts";

/**
 * Requests a tunnel to the server from a SOCKS5 proxy (RFC 1928, RFC 1929). As with Go, the proxy looks the server's
 * name up.
 * @throws ConnectionError where the proxy opens none; the reason of the deadline's signal where that ended it.
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
      // The library has a time-out of its own, which must not end before the deadline.
      timeout: timeoutMs + 1000,
    });
  } catch (error) {
    if (deadline.isOver()) throw proxyTimeoutError(identity, timeoutMs);
    deadline.signal.throwIfAborted();
    // The error of the library is not passed as the cause, because it contains the password.
    throw socksError(error instanceof Error ? error.message : "", proxy, identity);
  }
}

// The length of each is one byte. Go refuses an empty name, and accepts an empty password.
function isSendable({ name, password }: { readonly name: string; readonly password: string }): boolean {
  return name !== "" && Math.max(Buffer.byteLength(name), Buffer.byteLength(password)) <= 255;
}

// The error by the messages of socks 2.8 (build/common/constants.js, ERRORS and Socks5Response). It has no codes.
function socksError(message: string, proxy: ForwardProxy, identity: ServerIdentity): ConnectionError {
  const reply = /rejected connection - (\w+)/.exec(message)?.[1];
  if (reply !== undefined) {
    const [happened, advice] = replies[reply] ?? [
      `the proxy denied the connection (${reply})`,
      "ask its administrator",
    ];
    return cannotConnect(identity, [reply === "TTLExpired" ? "timeout" : "unreachable", happened, advice]);
  }
  if (/Authentication failed|no accepted auth|unknown auth/i.test(message)) {
    const fault: ConnectionFault =
      proxy.user === undefined
        ? [
            "credentials",
            "the proxy requires a user and password",
            `set them in ${proxy.from}, as in socks5://USER:PASSWORD@HOST:PORT`,
          ]
        : ["credentials", `the proxy rejected the user and password of ${proxy.from}`, "correct them there"];
    return cannotConnect(identity, fault);
  }
  if (/closed|reset|EPIPE/i.test(message)) return notAProxyError(proxy, identity, closedWithoutResponse);
  return notAProxyError(proxy, identity, "does not respond in SOCKS5");
}

/** What a SOCKS5 proxy replies that opens no tunnel, by its name in the library socks (RFC 1928, section 6). */
const replies: Readonly<Record<string, readonly [happened: string, advice: string]>> = {
  Failure: ["the proxy failed (general failure)", "is the server running, and can the proxy reach it?"],
  NotAllowed: ["the proxy denied the connection (not allowed by its rules)", "ask its administrator to allow it"],
  NetworkUnreachable: ["the proxy has no route to the server's network", "check the server's address"],
  HostUnreachable: ["the proxy has no route to the server", "check the server's name and address"],
  ConnectionRefused: ["the server refused the proxy's connection", "is it running, and is the address correct?"],
  TTLExpired: ["the proxy did not reach the server in time (TTL expired)", "is the server running?"],
  CommandNotSupported: ["the proxy does not support tunnels (command not supported)", "use another proxy"],
  AddressNotSupported: [
    "the proxy does not support this type of address (type not supported)",
    "use another name or address for the server",
  ],
};
