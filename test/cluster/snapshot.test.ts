import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Report } from "../../shared/model/report.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { apply } from "./apply.ts";
import { describeCluster } from "./describe-cluster.ts";
import type { Manifest } from "./manifest.ts";
import { kubectl } from "./plugin.ts";
import { type ScenarioName, scenarios } from "./scenarios.ts";
import type { Cluster } from "./server.ts";
import type { User } from "./user.ts";
import { namespaceViewer, viewerNoComponents, viewerNoPods, weakUser } from "./users.ts";

const now = "2026-11-21T12:00:00Z";
const namespace = "kubevirt-hyperconverged";
const folder = temporaryFolder();

let files = 0;

/** What `snapshot` writes of the cluster as it is now. */
async function keep(cluster: Cluster, args: readonly string[], kubeconfig?: string, code = 0): Promise<string> {
  files += 1;
  const file = join(folder, `${files}.json`);
  const ended = await kubectl(cluster, ["hco-status", "snapshot", ...args, "-o", file], kubeconfig);
  expect([ended.code, ended.stdout], ended.stderr).toEqual([code, ""]);
  return file;
}

/** The live Report, and what is made of the file; that it comes from a file is the one difference. */
async function runBoth(
  cluster: Cluster,
  args: readonly string[],
  kubeconfig?: string,
  code?: number,
): Promise<readonly object[]> {
  const file = await keep(cluster, args, kubeconfig, code);
  const at = ["--at", now, "-o", "json"];
  const live = await kubectl(cluster, ["hco-status", ...args, ...at], kubeconfig);
  const back = await kubectl(cluster, ["hco-status", "-f", file, ...at], "/nonexistent");
  const { source, ...rest } = JSON.parse(back.stdout) as Report;
  const { snapshot, ...origin } = source;
  expect(snapshot).toBe(file);
  return [JSON.parse(live.stdout), { ...rest, source: origin }];
}

describeCluster("-f makes the same report of what snapshot wrote of a cluster that", (cluster) => {
  const rows: readonly ScenarioName[] = [
    "healthy",
    "twoUnhealthyComponents",
    "crashAndPull",
    "installing",
    "upgrading",
    "deleting",
    "operatorDown",
    "noCR",
    "noCRD",
    "openshift",
    "webhookDown",
  ];
  test.for(rows)("is %s", async (scenario) => {
    await scenarios[scenario](cluster, new Date(now));
    const [live, back] = await runBoth(cluster, []);
    expect(back).toEqual(live);
  });
});

describeCluster("five outcomes stay five", (cluster) => {
  beforeAll(() => scenarios.twoUnhealthyComponents(cluster, new Date(now)));

  const users: readonly (readonly [who: string, make: (cluster: Cluster) => Promise<User>])[] = [
    ["who may read nothing", weakUser],
    ["who may read no components", viewerNoComponents],
    ["who may read one namespace", namespaceViewer],
    ["who may read no pods", viewerNoPods],
  ];
  test.for(users)("for a user %s", async ([, make]) => {
    const { kubeconfig } = await make(cluster);
    // Where nothing could be read, the exit status is 1, and the file has what was refused.
    const [live, back] = await runBoth(cluster, [], kubeconfig, make === weakUser ? 1 : 0);
    expect(back).toEqual(live);
  });

  const rows: readonly (readonly string[])[] = [
    ["--deep"],
    ["--related"],
    ["-n", namespace],
    ["-n", "default"],
    ["deployments", "-n", namespace],
    ["deployments", "-A", "-l", "app=kubevirt-hyperconverged"],
    ["deployments", "-A", "--tree"],
    ["cdi/cdi-kubevirt-hyperconverged"],
    ["kubevirts"],
    ["crd"],
  ];
  test.for(rows)("with %j", async (args) => {
    const [live, back] = await runBoth(cluster, args);
    expect(back).toEqual(live);
  });

  test("a name that is not there is kept as not being there", async () => {
    const file = await keep(cluster, ["cdi/nobody"], undefined, 1);
    const ended = await kubectl(cluster, ["hco-status", "-f", file], "/nonexistent");
    expect([ended.code, ended.stderr]).toEqual([1, `error: cdis.cdi.kubevirt.io "nobody" not found in ${file}\n`]);
  });

  test("kubectl takes it for a list of its objects", async () => {
    const file = await keep(cluster, ["deployments", "-n", namespace]);
    const args = ["-n", namespace, "-o", "name"];
    const listed = await kubectl(cluster, ["get", "deployments", ...args]);
    const read = await kubectl(cluster, ["get", "-f", file, "-o", "name"]);
    expect(read.stderr).toBe("");
    expect(
      read.stdout
        .split("\n")
        .filter((name) => name.startsWith("deployment.apps/"))
        .toSorted(),
    ).toEqual(listed.stdout.trim().split("\n").toSorted());
  });

  test("two of them differ where the cluster did meanwhile", async () => {
    const before = await keep(cluster, []);
    const same = await kubectl(cluster, ["hco-status", "diff", before, await keep(cluster, [])]);
    expect([same.code, same.stdout]).toEqual([0, "✗ No differences (unavailable)\n"]);
    await scenarios.healthy(cluster, new Date(now));
    const ended = await kubectl(cluster, ["hco-status", "diff", before, await keep(cluster, [])]);
    expect(ended.code).toBe(6);
    expect(ended.stdout).toMatch(/^✓ unavailable -> healthy: \d+ changes/);
    expect(ended.stdout).toMatch(/\nAAQ\n(?: {2}.*\n)* {2}✓ unavailable -> healthy/);
  });
});

const marker = "the-words-that-nobody-may-see";
const core = { namespace, annotations: { "example.com/token": marker } };
const made: readonly Manifest[] = [
  { apiVersion: "v1", kind: "Secret", metadata: { name: "keys", ...core }, stringData: { a: marker } },
  { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "settings", ...core }, data: { a: marker } },
  {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "shop", ...core },
    spec: {
      selector: { matchLabels: { app: "shop" } },
      template: {
        metadata: { labels: { app: "shop" }, annotations: core.annotations },
        spec: {
          containers: [
            {
              name: "shop",
              image: "shop",
              env: [{ name: "DATABASE", value: marker }],
              args: ["--password", marker, `--token=${marker}`],
            },
          ],
        },
      },
    },
  },
];

describeCluster("no credential of the cluster is in the file", (cluster) => {
  beforeAll(async () => {
    await scenarios.healthy(cluster, new Date(now));
    await apply(cluster, made);
  });

  test("the file can be read by its owner alone", async () => {
    const file = await keep(cluster, ["secret/keys", "configmap/settings", "deployment/shop", "-n", namespace]);
    const text = readFileSync(file, "utf8");
    expect(text).not.toContain(marker);
    expect(text).not.toContain(Buffer.from(marker).toString("base64"));
    expect(text).not.toContain("fieldsV1");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const kinds = (JSON.parse(text).items as { kind: string }[]).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(["Secret", "ConfigMap", "Deployment"]));
  });
});
