import { randomInt } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";

/**
 * Ports that were free a moment ago, all different because all are held until the last is known. They lie below those
 * that systems give to outgoing connections (Linux from 32768, others from 49152), which could take one before its
 * server has started, or while it starts again.
 */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listenSomewhere));
  return await Promise.all(
    servers.map(async (server) => {
      const { port } = server.address() as AddressInfo;
      await new Promise((resolve) => server.close(resolve));
      return port;
    }),
  );
}

async function listenSomewhere(): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    const server = createServer();
    try {
      await once(server.listen(randomInt(10_000, 32_000), "127.0.0.1"), "listening");
      return server;
    } catch (cause) {
      if (attempt === 100) throw new Error("no free port in a hundred", { cause });
    }
  }
}
