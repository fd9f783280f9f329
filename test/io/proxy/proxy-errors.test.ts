import { createServer } from "node:net";
import { createServer as createSecure } from "node:tls";
import { describe, expect, test } from "vitest";
import { ConnectionError, type ConnectionReason } from "../../../shared/io/errors/errors.ts";
import type { ClusterEntry } from "../../../shared/io/kubeconfig/entries.ts";
import { connectTo } from "../../../shared/io/reader/connect-cluster.ts";
import { makeCertificates, type Pair } from "../certificates.ts";
import { buildContext, inline } from "../chosen.ts";
import { closeAfterEach } from "../closed-after-each.ts";
import { listen } from "../listen.ts";
import { type Refusal, startHttpProxy, startOddProxy, startSocksProxy, type TestProxy } from "../proxies.ts";
import { startTestServer } from "../server.ts";

const certificates = makeCertificates();
const trusting = { certificateAuthority: inline(certificates.authority) };
const server = "https://api.cluster.example:6443";
const closing = closeAfterEach();

async function useProxy(proxy: Promise<TestProxy>): Promise<TestProxy> {
  const one = await proxy;
  closing.push(() => one.close());
  return one;
}

/** Why a question through the proxy got no answer. */
async function faultOf(
  address: string,
  proxy: string,
  cluster: Partial<ClusterEntry> = trusting,
  byEnvironment = false,
): Promise<ConnectionError> {
  const how = byEnvironment ? { env: { HTTPS_PROXY: proxy, HTTP_PROXY: proxy } } : {};
  const entry = byEnvironment ? cluster : { ...cluster, proxyUrl: proxy };
  const connection = await connectTo(buildContext(address, entry), { userAgent: "test", ...how });
  closing.push(() => connection.close());
  const fault = await connection.get("/version").catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(ConnectionError);
  return fault as ConnectionError;
}

/** The beginning that says who could not be reached; what stands in it is put in for the rest of the sentence. */
function errorThrough(proxy: string, from: string): string {
  return `cannot connect to ${server} through the proxy ${proxy} (${from}): the proxy `;
}

const config = 'proxy-url of cluster "cluster-1" of /home/dev/.kube/config';
const secret = "PASSWORD-9f3";

describe("an HTTP proxy that refuses is named with what to do, and never with the password", () => {
  const rows: [refusal: Refusal, person: string, reason: ConnectionReason, happened: string][] = [
    [
      { status: 407, words: "Proxy Authentication Required", headers: { "proxy-authenticate": "Basic realm=x" } },
      "",
      "credentials",
      "requires a user and password (407 Proxy Authentication Required); set them in FROM, as in http://USER:PASSWORD@HOST:PORT",
    ],
    [
      { status: 407, words: `no ${secret} here` },
      `me:${secret}@`,
      "credentials",
      "rejected the user and password of FROM (407 no … here); correct them there",
    ],
    [
      { status: 407, words: "Log in", headers: { "proxy-authenticate": "Negotiate" } },
      `me:${secret}@`,
      "credentials",
      "requires Negotiate authentication (407 Log in), but only Basic is supported, as in kubectl; use another proxy",
    ],
    [
      { status: 403, words: "Not for you" },
      `me:${secret}@`,
      "unreachable",
      "denied the connection (403 Not for you); ask its administrator to allow itEXEMPT",
    ],
    [
      { status: 502, words: "Bad Gateway" },
      "",
      "unreachable",
      "cannot reach the server (502 Bad Gateway); is the server running, and can the proxy resolve its name?EXEMPT",
    ],
    [{ status: 504 }, "", "timeout", "timed out connecting to the server (504); is the server running?"],
    [
      { status: 500, words: "Out of \u009b31mpaper" },
      "",
      "unreachable",
      "opened no tunnel (500 Out of \\u009b31mpaper); is it a proxy, and does it allow CONNECT?EXEMPT",
    ],
    [
      { status: 405, words: "Method Not Allowed" },
      "",
      "unreachable",
      "opened no tunnel (405 Method Not Allowed); is it a proxy, and does it allow CONNECT?EXEMPT",
    ],
  ];
  test.for(rows)("%j", async ([refusal, person, reason, happened]) => {
    const { port } = await useProxy(startHttpProxy(undefined, () => refusal));
    const expectedError = (from: string, exempt: string): string =>
      errorThrough(`http://localhost:${port}`, from) + happened.replace("FROM", from).replace("EXEMPT", exempt);

    const byKubeconfig = await faultOf(server, `http://${person}localhost:${port}`);
    expect([byKubeconfig.reason, byKubeconfig.message]).toEqual([reason, expectedError(config, "")]);

    const byEnvironment = await faultOf(server, `http://${person}localhost:${port}`, trusting, true);
    const exempt = `${happened.includes("?EXEMPT") ? "" : ";"} NO_PROXY can exempt api.cluster.example`;
    expect(byEnvironment.message).toBe(expectedError("HTTPS_PROXY", exempt));
  });

  test("an HTTP proxy that refuses a request without a tunnel is named", async () => {
    const { port } = await useProxy(startHttpProxy(undefined, () => ({ status: 407 })));
    const fault = await faultOf("http://api.cluster.example", `http://me:${secret}@localhost:${port}`);
    expect(fault.reason).toBe("credentials");
    expect(fault.message).toMatch(/through the proxy http:\/\/localhost:\d+ \(proxy-url .*\): the proxy rejected/);
    expect(fault.message).not.toContain(secret);
  });
});

