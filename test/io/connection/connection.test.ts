import { once } from "node:events";
import { connect as connectPlain, createServer, type Server, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { connect as connectTls, createServer as createTls } from "node:tls";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { openCredentials } from "../../../shared/io/auth/credentials.ts";
import { openServerConnection, type ServerConnection } from "../../../shared/io/connection/connection.ts";
import { BrokenConnection } from "../../../shared/io/errors/connection-faults.ts";
import { ConnectionError } from "../../../shared/io/errors/errors.ts";
import type { ClusterEntry } from "../../../shared/io/kubeconfig/entries.ts";
import { openHttp2Channel } from "../../../shared/io/transport/http2-channel.ts";
import { createTimedBodyCollector } from "../../../shared/io/transport/response-body.ts";
import type { ConnectionSettings } from "../../../shared/io/transport/settings.ts";
import { makeCertificates, type Pair } from "../certificates.ts";
import { buildContext, inline, secretToken } from "../chosen.ts";
import { closeAfterEach } from "../closed-after-each.ts";
import { driveTimers } from "../driven-timers.ts";
import { listen } from "../listen.ts";
import { type Protocol, startTestServer, type TestResponse, type TestServer } from "../server.ts";

const certificates = makeCertificates();
const trusting = { certificateAuthority: inline(certificates.authority) };
const closing = closeAfterEach();

async function startServer(
  protocol: Protocol,
  say: (url: string, count: number) => TestResponse | Promise<TestResponse>,
  pair: Pair = certificates.server,
): Promise<TestServer> {
  const server = await startTestServer(protocol, pair, ({ url }, count) => say(url, count));
  closing.push(() => server.close());
  return server;
}

async function connectTo(
  address: string,
  cluster: Partial<ClusterEntry> = trusting,
  settings: Partial<ConnectionSettings> = {},
): Promise<ServerConnection> {
  const credentials = await openCredentials(buildContext(address, cluster));
  const connection = openServerConnection({
    server: address,
    credentials,
    userAgent: "kubectl-hco_status/test (linux/amd64)",
    ...settings,
  });
  closing.push(() => connection.close());
  return connection;
}

const nine = Array.from({ length: 9 }, (_, index) => `/api/v1/things/${index}`);

describe("nine requests at once need one connection of HTTP/2, and six of HTTP/1.1, which carry one at a time", () => {
  const rows: [protocol: Protocol, scheme: string, httpVersion: string, connections: number][] = [
    ["h2", "https", "2.0", 1],
    ["http/1.1", "https", "1.1", 6],
    ["plain", "http", "1.1", 6],
  ];
  test.for(rows)("%s", async ([protocol, scheme, httpVersion, connections]) => {
    const server = await startServer(protocol, (url) => ({ body: `you asked ${url}` }));
    const connection = await connectTo(`${scheme}://127.0.0.1:${server.port}`);
    const answers = await Promise.all(nine.map((path) => connection.get(path)));
    expect(answers.map(({ body }) => body)).toEqual(nine.map((path) => `you asked ${path}`));
    expect((await connection.get("/later")).body).toBe("you asked /later");
    expect(connection.counters).toEqual({ requests: 10, connections });
    expect(server.connections()).toBe(connections);
    expect(new Set(server.requests.map((heard) => heard.httpVersion))).toEqual(new Set([httpVersion]));
  });
});

describe("a request has the user agent", () => {
  test("with the token, the program, and what it takes", async () => {
    const server = await startServer("h2", () => ({}));
    const connection = await connectTo(`https://localhost:${server.port}`, trusting, { compress: true });
    await connection.get("/version", { accept: "application/json;as=Table" });
    expect(server.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${secretToken}`,
      "user-agent": "kubectl-hco_status/test (linux/amd64)",
      accept: "application/json;as=Table",
      "accept-encoding": "gzip",
      ":authority": `localhost:${server.port}`,
    });
  });

  test("the token is never sent over plain http", async () => {
    const server = await startServer("plain", () => ({}));
    await (await connectTo(`http://127.0.0.1:${server.port}`)).get("/version");
    expect(server.requests[0]?.headers).not.toHaveProperty("authorization");
    expect(server.requests[0]?.headers.host).toBe(`127.0.0.1:${server.port}`);
  });

  test("under the prefix that the server's address has", async () => {
    const server = await startServer("h2", () => ({}));
    await (await connectTo(`https://127.0.0.1:${server.port}/k8s/clusters/c-1`)).get("/api/v1/pods?limit=1");
    expect(server.requests[0]?.url).toBe("/k8s/clusters/c-1/api/v1/pods?limit=1");
  });
});

test("the connection is on its way before the first request", async () => {
  const server = await startServer("h2", () => ({}));
  const connection = await connectTo(`https://127.0.0.1:${server.port}`);
  await expect.poll(() => server.connections()).toBe(1);
  expect(connection.counters).toEqual({ requests: 0, connections: 1 });
});

describe("a server that has hung up is connected again", () => {
  test.for(["h2", "http/1.1"] as const)("%s, between two requests", async (protocol) => {
    const server = await startServer(protocol, () => ({ body: "still here" }));
    const connection = await connectTo(`https://127.0.0.1:${server.port}`);
    await connection.get("/");
    server.hangUp();
    expect((await connection.get("/")).body).toBe("still here");
    await new Promise((resolve) => setTimeout(resolve, 20));
    server.hangUp();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await connection.get("/")).body).toBe("still here");
    expect(server.connections()).toBe(3);
  });

  test.for(["h2", "http/1.1"] as const)("%s, and a request without a response is sent once more", async (protocol) => {
    const server: TestServer = await startServer(protocol, (_, count) => {
      if (count === 1) server.hangUp();
      return count === 1 ? { silent: true } : { body: "second try" };
    });
    const connection = await connectTo(`https://127.0.0.1:${server.port}`);
    expect((await connection.get("/")).body).toBe("second try");
    expect(connection.counters).toEqual({ requests: 2, connections: 2 });
  });
});

