import { connect, createServer } from "node:net";
import { listen } from "../io/listen.ts";

/** A passage to a server that counts who comes through; TLS goes through it untouched. */
export interface CountingProxy {
  readonly port: number;
  readonly connections: () => number;
  readonly close: () => void;
}

/** `delay`: milliseconds that every piece waits in each direction, as on a long way. */
export async function countConnectionsTo(port: number, delay: number): Promise<CountingProxy> {
  let count = 0;
  const server = createServer((client) => {
    count += 1;
    const upstream = connect(port, "127.0.0.1");
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on("data", (chunk) => setTimeout(() => to.write(chunk), delay));
      from.on("end", () => setTimeout(() => to.end(), delay));
    }
    client.on("error", () => upstream.destroy());
    upstream.on("error", () => client.destroy());
  });
  const own = await listen(server);
  return { port: own, connections: () => count, close: () => server.close() };
}
