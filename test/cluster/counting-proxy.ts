import { connect, createServer } from "node:net";
import { listen } from "../io/listen.ts";
import type { Cluster } from "./server.ts";

/** A proxy that counts the connections to an API server. It forwards TCP, so that TLS passes through unchanged. */
export interface CountingProxy {
  readonly port: number;
  readonly connections: () => number;
  readonly close: () => void;
}

/** Starts the proxy. Each chunk of bytes waits `delayMs` in each direction, as on a slow network. */
export async function countConnectionsTo({ url }: Pick<Cluster, "url">, delayMs: number): Promise<CountingProxy> {
  const serverPort = Number(new URL(url).port);
  let connectionCount = 0;
  const listener = createServer((client) => {
    connectionCount += 1;
    const server = connect(serverPort, "127.0.0.1");
    const directions = [
      [client, server],
      [server, client],
    ] as const;
    for (const [sender, receiver] of directions) {
      sender.on("data", (chunk) => setTimeout(() => receiver.write(chunk), delayMs));
      sender.on("end", () => setTimeout(() => receiver.end(), delayMs));
    }
    client.on("error", () => server.destroy());
    server.on("error", () => client.destroy());
  });
  const port = await listen(listener);
  return { port, connections: () => connectionCount, close: () => listener.close() };
}
