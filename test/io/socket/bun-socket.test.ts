import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { createServer as createTlsServer, type TLSSocket, type TlsOptions } from "node:tls";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { installedBun } from "../../../plugin/build/bun-runtimes.ts";
import { openHttp2Socket } from "../../../shared/io/socket/bun-socket.ts";
import { makeCertificates, type Pair } from "../certificates.ts";
import type { BunOutcome, BunTrial } from "./bun-trial.ts";

// Only Bun has these sockets. The suites of the wire hold the executable, which uses them, against kubectl.

const certificates = makeCertificates();
const bun = spawn(installedBun, [fileURLToPath(new URL("./open-by-bun.ts", import.meta.url))], {
  stdio: ["pipe", "pipe", "inherit"],
});
const outcomes = createInterface(bun.stdout)[Symbol.asyncIterator]();
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});
afterAll(() => bun.kill());

async function tryByBun(trial: Omit<BunTrial, "authority"> & Partial<BunTrial>): Promise<BunOutcome> {
  bun.stdin.write(`${JSON.stringify({ authority: certificates.authority, ...trial })}\n`);
  const { value } = await outcomes.next();
  return JSON.parse(`${value}`);
}

async function listenOnPort(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, "localhost");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** A server of HTTP/2, as far as its handshake says. */
function serveTls(pair: Pair, meet: (socket: TLSSocket) => void = end, more: TlsOptions = {}): Promise<number> {
  const meeting = (socket: TLSSocket): void => meet(socket.on("error", () => {}));
  return listenOnPort(createTlsServer({ ...pair, ALPNProtocols: ["h2"], ...more }, meeting));
}

function end(socket: Socket): void {
  socket.end();
}

describe("a server is talked to only where its certificate is good, for its name by subjectAltName", () => {
  const { server, elsewhere, commonName, address, partialWildcard, expired, selfSigned } = certificates;
  const rows: [what: string, pair: Pair, way: Partial<BunTrial>, outcome: BunOutcome["outcome"]][] = [
    ["its name", server, {}, "open"],
    ["its address", server, { host: "127.0.0.1" }, "open"],
    ["the name that is asked for", server, { host: "127.0.0.1", servername: "localhost" }, "open"],
    [
      "the name that is asked for, with a dot at its end",
      server,
      { host: "127.0.0.1", servername: "localhost." },
      "open",
    ],
    ["another name", elsewhere, {}, "closed"],
    ["another name than is asked for", server, { servername: "api.elsewhere.example" }, "closed"],
    ["another address", elsewhere, { host: "127.0.0.1" }, "closed"],
    ["a Common Name alone", commonName, {}, "closed"],
    ["an address, and a Common Name that fits", address, {}, "closed"],
    ["a star for a part of a label", partialWildcard, { servername: "foo.part.test" }, "closed"],
    // Bun compares the host, and not this address.
    ["an address that is asked for in place of its name", server, { servername: "127.0.0.1" }, "left to Node"],
    ["text that is neither name nor address", server, { servername: "1.2.3" }, "left to Node"],
    ["its name, but expired", expired, {}, "closed"],
    ["its name, by itself", selfSigned, {}, "closed"],
    ["its name, by another authority", server, { authority: elsewhere.cert }, "closed"],
  ];
  test.for(rows)("%s", async ([, pair, way, outcome]) => {
    const port = await serveTls(pair);
    expect(await tryByBun({ host: "localhost", port, ...way })).toMatchObject({ outcome });
  });
});