describe("a SOCKS proxy that refuses says why", () => {
  const rows: [reply: number, reason: ConnectionReason, happened: string][] = [
    [1, "unreachable", "failed (general failure); is the server running, and can the proxy reach it?"],
    [2, "unreachable", "denied the connection (not allowed by its rules); ask its administrator to allow it"],
    [3, "unreachable", "has no route to the server's network; check the server's address"],
    [4, "unreachable", "has no route to the server; check the server's name and address"],
    [6, "timeout", "did not reach the server in time (TTL expired); is the server running?"],
    [7, "unreachable", "does not support tunnels (command not supported); use another proxy"],
    [
      8,
      "unreachable",
      "does not support this type of address (type not supported); use another name or address for the server",
    ],
    [99, "unreachable", "denied the connection (undefined); ask its administrator"],
  ];
  test.for(rows)("reply %i", async ([reply, reason, happened]) => {
    const { port } = await useProxy(startSocksProxy(undefined, reply));
    const fault = await faultOf(server, `socks5://localhost:${port}`);
    expect([fault.reason, fault.message]).toEqual([
      reason,
      errorThrough(`socks5://localhost:${port}`, config) + happened,
    ]);
  });

  test("that the server refuses it", async () => {
    const { port } = await useProxy(startSocksProxy(undefined, 5));
    const { message } = await faultOf(server, `socks5://localhost:${port}`);
    expect(message).toMatch(
      /: the server refused the proxy's connection; is it running, and is the address correct\?$/,
    );
  });

  const people: [what: string, person: string, happened: RegExp][] = [
    ["a missing user and password", "", /: the proxy requires a user and password; set them in proxy-url of cluster/],
    ["another user", `me:${secret}@`, /: the proxy rejected the user and password of proxy-url of cluster/],
    ["a missing name", `:${secret}@`, /: user and password of proxy-url .* must have 1 to 255 bytes/],
    [
      "a password that is too long",
      `me:${secret.repeat(25)}@`,
      /: user and password of proxy-url .* must have 1 to 255 bytes/,
    ],
  ];
  test.for(people)("that does not accept %s", async ([, person, happened]) => {
    const { port } = await useProxy(startSocksProxy("you:other"));
    const fault = await faultOf(server, `socks5://${person}localhost:${port}`);
    expect(fault.reason).toBe("credentials");
    expect(fault.message).toMatch(happened);
    expect(fault.message).not.toContain(secret);
    expect(JSON.stringify(fault)).not.toContain(secret);
    expect(fault.cause).toBeUndefined();
  });
});

describe("a server that is no proxy of its kind is reported as such", () => {
  const startProxySaying = (words: string) => () =>
    startOddProxy((socket) => socket.on("error", () => {}).once("data", () => socket.end(words)));
  const rows: [what: string, scheme: string, start: () => Promise<TestProxy>, happened: RegExp][] = [
    [
      "closes",
      "http",
      startProxySaying(""),
      /: the proxy closed the connection without a response; is http:\S+ an HTTP proxy\?$/,
    ],
    [
      "closes",
      "socks5",
      startProxySaying(""),
      /: the proxy closed the connection without a response; is socks5:\S+ a SOCKS5 proxy\?$/,
    ],
    [
      "closes",
      "https",
      startProxySaying(""),
      /^cannot connect to the proxy https:.*: the proxy closed the connection without a response; is it/,
    ],
    [
      "speaks something else",
      "http",
      startProxySaying("220 mail\r\n"),
      /: the proxy does not respond in HTTP; is http:\S+ an HTTP/,
    ],
    [
      "breaks off",
      "http",
      startProxySaying("HTTP/1.1 200 OK\r\nX"),
      /: the proxy does not respond in HTTP; is http:\S+ an HTTP/,
    ],
    ["speaks HTTP", "socks5", () => startHttpProxy(), /: the proxy does not respond in SOCKS5; is socks5:\S+ a SOCKS5/],
    ["speaks SOCKS", "http", () => startSocksProxy(), /: the proxy (closed|does not respond in HTTP)/],
    [
      "speaks no TLS",
      "https",
      () => startHttpProxy(),
      /: the proxy does not use TLS; should its address begin with http:/,
    ],
  ];
  test.for(rows)("%s (%s)", async ([, scheme, start, happened]) => {
    const { port } = await useProxy(start());
    const fault = await faultOf(server, `${scheme}://me:${secret}@localhost:${port}`);
    expect(fault.reason).toBe("unreachable");
    expect(fault.message).toMatch(happened);
    expect(fault.message).toContain(config);
    expect(fault.message).not.toContain(secret);
  });
});

