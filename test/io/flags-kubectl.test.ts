import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer as createPlain } from "node:http";
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import type { Server } from "node:net";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { afterAll, beforeAll, expect } from "vitest";
import { type ContextFlags, chooseContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { loadKubeconfig } from "../../shared/io/kubeconfig/load-kubeconfig.ts";
import { connectTo } from "../../shared/io/reader/connect-cluster.ts";
import { environmentWith } from "../environment.ts";
import { pick, randomFrom } from "../random.ts";
import { repetitions } from "../size.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { makeCertificates } from "./certificates.ts";
import { builtKubectl, testWithKubectl, withoutKubectl } from "./kubectl.ts";
import { listen } from "./listen.ts";

const certificates = makeCertificates();
const cwd = temporaryFolder();

/** What a server saw of one question. */
interface Seen {
  readonly scheme: "http" | "https";
  readonly authorization: string | undefined;
  /** `name: value`, sorted. */
  readonly impersonation: readonly string[];
  readonly certificateOf: string | undefined;
  readonly serverName: string | undefined;
}

const seen = new Map<string, Seen>();
const servers: Server[] = [];
let secure = 0;
let plain = 0;

beforeAll(async () => {
  const pair = { ...certificates.server, requestCert: true, rejectUnauthorized: false, allowHTTP1: true };
  servers.push(createSecureServer(pair, noteRequest("https")), createPlain(noteRequest("http") as () => void));
  [secure, plain] = (await Promise.all(servers.map(listen))) as [number, number];
  mkdirSync(join(cwd, "pki"));
  const { authority, client, otherClient } = certificates;
  const files = { "ca.crt": authority, "me.crt": client.cert, "me.key": client.key, "you.crt": otherClient.cert };
  for (const [name, text] of Object.entries({ ...files, "you.key": otherClient.key, token: "of-the-file" })) {
    writeFileSync(join(cwd, "pki", name), text);
  }
  writeFileSync(join(cwd, "config"), JSON.stringify(kubeconfig()));
});
afterAll(() => {
  for (const server of servers) server.close();
});

function noteRequest(scheme: Seen["scheme"]): (request: Http2ServerRequest, response: Http2ServerResponse) => void {
  return (request, response) => {
    const pairs = Array.from({ length: request.rawHeaders.length / 2 }, (_, index) =>
      [String(request.rawHeaders[2 * index]).toLowerCase(), String(request.rawHeaders[2 * index + 1])].join(": "),
    );
    const socket = request.socket as TLSSocket;
    seen.set(request.url.replace(/\?.*/, ""), {
      scheme,
      authorization: request.headers.authorization,
      impersonation: pairs.filter((pair) => pair.startsWith("impersonate-")).sort(),
      certificateOf: scheme === "https" ? socket.getPeerCertificate().subject?.CN?.toString() : undefined,
      serverName: scheme === "https" ? (socket as { readonly servername?: string }).servername || undefined : undefined,
    });
    response.setHeader("content-type", "application/json");
    response.end("{}");
  };
}

/** Every cluster with every user: the context `cluster/user`. */
function kubeconfig(): object {
  const data = (text: string): string => Buffer.from(text).toString("base64");
  const server = `https://127.0.0.1:${secure}`;
  const ca = { "certificate-authority": "pki/ca.crt" };
  const clusters: Readonly<Record<string, object>> = {
    file: { server, ...ca },
    data: { server, "certificate-authority-data": data(certificates.authority) },
    both: { server, ...ca, "certificate-authority-data": data(certificates.authority) },
    insecure: { server, "insecure-skip-tls-verify": true },
    torn: { server, ...ca, "insecure-skip-tls-verify": true },
    named: { server, ...ca, "tls-server-name": "localhost" },
    stranger: { server },
    plain: { server: `http://127.0.0.1:${plain}` },
    bare: { server: `127.0.0.1:${plain}` },
    nowhere: { ...ca },
  };
  const [cert, key] = [certificates.client.cert, certificates.client.key].map(data);
  const crt = { "client-certificate": "pki/me.crt" };
  const pem = { "client-key": "pki/me.key" };
  const users: Readonly<Record<string, object>> = {
    token: { token: "of-the-entry" },
    tokenFile: { tokenFile: "pki/token" },
    twoTokens: { token: "of-the-entry", tokenFile: "pki/token" },
    basic: { username: "me", password: "secret" },
    name: { username: "me" },
    cert: { ...crt, ...pem },
    certData: { "client-certificate-data": cert, "client-key-data": key },
    bothForms: { ...crt, "client-certificate-data": cert, "client-key-data": key },
    noKey: { ...crt },
    keyAlone: { ...pem, "client-key-data": key, token: "of-the-entry" },
    tokenAndBasic: { token: "of-the-entry", username: "me" },
    acting: {
      token: "of-the-entry",
      as: "Jörg",
      "as-uid": "7",
      "as-groups": ["g"],
      "as-user-extra": { "a/B": ["x"], c: ["d"] },
    },
    impersonatingNoUser: { token: "of-the-entry", "as-groups": ["g"] },
    noUser: {},
  };
  const pairs = [...Object.keys(clusters), "ghost"].flatMap((cluster) =>
    [...Object.keys(users), "ghost"].map((user) => ({ name: `${cluster}/${user}`, context: { cluster, user } })),
  );
  return {
    "current-context": "file/token",
    clusters: Object.entries(clusters).map(([name, cluster]) => ({ name, cluster })),
    users: Object.entries(users).map(([name, user]) => ({ name, user })),
    contexts: [...pairs, { name: "loose", context: {} }],
  };
}
const clusterNames = [
  "file",
  "file",
  "data",
  "both",
  "insecure",
  "torn",
  "named",
  "stranger",
  "plain",
  "bare",
  "nowhere",
  "ghost",
];
const userNames = [
  "token",
  "tokenFile",
  "twoTokens",
  "basic",
  "name",
  "cert",
  "certData",
  "bothForms",
  "noKey",
  "keyAlone",
];
userNames.push("tokenAndBasic", "acting", "acting", "impersonatingNoUser", "noUser", "ghost");

/** What the server sees when kubectl asks with these flags; undefined where nothing reaches it. */
async function requestByKubectl(flags: ContextFlags, path: string, file: string): Promise<Seen | undefined> {
  const words = ["get", `--raw=${path}`, "--request-timeout=60s", ...wordsOf(flags)];
  const child = execFile(
    builtKubectl(),
    words,
    { cwd, env: environmentWith({ HOME: cwd, KUBECONFIG: file }) },
    () => {},
  );
  // Without any proof kubectl asks for a name and a password.
  child.stdin?.end();
  await new Promise((resolve) => child.on("close", resolve));
  return seen.get(path);
}

function wordsOf(flags: ContextFlags): readonly string[] {
  return Object.entries(flags).flatMap(([name, value]) => {
    const flag = name
      .replace(/s$/, name === "asGroups" ? "" : "s")
      .replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return [value].flat().map((one) => `--${flag}=${one}`);
  });
}

/** The same of us. */
async function requestByUs(flags: ContextFlags, path: string, file: string): Promise<Seen | undefined> {
  try {
    const config = await loadKubeconfig({ env: { KUBECONFIG: file }, home: cwd, cwd, platform: "linux" });
    const connection = await connectTo(chooseContext(config, flags, cwd), {
      userAgent: "test",
      requestTimeout: 60_000,
    });
    await connection.get(path).finally(() => connection.close());
  } catch (error) {
    if (!/^(Input|Usage|Connection)Error$/.test((error as Error).name)) throw error;
  }
  return seen.get(path);
}

let count = 0;
async function requestByBoth(
  flags: ContextFlags,
  file = "config",
): Promise<{ ours: Seen | undefined; theirs: Seen | undefined }> {
  const number = ++count;
  const [ours, theirs] = await Promise.all([
    requestByUs(flags, `/ours/${number}`, file),
    requestByKubectl(flags, `/theirs/${number}`, file),
  ]);
  return { ours, theirs };
}

const rows: [rule: string, flags: ContextFlags, seen: Partial<Seen> | undefined][] = [
  [
    "--server drops the name of the other server",
    { context: "named/token", server: "SECURE" },
    { serverName: undefined },
  ],
  [
    "--server with its own name",
    { context: "file/token", server: "SECURE", tlsServerName: "localhost" },
    { serverName: "localhost" },
  ],
  [
    "--insecure-skip-tls-verify drops the authority",
    { context: "file/token", insecureSkipTlsVerify: true },
    { scheme: "https" },
  ],
  [
    "--certificate-authority ends the trust in anybody",
    { context: "insecure/token", certificateAuthority: "pki/me.crt" },
    undefined,
  ],
  [
    "--certificate-authority settles which form counts",
    { context: "both/token", certificateAuthority: "pki/ca.crt" },
    { scheme: "https" },
  ],
  [
    "--token goes beside a certificate",
    { context: "file/cert", token: "new" },
    { authorization: "Bearer new", certificateOf: "client" },
  ],
  ["--token beside a name", { context: "file/basic", token: "new" }, undefined],
  ["--username and --password beside a token", { context: "file/token", username: "a", password: "b" }, undefined],
  [
    "--username and --password beside a tokenFile",
    { context: "file/tokenFile", username: "a", password: "b" },
    undefined,
  ],
  [
    "--client-certificate and --client-key settle which form counts",
    { context: "file/bothForms", clientCertificate: "pki/you.crt", clientKey: "pki/you.key" },
    { certificateOf: "otherClient" },
  ],
  [
    "--client-certificate with the key of another",
    { context: "file/cert", clientCertificate: "pki/you.crt" },
    undefined,
  ],
  ["a file beside a token in one entry", { context: "file/twoTokens" }, { authorization: "Bearer of-the-file" }],
  ["--as-uid without --as", { context: "file/token", asUid: "7" }, undefined],
  ["--as-group without --as", { context: "file/token", asGroups: ["g"] }, undefined],
  [
    "--as completes what the entry began",
    { context: "file/impersonatingNoUser", as: "eve" },
    { impersonation: ["impersonate-group: g", "impersonate-user: eve"] },
  ],
  ["--as with a line break", { context: "file/token", as: "eve\nb" }, undefined],
];

testWithKubectl.for(rows)(`%s${withoutKubectl}`, async ([, { server, ...flags }, expected]) => {
  const address = server === undefined ? {} : { server: `https://127.0.0.1:${secure}` };
  const { ours, theirs } = await requestByBoth({ ...flags, ...address });
  expect(ours).toEqual(theirs);
  if (expected === undefined) expect(ours).toBeUndefined();
  else expect(ours).toMatchObject(expected);
});

const sets = repetitions(40);

testWithKubectl(`random sets of flags reach the same server as the same person${withoutKubectl}`, async () => {
  const seeds = Array.from({ length: sets }, (_, index) => index + 1);
  const differences: object[] = [];
  let answered = 0;
  const compare = async (): Promise<void> => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
      const flags = randomFlags(randomFrom(seed));
      const { ours, theirs } = await requestByBoth(flags);
      if (theirs !== undefined) answered += 1;
      if (JSON.stringify(ours) !== JSON.stringify(theirs)) differences.push({ seed, flags, ours, theirs });
    }
  };
  await Promise.all([compare(), compare(), compare()]);
  expect(differences).toEqual([]);
  expect(answered).toBeGreaterThan(sets / 5);
  expect(sets - answered).toBeGreaterThan(sets / 5);
});