describe("an answer that is not whole says so", () => {
  const long = "x".repeat(200_000);
  const packed = { "content-encoding": "gzip" };
  const rows: [what: string, said: TestResponse, flaw: string | undefined, length: number][] = [
    ["whole", { body: long }, undefined, 200_000],
    ["packed", { body: gzipSync(long), headers: packed }, undefined, 200_000],
    ["broken off", { body: long, breakAfter: 1000 }, "the response was cut off after 1000 bytes", 0],
    ["larger than the limit", { body: `${long}${long}` }, "the response is larger than 300000 bytes", 0],
    [
      "larger when unpacked",
      { body: gzipSync(long + long), headers: packed },
      "the response is larger than 300000 bytes",
      0,
    ],
    ["packed badly", { body: "no gzip", headers: packed }, "the response cannot be decompressed (Z_DATA_ERROR)", 0],
  ];
  const protocols = ["h2", "http/1.1"] as const;
  test.for(protocols.flatMap((protocol) => rows.map((row) => [protocol, ...row] as const)))(
    "%s: %s",
    async ([protocol, , said, flaw, length]) => {
      const server = await startServer(protocol, (url) => (url === "/it" ? said : { body: "next" }));
      const connection = await connectTo(`https://127.0.0.1:${server.port}`, trusting, { bodyLimit: 300_000 });
      const answer = await connection.get("/it");
      expect(answer.flaw).toBe(flaw);
      expect(answer.body.length).toBe(length);
      expect((await connection.get("/next")).body).toBe("next");
    },
  );
});

test("an answer that the end of the connection cut is not whole either", async () => {
  const server = await startTestServer("h2", certificates.server, () => ({
    body: "x".repeat(100_000),
    breakAfter: 1000,
    breakBy: "connection",
  }));
  closing.push(() => server.close());
  const connection = await connectTo(`https://127.0.0.1:${server.port}`);
  expect((await connection.get("/")).flaw).toBe("the response was cut off after 1000 bytes");
});

