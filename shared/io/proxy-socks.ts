import type { Socket } from "node:net";
import { SocksClient } from "socks";
import type { ConnectionError, ConnectionReason } from "./errors.ts";
import { cannotConnect, type Party } from "./faults.ts";
import type { ForwardProxy } from "./proxy.ts";
import type { Passage } from "./proxy-dial.ts";
import { noProxyThere, tooLate } from "./proxy-faults.ts";

/**
 * Asks a SOCKS5 proxy to lead on to the server (RFC 1928, RFC 1929); the proxy looks the server's name up, as with Go.
 * @throws ConnectionError where it does not; the reason of the deadline's signal where that ended it.
 */
export async function socksTunnel(socket: Socket, passage: Passage): Promise<void> {
  const { proxy, server, party, milliseconds, deadline } = passage;
  const { host, port, user } = proxy;
  if (user !== undefined && !isSayable(user)) {
    throw cannotConnect(party, "credentials", `user and password of ${proxy.from} must have 1 to 255 bytes each`);
  }
  try {
    await SocksClient.createConnection({
      command: "connect",
      destination: { host: server.host, port: server.port },
      proxy: { type: 5, host, port, ...(user !== undefined && { userId: user.name, password: user.password }) },
      existing_socket: socket,
      // It has a time-out of its own, which must not be the first.
      timeout: milliseconds + 1000,
    });
  } catch (error) {
    if (deadline.isOver()) throw tooLate(party, milliseconds);
    deadline.signal.throwIfAborted();
    // Not as the cause: it carries the password.
    throw faultOf(error instanceof Error ? error.message : "", proxy, party);
  }
}

// Each length is one byte on the wire; Go refuses an empty name, and takes an empty password.
function isSayable({ name, password }: { readonly name: string; readonly password: string }): boolean {
  return name !== "" && Math.max(Buffer.byteLength(name), Buffer.byteLength(password)) <= 255;
}

// By the messages of socks 2.8 (build/common/constants.js, ERRORS and Socks5Response): it has no codes.
function faultOf(message: string, proxy: ForwardProxy, party: Party): ConnectionError {
  const reply = /rejected connection - (\w+)/.exec(message)?.[1];
  if (reply !== undefined) {
    const [reason, happened] = replies[reply] ?? ["unreachable", `the proxy refuses (${reply}); ask who runs it`];
    return cannotConnect(party, reason, happened);
  }
  if (/Authentication failed|no accepted auth|unknown auth/i.test(message)) {
    const wrong = `does not accept the user and password of ${proxy.from}; correct them there`;
    const none = `wants a user and a password; write them into ${proxy.from}, as in socks5://USER:PASSWORD@HOST:PORT`;
    return cannotConnect(party, "credentials", `the proxy ${proxy.user === undefined ? none : wrong}`);
  }
  if (/closed|reset|EPIPE/i.test(message)) return noProxyThere(proxy, party, "closed the connection without an answer");
  return noProxyThere(proxy, party, "does not answer in SOCKS5");
}

// RFC 1928, section 6.
const replies: Readonly<Record<string, readonly [reason: ConnectionReason, happened: string]>> = {
  Failure: ["unreachable", "the proxy failed (general failure); is the server running, and can the proxy reach it?"],
  NotAllowed: ["unreachable", "the proxy forbids it (not allowed by its rules); ask who runs it for leave"],
  NetworkUnreachable: ["unreachable", "the proxy has no route to the server's network; check the server's address"],
  HostUnreachable: ["unreachable", "the proxy finds no way to the server; check the server's name and address"],
  ConnectionRefused: [
    "unreachable",
    "the server refuses the proxy's connection; is it running, and is this its address?",
  ],
  TTLExpired: ["timeout", "the proxy did not reach the server in time (TTL expired); is the server running?"],
  CommandNotSupported: ["unreachable", "the proxy opens no tunnels (command not supported); use another proxy"],
  AddressNotSupported: [
    "unreachable",
    "the proxy cannot use such an address (type not supported); name the server otherwise",
  ],
};
