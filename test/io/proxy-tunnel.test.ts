import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { ServerConnection } from "../../shared/io/connection/connection.ts";
import type { ClusterEntry } from "../../shared/io/kubeconfig/entries.ts";
import { connectTo } from "../../shared/io/reader/connect-cluster.ts";
import type { ConnectionSettings } from "../../shared/io/transport/settings.ts";
import { makeCertificates } from "./certificates.ts";
import { buildContext, inline } from "./chosen.ts";
import { closeAfterEach } from "./closed-after-each.ts";
import { driveTimers } from "./driven-timers.ts";
import { startHttpProxy, startOddProxy, startSocksProxy, type TestProxy } from "./proxies.ts";
import { type Protocol, startTestServer, type TestResponse, type TestServer } from "./server.ts";
import { collectStream } from "./streaming.ts";

const certificates = makeCertificates();
// No DNS server has this name, so only the proxy can resolve it. The certificate is checked against another name.
const trusting = { certificateAuthority: inline(certificates.authority), tlsServerName: "localhost" };
const closing = closeAfterEach();

async function startServer(
  protocol: Protocol,
  say: (url: string) => TestResponse = (url) => ({ body: url }),
): Promise<TestServer> {
  const server = await startTestServer(protocol, certificates.server, ({ url }) => say(url));
  closing.push(() => server.close());
  return server;
}

async function useProxy(proxy: Promise<TestProxy>): Promise<TestProxy> {
  const one = await proxy;
  closing.push(() => one.close());
  return one;
}

async function connectThrough(
  address: string,
  cluster: Partial<ClusterEntry>,
  settings: Partial<ConnectionSettings> & { readonly env?: Readonly<Record<string, string>> } = {},
): Promise<ServerConnection> {
  const connection = await connectTo(buildContext(address, { ...trusting, ...cluster }), {
    userAgent: "test",
    ...settings,
  });
  closing.push(() => connection.close());
  return connection;
}

const ways = {
  http: () => startHttpProxy(),
  https: () => startHttpProxy(certificates.server),
  socks5: () => startSocksProxy("me:it's secret"),
} as const;

const person = "me:it%27s%20secret";
const basic = `Basic ${Buffer.from("me:it's secret").toString("base64")}`;

describe("nine requests need as many connections through a proxy as without: one of HTTP/2, six of HTTP/1.1", () => {
  const protocols = [
    ["h2", 1],
    ["http/1.1", 6],
  ] as const;
  const rows = (["http", "https", "socks5"] as const).flatMap((way) => protocols.map((row) => [way, ...row] as const));
  test.for(rows)("%s proxy, %s server", async ([way, protocol, connections]) => {
    const server = await startServer(protocol);
    const proxy = await useProxy(ways[way]());
    const connection = await connectThrough(`https://api.cluster.example:${server.port}/prefix`, {
      proxyUrl: `${way}://${person}@127.0.0.1:${proxy.port}`,
    });
    const paths = Array.from({ length: 9 }, (_, index) => `/api/v1/things/${index}`);
    const answers = await Promise.all(paths.map((path) => connection.get(path)));
    expect(answers.map(({ body }) => body)).toEqual(paths.map((path) => `/prefix${path}`));
    expect(connection.counters).toEqual({ requests: 9, connections });
    const proof = way === "socks5" ? "me:it's secret" : basic;
    const tunnel = { line: `CONNECT api.cluster.example:${server.port}`, proof };
    expect(proxy.asked).toEqual(Array.from({ length: connections }, () => tunnel));
    expect(server.connections()).toBe(connections);
    expect(server.requests[0]?.httpVersion).toBe(protocol === "h2" ? "2.0" : "1.1");
    expect(server.requests[0]?.headers).not.toHaveProperty("proxy-authorization");
    connection.close();
    await expect.poll(() => proxy.open()).toBe(0);
  });
});