describe("no connection is one sentence with what to do", () => {
  const rows: [what: string, pair: Pair, cluster: Partial<ClusterEntry>, reason: string, sentence: RegExp][] = [
    [
      "self-signed",
      certificates.selfSigned,
      trusting,
      "untrusted",
      /signed by an authority that this context does not trust.*check certificate-authority/,
    ],
    [
      "signed by an unknown authority",
      certificates.server,
      {},
      "untrusted",
      /signed by an authority that this context does not trust/,
    ],
    ["expired", certificates.expired, trusting, "untrusted", /has expired; renew it/],
    [
      "for another name",
      certificates.elsewhere,
      trusting,
      "untrusted",
      /its certificate is not valid for 127\.0\.0\.1; .*tls-server-name/,
    ],
    [
      "for another name than tls-server-name",
      certificates.server,
      { ...trusting, tlsServerName: "api.elsewhere.example" },
      "untrusted",
      /is not valid for api\.elsewhere\.example/,
    ],
    [
      "with a star for a part of a label of tls-server-name",
      certificates.partialWildcard,
      { ...trusting, tlsServerName: "foo.part.test" },
      "untrusted",
      /is not valid for foo\.part\.test/,
    ],
  ];
  test.for([
    ["no subjectAltName", certificates.commonName, /has no subjectAltName, and the Common Name is ignored/],
    [
      "no subjectAltName but an address, although its Common Name matches",
      certificates.address,
      /is not valid for localhost/,
    ],
    [
      "a purpose that is not a server's",
      certificates.client,
      /not a server certificate \(INVALID_PURPOSE\).*serverAuth/,
    ],
  ] as const)("a certificate with %s", async ([, pair, sentence]) => {
    const server = await startServer("h2", () => ({}), pair);
    const error = await failureOf(await connectTo(`https://localhost:${server.port}`));
    expect(error.message).toMatch(sentence);
    expect(error.reason).toBe("untrusted");
    expect(server.requests).toEqual([]);
  });

  test.for(rows)("a certificate %s", async ([, pair, cluster, reason, sentence]) => {
    const server = await startServer("h2", () => ({}), pair);
    const error = await failureOf(await connectTo(`https://127.0.0.1:${server.port}`, cluster));
    expect(error.message).toMatch(sentence);
    expect(error.message).toContain(`https://127.0.0.1:${server.port}`);
    expect(error.reason).toBe(reason);
    expect(server.requests).toEqual([]);
  });

  test("a port without a listener", async () => {
    const server = await startServer("h2", () => ({}));
    await server.close();
    closing.pop();
    const error = await failureOf(await connectTo(`https://127.0.0.1:${server.port}`));
    expect(error.message).toBe(
      `cannot connect to https://127.0.0.1:${server.port}: connection refused; is the server running, and is the address correct?`,
    );
  });

  test.for([undefined, "localhost"])("a name that does not exist, with tls-server-name %s", async (tlsServerName) => {
    const cluster = { ...trusting, ...(tlsServerName !== undefined && { tlsServerName }) };
    const error = await failureOf(await connectTo("https://no-such-host.invalid:6443", cluster));
    expect(error.message).toMatch(/(no such host as|the name) no-such-host\.invalid/);
  });

  test("a port that does not speak TLS", async () => {
    const server = await startServer("plain", () => ({}));
    const error = await failureOf(await connectTo(`https://127.0.0.1:${server.port}`));
    expect(error.message).toMatch(/does not use TLS/);
  });

  test("a port that requires TLS and gets a request without", async () => {
    const server = await startServer("plain", () => ({
      status: 400,
      body: "Client sent an HTTP request to an HTTPS server.\n",
    }));
    const error = await failureOf(await connectTo(`http://127.0.0.1:${server.port}`));
    expect(error.message).toMatch(/must begin with https:\/\//);
  });

  test("a server that hangs up in the handshake, or never says a word", async () => {
    const rude = await listenOnPort((socket) => socket.destroy());
    expect((await failureOf(await connectTo(`https://127.0.0.1:${rude}`))).message).toMatch(/closed the connection/);
    const mute = await listenOnPort(() => {});
    const error = await failureOf(await connectTo(`https://127.0.0.1:${mute}`, trusting, { connectTimeout: 100 }));
    expect(error.message).toMatch(/no response within 0\.1 s; check the address/);
    expect(error.reason).toBe("timeout");
  });

  test.for(["h2", "http/1.1"] as const)("a %s server that turns our certificate away", async (protocol) => {
    const pair = { ...certificates.server, requestCert: true, rejectUnauthorized: true, ALPNProtocols: [protocol] };
    const server = createTls({ ...pair, ca: certificates.selfSigned.cert });
    server.on("tlsClientError", () => {});
    const port = await listenUntilClosed(server);
    const error = await failureOf(await connectTo(`https://127.0.0.1:${port}`));
    expect(error.message).toMatch(/rejected the client certificate in the TLS handshake.*log in again/);
    expect(error.reason).toBe("credentials");
  });

  test.for(["h2", "http/1.1"] as const)("a %s server that hangs up after the handshake", async (protocol) => {
    const port = await listenUntilClosed(
      createTls({ ...certificates.server, ALPNProtocols: [protocol] }, (socket) => socket.destroy()),
    );
    const connection = await connectTo(`https://127.0.0.1:${port}`);
    expect((await failureOf(connection)).message).toMatch(/closed the connection without a response/);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await failureOf(connection)).message).toMatch(/closed the connection without a response/);
    expect(connection.counters.connections).toBeLessThanOrEqual(6);
  });

  test("a server that closes after its response is not probed", async () => {
    const port = await listenUntilClosed(
      createTls({ ...certificates.server, ALPNProtocols: ["http/1.1"] }, (socket) => {
        socket.on("data", (asked) => {
          if (asked.toString().startsWith("GET / ")) socket.write("HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nhere");
          else socket.destroy();
        });
        socket.on("error", () => {});
      }),
    );
    const connection = await connectTo(`https://127.0.0.1:${port}`);
    expect((await failureOf(connection, "/first")).message).toMatch(
      /without a response; is it a Kubernetes API server\?$/,
    );
    expect((await connection.get("/")).body).toBe("here");
    expect((await failureOf(connection, "/then")).message).toMatch(
      /: the server closed the connection without a response$/,
    );
  });

  test.for(["h2", "http/1.1", "plain"] as const)(
    "a %s server that reads the request and never responds",
    async (protocol) => {
      const timers = driveTimers();
      const server = await startServer(protocol, (url) =>
        url.startsWith("/slow") ? { silent: true } : { body: "here" },
      );
      const scheme = protocol === "plain" ? "http" : "https";
      const connection = await connectTo(`${scheme}://127.0.0.1:${server.port}`, trusting, { requestTimeout: 500 });
      const failing = failureOf(connection, "/slow?continue=abc");
      await timers.until(() => server.requests.length === 1);
      timers.pass(500);
      const error = await failing;
      expect(error.message).toMatch(/^no response from http.* to GET \/slow within 0\.5 s/);
      expect(error.reason).toBe("timeout");
      expect((await connection.get("/")).body).toBe("here");
    },
  );
});

