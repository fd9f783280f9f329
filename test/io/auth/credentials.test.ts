import { rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";
import { afterEach, describe, expect, test } from "vitest";
import { openCredentials } from "../../../shared/io/auth/credentials.ts";
import { openServerConnection } from "../../../shared/io/connection/connection.ts";
import type { ClusterEntry, UserEntry } from "../../../shared/io/kubeconfig/entries.ts";
import { secureContextOf } from "../../../shared/io/socket/secure-context.ts";
import { temporaryFolder, writeInFolder } from "../../temporary-folder.ts";
import { makeCertificates } from "../certificates.ts";
import { buildContext, inline, secretToken } from "../chosen.ts";
import { startTestServer, type TestServer } from "../server.ts";

const certificates = makeCertificates();
const folder = temporaryFolder();
const server = "https://127.0.0.1:6443";
const servers: TestServer[] = [];

afterEach(async () => {
  for (const one of servers.splice(0)) await one.close();
});

const file = (name: string, text: string): string => writeInFolder(folder, name, text);

const byCertificate = {
  clientCertificate: inline(certificates.client.cert),
  clientKey: inline(certificates.client.key),
};

describe("a user proves who it is with what its entry holds", () => {
  const rows: [what: string, user: Partial<UserEntry>, authorization: string | undefined][] = [
    ["a token", { token: "abc" }, "Bearer abc"],
    ["a token in UTF-8, a character for each byte", { token: "ü€" }, "Bearer \xc3\xbc\xe2\x82\xac"],
    ["a token file, its line break left out", { tokenFile: file("token", " abc\n") }, "Bearer abc"],
    ["a token file before a token", { tokenFile: file("newer", "newer"), token: "older" }, "Bearer newer"],
    ["a token where its file is missing", { tokenFile: join(folder, "none"), token: "older" }, "Bearer older"],
    ["a name and a password", { username: "dev", password: "pa:ss" }, `Basic ${btoa("dev:pa:ss")}`],
    ["a certificate", byCertificate, undefined],
    ["a certificate and a token", { ...byCertificate, token: "abc" }, "Bearer abc"],
  ];
  test.for(rows)("%s", async ([, user, authorization]) => {
    const credentials = await openCredentials(buildContext(server, {}, user));
    expect((await credentials.headers())["authorization"]).toBe(authorization);
  });

  test("the server sees the certificate", async () => {
    const seen: string[] = [];
    const one = await startTestServer(
      "http/1.1",
      certificates.server,
      () => ({}),
      (socket: TLSSocket) => {
        seen.push(String(socket.getPeerCertificate().subject?.CN));
      },
    );
    servers.push(one);
    const address = `https://127.0.0.1:${one.port}`;
    const authority = { certificateAuthority: inline(certificates.authority) };
    const connection = openServerConnection({
      server: address,
      userAgent: "test",
      credentials: await openCredentials(buildContext(address, authority, byCertificate)),
    });
    await connection.get("/");
    connection.close();
    expect(seen).toEqual(["client"]);
  });

  test("a user sends no credentials to a server without TLS", async () => {
    const credentials = await openCredentials(buildContext("http://127.0.0.1:8001", {}, { token: "abc" }));
    expect(await credentials.headers()).toEqual({});
    expect(credentials.tls).toBeUndefined();
  });
});

describe("a token file is read again, but not for every request", () => {
  test("after a minute, or when the server refused what it held", async () => {
    let now = 0;
    const tokenFile = file("rotating", "first");
    const from = {
      env: {},
      home: folder,
      cwd: folder,
      platform: process.platform,
      isInteractive: false,
      printMessage() {},
    };
    const credentials = await openCredentials(buildContext(server, {}, { tokenFile }), { ...from, now: () => now });
    const token = async (): Promise<string | undefined> => (await credentials.headers())["authorization"]?.slice(7);
    expect(await token()).toBe("first");
    file("rotating", "second");
    utimesSync(tokenFile, 0, 0);
    now = 59_999;
    expect(await token()).toBe("first");
    now = 60_000;
    expect(await token()).toBe("second");
    file("rotating", "third");
    credentials.forget(await credentials.headers());
    expect(await token()).toBe("third");
    rmSync(tokenFile);
    now = 200_000;
    expect(await token()).toBe("third");
  });
});

describe("unusable credentials are refused before any request, in one sentence without the secret", () => {
  const { client, otherClient } = certificates;
  const encrypted = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIB\n-----END ENCRYPTED PRIVATE KEY-----\n";
  const rows: [what: string, user: Partial<UserEntry>, cluster: Partial<ClusterEntry>, sentence: RegExp][] = [
    ["nothing", {}, {}, /user "dev" of .*config has neither certificate nor token nor password; log in/],
    [
      "an exec plugin where no program may run",
      { exec: { command: "aws", apiVersion: "client.authentication.k8s.io/v1beta1" } },
      {},
      /user "dev" .* needs the exec plugin "aws", but programs named by a kubeconfig are not run here/,
    ],
    [
      "an auth-provider where no program may run",
      { authProvider: { name: "oidc" } },
      {},
      /needs the auth-provider "oidc", but programs/,
    ],
    [
      "a token with a line break",
      { token: `${secretToken}\n` },
      {},
      /the token of user "dev" .* contains a line break/,
    ],
    ["a token with a control character", { token: `${secretToken}\x7f` }, {}, /contains a control character/],
    [
      "a wrong exec section beside a token",
      { token: secretToken, exec: { command: "aws" } },
      {},
      /exec of user "dev" has no apiVersion/,
    ],
    [
      "an exec section of a version that is gone, beside a token",
      { token: secretToken, exec: { command: "aws", apiVersion: "client.authentication.k8s.io/v1alpha1" } },
      {},
      /exec of user "dev" is client\.authentication\.k8s\.io\/v1alpha1, but only/,
    ],
    [
      "a token with a line break in the middle of its file",
      { tokenFile: file("two", `${secretToken}\n${secretToken}`) },
      {},
      /two contains a line break/,
    ],
    ["an empty token file", { tokenFile: file("empty", "\n") }, {}, /empty, the token file of the user, is empty/],
    [
      "no token file",
      { tokenFile: join(folder, "none") },
      {},
      /cannot read .*none, the token file of the user: no such file/,
    ],
    [
      "the file of a token and a password",
      { tokenFile: file("beside", secretToken), username: "dev", password: secretToken },
      {},
      /has both a token and a password; set only one/,
    ],
    [
      "a key of another certificate",
      { clientCertificate: inline(client.cert), clientKey: inline(otherClient.key) },
      {},
      /cannot use the client certificate of user "dev" .*client-key does not match the certificate/,
    ],
    [
      "a certificate that is none",
      { clientCertificate: inline("garbage"), clientKey: inline(client.key) },
      {},
      /not readable as PEM/,
    ],
    [
      "a key that is none",
      { clientCertificate: inline(client.cert), clientKey: inline("garbage") },
      {},
      /not readable as PEM/,
    ],
    [
      "an encrypted key",
      { clientCertificate: inline(client.cert), clientKey: inline(encrypted) },
      {},
      /cannot use the client certificate/,
    ],
    [
      "a certificate file that is missing",
      { clientCertificate: { path: "/none.crt" }, clientKey: inline(client.key) },
      {},
      /cannot read \/none\.crt, the client-certificate of user "dev": no such file/,
    ],
    [
      "an authority that is none",
      { token: secretToken },
      { certificateAuthority: inline("garbage") },
      /certificate-authority of cluster "cluster-1" .* contains no PEM certificate/,
    ],
    [
      "an authority that is broken",
      { token: secretToken },
      { certificateAuthority: inline("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n") },
      /certificate-authority of cluster "cluster-1" of .* contains no certificate that is readable/,
    ],
    [
      "an authority and no check",
      { token: secretToken },
      { certificateAuthority: inline(certificates.authority), insecureSkipTlsVerify: true },
      /has both certificate-authority and insecure-skip-tls-verify/,
    ],
  ];
  test.for(rows)("%s", async ([, user, cluster, sentence]) => {
    const refused = openCredentials(buildContext(server, cluster, user)).then(async (credentials) => {
      await credentials.headers();
      // What a connection does first.
      return credentials.tls && secureContextOf(credentials.tls);
    });
    const error = await refused.then(
      () => expect.fail("not refused"),
      (reason: Error) => reason,
    );
    expect(error.name).toMatch(/^(ConnectionError|InputError)$/);
    expect(error.message).toMatch(sentence);
    expect(error.message).not.toContain(secretToken);
  });
});
