import { randomInt } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";

/**
 * Finds ports that are free. They differ, since each is held until the last is found. They lie below those that systems
 * use for outgoing connections (Linux from 32768, others from 49152), since such a connection could take a port before
 * its server has started, or while it restarts.
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