describe("what stands in the kubeconfig about trust is kept to", () => {
  const rows: [what: string, pair: Pair, host: string, cluster: Partial<ClusterEntry>][] = [
    ["insecure-skip-tls-verify", certificates.selfSigned, "127.0.0.1", { insecureSkipTlsVerify: true }],
    ["tls-server-name", certificates.elsewhere, "127.0.0.1", { ...trusting, tlsServerName: "api.elsewhere.example" }],
    [
      "tls-server-name that is an address",
      certificates.server,
      "localhost",
      { ...trusting, tlsServerName: "127.0.0.1" },
    ],
    [
      "a server's own certificate as the authority",
      certificates.server,
      "localhost",
      { certificateAuthority: inline(certificates.server.cert) },
    ],
  ];
  test.for(rows)("%s", async ([, pair, host, cluster]) => {
    const server = await startServer("h2", () => ({ body: "trusted" }), pair);
    expect((await (await connectTo(`https://${host}:${server.port}`, cluster)).get("/")).body).toBe("trusted");
  });
});

test("a caller can stop, and the connection serves others", async () => {
  const server = await startServer("h2", (url) => (url === "/slow" ? { silent: true } : { body: "here" }));
  const connection = await connectTo(`https://127.0.0.1:${server.port}`);
  const controller = new AbortController();
  const slow = connection.get("/slow", { signal: controller.signal });
  controller.abort(new Error("enough"));
  await expect(slow).rejects.toThrow("enough");
  expect((await connection.get("/")).body).toBe("here");
  await expect(connection.get("/", { signal: AbortSignal.abort(new Error("before")) })).rejects.toThrow("before");
  expect(server.connections()).toBe(1);
});

test("closing ends the handshake too, and waiting requests get an error", async () => {
  const mute = await listenOnPort(() => {});
  const connection = await connectTo(`https://127.0.0.1:${mute}`);
  const waiting = connection.get("/");
  connection.close();
  await expect(waiting).rejects.toThrow("closed by the client");
  await expect(connection.get("/")).rejects.toThrow("closed by the client");
});

test("a connection that has died silently is noticed and replaced", async () => {
  const server = await startServer("h2", (url) => (url === "/slow" ? { silent: true } : { body: "here" }));
  let frozen = false;
  let heard = 0;
  const port = await listenOnPort((near) => {
    const far = connectPlain(server.port, "127.0.0.1");
    near.on("data", (data) => frozen || far.write(data));
    far.on("data", (data) => frozen || near.write(data));
    near.on("close", () => far.destroy());
  });
  const ca = certificates.authority;
  const socket = connectTls({ port, host: "127.0.0.1", ca, servername: "", ALPNProtocols: ["h2"] });
  await once(socket, "secureConnect");
  const timers = driveTimers();
  const channel = openHttp2Channel(socket, `127.0.0.1:${port}`, { quietMs: 100, pingMs: 100 });
  closing.push(() => channel.close());
  const ask = (path: string): Promise<unknown> =>
    channel.get({ path, headers: {}, limit: 1000 }, new AbortController().signal).catch((error: unknown) => error);
  // All that the server says by itself has come by then.
  await ask("/");
  socket.on("data", () => {
    heard += 1;
  });
  const settled = ask("/slow");
  // A ping that is answered keeps a slow question alive.
  for (let pings = 1; pings <= 4; pings += 1) {
    timers.pass(100);
    await timers.until(() => heard === pings);
  }
  expect(channel.usable()).toBe(true);
  frozen = true;
  timers.pass(200);
  expect(await settled).toBeInstanceOf(BrokenConnection);
  expect(channel.usable()).toBe(false);
});