function randomFlags(random: () => number): ContextFlags {
  const cluster = pick(random, clusterNames);
  const user = pick(random, userNames);
  const sometimes = <T>(chance: number, value: T): T | undefined => (random() < chance ? value : undefined);
  const pair = pick(random, ["me", "you"]);
  const byCertificate = random() < 0.15;
  const servers = [`https://127.0.0.1:${secure}`, `https://localhost:${secure}/`, `http://127.0.0.1:${plain}`];
  const flags = {
    context: sometimes(0.9, random() < 0.05 ? "loose" : `${cluster}/${user}`),
    cluster: sometimes(0.08, pick(random, clusterNames)),
    user: sometimes(0.08, pick(random, userNames)),
    namespace: sometimes(0.1, "apps"),
    server: sometimes(0.25, pick(random, servers)),
    tlsServerName: sometimes(0.1, pick(random, ["localhost", "localhost", "other.example"])),
    insecureSkipTlsVerify: sometimes(0.15, random() < 0.8),
    certificateAuthority: sometimes(0.2, pick(random, ["pki/ca.crt", "./pki/ca.crt", "pki/none"])),
    token: sometimes(0.15, "of-the-flag"),
    username: sometimes(0.08, "you"),
    password: sometimes(0.08, "sesame"),
    clientCertificate: byCertificate ? `pki/${pair}.crt` : undefined,
    clientKey: byCertificate && random() < 0.9 ? `pki/${pair}.key` : undefined,
    as: sometimes(0.2, pick(random, ["bob", "system:serviceaccount:a:b", "José"])),
    asUid: sometimes(0.1, "u-1"),
    asGroups: sometimes(0.1, ["g1", "g2"]),
    asUserExtra: sometimes(0.1, ["scopes=a", "scopes=b=c", "a/b=Ä", "%=", pick(random, ["c=e", "C=e"])]),
  };
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)) as ContextFlags;
  return isOurOwnWay(given) ? randomFlags(random) : given;
}

