import { afterEach, beforeAll, expect, test } from "vitest";
import { createWebhookCertificate, hostOf, startWebhook } from "./admission-webhooks.ts";
import { applyOne, erase } from "./apply.ts";
import { define } from "./crds.ts";
import { describeCluster } from "./describe-cluster.ts";
import { readRefusal } from "./http.ts";
import { machineKinds } from "./kinds.ts";
import type { Manifest } from "./manifest.ts";
import { kubectl } from "./plugin.ts";
import { scenarios } from "./scenarios.ts";
import type { Cluster } from "./server.ts";
import { createSituation } from "./situations.ts";
import { runOverSlowNetwork } from "./slow-network.ts";
import { bundleOf } from "./validity.ts";

/** An hour after the objects were created: what takes some minutes has lasted. */
const at = new Date(Date.now() + 3_600_000).toISOString();

function screen(cluster: Cluster, object: string, kubeconfig = cluster.kubeconfig): Promise<string> {
  const words = ["hco-status", object, "-n", "shop", "--at", at, "--width", "100"];
  return kubectl(cluster, words, kubeconfig).then(({ stdout, stderr }) => stdout + stderr);
}

describeCluster("a virtual machine on a real server", (cluster) => {
  beforeAll(async () => {
    await scenarios.noCR(cluster, new Date());
    await define(cluster, { hyperConverged: "v1", platform: "kubernetes", others: machineKinds });
    await applyOne(cluster, { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } });
  });

  test.for([
    [
      "a-claim-that-does-not-exist-explains-its-virtual-machine",
      "vm/db",
      /^✗ VirtualMachine db degraded/,
      /PersistentVolumeClaim db-data does not exist in namespace shop/,
    ],
    [
      "a-missing-default-class-explains-its-virtual-machine",
      "vm/web",
      /^✗ VirtualMachine web degraded/,
      /it names no storage class, and the cluster has no default one/,
    ],
    [
      "a-missing-default-class-explains-its-virtual-machine",
      "pvc/web-root",
      /^✗ PersistentVolumeClaim web-root degraded/,
      /it names no storage class, and the cluster has no default one/,
    ],
    [
      "a-virtual-machine-that-is-paused-by-an-io-error-is-degraded",
      "vmi/mail",
      /^✗ VirtualMachineInstance mail degraded/,
      /PausedIOError: VMI was paused, low-level IO error detected/,
    ],
    [
      "an-importer-that-fails-explains-its-data-volume",
      "dv/win",
      /^✗ DataVolume win degraded/,
      /Pod importer-win > container importer/,
    ],
    [
      "a-lost-node-explains-its-virtual-machine",
      "vm/erp",
      /^✗ VirtualMachine erp degraded/,
      /Node worker-1:? .*Kubelet stopped posting node status/,
    ],
    [
      "a-launcher-that-no-node-takes-explains-its-virtual-machine",
      "vm/gpu",
      /^✗ VirtualMachine gpu degraded/,
      /3 Insufficient devices\.kubevirt\.io\/kvm/,
    ],
  ] as const)("%s: %s", async ([situation, object, verdict, cause]) => {
    await createSituation(cluster, situation, at);
    const printed = await screen(cluster, object);
    expect(printed).toMatch(verdict);
    expect(printed.replaceAll(/\n +/g, " ")).toMatch(cause);
  });

  test("has no field that the published types lack", async () => {
    const name = "with-an-unknown-field";
    const stored = await applyOne(cluster, {
      apiVersion: "cdi.kubevirt.io/v1beta1",
      kind: "DataVolume",
      metadata: { name, namespace: "shop" },
      spec: { invented: true },
      status: { phase: "Succeeded", invented: true },
    });
    expect([stored.spec, stored.status]).toEqual([{}, { phase: "Succeeded" }]);
    await erase(cluster, stored);
  });

  test("a healthy one costs no request beside its own and the discovery of its kind, a sick one at most twelve", async () => {
    await createSituation(cluster, "a-virtual-machine-that-a-user-paused-is-healthy", at);
    const healthy = await runOverSlowNetwork(cluster, cluster.kubeconfig, (through) =>
      screen(cluster, "vm/mail", through),
    );
    expect(healthy).toMatchObject({ connections: 1, requests: 3 });
    const sick = await runOverSlowNetwork(cluster, cluster.kubeconfig, (through) => screen(cluster, "vm/erp", through));
    expect(sick.requests).toBeLessThanOrEqual(12);
  });
});

