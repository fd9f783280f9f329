import { type BunSocket, type BunSocketHandlers, bun } from "./bun-runtime.ts";
import { isNamedFor, nameToSend } from "./certificate-name.ts";
import type { ServerSocket } from "./server-socket.ts";
import type { SocketEndpoint } from "./socket.ts";

/**
 * Opens a connection to a server whose certificate is good and which chooses HTTP/2. The first packet is sent before this
 * returns. The caller uses `openSocket` instead, whose error says what is wrong, if this
 *   returns undefined         the program does not run in Bun, or Bun cannot check the server as Go does
 *   resolves to undefined     the server has no such certificate, chooses another protocol or does not respond
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
  // No name is sent for an address, and Bun then compares the host.
  if (isAddress(name) && name !== host) return undefined;
  const { promise, resolve, reject } = Promise.withResolvers<ServerSocket | undefined>();
  const socket = new BunServerSocket((bunSocket) => isNamed(bunSocket, name), resolve);
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
      socket: socket.handlers,
    });
    opening.catch(() => resolve(undefined));
  } catch {
    resolve(undefined);
  }
  return promise.finally(() => signal.removeEventListener("abort", giveUp));
}

/** Whether the certificate is for a name. Bun compares the Common Name too, Go only subjectAltName (crypto/x509: VerifyHostname). */
function isNamed(socket: BunSocket, name: string): boolean {
  const certificate = socket.getPeerX509Certificate();
  if (certificate === undefined) return false;
  if (isAddress(name)) return certificate.checkIP(name) !== undefined;
  return isNamedFor(certificate.subjectAltName ?? "", name);
}

/** Whether a host can only be an address. `isIP` is not used, because it would load `node:net`. */
function isAddress(name: string): boolean {
  return name.includes(":") || /^[\d.]+$/.test(name);
}

type Listener = (given?: Buffer | Error) => void;

/**
 * A socket of Bun as a socket of Node. Bun calls the {@link handlers}, in this order:
 *   open          the connection exists, and TLS begins
 *   handshake     the server is trusted: `onOpened` gets the socket. Or it is not: the socket ends
 *   data, drain   bytes arrive, and further ones can be sent
 *   error, close  the socket ends: `onOpened` gets undefined
 */
class BunServerSocket implements ServerSocket {
  readonly handlers: BunSocketHandlers;
  readonly #onOpened: (socket: ServerSocket | undefined) => void;
  readonly #listeners = { data: new Set<Listener>(), error: new Set<Listener>(), close: new Set<Listener>() };
  #bunSocket: BunSocket | undefined;
  /** What the server sent before there was a listener. Undefined since there is one. */
  #early: Buffer[] | undefined = [];
  #unsent: Buffer[] = [];
  /** The length of all of `#unsent`, which each reply to the server asks for. */
  #unsentBytes = 0;
  #isDestroyed = false;
  #error: Error | null = null;

  /**
   * @param isTrusted whether a server that has chosen HTTP/2 is the right one
   * @param onOpened gets the socket when the handshake is done and the server is trusted, and undefined whenever the socket
   * ends. So it may be called twice, and only the first call counts.
   */
  constructor(isTrusted: (socket: BunSocket) => boolean, onOpened: (socket: ServerSocket | undefined) => void) {
    this.#onOpened = onOpened;
    this.handlers = {
      open: (bunSocket) => {
        this.#bunSocket = bunSocket;
        if (this.#isDestroyed) bunSocket.close();
        bunSocket.setNoDelay(true);
        bunSocket.setKeepAlive(true, 30_000);
      },
      handshake: (bunSocket, success, error) => {
        const isGood = success && !error && bunSocket.alpnProtocol === "h2" && isTrusted(bunSocket);
        if (isGood && !this.#isDestroyed) onOpened(this);
        else this.destroy();
      },
      data: (_, chunk) => {
        if (this.#isDestroyed) return;
        if (this.#early === undefined) this.#emit("data", chunk);
        else this.#early.push(chunk);
      },
      drain: () => this.#send(),
      error: (_, error) => this.destroy(nameAlert(error)),
      close: (_, error) => this.destroy(error && nameAlert(error)),
      connectError: () => this.destroy(),
    };
  }

  get writable(): boolean {
    return !this.#isDestroyed;
  }

  get writableLength(): number {
    return this.#unsentBytes;
  }

  get destroyed(): boolean {
    return this.#isDestroyed;
  }

  get errored(): Error | null {
    return this.#error;
  }

  write(bytes: Buffer): void {
    if (this.#isDestroyed) return;
    this.#unsent.push(bytes);
    this.#unsentBytes += bytes.length;
    // The others wait for `drain`.
    if (this.#unsent.length === 1) this.#send();
  }

  destroy(error?: Error): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#error = error ?? null;
    this.#unsent = [];
    this.#unsentBytes = 0;
    this.#early = undefined;
    this.#onOpened(undefined);
    this.#bunSocket?.close();
    setImmediate(() => {
      if (error !== undefined) this.#emit("error", error);
      this.#emit("close");
    });
  }

  on(event: "data" | "error", listener: (given: never) => void): void {
    this.#listeners[event].add(listener as Listener);
    if (event === "data" && this.#early !== undefined) queueMicrotask(() => this.#passEarly());
  }

  once(_event: "close", listener: () => void): void {
    this.#listeners.close.add(listener);
  }

  /** Sends what waits, until the socket takes no more. */
  #send(): void {
    for (let bytes = this.#unsent[0]; bytes !== undefined; bytes = this.#unsent[0]) {
      const takenBytes = Math.max(0, this.#bunSocket?.write(bytes) ?? 0);
      // Writing may end the socket.
      if (this.#isDestroyed) return;
      this.#unsentBytes -= takenBytes;
      if (takenBytes < bytes.length) {
        this.#unsent[0] = bytes.subarray(takenBytes);
        return;
      }
      this.#unsent.shift();
    }
  }

  #emit(event: "data" | "error" | "close", given?: Buffer | Error): void {
    for (const listener of this.#listeners[event]) listener(given);
  }

  #passEarly(): void {
    const chunks = this.#early ?? [];
    this.#early = undefined;
    for (const chunk of chunks) if (!this.#isDestroyed) this.#emit("data", chunk);
  }
}

/** Gives an error about an alert of TLS the code that it has in Node: `ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED`. */
function nameAlert(error: Error): Error {
  const [, reason] = /^error:[0-9a-f]+:[^:]*:[^:]*:([A-Z0-9_]+)$/.exec(error.message) ?? [];
  return reason === undefined ? error : Object.assign(new Error(error.message), { code: `ERR_SSL_${reason}` });
}