// Where we mean to do otherwise: the next tests are about it. And kubectl opens files and waives names for http.
function isOurOwnWay({ context = "file/token", ...flags }: ContextFlags): boolean {
  const [ofCluster, ofUser] = context.split("/");
  const cluster = flags.cluster ?? ofCluster ?? "";
  const user = flags.user ?? ofUser ?? "";
  const isOpen = flags.server === undefined ? ["plain", "bare"].includes(cluster) : flags.server.startsWith("http:");
  const isBare = flags.server === undefined && cluster === "bare";
  const aboutTls = Boolean(flags.insecureSkipTlsVerify || flags.certificateAuthority || flags.tlsServerName);
  const hasFile = user === "tokenFile" || user === "twoTokens";
  const isForgiven = isOpen && (user === "ghost" || flags.certificateAuthority === "pki/none");
  return (isBare && aboutTls) || (hasFile && flags.token !== undefined) || isForgiven;
}

testWithKubectl(`--server needs no kubeconfig${withoutKubectl}`, async () => {
  const { ours, theirs } = await requestByBoth({ server: `127.0.0.1:${plain}`, as: "bob" }, "none");
  expect(ours?.impersonation).toEqual(["impersonate-user: bob"]);
  expect(ours).toEqual(theirs);
});

testWithKubectl(`--token beats a tokenFile: kubectl would ask as the owner of the file${withoutKubectl}`, async () => {
  const { ours, theirs } = await requestByBoth({ context: "file/tokenFile", token: "of-the-flag" });
  expect(ours?.authorization).toBe("Bearer of-the-flag");
  expect(theirs?.authorization).toBe("Bearer of-the-file");
});

testWithKubectl(
  `a server without a scheme is not asked in the open where TLS is meant: kubectl would${withoutKubectl}`,
  async () => {
    const { ours, theirs } = await requestByBoth({ context: "bare/token", certificateAuthority: "pki/ca.crt" });
    expect(ours).toBeUndefined();
    expect(theirs).toMatchObject({ scheme: "http", authorization: undefined });
  },
);

testWithKubectl(`a user extra without a value is refused: kubectl would ask without it${withoutKubectl}`, async () => {
  const { ours, theirs } = await requestByBoth({ as: "bob", asUserExtra: ["scopes"] });
  expect(ours).toBeUndefined();
  expect(theirs?.impersonation).toEqual(["impersonate-user: bob"]);
});