describe("a server without TLS", () => {
  test("an http server is requested from the proxy by its whole address, on one connection", async () => {
    const server = await startServer("plain");
    const proxy = await useProxy(ways.http());
    const address = `http://api.cluster.example:${server.port}`;
    const connection = await connectThrough(`${address}/prefix`, {
      proxyUrl: `http://${person}@localhost:${proxy.port}`,
    });
    expect((await connection.get("/a?b=c")).body).toBe("/prefix/a?b=c");
    expect((await connection.get("/d")).body).toBe("/prefix/d");
    expect(proxy.asked).toEqual([
      { line: `GET ${address}/prefix/a?b=c`, proof: basic },
      { line: `GET ${address}/prefix/d`, proof: basic },
    ]);
    expect(connection.counters.connections).toBe(1);
    expect(server.requests[0]?.headers.host).toBe(`api.cluster.example:${server.port}`);
  });

  test("a watch is requested in the same way, on a connection of its own", async () => {
    const server = await startServer("plain", () => ({ body: "one\ntwo\n" }));
    const proxy = await useProxy(ways.http());
    const address = `http://api.cluster.example:${server.port}`;
    const connection = await connectThrough(address, { proxyUrl: `http://${person}@localhost:${proxy.port}` });
    const one = collectStream(connection, "/lines?watch=1");
    expect(await one.end).toEqual({ is: "over" });
    expect(one.lines).toEqual(["one", "two"]);
    expect(proxy.asked).toEqual([{ line: `GET ${address}/lines?watch=1`, proof: basic }]);
    expect(connection.counters).toEqual({ requests: 1, connections: 2 });
  });

  test("a proxy that refuses the user refuses a watch, too", async () => {
    const server = await startServer("plain");
    const refuse = () => ({ status: 407, words: "Proxy Authentication Required" });
    const proxy = await useProxy(startHttpProxy(undefined, refuse));
    const address = `http://api.cluster.example:${server.port}`;
    const connection = await connectThrough(address, { proxyUrl: `http://${person}@localhost:${proxy.port}` });
    const fault = await collectStream(connection).end.catch((error: unknown) => error);
    expect(fault).toMatchObject({ name: "ConnectionError", message: expect.stringContaining("407") });
    expect(server.requests).toEqual([]);
  });

  test("is reached through a tunnel of a SOCKS proxy", async () => {
    const server = await startServer("plain");
    const proxy = await useProxy(startSocksProxy());
    const connection = await connectThrough(`http://api.cluster.example:${server.port}`, {
      proxyUrl: `socks5://localhost:${proxy.port}`,
    });
    expect((await connection.get("/a")).body).toBe("/a");
    expect(proxy.asked).toEqual([{ line: `CONNECT api.cluster.example:${server.port}`, proof: undefined }]);
  });

  test("an echo of the proxy's proof can be concealed", async () => {
    const server = await startServer("plain", () => ({ status: 500, body: `you sent ${basic}` }));
    const proxy = await useProxy(ways.http());
    const connection = await connectThrough(`http://api.cluster.example:${server.port}`, {
      proxyUrl: `http://${person}@localhost:${proxy.port}`,
    });
    const { body, conceal } = await connection.get("/a");
    expect(conceal(body)).toBe("you sent Basic …");
  });
});

test("a server that hangs up is reached again through the proxy", async () => {
  const server = await startServer("h2");
  const proxy = await useProxy(ways.http());
  const connection = await connectThrough(`https://api.cluster.example:${server.port}`, {
    proxyUrl: `http://localhost:${proxy.port}`,
  });
  await connection.get("/a");
  server.hangUp();
  expect((await connection.get("/b")).body).toBe("/b");
  expect(proxy.asked.length).toBe(2);
});

