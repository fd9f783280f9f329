import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { CredentialEnvironment } from "../../../../shared/io/auth/credential-environment.ts";
import { chooseContext } from "../../../../shared/io/kubeconfig/choose-context.ts";
import { loadKubeconfig } from "../../../../shared/io/kubeconfig/load-kubeconfig.ts";
import { connectTo } from "../../../../shared/io/reader/connect-cluster.ts";
import { environmentWith } from "../../../environment.ts";
import { buildBundles, buildPlugin } from "../../../shared-build.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";
import { makeCertificates } from "../../certificates.ts";
import { secretToken } from "../../chosen.ts";
import { type Grant, type Granted, idToken, startIssuer, type TestIssuer } from "../../issuer.ts";
import { builtKubectl, testWithKubectl } from "../../kubectl.ts";
import { listen } from "../../listen.ts";
import { startHttpProxy, startSocksProxy, type TestProxy } from "../../proxies.ts";
import { startTestServer, statusResponse, type TestServer } from "../../server.ts";

const folder = temporaryFolder();
const certificates = makeCertificates();
const authority = Buffer.from(certificates.authority).toString("base64");
const later = Math.floor(Date.now() / 1000) + 3600;
const fresh = idToken(later, "fresh");
const held = idToken(later, "held");
const ended = idToken(1);
let server: TestServer;
let admitted: readonly string[] = [fresh, held];
let answer: (asked: Grant) => Granted = () => ({ body: tokens() });
let issuer: TestIssuer;
/** Has a name that only a proxy finds. */
let distant: TestIssuer;

beforeAll(async () => {
  server = await startTestServer("h2", certificates.server, ({ headers }) =>
    admitted.some((token) => headers.authorization === `Bearer ${token}`)
      ? { body: "{}" }
      : statusResponse(401, "Unauthorized"),
  );
  issuer = await startIssuer(certificates.server, (asked) => answer(asked));
  distant = await startIssuer(certificates.elsewhere, (asked) => answer(asked), "api.elsewhere.example");
  writeFileSync(join(folder, "authority.crt"), certificates.authority);
});
afterEach(() => {
  admitted = [fresh, held];
  answer = () => ({ body: tokens() });
});
afterAll(async () => {
  await server.close();
  await issuer.close();
  await distant.close();
});

type Fields = Readonly<Record<string, unknown>>;

function tokens(more: Fields = {}): object {
  return { access_token: "a", token_type: "bearer", expires_in: 3600, id_token: fresh, ...more };
}

/** An oidc entry that may be renewed at the issuer. */
function oidc(more: Fields = {}): Fields {
  const config = {
    "idp-issuer-url": issuer.url,
    "client-id": "kube",
    "refresh-token": secretToken,
    "idp-certificate-authority-data": authority,
    "id-token": ended,
    ...more,
  };
  return { "auth-provider": { name: "oidc", config } };
}

function write(user: Fields): string {
  const file = join(folder, "config");
  const cluster = { server: `https://127.0.0.1:${server.port}`, "certificate-authority-data": authority };
  const config = {
    "current-context": "c",
    contexts: [{ name: "c", context: { cluster: "c", user: "u" } }],
    clusters: [{ name: "c", cluster }],
    users: [{ name: "u", user }],
  };
  writeFileSync(file, JSON.stringify(config));
  return file;
}

interface Outcome {
  readonly isAnswered: boolean;
  readonly grants: readonly Grant[];
  readonly said: string;
}

type Environment = Readonly<Record<string, string>>;

async function loginByKubectl(user: Fields, env: Environment = {}): Promise<Outcome> {
  const args = ["--kubeconfig", write(user), "get", "--raw", "/livez"];
  const options = { cwd: folder, env: environmentWith({ HOME: folder, ...env }) };
  const [isAnswered, said] = await new Promise<[boolean, string]>((done) => {
    execFile(builtKubectl(), args, options, (error, _, stderr) => done([error === null, stderr]));
  });
  return { isAnswered, said, grants: issuer.grants.splice(0) };
}

