import { execFileSync } from "node:child_process";
import dns from "node:dns";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, test, vi } from "vitest";
import { openSocket } from "../../shared/io/socket.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  vi.restoreAllMocks();
});

// What a test cannot write into the machine's own list of hosts.
function resolveTo(...addresses: readonly string[]): void {
  const found = addresses.map((address) => ({ address, family: 4 }));
  const lookup = (_name: string, _options: object, done: (error: null, all: typeof found) => void): void =>
    done(null, found);
  vi.spyOn(dns, "lookup").mockImplementation(lookup as never);
}

/** Listens, but for `milliseconds` lets nobody in: its queue is full, and connections are tried again after a second. */
async function slowPort(milliseconds: number): Promise<number> {
  const waiting = `
    const { parentPort, workerData } = require("node:worker_threads");
    const server = require("node:net").createServer();
    server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
      parentPort.postMessage(server.address().port);
      parentPort.once("message", () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, workerData));
    });`;
  const worker = new Worker(waiting, { eval: true, workerData: milliseconds });
  closing.push(() => worker.terminate());
  const [port] = (await once(worker, "message")) as [number];
  worker.postMessage("wait");
  await new Promise((resolve) => setTimeout(resolve, 50));
  const filling = Array.from({ length: 4 }, () => connect({ port, host: "127.0.0.1" }).on("error", () => {}));
  closing.push(() => filling.map((socket: Socket) => socket.destroy()));
  await new Promise((resolve) => setTimeout(resolve, 50));
  return port;
}

describe("a name with several addresses leads to the first that answers", () => {
  test("also where that takes a second, and nobody is at the last", async () => {
    const port = await slowPort(700);
    resolveTo("127.0.0.1", "127.0.0.9");
    const begun = Date.now();
    const socket = await openSocket({ host: "two.test", port, protocols: [] }, AbortSignal.timeout(10_000));
    closing.push(() => socket.destroy());
    expect(socket.remoteAddress).toBe("127.0.0.1");
    // Else it has not been slow, and nothing was tried.
    expect(Date.now() - begun).toBeGreaterThan(400);
  });

  test("and past one where nobody is", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    closing.push(() => server.close());
    resolveTo("127.0.0.9", "127.0.0.1");
    const { port } = server.address() as AddressInfo;
    const socket = await openSocket({ host: "two.test", port, protocols: [] }, AbortSignal.timeout(10_000));
    closing.push(() => socket.destroy());
    expect(socket.remoteAddress).toBe("127.0.0.1");
  });
});

// Elsewhere the machine's own list cannot be taken away.
test.runIf(process.platform === "linux")("a machine that trusts nobody trusts nobody, and not Mozilla's list", () => {
  const file = fileURLToPath(new URL("../../shared/io/tls-material.ts", import.meta.url));
  const program = `import { systemAuthorities } from ${JSON.stringify(file)};
    console.log(JSON.stringify(systemAuthorities() ?? "Mozilla's"));`;
  const env = { SSL_CERT_FILE: "/dev/null", SSL_CERT_DIR: "/dev/null" };
  const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", program], { env, stdio: "pipe" });
  expect(JSON.parse(`${printed}`)).toEqual([]);
});
