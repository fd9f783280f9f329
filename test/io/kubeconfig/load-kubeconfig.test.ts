import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { InputError, UsageError } from "../../../shared/io/errors/errors.ts";
import { type ChosenContext, type ContextFlags, chooseContext } from "../../../shared/io/kubeconfig/choose-context.ts";
import type { PemMaterial } from "../../../shared/io/kubeconfig/entries.ts";
import type { KubeconfigSources } from "../../../shared/io/kubeconfig/file-list.ts";
import { loadKubeconfig } from "../../../shared/io/kubeconfig/load-kubeconfig.ts";
import { environmentWith } from "../../environment.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { builtKubectl, testWithKubectl, withoutKubectl } from "../kubectl.ts";

const home = temporaryFolder();

const b64 = (text: string): string => Buffer.from(text).toString("base64");

/** Files by name, in `home`. */
const files: Readonly<Record<string, string>> = {
  "dev.yaml": `
apiVersion: v1
kind: Config
current-context: dev
clusters: [{name: near, cluster: {server: "https://near:6443", certificate-authority-data: ${b64("near authority")}}}]
users: [{name: me, user: {token: dev-token}}]
contexts: [{name: dev, context: {cluster: near, user: me, namespace: apps}}]
`,
  "prod.yaml": `
current-context: prod
clusters:
- name: near
  cluster: {server: "https://second-near:6443", insecure-skip-tls-verify: true}
- name: far
  cluster: {server: "https://far/k8s/clusters/c-1", tls-server-name: api.far, certificate-authority: pki/ca.crt, unknown: field}
users:
- {name: me, user: {token: prod-token}}
- {name: you, user: {client-certificate: pki/you.crt, client-key: pki/you.key}}
contexts:
- {name: dev, context: {cluster: far, user: you}}
- {name: prod, context: {cluster: far, user: you}}
- {name: dev-of-prod, context: {cluster: near, user: me}}
- {name: mixed, context: {cluster: near, user: you, namespace: ""}}
- {name: half, context: {cluster: nowhere, user: me}}
- {name: nobody, context: {cluster: near, user: ghost}}
`,
  "sub/json": JSON.stringify({
    kind: "Config",
    "current-context": "j",
    preferences: {},
    clusters: [{ name: "j", cluster: { server: "http://localhost:8001/" } }],
    users: [{ name: "j", user: { tokenFile: "../token", "as-groups": [] } }],
    contexts: [{ name: "j", context: { cluster: "j", user: "j" } }],
  }),
  "both.yaml": `users: [{name: you, user: {client-key-data: ${b64("key in the data")}, client-key: pki/you.key}}]`,
  "nulls.yaml": 'clusters: null\nusers:\ncontexts: null\ncurrent-context: ""\n',
  "two-documents.yaml": "current-context: prod\n---\ncurrent-context: dev\n",
  "comment.yaml": "# nothing here\n",
  "empty.yaml": "",
  "pki/ca.crt": "far authority",
  "pki/you.crt": "your certificate",
  "pki/you.key": "your key",
  token: "file-token\n",
  "pod.yaml": "apiVersion: v1\nkind: Pod\nmetadata: {name: x}\n",
  "twice.yaml": "users: [{name: a, user: {}}, {name: a, user: {}}]\n",
  "number.yaml": "users: [{name: a, user: {token: 12345}}]\n",
  "word.yaml": 'clusters: [{name: a, cluster: {server: "https://a", insecure-skip-tls-verify: "true"}}]\n',
  "list.yaml": "clusters: {name: a}\n",
  "quoted-yes.yaml": 'clusters: [{name: a, cluster: {insecure-skip-tls-verify: "yes"}}]\n',
  "on.yaml": "contexts: [{name: on, context: {}}]\n",
  "octal.yaml": "current-context: 0o7\n",
  "groups.yaml": "users: [{name: a, user: {as-groups: [b, 1]}}]\n",
  "extra.yaml": "users: [{name: a, user: {as-user-extra: {k: v}}}]\n",
  "exec.yaml": "users: [{name: a, user: {exec: {command: x, args: text}}}]\n",
  "provider.yaml": "users: [{name: a, user: {auth-provider: {name: oidc, config: {a: 1}}}}]\n",
  "colors.yaml": "preferences: {colors: 1}\n",
  "extensions.yaml": "clusters: [{name: a, cluster: {extensions: [{name: x, extension: 1}, {name: x}]}}]\n",
  "version.yaml": "apiVersion: v2\n",
  "infinite.yaml": "unknown: -.inf\n",
  "twice-a-key.yaml": "current-context: dev\ncurrent-context: prod\n",
  "nothing-first.yaml": "---\n---\ncurrent-context: dev\n",
  "base64.yaml": "users: [{name: a, user: {client-key-data: '!!!'}}]\n",
  "broken.yaml": "users: [\n",
  "text.yaml": "just text\n",
};

