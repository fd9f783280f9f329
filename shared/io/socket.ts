import { connect as connectPlain, isIP, type Socket } from "node:net";
import {
  type ConnectionOptions,
  checkServerIdentity,
  connect as connectTls,
  type PeerCertificate,
  type TLSSocket,
} from "node:tls";
import type { TlsMaterial } from "./tls-material.ts";

/** One end of a TCP connection, and what to speak over it. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
  /** Absent: plain TCP. */
  readonly tls?: TlsMaterial;
  readonly protocols: readonly string[];
}

/** Opens a connection, handshake included; the first packet leaves before this returns. @throws what the socket says. */
export function openSocket(to: Endpoint, signal: AbortSignal): Promise<Socket | TLSSocket> {
  const { host, port, tls } = to;
  // Of the addresses of one name Node gives each but the last 250 ms, and a healthy server may be slower than that. Go
  // shares out all the time there is (net, Dialer.DialContext).
  const where = { host, port, autoSelectFamilyAttemptTimeout: 3000 };
  const socket = tls === undefined ? connectPlain(where) : connectTls({ ...where, ...handshake(to, tls) });
  socket.setNoDelay(true);
  socket.setKeepAlive(true, 30_000);
  return settled(socket, tls === undefined ? "connect" : "secureConnect", signal);
}

/** Does the handshake with `to` over a connection that leads there already. @throws what the socket says. */
export function secured(
  socket: Socket,
  to: Endpoint & { readonly tls: TlsMaterial },
  signal: AbortSignal,
): Promise<Socket | TLSSocket> {
  return settled(connectTls({ socket, ...handshake(to, to.tls) }), "secureConnect", signal);
}

/** From now on the end of `signal` is the end of `socket`. */
export function endWith(signal: AbortSignal, socket: Socket): void {
  const end = (): unknown => socket.destroy(signal.reason);
  signal.addEventListener("abort", end, { once: true });
  socket.once("close", () => signal.removeEventListener("abort", end));
  if (signal.aborted) end();
}

function settled<S extends Socket>(socket: S, event: string, signal: AbortSignal): Promise<S> {
  return new Promise((resolve, reject) => {
    const giveUp = (): unknown => socket.destroy(signal.reason);
    signal.addEventListener("abort", giveUp, { once: true });
    const fail = (error: unknown): void => reject(signal.aborted ? signal.reason : error);
    // Also later: it may break before anybody uses it, and must not end the process then; whoever uses it will see.
    socket.on("error", fail);
    socket.once("close", () => {
      signal.removeEventListener("abort", giveUp);
      fail(Object.assign(new Error("closed before it was open"), { code: "ECONNRESET" }));
    });
    socket.once(event, () => {
      signal.removeEventListener("abort", giveUp);
      resolve(socket);
    });
    if (signal.aborted) giveUp();
  });
}

function handshake({ host, protocols }: Endpoint, tls: TlsMaterial): ConnectionOptions {
  const { secureContext, servername, rejectUnauthorized } = tls;
  const name = servername ?? host;
  return {
    secureContext,
    rejectUnauthorized,
    ALPNProtocols: [...protocols],
    // RFC 6066 allows names only, and no dot at their end; the certificate is held against the name as it is (Go,
    // crypto/tls: hostnameInSNI).
    servername: isIP(name) === 0 ? name.replace(/\.+$/, "") : "",
    checkServerIdentity: (_, certificate) => misnamed(name, certificate),
  };
}

// Node would take the Common Name for lack of another; Go looks at subjectAltName only (crypto/x509: VerifyHostname).
function misnamed(name: string, certificate: PeerCertificate): Error | undefined {
  if (certificate.subjectaltname === undefined) {
    return Object.assign(new Error("no subjectAltName"), { code: "ERR_TLS_COMMON_NAME_ONLY" });
  }
  return checkServerIdentity(name, { ...certificate, subject: { ...certificate.subject, CN: "" } });
}
