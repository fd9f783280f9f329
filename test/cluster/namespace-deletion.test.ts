import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  createWebhookCertificate,
  hostOf,
  reviewed,
  type StartedWebhook,
  startWebhook,
  type WebhookSetup,
} from "./admission-webhooks.ts";
import { apply } from "./apply.ts";
import { controllerManager, startControllers } from "./controllers.ts";
import { define } from "./crds.ts";
import { describeCluster } from "./describe-cluster.ts";
import { call } from "./http.ts";
import { servedName } from "./hyperconverged.ts";
import { machineKinds } from "./kinds.ts";
import type { Fields, Manifest, Stored } from "./manifest.ts";
import { pathOf } from "./resources.ts";
import { scenarios } from "./scenarios.ts";
import { createSituation, eraseSituation } from "./situations.ts";
import { type Evaluation, evaluateSources } from "./sources.ts";
import { bundleOf } from "./validity.ts";

// The controller of Kubernetes itself deletes these Namespaces and writes their conditions.

const hour = 3_600_000;
const patience = { timeout: 60_000 };

const namespace: Manifest = { apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" } };
const machine: Manifest = {
  apiVersion: "kubevirt.io/v1",
  kind: "VirtualMachine",
  metadata: { name: "db", namespace: "shop" },
  spec: { runStrategy: "Halted", template: { spec: { domain: { devices: {} } } } },
  status: { printableStatus: "Stopped" },
};

/** A webhook that is called for the deletion of virtual machines. */
const guard = {
  kind: "ValidatingWebhookConfiguration",
  configuration: "policies",
  webhook: "guard.policies.example.org",
  service: "policies",
  rule: ["kubevirt.io", "virtualmachines"],
  operation: "DELETE",
} as const;
const guardText = `webhook ${guard.webhook} of ValidatingWebhookConfiguration ${guard.configuration}`;
const guardCommand = `kubectl get validatingwebhookconfiguration.admissionregistration.k8s.io ${guard.configuration} -o yaml`;

describeCluster("a Namespace that is deleted by the controller of Kubernetes", (cluster) => {
  const program = controllerManager();
  if (program === undefined) {
    test.skip("needs kube-controller-manager: npm run apiserver");
    return;
  }
  let endControllers: (() => Promise<void>) | undefined;
  let created: readonly Stored[] = [];
  let webhook: StartedWebhook | undefined;

  beforeAll(async () => {
    await scenarios.noCR(cluster, new Date());
    await define(cluster, { hyperConverged: "v1", platform: "kubernetes", others: machineKinds });
    endControllers = await startControllers(cluster, program, ["namespace-controller"]);
  });
  afterEach(async () => {
    await webhook?.end();
    webhook = undefined;
    await eraseSituation(cluster, created);
    created = [];
  });
  afterAll(async () => endControllers?.());

  /** Deletes the Namespace, and waits until its controller has written that this condition is True. */
  async function deleteNamespace(awaited: string): Promise<void> {
    await call(cluster, "DELETE", pathOf(namespace));
    await expect.poll(async () => await readCondition(awaited), patience).toMatchObject({ status: "True" });
  }

  async function readCondition(type: string): Promise<Fields | undefined> {
    const stored = await call<Stored>(cluster, "GET", pathOf(namespace));
    const conditions = (stored.status?.["conditions"] ?? []) as readonly Fields[];
    return conditions.find((condition) => condition["type"] === type);
  }

  /** What is reported of the Namespace an hour later: the server sets the time of its deletion. */
  async function evaluateNamespace(objects: readonly Stored[]): Promise<Evaluation> {
    const at = new Date(Date.now() + hour).toISOString();
    const { live, file, mustGather } = await evaluateSources(cluster, objects, { object: "ns/shop", at });
    expect(file).toEqual(live);
    expect(mustGather).toEqual(live);
    return live;
  }

  test.for([
    {
      rule: "waits for an object with a finalizer",
      situation: "a-namespace-that-holds-an-object-with-a-finalizer-is-not-being-deleted",
      awaited: "NamespaceFinalizersRemaining",
      cause: /waits for 1 object: kubevirts\.kubevirt\.io \(1\); finalizer foregroundDeleteKubeVirt/,
      command: "kubectl get kubevirts.kubevirt.io -n shop",
    },
    {
      rule: "waits for an API that does not respond",
      situation: "a-namespace-beside-an-api-that-does-not-respond-is-not-being-deleted",
      awaited: "NamespaceDeletionDiscoveryFailure",
      cause: /while APIService v1\.subresources\.kubevirt\.io does not respond: ServiceNotFound/,
      command: "kubectl describe apiservice.apiregistration.k8s.io v1.subresources.kubevirt.io",
    },
  ])("$rule", async ({ situation, awaited, cause, command }) => {
    created = await createSituation(cluster, situation, new Date().toISOString());
    await deleteNamespace(awaited);
    const { verdict, texts, commands } = await evaluateNamespace(created);
    expect(verdict).toBe("degraded");
    expect(texts).toContainEqual(expect.stringMatching(cause));
    expect(commands[0]).toBe(command);
  });

  /** Starts the webhook, creates the Namespace with a virtual machine, and returns all objects. */
  async function guardNamespace(setup: Partial<WebhookSetup>): Promise<readonly Stored[]> {
    const pair = await createWebhookCertificate(-1, 24, [hostOf(guard.service)]);
    webhook = await startWebhook(cluster, { ...guard, ...pair, caBundle: bundleOf([pair.certificate]), ...setup });
    created = [...(await apply(cluster, [namespace])), ...(await apply(cluster, [machine]))];
    return [...created, ...webhook.objects];
  }

  test.for<{ rule: string; setup: Partial<WebhookSetup>; cause: string; command: string }>([
    {
      rule: "denies it: the webhook and its message",
      setup: { answer: reviewed({ allowed: false, status: { message: "VirtualMachine db is protected" } }) },
      cause: `while ${guardText} refuses it: VirtualMachine db is protected`,
      command: guardCommand,
    },
    {
      rule: "answers with an error: the webhook and the error",
      setup: { answer: (response) => response.writeHead(500).end("boom") },
      cause: `while ${guardText} fails: failed to call webhook: an error on the server ("boom")`,
      command: guardCommand,
    },
    {
      rule: "has no endpoints: the webhook and its Service",
      setup: { isDown: true },
      cause: `while ${guardText} does not respond at Service policies.${servedName.namespace}: `,
      command: guardCommand,
    },
  ])("holds an object, and the webhook for its deletion $rule", async ({ setup, cause, command }) => {
    const objects = await guardNamespace(setup);
    await deleteNamespace("NamespaceDeletionContentFailure");
    const { verdict, texts, commands } = await evaluateNamespace(objects);
    expect(verdict).toBe("degraded");
    expect(texts).toContainEqual(expect.stringContaining(cause));
    expect(commands[0]).toBe(command);
  });

  test("holds an object, and the webhook for its deletion allows it: the Namespace is healthy, then gone", async () => {
    const objects = await guardNamespace({});
    expect((await evaluateNamespace(objects)).verdict).toBe("healthy");
    await call(cluster, "DELETE", pathOf(namespace));
    const readNamespaces = async (): Promise<readonly string[]> => {
      const { items } = await call<{ items: Stored[] }>(cluster, "GET", "/api/v1/namespaces");
      return items.map(({ metadata }) => metadata.name);
    };
    await expect.poll(readNamespaces, patience).not.toContain("shop");
  });
});
