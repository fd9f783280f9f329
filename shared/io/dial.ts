import { connect as connectPlain, isIP, type Socket } from "node:net";
import { type ConnectionOptions, checkServerIdentity, connect as connectTls, type TLSSocket } from "node:tls";
import { noConnection, type Party } from "./faults.ts";
import type { TlsMaterial } from "./tls-material.ts";

/** Where to, with what proof, and for how long to try. */
export interface Address {
  readonly host: string;
  readonly port: number;
  /** Absent: plain TCP. */
  readonly tls?: TlsMaterial;
  readonly milliseconds: number;
  /** Gives up, at whatever point. */
  readonly signal: AbortSignal;
  readonly party: Party;
}

/** A connection whose handshake is done, and the protocol that the server chose. */
export interface Dialled {
  readonly socket: Socket | TLSSocket;
  readonly protocol: "h2" | "http/1.1";
}

/**
 * Opens one connection; the first packet leaves before this returns.
 * @throws ConnectionError after `milliseconds` (the look-up of the name included); else what the socket says.
 */
export function dial(address: Address): Promise<Dialled> {
  const { host, port, tls, milliseconds, signal, party } = address;
  const socket = tls === undefined ? connectPlain({ host, port }) : connectTls({ host, port, ...handshake(host, tls) });
  socket.setNoDelay(true);
  socket.setKeepAlive(true, 30_000);
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => socket.destroy(noConnection(milliseconds, party)), milliseconds);
    const giveUp = (): unknown => socket.destroy(signal.reason);
    signal.addEventListener("abort", giveUp, { once: true });
    socket.once("close", () => {
      clearTimeout(late);
      signal.removeEventListener("abort", giveUp);
    });
    socket.once("error", reject);
    socket.once(tls === undefined ? "connect" : "secureConnect", () => {
      clearTimeout(late);
      socket.off("error", reject);
      // It may break before anybody uses it, and must not end the process then: whoever uses it will see.
      socket.on("error", () => {});
      resolve({ socket, protocol: "alpnProtocol" in socket && socket.alpnProtocol === "h2" ? "h2" : "http/1.1" });
    });
  });
}

function handshake(host: string, { secureContext, servername, rejectUnauthorized }: TlsMaterial): ConnectionOptions {
  const name = servername ?? host;
  return {
    secureContext,
    rejectUnauthorized,
    ALPNProtocols: ["h2", "http/1.1"],
    // An address is checked, but not sent: RFC 6066 allows names only.
    servername: isIP(name) === 0 ? name : "",
    checkServerIdentity: (_, certificate) => checkServerIdentity(name, certificate),
  };
}
