import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { sendDryRun } from "../../shared/io/connection/send-dry-run.ts";
import { chooseContext } from "../../shared/io/kubeconfig/choose-context.ts";
import { loadKubeconfig } from "../../shared/io/kubeconfig/load-kubeconfig.ts";
import { connectTo, settingsFor } from "../../shared/io/reader/connect-cluster.ts";
import { requestDryRun } from "../../shared/io/reader/dry-run.ts";
import { createDiscovery } from "../../shared/io/reader/lazy-discovery.ts";
import { readAdmissionFaults } from "../../shared/manifest/admission-faults.ts";
import { findChangedFields } from "../../shared/manifest/changed-fields.ts";
import type { DryRunResponse } from "../../shared/model/manifest/dry-run.ts";
import { comparableFields } from "../../shared/render/editor/live-yaml/comparable-fields.ts";
import { describeCluster } from "./describe-cluster.ts";
import { call } from "./http.ts";
import { servedName } from "./hyperconverged.ts";
import { scenarios } from "./scenarios.ts";
import { viewerNoComponents } from "./users.ts";

const { name, namespace } = servedName;
const path = `/apis/hco.kubevirt.io/v1/namespaces/${namespace}/hyperconvergeds/${name}`;
const hyperConverged = { group: "hco.kubevirt.io", version: "v1", kind: "HyperConverged", namespace, name };
const manifest = {
  apiVersion: "hco.kubevirt.io/v1",
  kind: "HyperConverged",
  metadata: { name, namespace },
  spec: { deployment: { applicationAwareConfig: { allowApplicationAwareClusterResourceQuota: true } } },
};

/** Makes a dry run as the extension does. */
async function dryRun(
  kubeconfig: string,
  target: Parameters<typeof requestDryRun>[1],
  body: object,
): Promise<DryRunResponse> {
  const config = await loadKubeconfig({ kubeconfig, env: {}, home: "/", cwd: "/", platform: "linux" });
  const chosen = chooseContext(config, {}, "/");
  const manner = { userAgent: "hco-status-dry-run" };
  const connection = await connectTo(chosen, manner);
  try {
    const cluster = {
      connection,
      discovery: createDiscovery(connection),
      send: async (...question: [Parameters<typeof sendDryRun>[1], AbortSignal]) =>
        sendDryRun(await settingsFor(chosen, manner), ...question),
    };
    return await requestDryRun(cluster, target, body, AbortSignal.timeout(60_000));
  } finally {
    connection.close();
  }
}

describeCluster("a dry run on a real API server", (cluster) => {
  beforeAll(() => scenarios.healthy(cluster, new Date()));

  test("computes what applying changes, and stores nothing", async () => {
    const before = await call<object>(cluster, "GET", path);
    const reply = await dryRun(cluster.kubeconfig, hyperConverged, manifest);
    expect(await call<object>(cluster, "GET", path)).toEqual(before);
    if (reply.is !== "computed") throw new Error(JSON.stringify(reply));
    const [old, now] = [reply.live, reply.result].map(comparableFields);
    const { paths, drives } = findChangedFields(hyperConverged, old, now);
    expect(paths.map((each) => each.slice(0, 2).join("."))).toEqual(["spec.deployment"]);
    expect(drives).toContain("AAQ");
    const sent = readFileSync(cluster.audit, "utf8")
      .split("\n")
      .filter((line) => line.includes('"userAgent":"hco-status-dry-run"'))
      .map((line) => JSON.parse(line) as { readonly verb: string; readonly requestURI: string });
    const others = new Set(
      sent.filter(({ verb }) => verb !== "get").map(({ verb, requestURI }) => `${verb} ${requestURI}`),
    );
    expect([...others]).toEqual([`patch ${path}?dryRun=All&fieldManager=hco-status&fieldValidation=Strict&force=true`]);
  });

  test("creates nothing that is absent", async () => {
    const target = { group: "", version: "v1", kind: "ConfigMap", namespace, name: "dry-run-absent" };
    const metadata = { name: target.name, namespace };
    const reply = await dryRun(cluster.kubeconfig, target, { apiVersion: "v1", kind: "ConfigMap", metadata });
    expect(reply).toMatchObject({ is: "computed", result: { metadata } });
    expect(reply).not.toHaveProperty("live");
    const absent = call(cluster, "GET", `/api/v1/namespaces/${namespace}/configmaps/${target.name}`);
    await expect(absent).rejects.toMatchObject({ code: 404 });
  });

  const deployment = { group: "apps", version: "v1", kind: "Deployment", namespace, name: "dry-run" };
  const labels = { app: "dry-run" };
  const spec = {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: "a", image: "a" }] } },
  };
  const refusals = [
    { title: "an unknown field", wrongSpec: { ...spec, replicaz: 1 }, fields: ["spec.replicaz"] },
    {
      title: "two invalid values",
      wrongSpec: { ...spec, replicas: -1, minReadySeconds: -2 },
      fields: ["spec.replicas", "spec.minReadySeconds"],
    },
    {
      title: "a missing field of an item",
      wrongSpec: { ...spec, template: { metadata: { labels }, spec: { containers: [{ name: "a" }] } } },
      fields: ["spec.template.spec.containers.0.image"],
    },
  ];
  test.for(refusals)("names the field of $title", async ({ wrongSpec, fields }) => {
    const metadata = { name: deployment.name, namespace };
    const body = { apiVersion: "apps/v1", kind: "Deployment", metadata, spec: wrongSpec };
    const reply = await dryRun(cluster.kubeconfig, deployment, body);
    if (reply.is !== "refused") throw new Error(JSON.stringify(reply));
    expect(readAdmissionFaults(reply.status).map(({ path: at }) => at.join("."))).toEqual(fields);
  });

  test("names the verb patch to a user who may only read", async () => {
    const { kubeconfig } = await viewerNoComponents(cluster);
    expect(await dryRun(kubeconfig, hyperConverged, manifest)).toMatchObject({
      is: "forbidden",
      verb: "patch",
      resource: "hyperconvergeds.hco.kubevirt.io",
      cause: expect.stringContaining("cannot patch resource"),
    });
  });
});
