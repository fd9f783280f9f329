import { type AddressInfo, connect, createServer } from "node:net";

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
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port: own } = server.address() as AddressInfo;
  return { port: own, connections: () => count, close: () => server.close() };
}
