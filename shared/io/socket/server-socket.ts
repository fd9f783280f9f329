/** What HTTP/2 needs of a connection whose handshake is done. A socket of Node is one. */
export interface ServerSocket {
  readonly writable: boolean;
  /** The bytes that wait until the server reads. */
  readonly writableLength: number;
  readonly destroyed: boolean;
  /** The error that ended it, if one did. */
  readonly errored: Error | null;
  write(bytes: Buffer): unknown;
  /** Ends at once. The listeners of `close` are called later; those of `error` before them, where there is an error. */
  destroy(error?: Error): unknown;
  on(event: "data", listener: (chunk: Buffer) => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  once(event: "close", listener: () => void): unknown;
}

/** Closes `socket` when `signal` fires. */
export function endWith(signal: AbortSignal, socket: ServerSocket): void {
  const end = (): unknown => socket.destroy(signal.reason);
  signal.addEventListener("abort", end, { once: true });
  socket.once("close", () => signal.removeEventListener("abort", end));
  if (signal.aborted) end();
}
