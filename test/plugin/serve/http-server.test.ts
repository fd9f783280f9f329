import { once } from "node:events";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { isOwnHost, type MetricsServer, startServer } from "../../../plugin/serve/http-server.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const end of closers.splice(0)) end();
});

async function startTestServer(host: string | undefined, body = "ok"): Promise<MetricsServer> {
  const reply = () => ({ status: 200, type: "text/plain", body });
  const server = await startServer(host === undefined ? { port: 0 } : { host, port: 0 }, reply);
  closers.push(server.close);
  return server;
}

/** The status of the reply to a request with this Host header. */
async function requestStatus(url: string, host?: string): Promise<number | undefined> {
  const sent = request(`${url}/metrics`, host === undefined ? {} : { headers: { host } });
  closers.push(() => sent.destroy());
  sent.end();
  const [response] = await once(sent, "response");
  response.resume();
  return response.statusCode;
}

/** A client that has sent `text` and waits. */
async function connectClient(url: string, text: string): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port: Number(new URL(url).port) });
  closers.push(() => socket.destroy());
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

describe("a server on a loopback address serves only this machine", () => {
  test.for<{ readonly host: string | undefined; readonly isServed: boolean }>([
    { host: undefined, isServed: true },
    { host: "localhost", isServed: true },
    { host: "LocalHost:9870", isServed: true },
    { host: "localhost.:9870", isServed: true },
    { host: "127.0.0.1", isServed: true },
    { host: "127.1.2.3:80", isServed: true },
    { host: "[::1]", isServed: true },
    { host: "[::1]:9870", isServed: true },
    { host: "", isServed: false },
    { host: "evil.example", isServed: false },
    { host: "localhost.evil.example", isServed: false },
    { host: "127.0.0.1.evil.example:9870", isServed: false },
    { host: "127.0.0.1@evil.example", isServed: false },
    { host: "128.0.0.1", isServed: false },
    { host: "127.1", isServed: false },
    { host: "[::2]:9870", isServed: false },
    { host: "\u212Aocalhost", isServed: false },
  ])("a request with Host $host is one to this machine: $isServed", ({ host, isServed }) => {
    expect(isOwnHost(host)).toBe(isServed);
  });

  test.for([
    { host: "vm", isServed: true },
    { host: "VM:9871", isServed: true },
    { host: "vm.example", isServed: false },
  ] as const)("a request with Host $host is one to a server that listens as vm: $isServed", ({ host, isServed }) => {
    expect(isOwnHost(host, "vm")).toBe(isServed);
  });

  test("a server on a loopback address refuses a request with another name", async () => {
    const { url } = await startTestServer("127.0.0.1");
    expect(await requestStatus(url)).toBe(200);
    expect(await requestStatus(url, "rebound.example:9870")).toBe(421);
  });

  test("a server on all addresses serves each name, such as that of a Service", async () => {
    const { url } = await startTestServer(undefined);
    const local = `http://127.0.0.1:${new URL(url).port}`;
    expect(await requestStatus(local, "hco-status.hco-status.svc:9870")).toBe(200);
  });
});

describe("a new connection is never refused", () => {
  test("the oldest of 256 clients that have not sent their request is disconnected for a new one", async () => {
    const { url } = await startTestServer("127.0.0.1");
    const dripping: Socket[] = [];
    for (let count = 0; count < 256; count += 1)
      dripping.push(await connectClient(url, "GET /metrics HTTP/1.1\r\nX: "));
    const oldest = once(dripping[0] as Socket, "close");
    for (let count = 0; count < 28; count += 1) expect(await requestStatus(url)).toBe(200);
    await oldest;
    expect(dripping.at(-1)?.destroyed).toBe(false);
  });

  test("a response that is being read is completed while 300 clients wait", async () => {
    const { url } = await startTestServer("127.0.0.1", "x".repeat(20_000_000));
    const reading = await connectClient(url, "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await once(reading, "readable");
    for (let count = 0; count < 300; count += 1) await connectClient(url, "GET /me");
    let length = 0;
    reading.on("data", (bytes: Buffer) => {
      length += bytes.length;
    });
    await once(reading, "close");
    expect(length).toBeGreaterThan(20_000_000);
  });
});