beforeAll(() => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  writeFileSync(join(home, "latin1.yaml"), Buffer.from("current-context: J\xf6rg\n", "latin1"));
  symlinkSync("circle.yaml", join(home, "circle.yaml"));
});

function load(list: string | undefined, more: Partial<KubeconfigSources> = {}): ReturnType<typeof loadKubeconfig> {
  const env = list === undefined ? {} : { KUBECONFIG: list };
  return loadKubeconfig({ env, home, cwd: home, platform: "linux", serviceAccount: join(home, "none"), ...more });
}

describe("files are merged and a context is chosen as kubectl does it", () => {
  const rows: [rule: string, list: string, context: string | undefined, shown: object][] = [
    [
      "one file",
      "dev.yaml",
      undefined,
      {
        context: "dev",
        namespace: "apps",
        server: "https://near:6443",
        authority: "near authority",
        token: "dev-token",
      },
    ],
    [
      "the first file that has a name has all of it",
      "dev.yaml:prod.yaml",
      undefined,
      {
        context: "dev",
        namespace: "apps",
        server: "https://near:6443",
        authority: "near authority",
        token: "dev-token",
      },
    ],
    [
      "the other way round",
      "prod.yaml:dev.yaml",
      undefined,
      {
        context: "prod",
        server: "https://far/k8s/clusters/c-1",
        authority: "far authority",
        tlsServerName: "api.far",
        certificate: "your certificate",
        key: "your key",
      },
    ],
    [
      "entries of several files go together",
      "dev.yaml:prod.yaml",
      "mixed",
      {
        context: "mixed",
        server: "https://near:6443",
        authority: "near authority",
        certificate: "your certificate",
        key: "your key",
      },
    ],
    [
      "the first current-context that is set",
      "nulls.yaml:dev.yaml:prod.yaml",
      undefined,
      {
        context: "dev",
        namespace: "apps",
        server: "https://near:6443",
        authority: "near authority",
        token: "dev-token",
      },
    ],
    [
      "missing and empty files and parts are passed over",
      "none.yaml::empty.yaml:comment.yaml:dev.yaml",
      undefined,
      {
        context: "dev",
        namespace: "apps",
        server: "https://near:6443",
        authority: "near authority",
        token: "dev-token",
      },
    ],
    [
      "a file named twice counts once",
      "dev.yaml:dev.yaml",
      undefined,
      {
        context: "dev",
        namespace: "apps",
        server: "https://near:6443",
        authority: "near authority",
        token: "dev-token",
      },
    ],
    [
      "yes as YAML 1.1 knows it",
      "prod.yaml",
      "dev-of-prod",
      { context: "dev-of-prod", server: "https://second-near:6443", insecure: true, token: "prod-token" },
    ],
    [
      "JSON, and paths that count from their own file",
      "sub/json",
      undefined,
      { context: "j", server: "http://localhost:8001", tokenFile: join(home, "token") },
    ],
    [
      "the last of two same keys",
      "twice-a-key.yaml:prod.yaml",
      undefined,
      {
        context: "prod",
        server: "https://far/k8s/clusters/c-1",
        authority: "far authority",
        tlsServerName: "api.far",
        certificate: "your certificate",
        key: "your key",
      },
    ],
    [
      "an empty first document too",
      "nothing-first.yaml:prod.yaml",
      "dev-of-prod",
      { context: "dev-of-prod", server: "https://second-near:6443", insecure: true, token: "prod-token" },
    ],
    [
      "only the first document of a file",
      "two-documents.yaml:prod.yaml",
      undefined,
      {
        context: "prod",
        server: "https://far/k8s/clusters/c-1",
        authority: "far authority",
        tlsServerName: "api.far",
        certificate: "your certificate",
        key: "your key",
      },
    ],
  ];

  test.for(rows)("%s: ours", async ([, list, context, shown]) => {
    expect(showContext(chooseContext(await load(list), context === undefined ? {} : { context }))).toEqual(shown);
  });

  testWithKubectl.for(rows)(`%s: kubectl${withoutKubectl}`, ([, list, context, shown]) => {
    expect(showByKubectl(list, context)).toEqual(shown);
  });
});

