import { spawn } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { environmentWith } from "../environment.ts";
import { applyOne } from "./apply.ts";
import { describeCluster } from "./describe-cluster.ts";
import { ApiError, call } from "./http.ts";
import { pluginWords } from "./plugin.ts";
import { scenarios } from "./scenarios.ts";
import type { Cluster } from "./server.ts";
import { untilAllowed } from "./users.ts";

const [command, ...own] = pluginWords;
const group = "multicluster.x-k8s.io";
const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const profiles = `/apis/${group}/v1alpha1/namespaces/default/clusterprofiles`;
const accounts = "/api/v1/namespaces/default/serviceaccounts";

/** The fields of the kind that the plugin reads; the published one has the same names. */
const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `clusterprofiles.${group}`, annotations: { "api-approved.kubernetes.io": "unapproved, a test" } },
  spec: {
    group,
    names: {
      kind: "ClusterProfile",
      listKind: "ClusterProfileList",
      plural: "clusterprofiles",
      singular: "clusterprofile",
    },
    scope: "Namespaced",
    versions: [
      {
        name: "v1alpha1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
};

describeCluster("the ClusterProfiles of an API server as hub, which is its own member", (cluster) => {
  const file = (name: string): string => join(cluster.directory, name);
  const words = [
    "--kubeconfig",
    cluster.kubeconfig,
    "--inventory",
    "-n",
    "default",
    "--inventory-providers",
    file("providers.json"),
  ];

  beforeAll(async () => {
    await scenarios.healthy(cluster, new Date());
    await call(cluster, "POST", definitions, definition);
    await publish(cluster, "prod-1", { tier: "prod" }, cluster.url);
    await publish(cluster, "prod-2", { tier: "prod" }, "https://127.0.0.1:1");
    await publish(cluster, "lab", { tier: "lab" }, "https://127.0.0.1:1");
    const token = await tokenOfNewAccount(cluster);
    // It has expired already, so every request runs the program again.
    const status = { token, expirationTimestamp: "2026-01-01T00:00:00Z" };
    const answer = { apiVersion: "client.authentication.k8s.io/v1", kind: "ExecCredential", status };
    writeFileSync(file("runs"), "");
    writeFileSync(
      file("creds"),
      `#!/bin/sh\nprintf '%s\\n' "$KUBERNETES_EXEC_INFO" >>'${file("runs")}'\necho '${JSON.stringify(answer)}'\n`,
    );
    chmodSync(file("creds"), 0o755);
    const execConfig = { apiVersion: "client.authentication.k8s.io/v1", command: "./creds", provideClusterInfo: true };
    writeFileSync(file("providers.json"), JSON.stringify({ providers: [{ name: "test", execConfig }] }));
  });

  test("are a table of the clusters that a selector chooses, and each program gets the config of its cluster", async () => {
    const { text, code } = await run(["-l", "tier=prod", "--exit-code"]);
    expect(
      text
        .replaceAll(/ {2,}/g, "  ")
        .replace(/(prod-1 {2}\S+).*/, "$1")
        .split("\n"),
    ).toEqual([
      "? 2 clusters: 1 unreachable, 1 healthy",
      "  read just now",
      "",
      "PROFILE  VERSION  VERDICT  SINCE  CAUSE",
      expect.stringMatching(/^\? prod-2 {2}unknown {2}unreachable: connection refused$/),
      "✓ prod-1  1.20.0",
      "",
      expect.stringContaining("--inventory-cluster default/prod-2 --inventory-providers"),
      "",
    ]);
    expect(code).toBe(4);
    const infos = readFileSync(file("runs"), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).spec.cluster);
    expect(new Set(infos.map(({ server, config }) => `${server} ${config.clusterName}`))).toEqual(
      new Set([`${cluster.url} prod-1`, "https://127.0.0.1:1 prod-2"]),
    );
  });

  test("are opened one by one, with the whole report", async () => {
    const one = ["--kubeconfig", cluster.kubeconfig, "--inventory-cluster", "prod-1", ...words.slice(-2)];
    const { text, code } = await runProgram([...one, "--exit-code"]);
    expect([code, text]).toEqual([0, expect.stringMatching(/^✓ HyperConverged kubevirt-hyperconverged /)]);
    expect((await runProgram(["gate", "upgrade", ...one])).text).toMatch(/^ALLOW /);
  });

  test("are listed with the role that permissions --inventory prints, and without it each permission is named", async () => {
    const reader = "system:serviceaccount:default:hub-reader";
    const asReader = ["--kubeconfig", cluster.kubeconfig, "--as", reader];
    const all = [...asReader, "--inventory", "-o", "name"];
    const before = await runProgram(all);
    expect([before.code, before.text]).toEqual([
      1,
      expect.stringMatching(
        /^error: cannot list clusterprofiles\.multicluster\.x-k8s\.io and managedclusters\.cluster\.open-cluster-management\.io on the hub /,
      ),
    ]);
    const role = JSON.parse((await runProgram(["permissions", "--inventory", "-o", "json"])).text);
    await applyOne(cluster, role);
    await applyOne(cluster, {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRoleBinding",
      metadata: { name: "hub-reader" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: role.metadata.name },
      subjects: [{ kind: "ServiceAccount", name: "hub-reader", namespace: "default" }],
    });
    await untilAllowed(cluster, { name: reader, groups: [], kubeconfig: "" }, { group, resource: "clusterprofiles" });
    // Without a provider file no cluster is asked: the hub alone answers.
    expect((await runProgram(all)).text.split("\n").slice(0, 3).toSorted()).toEqual(["lab", "prod-1", "prod-2"]);
    const refused = readFileSync(cluster.audit, "utf8")
      .split("\n")
      .filter((line) => line.includes(reader) && line.includes('"code":403'));
    expect(refused.map((line) => JSON.parse(line).objectRef.resource)).toEqual(["clusterprofiles", "managedclusters"]);
  });

  test("are waited for, each on its own, and their labels are columns", async () => {
    const one = await run(["wait", "--field-selector", "metadata.name=prod-1", "--timeout", "2m"]);
    expect([one.code, one.text.split("\n")]).toEqual([
      0,
      [
        expect.stringMatching(/^prod-1 \S+Z {2}HyperConverged kubevirt-hyperconverged is healthy/),
        expect.stringMatching(/^\* \S+Z {2}1 cluster: 1 healthy/),
        "",
      ],
    ]);
    expect((await run(["-L", "tier", "-l", "tier=prod"])).text).toMatch(/ prod-1 .* prod( |$)/m);
  });

  test("are followed while their credentials expire", async () => {
    const child = spawn(command, [...own, ...words, "--field-selector", "metadata.name=prod-1", "-w"], {
      env: environmentWith({}),
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
    const ended = new Promise((resolve) => child.on("close", resolve));
    await waitForLine(/^prod-1 \S+Z ✓/m);
    const before = readFileSync(file("runs"), "utf8").length;
    await scenarios.crashAndPull(cluster, new Date());
    // The scenario creates all objects again. Where the plugin sees that in one piece, it prints what has changed.
    await waitForLine(/^prod-1 \S+Z ✗ (unavailable|HyperConverged \S+: healthy -> unavailable)/m);
    await expect.poll(() => readFileSync(file("runs"), "utf8").length).toBeGreaterThan(before);
    child.kill("SIGINT");
    await ended;

    async function waitForLine(line: RegExp): Promise<void> {
      await expect.poll(() => (child.exitCode === null ? text : `ended with ${child.exitCode}: ${text}`)).toMatch(line);
    }
  });

  async function run(more: readonly string[]): Promise<{ text: string; code: number }> {
    return runProgram([...words, ...more, ...(more[0] === "wait" ? [] : ["--width", "0"])]);
  }

  async function runProgram(given: readonly string[]): Promise<{ text: string; code: number }> {
    const child = spawn(command, [...own, ...given], { env: environmentWith({}) });
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (piece: string) => {
        text += piece;
      });
    const code = await new Promise<number>((resolve) => child.on("close", (status) => resolve(status ?? -1)));
    return { text, code };
  }
});

/** Publishes a cluster, as soon as the server knows the kind. */
async function publish(cluster: Cluster, name: string, labels: object, server: string): Promise<void> {
  const object = { apiVersion: `${group}/v1alpha1`, kind: "ClusterProfile", metadata: { name, labels } };
  const extensions = [{ name: "client.authentication.k8s.io/exec", extension: { clusterName: name } }];
  const authority = readFileSync(cluster.ca).toString("base64");
  const access = { server, "certificate-authority-data": authority, extensions };
  const stored = await retryUntilServed(() => call<object>(cluster, "POST", profiles, object));
  const status = { accessProviders: [{ name: "test", cluster: access }] };
  await call(cluster, "PUT", `${profiles}/${name}/status`, { ...stored, status });
}

async function retryUntilServed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 404)) throw error;
    await pause(50);
    return retryUntilServed(work);
  }
}

/** A token of an account that may read everything. */
async function tokenOfNewAccount(cluster: Cluster): Promise<string> {
  await call(cluster, "DELETE", `${accounts}/fleet`).catch(() => {});
  await call(cluster, "POST", accounts, { metadata: { name: "fleet" } });
  await applyOne(cluster, {
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "ClusterRoleBinding",
    metadata: { name: "fleet" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
    subjects: [{ kind: "ServiceAccount", name: "fleet", namespace: "default" }],
  });
  const body = { spec: { expirationSeconds: 3600 } };
  return (await call<{ status: { token: string } }>(cluster, "POST", `${accounts}/fleet/token`, body)).status.token;
}