describe("a proxy that is not there, or not trusted, is named instead of the server", () => {
  const to = (from: string): string => `^cannot connect to the proxy \\S+ \\(${from}\\) for ${server}: `;

  test("refused", async () => {
    const idle = createServer();
    const port = await listen(idle);
    await new Promise((resolve) => idle.close(resolve));
    const fault = await faultOf(server, `http://127.0.0.1:${port}`, trusting, true);
    expect(fault.message).toMatch(
      new RegExp(
        `${to("HTTPS_PROXY")}connection refused; is the proxy running, .* NO_PROXY can exempt api.cluster.example$`,
      ),
    );
    const own = await faultOf(server, `http://127.0.0.1:${port}`);
    expect(own.message).toMatch(
      new RegExp(`${to(config)}connection refused; is the proxy running, and is the address correct\\?$`),
    );
  });

  test("not found", async () => {
    const fault = await faultOf(server, "http://proxy.invalid:3128");
    expect(fault.reason).toBe("unreachable");
    expect(fault.message).toMatch(new RegExp(`${to(config)}(no such host as|the name) proxy.invalid`));
  });

  const rows: [what: string, pair: Pair, cluster: Partial<ClusterEntry>, happened: string][] = [
    ["self-signed", certificates.selfSigned, trusting, "its certificate is signed by an untrusted authority"],
    [
      "of another host",
      certificates.elsewhere,
      trusting,
      "its certificate is not valid for localhost; use a name in the certificate",
    ],
    ["expired", certificates.expired, trusting, "its certificate has expired; renew it on the proxy"],
    [
      "checked by tls-server-name",
      certificates.server,
      { ...trusting, tlsServerName: "api.elsewhere.example" },
      "its certificate is not valid for api.elsewhere.example; use a name in the certificate, and note that tls-server-name applies",
    ],
  ];
  test.for(rows)("with a certificate %s", async ([, pair, cluster, happened]) => {
    const { port } = await useProxy(startHttpProxy(pair));
    const fault = await faultOf(server, `https://localhost:${port}`, cluster);
    expect(fault.reason).toBe("untrusted");
    expect(fault.message).toMatch(new RegExp(to(config) + happened));
  });

  test("before a server without TLS only the machine's authorities count", async () => {
    const { port } = await useProxy(startHttpProxy(certificates.server));
    const fault = await faultOf("http://api.cluster.example", `https://localhost:${port}`);
    expect(fault.reason).toBe("untrusted");
  });
});

describe("a fault of the server behind the proxy names both", () => {
  test("its certificate", async () => {
    const behind = await startTestServer("h2", certificates.selfSigned, () => ({}));
    closing.push(() => behind.close());
    const { port } = await useProxy(startHttpProxy());
    const address = `https://localhost:${behind.port}`;
    const fault = await faultOf(address, `http://localhost:${port}`);
    expect(fault.reason).toBe("untrusted");
    expect(fault.message).toMatch(
      `cannot connect to ${address} through the proxy http://localhost:${port} (${config}): its certificate is signed by`,
    );
  });

  test("that it hangs up in the handshake", async () => {
    const behind = createSecure({ ...certificates.server }).on("connection", (socket) => socket.destroy());
    closing.push(() => behind.close());
    const address = `https://localhost:${await listen(behind)}`;
    const { port } = await useProxy(startHttpProxy());
    const fault = await faultOf(address, `http://localhost:${port}`);
    expect(fault.message).toMatch(`cannot connect to ${address} through the proxy http://localhost:${port}`);
    expect(fault.message).toMatch(/: the server closed the connection without a response/);
  });
});
