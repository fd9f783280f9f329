import type { BunSocket, BunSocketHandlers } from "./bun-runtime.ts";
import type { ServerSocket } from "./server-socket.ts";

/** A socket of Bun in the form that Node gives it, and what Bun calls. */
export interface AdaptedSocket {
  readonly socket: ServerSocket;
  readonly handlers: BunSocketHandlers;
}

/**
 * Makes a socket of Bun that is not connected yet usable as a socket of Node. `opened` gets it when the handshake is
 * done, the server has chosen HTTP/2 and `isTrusted` agrees; else undefined, and the socket is closed.
 */
export function adaptSocket(
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
      if (error !== undefined) tell("error", error);
      tell("close");
    });
  }

  function tell(event: keyof typeof listeners, given?: Buffer | Error): void {
    for (const listener of listeners[event]) listener(given);
  }

  function passEarly(): void {
    const chunks = early ?? [];
    early = undefined;
    for (const chunk of chunks) if (!destroyed) tell("data", chunk);
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
      if (early === undefined) tell("data", chunk);
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
