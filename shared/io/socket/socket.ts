import { connect as connectPlain, isIP, type Socket } from "node:net";
import {
  type ConnectionOptions,
  checkServerIdentity,
  connect as connectTls,
  type PeerCertificate,
  type TLSSocket,
} from "node:tls";
import { isNamedFor, nameToSend } from "./certificate-name.ts";
import { secureContextOf } from "./secure-context.ts";
import type { TlsMaterial } from "./tls.ts";

/** The address of a server, and the protocols to offer it. */
export interface SocketEndpoint {
  readonly host: string;
  readonly port: number;
  /** Absent: plain TCP. */
  readonly tls?: TlsMaterial;
  readonly protocols: readonly string[];
}

/**
 * Opens a connection, handshake included. The first packet is sent before this returns. @throws the socket's error.
 */
export async function openSocket(to: SocketEndpoint, signal: AbortSignal): Promise<Socket | TLSSocket> {
  const { host, port, tls } = to;
  // Node allows each address of a name but the last 250 ms, and a healthy server may be slower. Go divides the whole
  // time among the addresses (net, Dialer.DialContext).
  const where = { host, port, autoSelectFamilyAttemptTimeout: 3000 };
  if (tls === undefined) return waitForEvent(keptAlive(connectPlain(where)), "connect", signal);
  const options = handshake(to, tls);
  // Bun would send the host as the server's name where that is empty, unless the socket is open already.
  if (options.servername === "" && isIP(host) === 0)
    return startTls(await waitForEvent(keptAlive(connectPlain(where)), "connect", signal), { ...to, tls }, signal);
  return waitForEvent(keptAlive(connectTls({ ...where, ...options })), "secureConnect", signal);
}

function keptAlive<S extends Socket>(socket: S): S {
  socket.setNoDelay(true);
  socket.setKeepAlive(true, 30_000);
  return socket;
}

/** Does the TLS handshake with `to` over an open connection to it. @throws the socket's error. */
export function startTls(
  socket: Socket,
  to: SocketEndpoint & { readonly tls: TlsMaterial },
  signal: AbortSignal,
): Promise<Socket | TLSSocket> {
  return waitForEvent(connectTls({ socket, ...handshake(to, to.tls) }), "secureConnect", signal);
}

function waitForEvent<S extends Socket>(socket: S, event: string, signal: AbortSignal): Promise<S> {
  return new Promise((resolve, reject) => {
    const giveUp = (): unknown => socket.destroy(signal.reason);
    signal.addEventListener("abort", giveUp, { once: true });
    const fail = (error: unknown): void => reject(signal.aborted ? signal.reason : error);
    // The listener stays. The socket may break before its first use, and an unhandled error would end the process.
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

function handshake({ host, protocols }: SocketEndpoint, tls: TlsMaterial): ConnectionOptions {
  const name = tls.servername ?? host;
  return {
    secureContext: secureContextOf(tls),
    rejectUnauthorized: tls.rejectUnauthorized,
    ALPNProtocols: [...protocols],
    servername: nameToSend(name, isIP(name) !== 0),
    // Against the unchanged name, as in Go.
    checkServerIdentity: (_, certificate) => checkCertificateName(name, certificate),
  };
}

// Node would fall back to the Common Name, and take a star for a part of a label. Go does neither.
function checkCertificateName(name: string, certificate: PeerCertificate): Error | undefined {
  if (certificate.subjectaltname === undefined) {
    return Object.assign(new Error("no subjectAltName"), { code: "ERR_TLS_COMMON_NAME_ONLY" });
  }
  if (isIP(name) !== 0) return checkServerIdentity(name, certificate);
  if (isNamedFor(certificate.subjectaltname, name)) return undefined;
  return Object.assign(new Error("other names"), { code: "ERR_TLS_CERT_ALTNAME_INVALID" });
}
