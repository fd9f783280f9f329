import { execFileSync } from "node:child_process";
import dns from "node:dns";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, test, vi } from "vitest";
import { openSocket } from "../../../shared/io/socket/socket.ts";
import { closeAfterEach } from "../closed-after-each.ts";
import { listen } from "../listen.ts";

const never = new AbortController().signal;
const closing = closeAfterEach();
afterEach(() => vi.restoreAllMocks());

// What a test cannot write into the machine's own list of hosts.
function resolveTo(...addresses: readonly string[]): void {
  const found = addresses.map((address) => ({ address, family: 4 }));
  const lookup = (_name: string, _options: object, done: (error: null, all: typeof found) => void): void =>
    done(null, found);
  vi.spyOn(dns, "lookup").mockImplementation(lookup as never);
}

interface SlowPort {
  readonly port: number;
  /** From now on it lets in who comes. */
  readonly wake: () => void;
}

/** Listens and accepts no connection: its queue is full, so that a client retries after a second. */
async function slowPort(): Promise<SlowPort> {
  const waiting = `
    const { parentPort, workerData } = require("node:worker_threads");
    const server = require("node:net").createServer();
    server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
      parentPort.postMessage(server.address().port);
      Atomics.wait(workerData, 0, 0);
    });`;
  const asleep = new Int32Array(new SharedArrayBuffer(4));
  const wake = (): void => {
    Atomics.store(asleep, 0, 1);
    Atomics.notify(asleep, 0);
  };
  const worker = new Worker(waiting, { eval: true, workerData: asleep });
  closing.push(() => worker.terminate());
  const [port] = (await once(worker, "message")) as [number];
  // The queue has room for two connections, which are never accepted.
  const filling = Array.from({ length: 4 }, () => connect({ port, host: "127.0.0.1" }).on("error", () => {}));
  closing.push(() => filling.map((socket: Socket) => socket.destroy()));
  await Promise.all(filling.slice(0, 2).map((socket) => once(socket, "connect")));
  return { port, wake };
}

describe("a name with several addresses leads to the first that answers", () => {
  test("a slow address is used although no server listens at the last one", async () => {
    const { port, wake } = await slowPort();
    resolveTo("127.0.0.1", "127.0.0.9");
    let isOpen = false;
    const opening = openSocket({ host: "two.test", port, protocols: [] }, never).finally(() => {
      isOpen = true;
    });
    // Longer than Node by itself would wait for the first address.
    await pause(700);
    // Else it has not been slow, and nothing was tried.
    expect(isOpen).toBe(false);
    wake();
    const socket = await opening;
    closing.push(() => socket.destroy());
    expect(socket.remoteAddress).toBe("127.0.0.1");
  });

  test("an address where no server listens is passed over", async () => {
    const server = createServer();
    const port = await listen(server);
    closing.push(() => server.close());
    resolveTo("127.0.0.9", "127.0.0.1");
    const socket = await openSocket({ host: "two.test", port, protocols: [] }, never);
    closing.push(() => socket.destroy());
    expect(socket.remoteAddress).toBe("127.0.0.1");
  });
});

// Elsewhere the machine's own list cannot be taken away.
test.runIf(process.platform === "linux")("a machine without authorities trusts none, and not Mozilla's list", () => {
  const file = fileURLToPath(new URL("../../../shared/io/socket/system-authorities.ts", import.meta.url));
  const program = `import { systemAuthorities } from ${JSON.stringify(file)};
    console.log(JSON.stringify(systemAuthorities() ?? "Mozilla's"));`;
  const env = { SSL_CERT_FILE: "/dev/null", SSL_CERT_DIR: "/dev/null" };
  const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", program], { env, stdio: "pipe" });
  expect(JSON.parse(`${printed}`)).toEqual([]);
});