describeCluster("a virtual machine whose instance a webhook should check", (cluster) => {
  const host = hostOf("virt-api");
  const instance = "/apis/kubevirt.io/v1/namespaces/shop/virtualmachineinstances/web";
  let end: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    await scenarios.noCR(cluster, new Date());
    await define(cluster, { hyperConverged: "v1", platform: "kubernetes", others: machineKinds });
    await applyOne(cluster, { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } });
    await applyOne(cluster, {
      apiVersion: "kubevirt.io/v1",
      kind: "VirtualMachineInstance",
      metadata: { name: "web", namespace: "shop" },
      spec: { domain: { devices: {} } },
    });
  });
  afterEach(async () => {
    await end?.();
    end = undefined;
  });

  /** The API server's refusal of a write to the instance; undefined where it is stored. */
  function refusal(): Promise<string | undefined> {
    return readRefusal(cluster, "PATCH", instance, { metadata: { annotations: { changed: crypto.randomUUID() } } });
  }

  const owned = "webhook virtualmachineinstances-mutator.kubevirt.io of KubeVirt";
  test.for([
    {
      title: "has expired with its bundle",
      createPair: async () => {
        const served = await createWebhookCertificate(-48, -24, [host]);
        return { served, trusted: served };
      },
      cause: `no certificate in its caBundle is valid (1 expired), so the API server does not accept that of ${owned}`,
    },
    {
      title: "is of another authority",
      createPair: async () => ({
        served: await createWebhookCertificate(-1, 24, [host]),
        trusted: await createWebhookCertificate(-1, 48, [host]),
      }),
      cause: `${owned} serves a certificate that the API server does not accept (x509: certificate signed by unknown authority), though its caBundle has a valid one`,
    },
  ])("has the bundle as its cause where the certificate $title", async ({ createPair, cause }) => {
    const { served, trusted } = await createPair();
    ({ end } = await startWebhook(cluster, {
      ...served,
      kind: "MutatingWebhookConfiguration",
      configuration: "virt-api-mutator",
      webhook: "virtualmachineinstances-mutator.kubevirt.io",
      service: "virt-api",
      rule: ["kubevirt.io", "virtualmachineinstances"],
      caBundle: bundleOf([trusted.certificate]),
    }));
    // The API server reads its configurations by a watch.
    await expect.poll(refusal, { timeout: 30_000 }).toBeDefined();
    const lastTransitionTime = new Date().toISOString();
    const failure = { type: "Failure", status: "True", reason: "FailedCreate", message: await refusal() };
    const ready = { type: "Ready", status: "False", reason: "VMINotExists", message: "VMI does not exist" };
    await applyOne(cluster, {
      apiVersion: "kubevirt.io/v1",
      kind: "VirtualMachine",
      metadata: { name: "web", namespace: "shop" },
      spec: { runStrategy: "Always", template: { spec: { domain: { devices: {} } } } },
      status: {
        printableStatus: "Stopped",
        conditions: [failure, ready].map((condition) => ({ ...condition, lastTransitionTime })),
      },
    });
    const { stdout } = await kubectl(cluster, ["hco-status", "vm/web", "-n", "shop", "--width", "100"]);
    expect(stdout).toMatch(/^✗ VirtualMachine web degraded/);
    const printed = stdout.replaceAll(/\n +/g, " ");
    expect(printed).toContain(cause);
    expect(printed).toContain(
      "$ kubectl get mutatingwebhookconfiguration.admissionregistration.k8s.io virt-api-mutator",
    );
  });
});

describeCluster("how many virtual machines a fault concerns", (cluster) => {
  const virtualMachineInstance = (name: string, phase: string): Manifest => ({
    apiVersion: "kubevirt.io/v1",
    kind: "VirtualMachineInstance",
    metadata: { name, namespace: "shop" },
    spec: { domain: { devices: {} } },
    status: { phase },
  });
  const report = async (kubeconfig: string, ...words: readonly string[]): Promise<string> => {
    const { stdout, stderr } = await kubectl(cluster, ["hco-status", "--width", "160", ...words], kubeconfig);
    return stdout + stderr;
  };

  beforeAll(async () => {
    await scenarios.crashAndPull(cluster, new Date());
    await define(cluster, { hyperConverged: "v1", platform: "kubernetes", others: machineKinds });
    await applyOne(cluster, { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } });
    for (const [name, phase] of Object.entries({ db: "Running", web: "Running", mail: "Running", job: "Succeeded" }))
      await applyOne(cluster, virtualMachineInstance(name, phase));
  });

  test("is counted by the server's table, where a person reads the report", async () => {
    expect(await report(cluster.kubeconfig)).toMatch(/Impact .*; 3 running VMs go on/);
    expect(await report(cluster.kubeconfig, "-o", "json")).toMatch(/"machines": \{\s*"running": 3\s*\}/);
  });

  test("costs one request, and none in formats without it", async () => {
    const cost = (...words: readonly string[]) =>
      runOverSlowNetwork(cluster, cluster.kubeconfig, (through) => report(through, "--no-logs", ...words));
    const counted = await cost();
    const without = await cost("-o", "name");
    expect(counted.requests - without.requests).toBe(1);
  });
});