test("of a key that no certificate needs both forms may stand there", async () => {
  const { user } = chooseContext(await load("both.yaml:prod.yaml"), { context: "dev" });
  expect(contentOf(user?.clientKey)).toBe("key in the data");
});

describe("what kubectl refuses to load is refused with the file and the place", () => {
  const rows: [file: string, sentence: RegExp][] = [
    ["pod.yaml", /pod\.yaml: this is a Pod, not a kubeconfig/],
    ["twice.yaml", /twice\.yaml: users has "a" twice/],
    ["number.yaml", /number\.yaml: users\[0\]\.user\.token must be text \(put it in quotes\), not a number$/],
    ["word.yaml", /clusters\[0\]\.cluster\.insecure-skip-tls-verify must be true or false, not a string/],
    ["list.yaml", /list\.yaml: clusters must be a list, not a mapping/],
    ["base64.yaml", /users\[0\]\.user\.client-key-data is not base64/],
    ["broken.yaml", /broken\.yaml/],
    ["text.yaml", /text\.yaml: the document must be a mapping, not a string/],
    ["quoted-yes.yaml", /insecure-skip-tls-verify must be true or false, not a string/],
    ["on.yaml", /contexts\[0\]\.name must be text \(put it in quotes\), not a boolean$/],
    ["octal.yaml", /current-context must be text \(put it in quotes\), not a number$/],
    ["groups.yaml", /users\[0\]\.user\.as-groups\[1\] must be text \(put it in quotes\), not a number$/],
    ["extra.yaml", /users\[0\]\.user\.as-user-extra\.k must be a list, not a string$/],
    ["exec.yaml", /users\[0\]\.user\.exec\.args must be a list, not a string$/],
    ["provider.yaml", /users\[0\]\.user\.auth-provider\.config\.a must be text \(put it in quotes\), not a number$/],
    ["colors.yaml", /preferences\.colors must be true or false, not a number$/],
    ["extensions.yaml", /clusters\[0\]\.cluster\.extensions has "x" twice/],
    ["version.yaml", /version\.yaml: apiVersion "v2" is not a kubeconfig version; use v1$/],
    ["infinite.yaml", /\.inf or \.nan, which JSON cannot represent$/],
    ["latin1.yaml", /cannot read kubeconfig .*latin1\.yaml: it is not UTF-8 text$/],
    ["pki", /cannot read kubeconfig .*pki: it is a directory/],
    ["dev.yaml/inside", /cannot read kubeconfig .*inside: a part of this path is a file, not a directory$/],
    ["circle.yaml", /cannot read kubeconfig .*circle\.yaml: its symbolic links form a loop$/],
  ];
  test.for(rows)("%s", async ([file, sentence]) => {
    await expect(load(`dev.yaml:${file}`)).rejects.toThrow(InputError);
    await expect(load(`dev.yaml:${file}`)).rejects.toThrow(sentence);
  });
  testWithKubectl.for(rows)(`%s: kubectl${withoutKubectl}`, ([file]) => {
    expect(() => showByKubectl(`dev.yaml:${file}`, undefined)).toThrow(/^Command failed: .* config view /);
  });
});

