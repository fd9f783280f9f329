import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCertificates } from "../../io/certificates.ts";
import { secretToken } from "../../io/chosen.ts";
import { startTestServer, statusResponse, type TestResponse, type TestServer } from "../../io/server.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { runInProcess } from "../run-in-process.ts";

const folder = temporaryFolder();
const certificates = makeCertificates();
const authority = Buffer.from(certificates.authority).toString("base64");
const root = { apiVersion: "hco.kubevirt.io/v1", kind: "HyperConverged", metadata: { name: "hco", namespace: "cnv" } };
let member: TestServer;
let hub: TestServer;
/** What the hub answers to the list of ClusterProfiles. */
let profiles: readonly Profile[] | TestResponse = [];
let managed: readonly object[] = [];

interface Profile {
  readonly metadata: { readonly name: string; readonly namespace: string; readonly labels?: object };
}

beforeAll(async () => {
  const list = (items: readonly object[]): TestResponse => ({ body: { kind: "List", metadata: {}, items } });
  member = await startTestServer("h2", certificates.server, ({ url, headers }) => {
    if (headers.authorization !== `Bearer ${secretToken}`) return statusResponse(401, "Unauthorized");
    return list(url.includes("/hyperconvergeds") ? [root] : []);
  });
  hub = await startTestServer("h2", certificates.server, ({ url }) => {
    if (url.includes("/managedclusters") && managed.length > 0) return list(managed);
    if (!url.includes("/clusterprofiles")) return { status: 404, body: "404 page not found\n" };
    if (!Array.isArray(profiles)) return profiles as TestResponse;
    const { searchParams, pathname } = new URL(url, "https://hub");
    const [, name] = (searchParams.get("fieldSelector") ?? "").split("metadata.name=");
    const [, namespace] = /namespaces\/([^/]+)/.exec(pathname) ?? [];
    return list(
      profiles.filter(
        ({ metadata }) =>
          [undefined, metadata.name].includes(name) && [undefined, metadata.namespace].includes(namespace),
      ),
    );
  });
  const kubeconfig = {
    "current-context": "hub",
    clusters: [{ name: "hub", cluster: { server: address(hub.port), "certificate-authority-data": authority } }],
    users: [{ name: "me", user: { token: "of-the-hub" } }],
    contexts: [{ name: "hub", context: { cluster: "hub", user: "me", namespace: "ignored" } }],
  };
  writeFileSync(file("kubeconfig"), JSON.stringify(kubeconfig));
  // Without the config of its cluster the program fails, as a real one does.
  const answer = {
    apiVersion: "client.authentication.k8s.io/v1",
    kind: "ExecCredential",
    status: { token: secretToken },
  };
  const program = `#!/bin/sh\ncase "$KUBERNETES_EXEC_INFO" in *'"clusterName":"known"'*) echo '${JSON.stringify(answer)}' ;; *) echo no such cluster >&2; exit 3 ;; esac\n`;
  writeFileSync(file("creds"), program);
  chmodSync(file("creds"), 0o755);
  const execConfig = { apiVersion: "client.authentication.k8s.io/v1", command: "./creds", provideClusterInfo: true };
  writeFileSync(file("providers.json"), JSON.stringify({ providers: [{ name: "test", execConfig }] }));
});
afterAll(async () => {
  await member.close();
  await hub.close();
});

function file(name: string): string {
  return join(folder, name);
}

function address(port: number): string {
  return `https://127.0.0.1:${port}`;
}

interface ProfileOptions {
  /** Fields of the access to its cluster, over those of the server `member`. */
  readonly access?: object;
  /** The name that the program for credentials gets. It knows only `known`. */
  readonly clusterName?: string;
  readonly namespace?: string;
}

/** A ClusterProfile that gives access to the server `member`. */
function profile(
  name: string,
  { access = {}, clusterName = "known", namespace = "fleet" }: ProfileOptions = {},
): Profile & { readonly status: object } {
  const extensions = [{ name: "client.authentication.k8s.io/exec", extension: { clusterName } }];
  const cluster = { server: address(member.port), "certificate-authority-data": authority, extensions, ...access };
  const status = { accessProviders: [{ name: "test", cluster }] };
  return { status, metadata: { name, namespace } };
}

async function inventory(...words: readonly string[]) {
  return runInProcess(["--kubeconfig", file("kubeconfig"), "--inventory", ...words, "--width", "0"]);
}

const providers = ["--inventory-providers", file("providers.json")];

