import { adaptSocket } from "./adapted-socket.ts";
import { type BunSocket, bun } from "./bun-runtime.ts";
import { isNamedFor, nameToSend } from "./certificate-name.ts";
import type { ServerSocket } from "./server-socket.ts";
import type { SocketEndpoint } from "./socket.ts";

/**
 * Opens a connection to a server whose certificate is good and which chooses HTTP/2. Resolves to undefined where the
 * server is not such a one or does not respond, and returns it where this is not Bun: `openSocket` succeeds then, or
 * says what is wrong. The first packet is sent before this returns.
 * @throws the reason of `signal`. A connection that no server has accepted by then lasts until the system gives it up,
 * because Bun cannot.
 */
export function openHttp2Socket(
  to: SocketEndpoint,
  signal: AbortSignal,
): Promise<ServerSocket | undefined> | undefined {
  const { host, port, tls, protocols } = to;
  if (bun === undefined || tls?.authority === undefined || !tls.rejectUnauthorized) return undefined;
  if (protocols[0] !== "h2" || signal.aborted) return undefined;
  const name = tls.servername ?? host;
  // Bun would compare the host, which it does where no name is sent.
  if (isAddress(name) && name !== host) return undefined;
  const { promise, resolve, reject } = Promise.withResolvers<ServerSocket | undefined>();
  const { socket, handlers } = adaptSocket((connected) => isNamed(connected, name), resolve);
  const giveUp = (): void => {
    reject(signal.reason);
    socket.destroy();
  };
  signal.addEventListener("abort", giveUp, { once: true });
  try {
    const { authority: ca, cert, key } = tls;
    const serverName = nameToSend(name, isAddress(name));
    const ALPNProtocols = protocols.map((protocol) => String.fromCharCode(protocol.length) + protocol).join("");
    // Go trusts every certificate of the authority's file, intermediates too.
    const trust = { ca, rejectUnauthorized: true, allowPartialTrustChain: true } as const;
    const opening = bun.connect({
      hostname: host,
      port,
      tls: { ...trust, cert, key, serverName, ALPNProtocols },
      socket: handlers,
    });
    opening.catch(() => resolve(undefined));
  } catch {
    resolve(undefined);
  }
  return promise.finally(() => signal.removeEventListener("abort", giveUp));
}

// Bun compares the Common Name too. Go checks subjectAltName only (crypto/x509: VerifyHostname).
function isNamed(socket: BunSocket, name: string): boolean {
  const certificate = socket.getPeerX509Certificate();
  if (certificate === undefined) return false;
  if (isAddress(name)) return certificate.checkIP(name) !== undefined;
  return isNamedFor(certificate.subjectAltName ?? "", name);
}

/** Whether it can only be an address. `isIP` of `node:net` would load that. */
function isAddress(name: string): boolean {
  return name.includes(":") || /^[\d.]+$/.test(name);
}