async function failureOf(connection: ServerConnection, path = "/"): Promise<ConnectionError> {
  const error = await connection.get(path).then(
    () => expect.fail("answered"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ConnectionError);
  expect((error as Error).message).not.toContain(secretToken);
  return error as ConnectionError;
}

async function listenOnPort(accept: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
  });
  return listenUntilClosed(
    createServer((socket) => {
      sockets.add(socket);
      accept(socket);
    }),
  );
}

async function listenUntilClosed(server: Server): Promise<number> {
  closing.push(() => server.close());
  return await listen(server);
}

describe("closing ends what still is under way on a connection that was replaced", () => {
  test.for(["h2", "http/1.1"] as const)("over %s", async (protocol) => {
    const server = await startServer(protocol, (url) => (url === "/hangs" ? { silent: true } : { body: "{}" }));
    const connection = await connectTo(`https://127.0.0.1:${server.port}`);
    const hanging = connection.get("/hangs").then(
      () => "answered",
      () => "ended",
    );
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    connection.renew();
    expect((await connection.get("/")).status).toBe(200);
    connection.renew();
    expect((await connection.get("/")).status).toBe(200);
    connection.close();
    expect(await hanging).toBe("ended");
  });
});

describe.for<[Protocol, string]>([
  ["h2", "https"],
  ["http/1.1", "https"],
  ["plain", "http"],
])("a server that is silent in the middle of a response, over %s", ([protocol, scheme]) => {
  const half: TestResponse = { body: "x".repeat(2_000), breakAfter: 1_000, breakBy: "silence" };

  test("is given up, and the next request is answered", async () => {
    const server = await startServer(protocol, (url) => (url === "/half" ? half : { body: "whole" }));
    const connection = await connectTo(`${scheme}://127.0.0.1:${server.port}`, trusting, { maxSilenceMs: 50 });
    const { status, flaw, silentForMs, body } = await connection.get("/half");
    expect([status, silentForMs, body]).toEqual([200, 50, ""]);
    expect(flaw).toBe("the server sent nothing for 0.05 s in the middle of its response");
    expect((await connection.get("/other")).body).toBe("whole");
  });

  test("is waited for where a request time-out says so, or where the response is a watch", async () => {
    const server = await startServer(protocol, () => half);
    const settings = { requestTimeout: 0, health: { quietMs: 1e9, pingMs: 1e9 } };
    const patient = await connectTo(`${scheme}://127.0.0.1:${server.port}`, trusting, settings);
    const watching = await connectTo(`${scheme}://127.0.0.1:${server.port}`, trusting, { health: settings.health });
    const timers = driveTimers();
    let ended = 0;
    const end = (): void => {
      ended += 1;
    };
    patient.get("/half").then(end, end);
    watching.lines("/watch", { signal: new AbortController().signal, line: () => {} }).then(end, end);
    await timers.until(() => server.requests.length === 2);
    for (let minute = 0; minute < 30; minute += 1) {
      timers.pass(60_000);
      await pause(1);
    }
    expect(ended).toBe(0);
  });
});

test("without a request time-out a minute of silence is too much", async () => {
  const server = await startServer("plain", () => ({ body: "xx", breakAfter: 1, breakBy: "silence" }));
  const connection = await connectTo(`http://127.0.0.1:${server.port}`);
  const timers = driveTimers();
  let flaw: string | undefined;
  const answered = connection.get("/half").then((answer) => {
    flaw = answer.flaw;
  });
  await timers.until(() => {
    timers.pass(30_000);
    return flaw !== undefined;
  });
  await answered;
  expect(flaw).toBe("the server sent nothing for 60 s in the middle of its response");
});

test("each piece of a slow response begins a new minute", async () => {
  const timers = driveTimers();
  let cause: Error | undefined;
  const collector = createTimedBodyCollector({ path: "/", headers: {}, limit: 100, maxSilenceMs: 60_000 }, (error) => {
    cause = error;
  });
  for (let piece = 0; piece < 5; piece += 1) {
    timers.pass(59_999);
    collector.add(Buffer.from("x"));
  }
  expect(cause).toBeUndefined();
  timers.pass(60_000);
  expect(collector.finish({ isComplete: false, cause })).toMatchObject({
    flaw: expect.stringContaining("60 s"),
    silentForMs: 60_000,
  });
});