async function loginByUs(user: Fields, times = 1, more: Partial<CredentialEnvironment> = {}): Promise<Outcome> {
  const kubeconfig = write(user);
  const platform = process.platform;
  const places = { home: folder, cwd: folder, platform };
  const from = { ...places, now: Date.now, env: {}, isInteractive: false, printMessage() {}, ...more };
  try {
    const choice = chooseContext(await loadKubeconfig({ ...from, kubeconfig }));
    const connection = await connectTo(choice, { userAgent: "test", credentialEnvironment: from });
    const ask = async (): Promise<number> => (await connection.get("/livez")).status;
    const codes = await Promise.all(Array.from({ length: times }, ask)).finally(() => connection.close());
    return { isAnswered: codes.every((code) => code === 200), said: "", grants: issuer.grants.splice(0) };
  } catch (error) {
    return { isAnswered: false, said: (error as Error).message, grants: issuer.grants.splice(0) };
  }
}

describe("a login by OpenID Connect is used and renewed as kubectl does it", () => {
  const byForm = { "client-id": "kube" };
  const grantByForm = ({ authorization }: Grant): Granted =>
    authorization === undefined ? { body: tokens() } : { status: 401, body: { error: "invalid_client" } };
  const rows: [what: string, isAnswered: boolean, user: () => Fields, say?: (asked: Grant) => Granted][] = [
    ["an id-token that holds, without the network", true, () => oidc({ "id-token": held, "refresh-token": "" })],
    ["an id-token that has ended", true, () => oidc()],
    ["no id-token", true, () => oidc({ "id-token": "" })],
    ["one that ends within ten seconds", true, () => oidc({ "id-token": idToken(Date.now() / 1000 + 8) })],
    [
      "an authority in a file",
      true,
      () => oidc({ "idp-certificate-authority-data": "", "idp-certificate-authority": "authority.crt" }),
    ],
    ["an issuer with a slash", true, () => oidc({ "idp-issuer-url": `${issuer.url}/` })],
    ["a client-secret in the header", true, () => oidc({ "client-secret": "s/ e:cret" })],
    [
      "a client-secret in the form, where the header is refused",
      true,
      () => oidc({ "client-secret": "secret", ...byForm }),
      grantByForm,
    ],
    ["nothing to renew it with", false, () => oidc({ "refresh-token": "" })],
    ["no issuer", false, () => oidc({ "id-token": held, "idp-issuer-url": "" })],
    ["no client-id", false, () => oidc({ "id-token": held, "client-id": "" })],
    [
      "an authority that did not sign",
      false,
      () => oidc({ "idp-certificate-authority-data": Buffer.from(certificates.selfSigned.cert).toString("base64") }),
    ],
    [
      "a refusal",
      false,
      () => oidc(),
      () => ({ status: 400, body: { error: "invalid_grant", error_description: secretToken } }),
    ],
    ["no id_token in the answer", false, () => oidc(), () => ({ body: tokens({ id_token: undefined }) })],
    ["a token beside it, which wins", true, () => ({ ...oidc({ "refresh-token": "" }), token: held })],
    ["an unknown provider", false, () => ({ "auth-provider": { name: "keystone" } })],
  ];
  testWithKubectl.for(rows)("%s", async ([, isAnswered, user, say]) => {
    if (say !== undefined) answer = say;
    const theirs = await loginByKubectl(user());
    const ours = await loginByUs(user());
    expect(theirs.isAnswered, theirs.said).toBe(isAnswered);
    expect(ours.isAnswered, ours.said).toBe(isAnswered);
    expect(ours.said).not.toContain(secretToken);
    const wanted = theirs.grants.at(-1);
    const got = ours.grants.at(-1);
    expect(got?.form["refresh_token"]).toBe(wanted?.form["refresh_token"]);
    expect(got?.form["grant_type"]).toBe(wanted?.form["grant_type"]);
    // kubectl has a header also without a secret; RFC 6749, section 3.2.1 wants the form then.
    const hasSecret = wanted?.authorization !== "Basic a3ViZTo=";
    expect(got?.authorization).toBe(hasSecret ? wanted?.authorization : undefined);
    expect(got?.form["client_id"]).toBe(hasSecret ? wanted?.form["client_id"] : "kube");
  });

  const sentences: [what: string, user: () => Fields, sentence: RegExp, say?: (asked: Grant) => Granted][] = [
    [
      "nothing to renew it with",
      () => oidc({ "refresh-token": "" }),
      /^the oidc token of user "u" of .*config has expired, and there is no refresh-token/,
    ],
    ["no issuer", () => oidc({ "idp-issuer-url": "" }), /auth-provider of user "u".config has no idp-issuer-url/],
    [
      "a refusal",
      () => oidc(),
      /cannot be renewed at https:\/\/127.*: the response is 400 \(invalid_grant\); log in again/,
      () => ({ status: 400, body: { error: "invalid_grant" } }),
    ],
    ["an issuer without TLS", () => oidc({ "idp-issuer-url": "http://127.0.0.1:1" }), /the issuer is not an https URL/],
    [
      "an issuer that is not there",
      () => oidc({ "idp-issuer-url": "https://127.0.0.1:1" }),
      /^the oidc token of .* cannot be renewed: cannot connect to https:\/\/127.0.0.1:1: connection refused; is the/,
    ],
    [
      "an issuer of another authority",
      () => oidc({ "idp-certificate-authority-data": Buffer.from(certificates.selfSigned.cert).toString("base64") }),
      /cannot connect to https:\/\/127.*: its certificate is signed by an untrusted authority .*; check idp-certificate-authority/,
    ],
    [
      "an issuer under a name that is not its own",
      () => oidc({ "idp-issuer-url": distant.url.replace("api.elsewhere.example", "127.0.0.1") }),
      /certificate is not valid for 127.0.0.1; set idp-issuer-url to a name in the certificate/,
    ],
    [
      "an authority that is not there",
      () => oidc({ "idp-certificate-authority-data": "", "idp-certificate-authority": "none" }),
      /^cannot read .*none, the idp-certificate-authority of user "u" of .*config: no such file/,
    ],
    ["an unknown provider", () => ({ "auth-provider": { name: "keystone" } }), /unknown auth-provider "keystone"/],
  ];
  test.for(sentences)("%s is one sentence", async ([, user, sentence, say]) => {
    if (say !== undefined) answer = say;
    const { said } = await loginByUs(user());
    expect(said).toMatch(sentence);
    expect(said).not.toMatch(/\n/);
    expect(said).not.toContain(secretToken);
  });

  test("one that ends within ten seconds is not even tried", async () => {
    const before = server.requests.length;
    await loginByUs(oidc({ "id-token": idToken(Date.now() / 1000 + 8) }));
    expect(server.requests.slice(before).map(({ headers }) => headers.authorization)).toEqual([`Bearer ${fresh}`]);
  });

  test("ten requests at once renew it once", async () => {
    const { isAnswered, grants } = await loginByUs(oidc(), 10);
    expect(isAnswered).toBe(true);
    expect(grants).toHaveLength(1);
  });

  test("a token that the server refuses is renewed though it holds, with the refresh-token given last", async () => {
    const first = idToken(later, "first");
    const second = idToken(later, "second");
    admitted = [second];
    answer = ({ form }) => ({
      body:
        form["refresh_token"] === "next"
          ? tokens({ id_token: second })
          : tokens({ id_token: first, refresh_token: "next" }),
    });
    const { isAnswered, grants } = await loginByUs(oidc());
    expect(isAnswered).toBe(true);
    expect(grants.map(({ form }) => form["refresh_token"])).toEqual([secretToken, "next"]);
  });

  const rotations: [what: string, given: readonly (string | undefined)[], times: number][] = [
    ["no token: nothing is reported", [undefined, undefined], 0],
    ["the same token: nothing is reported", [secretToken, secretToken], 0],
    ["another one: that is told", [undefined, "next"], 1],
    ["another one each time: that is told once", ["next", "again"], 1],
  ];
  test.for(rotations)("the issuer gives with the id-token a refresh-token, %s", async ([, given, times]) => {
    admitted = [held];
    let count = 0;
    answer = () => {
      const next = given[count++];
      const [id] = count === given.length ? [held] : [idToken(later, `${count}`)];
      return { body: tokens({ id_token: id, ...(next !== undefined && { refresh_token: next }) }) };
    };
    const reported: string[] = [];
    const { isAnswered, said } = await loginByUs(oidc(), 1, { printMessage: (text) => reported.push(text) });
    expect(isAnswered, said).toBe(true);
    expect(reported).toHaveLength(times);
    for (const text of reported) {
      expect(text).toMatch(
        /^the issuer returned a new refresh-token for user "u" of .*config, .*; run kubectl once.*log in/,
      );
      expect(text).not.toMatch(/next|again,|SECRET/);
    }
  });
});