describe("the environment counts where the kubeconfig says nothing", () => {
  test.for(["HTTPS_PROXY", "https_proxy"])("%s", async (variable) => {
    const server = await startServer("h2");
    const proxy = await useProxy(ways.http());
    const env = { [variable]: `localhost:${proxy.port}` };
    const connection = await connectThrough(`https://api.cluster.example:${server.port}`, {}, { env });
    expect((await connection.get("/a")).body).toBe("/a");
    expect(proxy.asked.length).toBe(1);
  });

  test("a proxy of the environment is not used for this machine", async () => {
    const server = await startServer("h2");
    const proxy = await useProxy(ways.http());
    const env = { HTTPS_PROXY: `localhost:${proxy.port}` };
    expect((await (await connectThrough(`https://localhost:${server.port}`, {}, { env })).get("/a")).body).toBe("/a");
    expect(proxy.open()).toBe(0);
  });
});

describe("a time-out and an end count at every point of the way", () => {
  /** Starts a proxy that calls `isReached` when a client waits for it at that point. */
  type Start = (isReached: () => void) => Promise<TestProxy>;
  const startSilentProxy: Start = (isReached) =>
    startOddProxy((socket) => socket.on("error", () => {}).once("data", isReached));
  const rows: [point: string, start: Start, scheme: string, sentence: RegExp][] = [
    [
      "the handshake with the proxy",
      startSilentProxy,
      "https",
      /^cannot connect to the proxy https:\S+ \(.*\) for https:\S+: no response within 0\.3 s; check/,
    ],
    [
      "its answer to CONNECT",
      startSilentProxy,
      "http",
      /^cannot connect to https:\S+ through the proxy http:\S+ \(.*\): the proxy did not connect to the server within 0\.3 s/,
    ],
    [
      "its answer in SOCKS",
      startSilentProxy,
      "socks5",
      /the proxy did not connect to the server within 0\.3 s; is the server running/,
    ],
    [
      "the handshake with the server",
      (isReached) =>
        startOddProxy((socket) => {
          socket
            .on("error", () => {})
            .once("data", () => {
              socket.write("HTTP/1.1 200 OK\r\n\r\n");
              socket.once("data", isReached);
            });
        }),
      "http",
      /^cannot connect to https:\S+ through the proxy http:\S+ \(.*\): no response within 0\.3 s; check the address/,
    ],
  ];
  test.for(rows)("%s", async ([, start, scheme, sentence]) => {
    const timers = driveTimers();
    let reached = 0;
    const count = (): void => {
      reached += 1;
    };
    const proxy = await useProxy(start(count));
    const cluster = { proxyUrl: `${scheme}://localhost:${proxy.port}` };
    const late = await connectThrough("https://api.cluster.example", cluster, { connectTimeout: 300 });
    const failing = expect(late.get("/")).rejects.toMatchObject({
      reason: "timeout",
      message: expect.stringMatching(sentence),
    });
    await timers.until(() => reached === 1);
    timers.pass(300);
    await failing;
    await timers.until(() => proxy.open() === 0);

    const ended = await connectThrough("https://api.cluster.example", cluster);
    const answer = expect(ended.get("/")).rejects.toThrow("the connection was closed by the client");
    await timers.until(() => reached === 2);
    ended.close();
    await answer;
    await timers.until(() => proxy.open() === 0);
  });
});

describe("who needs no proxy loads nothing of it", () => {
  const loads = fileURLToPath(new URL("./proxy-loads.ts", import.meta.url));
  const rows: [scheme: string | undefined, files: readonly string[]][] = [
    [undefined, []],
    ["http", ["connect-tunnel.ts", "dial-through-proxy.ts", "proxy-errors.ts"]],
    ["socks5", ["dial-through-proxy.ts", "proxy-errors.ts", "socks", "socks-tunnel.ts"]],
  ];
  test.for(rows)("%s", ([scheme, files]) => {
    const words = scheme === undefined ? [] : [`${scheme}://127.0.0.1:1`];
    expect(JSON.parse(execFileSync(process.execPath, [loads, ...words], { encoding: "utf8" }))).toEqual(files);
  });
});