describe("a file that is no kubeconfig costs no more than the first of its bytes", () => {
  test("fifty megabytes", async () => {
    writeFileSync(join(home, "large"), "");
    truncateSync(join(home, "large"), 50_000_000);
    await expect(load("large")).rejects.toThrow(
      /cannot read kubeconfig .*large: it is larger than 16 MB; is this the right file\?$/,
    );
  });

  test.skipIf(process.platform === "win32")("a device without an end", async () => {
    await expect(load(undefined, { kubeconfig: "/dev/zero" })).rejects.toThrow(/it is larger than 16 MB/);
  });
});

describe("the files are searched for where kubectl searches", () => {
  test("in ~/.kube/config without KUBECONFIG, or with an empty one", async () => {
    expect((await load(undefined)).files).toEqual([join(home, ".kube/config")]);
    expect((await load("")).files).toEqual([join(home, ".kube/config")]);
  });

  test("in --kubeconfig alone, which must exist", async () => {
    expect((await load("prod.yaml", { kubeconfig: "dev.yaml" })).files).toEqual([join(home, "dev.yaml")]);
    await expect(load("dev.yaml", { kubeconfig: "none.yaml" })).rejects.toThrow(
      /cannot read kubeconfig .*none\.yaml: no such file/,
    );
  });

  test("in a list with semicolons on Windows, where quotes may hold one", async () => {
    const config = await load('dev.yaml;"odd;name.yaml";;prod.yaml', { platform: "win32" });
    expect(config.files).toEqual(["dev.yaml", "odd;name.yaml", "prod.yaml"].map((name) => join(home, name)));
  });
});

describe("a choice that cannot be made is one sentence", () => {
  const rows: [
    rule: string,
    list: string,
    flags: ContextFlags,
    error: typeof InputError | typeof UsageError,
    sentence: RegExp,
  ][] = [
    [
      "--context that does not exist",
      "dev.yaml:prod.yaml",
      { context: "x" },
      UsageError,
      /^context "x" does not exist in .*; its contexts: dev, dev-of-prod, half, mixed, nobody, prod$/,
    ],
    [
      "current-context that does not exist",
      "two-documents.yaml",
      {},
      InputError,
      /^current-context is "prod", which does not exist \(.* has no contexts\)$/,
    ],
    [
      "a context whose cluster does not exist",
      "prod.yaml",
      { context: "half" },
      InputError,
      /^context "half" names cluster "nowhere", which does not exist in .*; its clusters: far, near$/,
    ],
    [
      "a context whose user does not exist",
      "prod.yaml",
      { context: "nobody" },
      InputError,
      /^context "nobody" names user "ghost", which does not exist/,
    ],
    ["--cluster that does not exist", "prod.yaml", { cluster: "x" }, UsageError, /^cluster "x" does not exist/],
    ["--user that does not exist", "prod.yaml", { user: "x" }, UsageError, /^user "x" does not exist/],
    [
      "contexts, and none chosen",
      "none-chosen.yaml",
      {},
      InputError,
      /^no cluster is configured: no current-context in .*; select one of its contexts: a$/,
    ],
    [
      "no file at all",
      "none.yaml",
      {},
      InputError,
      /^no cluster is configured: no context in .*none\.yaml; set KUBECONFIG or --kubeconfig/,
    ],
    ["a cluster without a server", "no-server.yaml", {}, InputError, /^cluster "a" of .* has no server$/],
    ["a server that is no address", "bad-server.yaml", {}, InputError, /its server is not an http or https address$/],
    [
      "a server with a password in it",
      "secret-server.yaml",
      {},
      InputError,
      /^[^@]*set user name and password in users, not in server$/,
    ],
  ];
  beforeAll(() => {
    const kubeconfigWithCluster = (cluster: string): string =>
      `current-context: a\ncontexts: [{name: a, context: {cluster: a}}]\nclusters: [{name: a, cluster: ${cluster}}]\n`;
    writeFileSync(join(home, "none-chosen.yaml"), "contexts: [{name: a, context: {cluster: a}}]\n");
    writeFileSync(join(home, "no-server.yaml"), kubeconfigWithCluster("{}"));
    writeFileSync(join(home, "bad-server.yaml"), kubeconfigWithCluster('{server: "ftp://a"}'));
    writeFileSync(join(home, "secret-server.yaml"), kubeconfigWithCluster('{server: "https://me:hunter2@a"}'));
  });
  test.for(rows)("%s", async ([, list, flags, error, sentence]) => {
    const config = await load(list);
    expect(() => chooseContext(config, flags)).toThrow(error);
    expect(() => chooseContext(config, flags)).toThrow(sentence);
  });
});