describe("an issuer is reached as kubectl reaches it", () => {
  const proxies: TestProxy[] = [];
  beforeAll(async () => {
    proxies.push(await startHttpProxy(), await startSocksProxy());
  });
  afterAll(async () => {
    for (const proxy of proxies) await proxy.close();
  });

  const rows: [what: string, isAnswered: boolean, env: (http: number, socks: number) => Environment][] = [
    ["by HTTPS_PROXY", true, (http) => ({ HTTPS_PROXY: `http://127.0.0.1:${http}` })],
    ["by HTTPS_PROXY without a scheme", true, (http) => ({ HTTPS_PROXY: `127.0.0.1:${http}` })],
    ["by https_proxy with SOCKS", true, (_, socks) => ({ https_proxy: `socks5://127.0.0.1:${socks}` })],
    [
      "an issuer over https is not reached by HTTP_PROXY",
      false,
      (http) => ({ HTTP_PROXY: `http://127.0.0.1:${http}` }),
    ],
    [
      "an issuer that NO_PROXY exempts is reached without a proxy",
      false,
      (http) => ({ HTTPS_PROXY: `127.0.0.1:${http}`, NO_PROXY: ".elsewhere.example" }),
    ],
    ["an issuer is not reached through a proxy that does not exist", false, () => ({ HTTPS_PROXY: "127.0.0.1:1" })],
  ];
  testWithKubectl.for(rows)("%s", async ([, isAnswered, env]) => {
    const [http, socks] = proxies.map(({ port }) => port);
    const user = oidc({ "idp-issuer-url": distant.url });
    const variables = env(http ?? 0, socks ?? 0);
    const listProxyRequests = (): readonly string[] => proxies.flatMap((proxy) => proxy.asked.map(({ line }) => line));
    const before = listProxyRequests().length;
    const theirs = await loginByKubectl(user, variables);
    const between = listProxyRequests().length;
    const ours = await loginByUs(user, 1, { env: variables });
    expect(theirs.isAnswered, theirs.said).toBe(isAnswered);
    expect(ours.isAnswered, ours.said).toBe(isAnswered);
    expect(between > before).toBe(isAnswered);
    expect(listProxyRequests().length > between).toBe(isAnswered);
    expect(ours.said).not.toMatch(/\n/);
  });

  test("by a proxy that is none, which is one sentence", async () => {
    const env = { HTTPS_PROXY: "ftp://127.0.0.1:1" };
    const { said } = await loginByUs(oidc({ "idp-issuer-url": distant.url }), 1, { env });
    expect(said).toMatch(/^HTTPS_PROXY is not the address of a proxy/);
  });

  const silent: [what: string, meet: (socket: TLSSocket) => unknown, requestTimeout: number, sentence: RegExp][] = [
    [
      "never answers",
      () => {},
      300,
      /: cannot connect to https:\/\/127.*: no response within 0.3 s; check the address/,
    ],
    [
      "hangs up",
      (socket) => socket.destroy(),
      60_000,
      /: the connection was closed without a response; is this the issuer\?$/,
    ],
  ];
  test.for(silent)("a request to an issuer ends where it %s", async ([, meet, requestTimeout, sentence]) => {
    const sockets = new Set<TLSSocket>();
    const mute = createTlsServer(certificates.server, (socket) => {
      sockets.add(socket.on("error", () => {}));
      meet(socket);
    });
    const url = `https://127.0.0.1:${await listen(mute)}`;
    const { said } = await loginByUs(oidc({ "idp-issuer-url": url }), 1, { requestTimeout });
    for (const socket of sockets) socket.destroy();
    mute.close();
    expect(said).toMatch(/^the oidc token of user "u" of .*config cannot be renewed/);
    expect(said).toMatch(sentence);
  });

  test("an issuer is trusted by its certificate alone, whatever NODE_TLS_REJECT_UNAUTHORIZED says", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    try {
      const { isAnswered, said, grants } = await loginByUs(oidc({ "idp-certificate-authority-data": "" }));
      expect(isAnswered).toBe(false);
      expect(said).toMatch(/signed by an untrusted authority/);
      expect(grants).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe("an auth-provider that kubectl 1.26 removed is refused with its successor, and nothing is run", () => {
  const ran = join(folder, "ran");
  const config = { "access-token": "access", "cmd-path": "/usr/bin/touch", "cmd-args": ran };
  const rows: [name: string, successor: string][] = [
    ["gcp", 'install "gke-gcloud-auth-plugin" and run "gcloud container clusters get-credentials"'],
    ["azure", 'install https://github.com/Azure/kubelogin and run "kubelogin convert-kubeconfig"'],
  ];
  test.for(rows)("%s", async ([name, successor]) => {
    const { isAnswered, said } = await loginByUs({ "auth-provider": { name, config } });
    expect(isAnswered).toBe(false);
    expect(said).toBe(`kubectl 1.26 removed the auth-provider "${name}" of user "u" of ${folder}/config; ${successor}`);
    expect(existsSync(ran)).toBe(false);
  });
});

describe("@kubernetes/client-node is loaded for an auth-provider and for nothing else", () => {
  const list = join(folder, "list.cjs");
  beforeAll(() => {
    writeFileSync(list, 'process.on("exit", () => process._rawDebug(Object.keys(require.cache).join("\\n")));\n');
  });

  const rows: [what: string, user: () => Fields, isLoaded: boolean][] = [
    ["a token", () => ({ token: held }), false],
    [
      "an exec plugin",
      () => ({
        exec: {
          apiVersion: "client.authentication.k8s.io/v1",
          command: "/bin/echo",
          interactiveMode: "Never",
          args: [
            `{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"${held}"}}`,
          ],
        },
      }),
      false,
    ],
    ["an auth-provider", () => oidc(), true],
  ];
  test.for(rows)("%s", async ([, user, isLoaded]) => {
    const args = ["--require", list, ...buildPlugin("node").words.slice(1), "--kubeconfig", write(user())];
    const env = environmentWith({ HOME: folder, XDG_CACHE_HOME: join(folder, "cache") });
    const before = server.requests.length;
    const stderr = await new Promise<string>((done) => {
      execFile(process.execPath, args, { env }, (_error, _stdout, text) => done(text));
    });
    const loaded = stderr.split("\n").map((file) => basename(file));
    expect(server.requests.length, stderr).toBeGreaterThan(before);
    expect(loaded).toContain("kubectl-hco_status.cjs");
    expect(loaded.includes("client-node.cjs"), stderr).toBe(isLoaded);
  });

  test("@kubernetes/client-node stands in no other file of the bundles", () => {
    const files = readdirSync(buildBundles(), { recursive: true, encoding: "utf8" }).map((name) =>
      join(buildBundles(), name),
    );
    const found = files.filter(
      (file) => statSync(file).isFile() && readFileSync(file, "utf8").includes("static expirationFromToken"),
    );
    const names = found.map((file) => relative(buildBundles(), file).replace(/-[\w-]{8}(?=\.cjs$)/, ""));
    expect(names.toSorted()).toEqual(["client-node.cjs", "extension/client-node.cjs"]);
  });
});