test("each profile of a hub is a row, worst first, whatever becomes of it", async () => {
  profiles = [
    profile("prod-2", { clusterName: "unknown" }),
    profile("prod-1"),
    profile("twice", { access: { server: "https://127.0.0.1:1" } }),
    profile("twice", { access: { server: "ftp://x" }, namespace: "other" }),
    { metadata: { name: "bare", namespace: "fleet" } },
  ];
  const { stdout, stderr, code } = await inventory("--exit-code", ...providers);
  const [summary, , , ...rows] = stdout.replaceAll(/ {2,}/g, "  ").split("\n");
  expect(summary).toBe("✗ 5 profiles: 1 unavailable, 1 unreachable, 2 unusable, 1 requires login");
  expect(rows).toEqual([
    "PROFILE  VERDICT  CAUSE",
    "✗ prod-1  unavailable  no status yet: hyperconverged-cluster-operator: Deployment hyperconverged-cluster-operator does not exist in namespace cnv; apply the operator's manifests again; 1 more cause",
    "? fleet/twice  unknown  unreachable: connection refused",
    "? bare  unknown  unusable: the ClusterProfile has no access provider",
    "? other/twice  unknown  unusable: its server is not an https address",
    '? prod-2  unknown  login required: the exec plugin "./creds" failed with exit code 3',
    "",
    expect.stringMatching(
      /^Next {2}kubectl hco-status --kubeconfig \S+ --inventory-cluster prod-1 --inventory-providers \S+$/,
    ),
    "",
  ]);
  expect([stdout, stderr].join("")).not.toContain(secretToken);
  expect(code).toBe(2);
});

test("namespace and selectors choose the profiles at the hub, and nothing of the clusters", async () => {
  profiles = [profile("prod-1")];
  const before = hub.requests.length;
  const heard = member.requests.length;
  const { stdout } = await inventory("-n", "fleet", "-l", "tier=prod", "-o", "name", ...providers);
  expect(stdout).toBe("prod-1\n");
  expect(hub.requests.slice(before).map(({ url }) => url)).toEqual([
    "/apis/multicluster.x-k8s.io/v1alpha1/namespaces/fleet/clusterprofiles?limit=500&labelSelector=tier%3Dprod",
  ]);
  const urls = member.requests.slice(heard).map(({ url }) => url);
  expect(urls).toContain("/apis/hco.kubevirt.io/v1/hyperconvergeds?limit=500");
  expect(urls.join()).not.toContain("tier");
});

test("labels of the profiles are columns and part of each Report, and a label that none has is named", async () => {
  const [one, two] = [profile("prod-1"), profile("prod-2", { clusterName: "unknown" })] as const;
  profiles = [
    { ...one, metadata: { ...one.metadata, labels: { tier: "prod", "topology.example/zone": "\u001b[31meu\u202e" } } },
    { ...two, metadata: { ...two.metadata, labels: { tier: "x".repeat(10_000), other: "no column" } } },
  ];
  const words = ["-L", "tier,topology.example/zone", "-L", "tire", ...providers];
  const { stdout, stderr } = await inventory(...words);
  const [, , , ...rows] = stdout.replaceAll(/ {2,}/g, "  ").split("\n");
  expect(rows.slice(0, 3)).toEqual([
    "PROFILE  VERDICT  TIER  ZONE  TIRE  CAUSE",
    "✗ prod-1  unavailable  prod  ^[[31meu\\u202e  <none>  no status yet: hyperconverged-cluster-operator: Deployment hyperconverged-cluster-operator does not exist in namespace cnv; apply the operator's manifests again; 1 more cause",
    expect.stringMatching(/^\? prod-2 {2}unknown {2}x{62}… {2}<none> {2}<none> {2}login required: /),
  ]);
  expect(stderr.split("\n")[0]).toBe('no cluster of the inventory has the label "tire"; did you mean "tier"?');
  const reports = JSON.parse((await inventory("-o", "json", ...words)).stdout) as { source: { labels: object } }[];
  expect(reports.map(({ source }) => source.labels)).toEqual([
    { tier: "prod", "topology.example/zone": "\u001b[31meu\u202e" },
    { tier: "x".repeat(10_000) },
  ]);
  expect((await inventory("--plain", ...words)).stdout).toContain("\ncluster prod-1: unavailable, tier=prod, ");
});

