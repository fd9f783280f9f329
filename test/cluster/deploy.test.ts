import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dump } from "js-yaml";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mustSkip } from "../environment.ts";
import { deployFolder, deployManifests } from "../plugin/deploy/manifests.ts";
import { testedRuntime } from "../program.ts";
import { describeCluster } from "./describe-cluster.ts";
import { kubectl } from "./plugin.ts";
import { hasPrometheus, startPrometheus } from "./prometheus.ts";
import { scenarios } from "./scenarios.ts";
import { startServe } from "./served.ts";
import type { Cluster } from "./server.ts";

/** A folder with the published CRDs of the Prometheus operator, to compare with. Absent: those below. */
const published = process.env["HCO_STATUS_TEST_CRDS"] || undefined;

/** The fields of the Prometheus operator's kinds that the manifests use (its API reference, monitoring.coreos.com/v1). */
const schemas: Readonly<Record<string, object>> = {
  ServiceMonitor: object({
    selector: object({ matchLabels: texts() }),
    endpoints: list(object({ port: text(), interval: text(), honorLabels: { type: "boolean" } })),
  }),
  PrometheusRule: object({
    groups: list(
      object({
        name: text(),
        rules: list(object({ alert: text(), expr: text(), for: text(), labels: texts(), annotations: texts() })),
      }),
    ),
  }),
};

describeCluster("the manifests of plugin/deploy", (cluster) => {
  beforeAll(async () => {
    await scenarios.healthy(cluster, new Date());
    for (const kind of Object.keys(schemas)) await applyFile(cluster, definitionFile(cluster, kind));
    await applyFile(cluster, fileOf(cluster, "access", ["Namespace", "ServiceAccount", "ClusterRoleBinding"]));
    await applyFile(cluster, join(deployFolder, "cluster-role.yaml"));
  });
  afterAll(async () => {
    for (const name of ["servicemonitors", "prometheusrules"])
      await kubectl(cluster, ["delete", "crd", `${name}.monitoring.coreos.com`]);
  });

  test.for([["."], ["monitoring"]])("are accepted by the API server: %s", async ([folder = ""]) => {
    const flags = ["--server-side", "--dry-run=server", "--validate=strict", "-k", join(deployFolder, folder)];
    await expect.poll(() => kubectl(cluster, ["apply", ...flags])).toMatchObject({ code: 0, stderr: "" });
  });

  test.skipIf(mustSkip(hasPrometheus))("let Prometheus see the cluster as the ServiceAccount does", async () => {
    const { stdout: token } = await kubectl(cluster, ["create", "token", "hco-status", "-n", "hco-status"]);
    const served = await startServe(
      testedRuntime,
      { HOME: cluster.directory, KUBECONFIG: kubeconfig(cluster, token) },
      [],
    );
    const prometheus = await startPrometheus(join(cluster.directory, "prometheus"), new URL(served.url).host);
    try {
      await expect
        .poll(() => prometheus.query('hco_status_root_verdict{verdict="healthy"} == 1'))
        .toMatchObject([
          { labels: { kind: "HyperConverged", namespace: "kubevirt-hyperconverged", job: "hco-status" } },
        ]);
      expect(await prometheus.query('sum(hco_status_queries{outcome=~"forbidden|unread"})')).toMatchObject([
        { value: "0" },
      ]);
      await scenarios.crashAndPull(cluster, new Date());
      await expect
        .poll(() => prometheus.query('hco_status_cause{component="CDI"}'))
        .toMatchObject([{ labels: { reason: "CrashLoopBackOff", verdict: "unavailable" } }]);
      expect(await prometheus.query("up")).toMatchObject([{ value: "1" }]);
    } catch (error) {
      const metrics = await fetch(`${served.url}/metrics`).then((reply) => reply.text(), String);
      throw new Error(`serve said: ${served.stderr()}\n${metrics}`, { cause: error });
    } finally {
      await prometheus.stop();
      expect(await served.stop()).toBe(0);
    }
  });
});

/** What `kubectl apply` says, where it fails. */
async function applyFile(cluster: Cluster, file: string): Promise<void> {
  expect(await kubectl(cluster, ["apply", "--server-side", "-f", file])).toMatchObject({ code: 0, stderr: "" });
}

/** A file with the manifests of these kinds. */
function fileOf(cluster: Cluster, name: string, kinds: readonly string[]): string {
  const file = join(cluster.directory, `${name}.yaml`);
  const some = deployManifests().filter(({ kind }) => kinds.includes(kind));
  const inOrder = some.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind));
  writeFileSync(file, inOrder.map((one) => dump(one)).join("---\n"));
  return file;
}

function kubeconfig(cluster: Cluster, token: string): string {
  const authority = readFileSync(cluster.ca, "base64");
  const file = join(cluster.directory, "service-account.kubeconfig");
  const document = {
    "current-context": "pod",
    clusters: [{ name: "pod", cluster: { server: cluster.url, "certificate-authority-data": authority } }],
    users: [{ name: "pod", user: { token: token.trim() } }],
    contexts: [{ name: "pod", context: { cluster: "pod", user: "pod" } }],
  };
  writeFileSync(file, JSON.stringify(document), { mode: 0o600 });
  return file;
}

function definitionFile(cluster: Cluster, kind: string): string {
  const plural = `${kind.toLowerCase()}s`;
  if (published !== undefined) return join(published, `${plural}.crd.yaml`);
  const file = join(cluster.directory, `${plural}.json`);
  const schema = { openAPIV3Schema: { type: "object", properties: { spec: schemas[kind] } } };
  const definition = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.monitoring.coreos.com` },
    spec: {
      group: "monitoring.coreos.com",
      scope: "Namespaced",
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  };
  writeFileSync(file, JSON.stringify(definition));
  return file;
}

function object(properties: Readonly<Record<string, object>>): object {
  return { type: "object", properties };
}

function list(items: object): object {
  return { type: "array", items };
}

function text(): object {
  return { type: "string" };
}

function texts(): object {
  return { type: "object", additionalProperties: text() };
}