describe("a pod without a kubeconfig asks its own cluster", () => {
  const env = { KUBERNETES_SERVICE_HOST: "10.0.0.1", KUBERNETES_SERVICE_PORT: "443" };
  const account = join(home, "account");
  beforeAll(() => {
    mkdirSync(account);
    for (const name of ["token", "ca.crt"]) writeFileSync(join(account, name), `${name} of the pod`);
    writeFileSync(join(account, "namespace"), "pod-space\n");
  });

  const rows: [rule: string, env: Readonly<Record<string, string>>, server: string, namespace: string][] = [
    ["by its service account", env, "https://10.0.0.1", "pod-space"],
    ["in the namespace that POD_NAMESPACE names", { ...env, POD_NAMESPACE: "other" }, "https://10.0.0.1", "other"],
    ["over IPv6", { ...env, KUBERNETES_SERVICE_HOST: "fd00::1" }, "https://[fd00::1]", "pod-space"],
  ];
  test.for(rows)("%s", async ([, variables, server, namespace]) => {
    expect(showContext(chooseContext(await load(undefined, { env: variables, serviceAccount: account })))).toEqual({
      context: "in-cluster",
      server,
      namespace,
      authority: "ca.crt of the pod",
      tokenFile: join(account, "token"),
    });
  });

  test("a pod reads its own cluster only without a kubeconfig and with a token", async () => {
    const places = { env: { ...env, KUBECONFIG: "dev.yaml" }, serviceAccount: account };
    expect(chooseContext(await load(undefined, places)).contextName).toBe("dev");
    expect((await load(undefined, { env, serviceAccount: join(home, "none") })).inCluster).toBeUndefined();
  });
});

/** What counts of a choice, with the contents of files in the place of their names; undefined ones left out. */
function showContext({ contextName, namespace, server, cluster, user }: ChosenContext): object {
  return omitUndefined({
    context: contextName,
    namespace,
    server,
    authority: contentOf(cluster.certificateAuthority),
    tlsServerName: cluster.tlsServerName,
    insecure: cluster.insecureSkipTlsVerify || undefined,
    certificate: contentOf(user?.clientCertificate),
    key: contentOf(user?.clientKey),
    token: user?.token,
    tokenFile: user?.tokenFile,
  });
}

/** The same of kubectl: `config view --minify --flatten`, which puts contents in the place of file names. */
function showByKubectl(list: string, context: string | undefined): object {
  const words = [
    "config",
    "view",
    "--minify",
    "--flatten",
    "--raw",
    "-o",
    "json",
    ...(context ? [`--context=${context}`] : []),
  ];
  const env = environmentWith({ HOME: home, KUBECONFIG: list });
  const view = JSON.parse(execFileSync(builtKubectl(), words, { cwd: home, env, stdio: "pipe" }).toString());
  const { cluster } = view.clusters[0];
  const { user } = view.users[0];
  const decodeBase64 = (data: string | undefined): string | undefined => data && Buffer.from(data, "base64").toString();
  return omitUndefined({
    context: view["current-context"],
    namespace: view.contexts[0].context.namespace,
    server: cluster.server.replace(/\/$/, ""),
    authority: decodeBase64(cluster["certificate-authority-data"]),
    tlsServerName: cluster["tls-server-name"],
    insecure: cluster["insecure-skip-tls-verify"],
    certificate: decodeBase64(user["client-certificate-data"]),
    key: decodeBase64(user["client-key-data"]),
    token: user.token,
    // View leaves it as written (loader.go resolves it for requests: GetAuthInfoFileReferences).
    tokenFile: user.tokenFile && resolve(home, "sub", user.tokenFile),
  });
}

function contentOf(material: PemMaterial | undefined): string | undefined {
  if (material === undefined) return undefined;
  return "data" in material ? material.data.toString() : readFileSync(material.path, "utf8");
}

function omitUndefined(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