test("a ManagedCluster of Open Cluster Management has its labels too, beside its gate", async () => {
  profiles = { status: 404, body: "404 page not found\n" };
  managed = [{ metadata: { name: "far", labels: { tier: "edge" } } }];
  const { stdout } = await runInProcess([
    "gate",
    "upgrade",
    "--kubeconfig",
    file("kubeconfig"),
    "--inventory",
    "-L",
    "tier",
    "--width",
    "0",
  ]);
  managed = [];
  expect(stdout.replaceAll(/ {2,}/g, "  ").split("\n").slice(2, 4)).toEqual([
    "PROFILE  ANSWER  TIER  REASONS",
    "? far  UNKNOWN  edge  unusable: no ClusterProfile, Open Cluster Management reports no availability",
  ]);
});

describe("one cluster of the inventory is read in full by its name", () => {
  const runForCluster = (name: string, ...words: readonly string[]) =>
    runInProcess([
      "--kubeconfig",
      file("kubeconfig"),
      "--inventory-cluster",
      name,
      ...providers,
      ...words,
      "--width",
      "0",
    ]);

  test("the command that the table prints next opens its report", async () => {
    profiles = [profile("prod-1"), profile("prod-2", { clusterName: "unknown" })];
    for (const command of ["", "gate upgrade "]) {
      const table = await runInProcess([
        ...command.split(" ").filter(Boolean),
        "--kubeconfig",
        file("kubeconfig"),
        "--inventory",
        "-n",
        "fleet",
        ...providers,
        "--width",
        "0",
      ]);
      const next = table.stdout.split(/^(?:Next|Look|Details) +kubectl hco-status /m)[1] ?? "";
      expect(next).toMatch(/--inventory-cluster fleet\/prod-1 /);
      const { stdout, stderr } = await runInProcess([...next.trim().split(" "), "--width", "0"]);
      expect([stdout, stderr]).toEqual([expect.stringMatching(/no status yet|^BLOCK {2}Upgrade/m), ""]);
    }
  });

  test("-n and -l are those of the objects, and the hub is asked for the one profile alone", async () => {
    profiles = [profile("prod-1"), profile("prod-2")];
    const before = hub.requests.length;
    const heard = member.requests.length;
    const { stdout } = await runForCluster("fleet/prod-1", "-n", "cnv", "-o", "json");
    expect(JSON.parse(stdout)).toMatchObject({ source: { kind: "cluster", name: "prod-1" }, roots: [{}] });
    expect(hub.requests.slice(before).map(({ url }) => url)).toEqual([
      "/apis/multicluster.x-k8s.io/v1alpha1/namespaces/fleet/clusterprofiles?limit=500&fieldSelector=metadata.name%3Dprod-1",
    ]);
    expect(member.requests.slice(heard).map(({ url }) => url)).toContain(
      "/apis/hco.kubevirt.io/v1/namespaces/cnv/hyperconvergeds?limit=500",
    );
  });

  test("its commands are to be run on the cluster, and those of the plugin read it again", async () => {
    profiles = [profile("prod-1")];
    const { stdout } = await runForCluster("prod-1");
    expect(stdout).not.toMatch(/kubectl --kubeconfig/);
    expect(stdout).toMatch(/Details: kubectl hco-status .*--inventory-cluster prod-1 --inventory-providers /);
  });

  test.for([
    { command: ["gate", "upgrade"], output: /^(BLOCK|UNKNOWN) / },
    { command: ["wait", "--timeout", "0"], output: /hco: |healthy/ },
    { command: ["snapshot"], output: /"hyperconvergeds"/ },
    { command: ["-o", "openmetrics"], output: /hco_status_/ },
  ])("$command reads it", async ({ command, output }) => {
    profiles = [profile("prod-1")];
    const flags = ["--kubeconfig", file("kubeconfig"), "--inventory-cluster", "prod-1", ...providers];
    const { stdout, stderr } = await runInProcess([...command, ...flags]);
    expect(stdout + stderr).toMatch(output);
  });

  test("a wait begins although the hub responds only after some time, and a single look does not wait for it", async () => {
    profiles = [profile("prod-1")];
    let refused = 0;
    const late = createServer((socket) => {
      refused += 1;
      socket.destroy();
      if (refused === 2) late.close();
    });
    await once(late.listen(0, "127.0.0.1"), "listening");
    const { port } = late.address() as AddressInfo;
    late.on("close", () => {
      createServer((socket) => socket.pipe(connect(hub.port, "127.0.0.1")).pipe(socket))
        .listen(port)
        .unref();
    });
    const runWait = (timeout: string) =>
      runInProcess([
        "wait",
        "--for",
        "create",
        "--timeout",
        timeout,
        "--inventory-cluster",
        "prod-1",
        ...providers,
        "--kubeconfig",
        file("kubeconfig"),
        "--server",
        address(port),
      ]);
    expect(await runWait("0")).toMatchObject({ code: 1, stderr: expect.stringContaining(address(port)) });
    expect(await runWait("1m")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("HyperConverged hco is created"),
    });
    expect(refused).toBe(2);
  });

  test.for<{ title: string; name: string; listed: () => typeof profiles; error: string }>([
    {
      title: "is not there",
      name: "prod-9",
      listed: () => [profile("prod-1")],
      error: 'no cluster "prod-9" in the inventory of the hub hub; to list its clusters, use --inventory',
    },
    {
      title: "has the name of another",
      name: "twice",
      listed: () => [profile("twice"), profile("twice", { namespace: "other" })],
      error: 'the inventory has 2 clusters "twice": fleet/twice, other/twice; specify one with its namespace',
    },
    {
      title: "gives no access",
      name: "bare",
      listed: () => [{ metadata: { name: "bare", namespace: "fleet" } }],
      error: 'cannot connect to the cluster "bare" of the inventory: the ClusterProfile has no access provider',
    },
    {
      title: "has a server without https",
      name: "plain",
      listed: () => [profile("plain", { access: { server: "http://10.0.0.1" } })],
      error: 'cannot connect to the cluster "plain" of the inventory: its server is not an https address',
    },
    {
      title: "is on a hub that forbids the list",
      name: "prod-1",
      listed: () => statusResponse(403, "clusterprofiles is forbidden: User bob cannot list it"),
      error: "cannot list clusterprofiles.multicluster.x-k8s.io on the hub hub: ",
    },
  ])("a cluster that $title is reported in one sentence", async ({ name, listed, error }) => {
    profiles = listed();
    const { stdout, stderr, code } = await runForCluster(name);
    expect(stdout).toBe("");
    expect(code).toBe(1);
    expect(stderr).toContain(`error: ${error}`);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});

test("a profile with a status of 10 MB is a row as any other", async () => {
  const big = profile("big");
  profiles = [{ ...big, status: { ...big.status, junk: "x".repeat(10_000_000) } } as Profile, profile("prod-1")];
  expect((await inventory(...providers)).stdout).toMatch(/^✗ 2 profiles: 2 unavailable\n/);
});

test("a name that acts on a terminal is escaped, and so is the name of a label", async () => {
  const one = profile("\u001b[31mred\u202e");
  profiles = [{ ...one, metadata: { ...one.metadata, labels: { "tier\u001b[31m": "\u202e" } } }, profile("two")];
  const { stdout, stderr } = await inventory("-L", "tier\u001b[31n");
  expect(stderr).not.toMatch(/[\u001b\u202e]/);
  expect(stderr).toContain('did you mean "tier^[[31m"?');
  expect(stdout).not.toMatch(/[\u001b\u202e]/);
  expect(stdout).toContain('no credentials: --inventory-providers names no file with provider "test"');
});

test.for<{ title: string; listed: () => typeof profiles; error: string }>([
  {
    title: "forbids the list",
    listed: () => statusResponse(403, "clusterprofiles is forbidden: User bob cannot list it"),
    error: "cannot list clusterprofiles.multicluster.x-k8s.io on the hub hub: ",
  },
  {
    title: "has no such kind",
    listed: () => ({ status: 404, body: "404 page not found\n" }),
    error: "the hub hub has neither ClusterProfiles nor ManagedClusters",
  },
  { title: "has no profile", listed: () => [], error: "no ClusterProfile found on the hub hub" },
  {
    title: "gives one profile at a time without end",
    listed: () => ({ body: { kind: "List", metadata: { continue: "next" }, items: [profile("prod-1")] } }),
    error: "cannot list clusterprofiles.multicluster.x-k8s.io on the hub hub: the list does not end: 400 pages",
  },
])("a hub that $title is reported in one sentence", async ({ listed, error }) => {
  profiles = listed();
  const { stdout, stderr, code } = await inventory(...providers);
  expect(stdout).toBe("");
  expect(code).toBe(1);
  expect(stderr).toContain(`error: ${error}`);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
});

test("a provider file that is none is one sentence before the first request", async () => {
  const before = hub.requests.length;
  writeFileSync(file("broken.json"), "{");
  const { stderr, code } = await inventory("--inventory-providers", file("broken.json"));
  expect([stderr, code]).toEqual([expect.stringMatching(/^error: --inventory-providers \S+ is not JSON: .*\n$/), 1]);
  expect(hub.requests).toHaveLength(before);
});