describe("what is no such connection is closed or not begun, so that Node's socket says why", () => {
  test("a server that chooses HTTP/1.1", async () => {
    const port = await serveTls(certificates.server, end, { ALPNProtocols: ["http/1.1"] });
    expect(await tryByBun({ host: "localhost", port })).toEqual({ outcome: "closed" });
  });

  test("a server that chooses nothing", async () => {
    const port = await listenOnPort(createTlsServer({ ...certificates.server }, end));
    expect(await tryByBun({ host: "localhost", port })).toEqual({ outcome: "closed" });
  });

  test("a server without TLS", async () => {
    const port = await listenOnPort(createServer((socket) => socket.on("error", () => {}).end("HTTP/1.1 400\r\n\r\n")));
    expect(await tryByBun({ host: "localhost", port })).toEqual({ outcome: "closed" });
  });

  test("a server that hangs up", async () => {
    const port = await listenOnPort(createServer((socket) => socket.destroy()));
    expect(await tryByBun({ host: "localhost", port })).toEqual({ outcome: "closed" });
  });

  test("a port where no program listens", async () => {
    const port = await listenOnPort(createServer());
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
    expect(await tryByBun({ host: "localhost", port })).toEqual({ outcome: "closed" });
  });

  test("a name that does not exist", async () => {
    expect(await tryByBun({ host: "no.such.host.invalid", port: 1 })).toEqual({ outcome: "closed" });
  });

  test("a key of another certificate", async () => {
    const port = await serveTls(certificates.server);
    const pair = { cert: certificates.client.cert, key: certificates.otherClient.key };
    expect(await tryByBun({ host: "localhost", port, pair })).toEqual({ outcome: "closed" });
  });

  test("a server that shakes no hands, when the time is over", async () => {
    const port = await listenOnPort(createServer((socket) => socket.on("error", () => {})));
    expect(await tryByBun({ host: "localhost", port, milliseconds: 200 })).toEqual({ outcome: "given up" });
  });

  const left: [what: string, trial: Partial<BunTrial>][] = [
    ["a server that is not verified", { isChecked: false }],
    ["HTTP/1.1 alone", { protocols: ["http/1.1"] }],
    ["no protocol", { protocols: [] }],
  ];
  test.for(left)("%s", async ([, trial]) => {
    const port = await serveTls(certificates.server);
    expect(await tryByBun({ host: "localhost", port, ...trial })).toEqual({ outcome: "left to Node" });
  });

  test("by Node, all", () => {
    const tls = { authority: Buffer.from(certificates.authority), rejectUnauthorized: true };
    const to = { host: "localhost", port: 1, tls, protocols: ["h2"] };
    expect(openHttp2Socket(to, new AbortController().signal)).toBeUndefined();
  });
});

describe("an open connection is as one of Node", () => {
  test("what the server sends before there is a listener is not lost", async () => {
    const port = await serveTls(certificates.server, (socket) => {
      socket.write("early ");
      setTimeout(() => socket.end("late"), 200);
    });
    const outcome = await tryByBun({ host: "localhost", port, listensAfter: 100 });
    expect(outcome).toEqual({
      outcome: "open",
      heard: "early late",
      waits: false,
      events: [],
      destroyed: true,
      writable: false,
    });
  });

  test("bytes wait until the server reads, and come whole and in order", async () => {
    const bytes = 32 * 2 ** 20;
    let came = 0;
    const port = await serveTls(certificates.server, (socket) => {
      socket.pause();
      void pause(200).then(() => socket.resume());
      socket.on("data", (chunk: Buffer) => {
        came += chunk.length;
        if (came === bytes) socket.end("all");
      });
    });
    const outcome = await tryByBun({ host: "localhost", port, bytes });
    expect(outcome).toMatchObject({ heard: "all", waits: true, events: [] });
    expect(came).toBe(bytes);
  });

  test("a client certificate that is missing has the code that Node gives it", async () => {
    const { server, authority } = certificates;
    const asking = { requestCert: true, rejectUnauthorized: true, ca: authority };
    const port = await serveTls(server, end, asking);
    const code = "ERR_SSL_TLSV1_ALERT_CERTIFICATE_REQUIRED";
    expect(await tryByBun({ host: "localhost", port })).toMatchObject({ code, events: [`error ${code}`] });
    expect(await tryByBun({ host: "localhost", port, pair: certificates.client })).toMatchObject({ events: [] });
  });

  test("a server that is gone is an error", async () => {
    const server = createTlsServer({ ...certificates.server, ALPNProtocols: ["h2"] });
    server.on("connection", (raw: Socket) => server.once("secureConnection", () => raw.resetAndDestroy()));
    server.on("secureConnection", (socket) => socket.on("error", () => {}));
    const code = "ECONNRESET";
    const outcome = await tryByBun({ host: "localhost", port: await listenOnPort(server) });
    expect(outcome).toMatchObject({ code, events: [`error ${code}`] });
  });

  test("ended by us, it closes without an error, for the server too", async () => {
    const closing = Promise.withResolvers<void>();
    const port = await serveTls(certificates.server, (socket) => {
      socket.on("close", () => closing.resolve()).resume();
    });
    expect(await tryByBun({ host: "localhost", port, ends: true })).toMatchObject({ events: [], destroyed: true });
    await closing.promise;
  });
});
