import { type BunSocket, type BunSocketHandlers, bun } from "./bun-runtime.ts";
import { isNamedFor, nameToSend } from "./certificate-name.ts";
import type { ServerSocket } from "./server-socket.ts";
import type { SocketEndpoint } from "./socket.ts";

/**
 * Opens a connection to a server whose certificate is good and which chooses HTTP/2. Resolves to undefined where the
 * server has no such certificate, chooses another protocol or does not respond. Returns undefined where this is not Bun.
 * `openSocket` then succeeds, or its error says what is wrong. The first packet is sent before this returns.
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
  const { socket, handlers } = wrapAsNodeSocket((connected) => isNamed(connected, name), resolve);
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

/** A socket of Bun in the form that Node gives it, and what Bun calls. */
interface AdaptedSocket {
  readonly socket: ServerSocket;
  readonly handlers: BunSocketHandlers;
}

/**
 * Makes a socket of Bun that is not connected yet usable as a socket of Node. `opened` gets it when the handshake is
 * done, the server has chosen HTTP/2 and `isTrusted` agrees; else undefined, and the socket is closed.
 */
function wrapAsNodeSocket(
  isTrusted: (socket: BunSocket) => boolean,
  opened: (socket: ServerSocket | undefined) => void,
): AdaptedSocket {
  const listeners = { data: new Set<Listener>(), error: new Set<Listener>(), close: new Set<Listener>() };
  let connected: BunSocket | undefined;
  /** What the server sent before there was a listener. */
  let early: Buffer[] | undefined = [];
  let unsent: Buffer[] = [];
  /** The length of all of `unsent`, which each reply to the server asks for. */
  let unsentBytes = 0;
  let destroyed = false;
  let errored: Error | null = null;

  function send(): void {
    for (let bytes = unsent[0]; bytes !== undefined; bytes = unsent[0]) {
      const taken = Math.max(0, connected?.write(bytes) ?? 0);
      // Writing may end the socket.
      if (destroyed) return;
      unsentBytes -= taken;
      if (taken < bytes.length) {
        unsent[0] = bytes.subarray(taken);
        return;
      }
      unsent.shift();
    }
  }

  function end(error?: Error): void {
    if (destroyed) return;
    destroyed = true;
    errored = error ?? null;
    unsent = [];
    unsentBytes = 0;
    early = undefined;
    opened(undefined);
    connected?.close();
    setImmediate(() => {
      if (error !== undefined) emit("error", error);
      emit("close");
    });
  }

  function emit(event: keyof typeof listeners, given?: Buffer | Error): void {
    for (const listener of listeners[event]) listener(given);
  }

  function passEarly(): void {
    const chunks = early ?? [];
    early = undefined;
    for (const chunk of chunks) if (!destroyed) emit("data", chunk);
  }

  const socket: ServerSocket = {
    get writable() {
      return !destroyed;
    },
    get writableLength() {
      return unsentBytes;
    },
    get destroyed() {
      return destroyed;
    },
    get errored() {
      return errored;
    },
    write(bytes) {
      if (destroyed) return;
      unsent.push(bytes);
      unsentBytes += bytes.length;
      // The others wait for `drain`.
      if (unsent.length === 1) send();
    },
    destroy: end,
    on(event: "data" | "error", listener: (given: never) => void) {
      listeners[event].add(listener as Listener);
      if (event === "data" && early !== undefined) queueMicrotask(passEarly);
    },
    once: (_, listener) => listeners.close.add(listener),
  };
  const handlers: BunSocketHandlers = {
    open(opening) {
      connected = opening;
      if (destroyed) opening.close();
      opening.setNoDelay(true);
      opening.setKeepAlive(true, 30_000);
    },
    handshake(shaken, success, error) {
      const isGood = success && !error && shaken.alpnProtocol === "h2" && isTrusted(shaken);
      if (isGood && !destroyed) opened(socket);
      else end();
    },
    data(_, chunk) {
      if (destroyed) return;
      if (early === undefined) emit("data", chunk);
      else early.push(chunk);
    },
    drain: send,
    error: (_, error) => end(nameAlert(error)),
    close: (_, error) => end(error && nameAlert(error)),
    connectError: () => end(),
  };
  return { socket, handlers };
}

type Listener = (given?: Buffer | Error) => void;

/** An alert of TLS gets the code that it has in Node. */
function nameAlert(error: Error): Error {
  const [, reason] = /^error:[0-9a-f]+:[^:]*:[^:]*:([A-Z0-9_]+)$/.exec(error.message) ?? [];
  return reason === undefined ? error : Object.assign(new Error(error.message), { code: `ERR_SSL_${reason}` });
}
