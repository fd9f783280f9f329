import { connect, createServer, type Socket } from "node:net";
import { listen } from "../io/listen.ts";

/** A way to a server that can be broken in the ways in which load balancers break; TLS goes through it untouched. */
export interface Passage {
  readonly port: number;
  /** Milliseconds since 1970 at which each connection was opened. */
  readonly visits: readonly number[];
  /** Who is let through now. */
  open(): number;
  /** Ends all that go through, without a word; with `bytes` each after so many more from the server. */
  cut(bytes?: number): void;
  /** Drops all bytes of the open connections silently, in both directions. New connections work. */
  swallow(): void;
  /** Whether new ones are let through; else they are ended at once. */
  admit(does: boolean): void;
  close(): Promise<void>;
}

interface Pair {
  readonly client: Socket;
  readonly upstream: Socket;
  isSwallowed: boolean;
  /** From the server, until it is cut. */
  bytesLeft: number;
}

/** To `target` on this machine. */
export async function openPassage(target: number): Promise<Passage> {
  const pairs = new Set<Pair>();
  const visits: number[] = [];
  let admits = true;

  const server = createServer((client) => {
    visits.push(Date.now());
    client.on("error", () => {});
    if (!admits) {
      client.destroy();
      return;
    }
    const upstream = connect(target, "127.0.0.1");
    const pair: Pair = { client, upstream, isSwallowed: false, bytesLeft: Number.POSITIVE_INFINITY };
    pairs.add(pair);
    upstream.on("error", () => {});
    client.on("data", (chunk: Buffer) => pair.isSwallowed || upstream.write(chunk));
    upstream.on("data", (chunk: Buffer) => {
      if (pair.isSwallowed) return;
      client.write(chunk.subarray(0, pair.bytesLeft));
      pair.bytesLeft -= chunk.length;
      if (pair.bytesLeft <= 0) breakOff(pair);
    });
    for (const end of [client, upstream]) end.on("close", () => breakOff(pair));
  });

  function breakOff(pair: Pair): void {
    if (pair.isSwallowed && !pair.client.destroyed) return;
    pairs.delete(pair);
    pair.client.destroySoon();
    pair.upstream.destroy();
  }

  const port = await listen(server);
  return {
    port,
    visits,
    open: () => pairs.size,
    cut(bytes = 0) {
      for (const pair of pairs) {
        pair.bytesLeft = bytes;
        if (bytes === 0) breakOff(pair);
      }
    },
    swallow() {
      for (const pair of pairs) pair.isSwallowed = true;
    },
    admit(does) {
      admits = does;
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const { client, upstream } of pairs) {
        client.destroy();
        upstream.destroy();
      }
      await closed;
    },
  };
}
