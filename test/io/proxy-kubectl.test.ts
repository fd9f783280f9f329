import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { chooseContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { loadKubeconfig } from "../../shared/io/kubeconfig/load-kubeconfig.ts";
import { connectTo } from "../../shared/io/reader/connect-cluster.ts";
import { environmentWith } from "../environment.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { makeCertificates, type Pair } from "./certificates.ts";
import { closeAfterEach } from "./closed-after-each.ts";
import { builtKubectl, testWithKubectl, withoutKubectl } from "./kubectl.ts";
import { type Asked, startHttpProxy, startSocksProxy, type TestProxy } from "./proxies.ts";
import { startTestServer } from "./server.ts";

const certificates = makeCertificates();
const home = temporaryFolder();
const closing = closeAfterEach();

/** One kubeconfig and environment, and the proxy that they lead to; PORT is put in for the port of the proxy. */
interface Row {
  readonly scheme: "http" | "https";
  readonly proxy: () => Promise<TestProxy>;
  readonly proxyUrl?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** More of the cluster's entry, in YAML. */
  readonly cluster?: string;
}

const startPlainProxy = (): Promise<TestProxy> => startHttpProxy();
const secure = (pair: Pair) => (): Promise<TestProxy> => startHttpProxy(pair);
const socks = (person?: string) => (): Promise<TestProxy> => startSocksProxy(person);
const person = "dom%5Cme:p%40ss%20w%3Ard";
const trusting = "tls-server-name: localhost, certificate-authority: authority.crt";
const blind = "insecure-skip-tls-verify: true";

writeFileSync(join(home, "authority.crt"), certificates.authority);

/** What the proxy was asked by one question, and whether that was answered. */
interface Outcome {
  readonly asked: readonly Asked[];
  readonly answered: boolean;
}

async function outcomeOf(row: Row, ask: (env: Readonly<Record<string, string>>) => Promise<string>): Promise<Outcome> {
  const proxy = await row.proxy();
  closing.push(() => proxy.close());
  const server = await startTestServer(row.scheme === "http" ? "plain" : "h2", certificates.server, () => ({
    body: { gitVersion: "from the server" },
  }));
  closing.push(() => server.close());
  const to = `server: "${row.scheme}://api.cluster.example:${server.port}/prefix"`;
  const by = row.proxyUrl === undefined ? "" : `, proxy-url: "${row.proxyUrl.replace("PORT", `${proxy.port}`)}"`;
  writeFileSync(
    join(home, "config"),
    `
current-context: x
clusters: [{name: c, cluster: {${to}${by}, ${row.cluster ?? trusting}}}]
users: [{name: u, user: {token: abc}}]
contexts: [{name: x, context: {cluster: c, user: u}}]
`,
  );
  const variables = Object.entries(row.env ?? {}).map(([name, text]) => [name, text.replace("PORT", `${proxy.port}`)]);
  const said = await ask(Object.fromEntries(variables)).catch(() => "");
  // The server's port differs from start to start.
  const asked = proxy.asked.map(({ line, proof }) => ({ line: line.replace(`${server.port}`, "SERVER"), proof }));
  return { asked, answered: said.includes("from the server") };
}

async function askOurselves(env: Readonly<Record<string, string>>): Promise<string> {
  const config = await loadKubeconfig({ kubeconfig: "config", env, home, cwd: home, platform: "linux" });
  const connection = await connectTo(chooseContext(config), { userAgent: "test", env });
  closing.push(() => connection.close());
  return (await connection.get("/version")).body;
}

async function askByKubectl(env: Readonly<Record<string, string>>): Promise<string> {
  const words = ["--kubeconfig", join(home, "config"), "--cache-dir", join(home, "cache"), "get", "--raw", "/version"];
  const { stdout } = await promisify(execFile)(builtKubectl(), words, { env: environmentWith({ ...env, HOME: home }) });
  return stdout;
}

const basic = `Basic ${Buffer.from("dom\\me:p@ss w:rd").toString("base64")}`;
const connecting = (proof?: string): readonly Asked[] => [{ line: "CONNECT api.cluster.example:SERVER", proof }];
const wholeRequest = (proof?: string): readonly Asked[] => [
  { line: "GET http://api.cluster.example:SERVER/prefix/version", proof },
];

describe("a proxy gets from the plugin what it gets from kubectl", () => {
  const none: readonly Asked[] = [];
  const rows: [what: string, row: Row, asked: readonly Asked[], answered: boolean][] = [
    [
      "proxy-url http",
      { scheme: "https", proxy: startPlainProxy, proxyUrl: "http://localhost:PORT" },
      connecting(),
      true,
    ],
    [
      "proxy-url http with user and password",
      { scheme: "https", proxy: startPlainProxy, proxyUrl: `http://${person}@localhost:PORT` },
      connecting(basic),
      true,
    ],
    [
      "proxy-url http with an empty user",
      { scheme: "https", proxy: startPlainProxy, proxyUrl: "http://@localhost:PORT" },
      connecting("Basic Og=="),
      true,
    ],
    [
      "proxy-url https, trusted by the cluster's authority",
      { scheme: "https", proxy: secure(certificates.server), proxyUrl: `https://${person}@localhost:PORT` },
      connecting(basic),
      true,
    ],
    [
      "proxy-url https, with a certificate for tls-server-name instead of its own name",
      {
        scheme: "https",
        proxy: secure(certificates.elsewhere),
        proxyUrl: "https://localhost:PORT",
        cluster: "certificate-authority: authority.crt, tls-server-name: api.elsewhere.example",
      },
      connecting(),
      false,
    ],
    [
      "proxy-url https, not trusted",
      { scheme: "https", proxy: secure(certificates.selfSigned), proxyUrl: "https://localhost:PORT" },
      none,
      false,
    ],
    [
      "proxy-url https, trusted blindly as the server is",
      {
        scheme: "https",
        proxy: secure(certificates.selfSigned),
        proxyUrl: "https://localhost:PORT",
        cluster: blind,
      },
      connecting(),
      true,
    ],
    ["proxy-url socks5", { scheme: "https", proxy: socks(), proxyUrl: "socks5://localhost:PORT" }, connecting(), true],
    [
      "proxy-url socks5 with user and password",
      { scheme: "https", proxy: socks("dom\\me:p@ss w:rd"), proxyUrl: `socks5://${person}@localhost:PORT` },
      connecting("dom\\me:p@ss w:rd"),
      true,
    ],
    ["proxy-url socks5h", { scheme: "https", proxy: socks(), proxyUrl: "socks5h://localhost:PORT" }, none, false],
    [
      "proxy-url without a scheme",
      { scheme: "https", proxy: startPlainProxy, proxyUrl: "localhost:PORT" },
      none,
      false,
    ],
    [
      "a server without TLS",
      { scheme: "http", proxy: startPlainProxy, proxyUrl: `http://${person}@localhost:PORT` },
      wholeRequest(basic),
      true,
    ],
    [
      "a server without TLS and a proxy with it, trusted by the cluster's authority alone",
      { scheme: "http", proxy: secure(certificates.server), proxyUrl: "https://localhost:PORT" },
      none,
      false,
    ],
    [
      "a server without TLS by socks5",
      { scheme: "http", proxy: socks(), proxyUrl: "socks5://localhost:PORT" },
      connecting(),
      true,
    ],
    [
      "HTTPS_PROXY",
      { scheme: "https", proxy: startPlainProxy, env: { HTTPS_PROXY: `${person}@localhost:PORT` } },
      connecting(basic),
      true,
    ],
    [
      "https_proxy",
      { scheme: "https", proxy: startPlainProxy, env: { https_proxy: "http://localhost:PORT" } },
      connecting(),
      true,
    ],
    [
      "HTTPS_PROXY with socks5h",
      { scheme: "https", proxy: socks(), env: { HTTPS_PROXY: "socks5h://localhost:PORT" } },
      connecting(),
      true,
    ],
    [
      "HTTP_PROXY",
      { scheme: "http", proxy: startPlainProxy, env: { HTTP_PROXY: "http://localhost:PORT" } },
      wholeRequest(),
      true,
    ],
    [
      "HTTP_PROXY in a CGI program",
      { scheme: "http", proxy: startPlainProxy, env: { HTTP_PROXY: "http://localhost:PORT", REQUEST_METHOD: "GET" } },
      none,
      false,
    ],
    [
      "NO_PROXY, where only the proxy knows the server",
      {
        scheme: "https",
        proxy: startPlainProxy,
        env: { HTTPS_PROXY: "http://localhost:PORT", NO_PROXY: ".cluster.example" },
      },
      none,
      false,
    ],
    [
      "proxy-url in spite of NO_PROXY",
      { scheme: "https", proxy: startPlainProxy, proxyUrl: "http://localhost:PORT", env: { NO_PROXY: "*" } },
      connecting(),
      true,
    ],
    [
      "a proxy that refuses",
      {
        scheme: "https",
        proxy: () => startHttpProxy(undefined, () => ({ status: 407 })),
        proxyUrl: "http://localhost:PORT",
      },
      connecting(),
      false,
    ],
  ];

  test.for(rows)("%s", async ([, row, asked, answered]) => {
    expect(await outcomeOf(row, askOurselves)).toEqual({ asked, answered });
  });

  testWithKubectl.for(rows)(`%s: kubectl${withoutKubectl}`, async ([, row, asked, answered]) => {
    const outcome = await outcomeOf(row, askByKubectl);
    // It may ask again what was refused.
    expect({ ...outcome, asked: outcome.asked.slice(0, 1) }).toEqual({ asked, answered });
  });
});
