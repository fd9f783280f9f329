import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, expect, test } from "vitest";
import { failedReconcile } from "../golden/pieces.ts";
import { yamlOf } from "../io/must-gather-layouts/layouts.ts";
import type { PrintedCause, PrintedReport } from "../printed.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { createWebhookCertificate, hostOf, reviewed, startWebhook, type WebhookSetup } from "./admission-webhooks.ts";
import { applyOne, erase } from "./apply.ts";
import { minutesBefore } from "./clock.ts";
import { describeCluster } from "./describe-cluster.ts";
import { event } from "./events.ts";
import { call, readRefusal } from "./http.ts";
import { servedName } from "./hyperconverged.ts";
import type { Stored } from "./manifest.ts";
import { collectAll } from "./must-gather-layouts.ts";
import { kubectl } from "./plugin.ts";
import { scenarios } from "./scenarios.ts";
import { bundleOf } from "./validity.ts";

const validating = {
  kind: "ValidatingWebhookConfiguration",
  configuration: "virt-operator-validator",
  webhook: "kubevirt-update-validator.kubevirt.io",
  service: "kubevirt-operator-webhook",
  rule: ["kubevirt.io", "kubevirts"],
} as const;
const mutating = {
  kind: "MutatingWebhookConfiguration",
  configuration: "policies",
  webhook: "mutate.policies.example.org",
} as const;
const host = hostOf(validating.service);
const kubeVirt = `/apis/kubevirt.io/v1/namespaces/${servedName.namespace}/kubevirts/kubevirt-${servedName.name}`;
const hyperConverged = `/apis/hco.kubevirt.io/v1/namespaces/${servedName.namespace}/hyperconvergeds/${servedName.name}`;

type Served = Pick<WebhookSetup, "certificate" | "key" | "caBundle">;

/** A server whose certificate is the bundle, with others beside it. */
async function serveTrusted(from = -1, to = 24, hosts = [host], others: readonly string[] = []): Promise<Served> {
  const pair = await createWebhookCertificate(from, to, hosts);
  return { ...pair, caBundle: bundleOf([pair.certificate, ...others]) };
}

describeCluster("a webhook that the API server calls for a write by the operator", (cluster) => {
  let end: (() => Promise<void>) | undefined;
  beforeAll(async () => scenarios.healthy(cluster, new Date()));
  afterEach(async () => {
    await end?.();
    end = undefined;
  });

  /** The API server's refusal of a write to KubeVirt; undefined where it is stored. */
  function refusal(): Promise<string | undefined> {
    return readRefusal(cluster, "PATCH", kubeVirt, { metadata: { annotations: { changed: crypto.randomUUID() } } });
  }

  /** Writes the status as an operator does whose reconcile ends with this error. */
  async function reconcileFailed(message: string): Promise<void> {
    const lastTransitionTime = minutesBefore(new Date(), 5);
    const { conditions, systemHealthStatus } = failedReconcile(message, "error");
    const written = conditions.map((each) => ({ ...each, observedGeneration: 1, lastTransitionTime }));
    await call(cluster, "PATCH", `${hyperConverged}/status`, { status: { conditions: written, systemHealthStatus } });
  }

  /** The first screen of 80 columns, its lines joined. */
  async function screen(setup: Partial<WebhookSetup> & Served): Promise<string> {
    ({ end } = await startWebhook(cluster, { ...validating, ...setup }));
    // The API server reads its configurations by a watch.
    await expect.poll(refusal, { timeout: 30_000 }).toBeDefined();
    await reconcileFailed((await refusal()) ?? "");
    const { stdout } = await kubectl(cluster, ["hco-status", "--width", "80"]);
    return stdout.replaceAll(/\n +/g, " ");
  }

  const refused = `webhook ${validating.webhook} serves a certificate that the API server does not accept`;
  const bundle = `the caBundle of ${validating.kind} ${validating.configuration}`;

  test.for<{ title: string; serve: () => Promise<Served>; finding: string }>([
    {
      title: "of another authority",
      serve: async () => ({
        ...(await createWebhookCertificate(-1, 24, [host])),
        caBundle: (await serveTrusted()).caBundle,
      }),
      finding: `${refused} (x509: certificate signed by unknown authority), though ${bundle} has a valid one`,
    },
    {
      title: "of another host",
      serve: () => serveTrusted(-1, 24, ["virt-api.other.svc"]),
      finding: `${refused} (x509: certificate is valid for virt-api.other.svc), though ${bundle} has a valid one`,
    },
    {
      title: "that has expired",
      serve: async () => serveTrusted(-48, -24, [host], [(await createWebhookCertificate(-1, 24, [host])).certificate]),
      finding: `${refused} (x509: certificate has expired or is not yet valid), though ${bundle} has a valid one`,
    },
    {
      title: "that has expired with its bundle",
      serve: () => serveTrusted(-48, -24),
      finding: `${validating.kind} ${validating.configuration}: InvalidCertificate: no certificate in its caBundle is valid`,
    },
    {
      title: "without a bundle",
      serve: async () => ({ ...(await createWebhookCertificate(-1, 24, [host])), caBundle: "" }),
      finding: `${refused} (x509: certificate signed by unknown authority); ${validating.kind} ${validating.configuration} has its caBundle`,
    },
  ])(
    "with a certificate $title: its name, its bundle and the cause are on the first screen",
    async ({ serve, finding }) => {
      const printed = await screen(await serve());
      expect(printed).toContain(`"${validating.webhook}"`);
      expect(printed).toContain(finding);
      expect(printed).not.toContain("no ready endpoints");
    },
  );

  test.for<{ title: string; setup: Partial<WebhookSetup>; cause: string }>([
    {
      title: "an error",
      setup: { answer: (response) => response.writeHead(500).end("boom") },
      cause: 'an error on the server ("boom")',
    },
    { title: "no review", setup: { answer: reviewed({ uid: "another" }) }, cause: "expected response.uid=" },
    { title: "a broken connection", setup: { answer: (response) => response.destroy() }, cause: "EOF" },
    { title: "nothing in time", setup: { answer: () => {}, timeoutSeconds: 1 }, cause: "context deadline exceeded" },
    {
      title: "a refusal",
      setup: { answer: reviewed({ allowed: false, status: { message: "spec.infra is immutable" } }) },
      cause: "denied the request: spec.infra is immutable",
    },
    {
      title: "an error, mutating",
      setup: { ...mutating, answer: (response) => response.writeHead(500).end("boom") },
      cause: "boom",
    },
  ])("that answers with $title: its name and the cause are on the first screen", async ({ setup, cause }) => {
    const { webhook = validating.webhook } = setup;
    const printed = await screen({ ...(await serveTrusted()), ...setup });
    expect(printed).toContain(`"${webhook}"`);
    expect(printed).toContain(cause);
    expect(printed).not.toContain("does not accept");
  });

  test("through a Service that is a name of another host: the Service is not said to lack endpoints", async () => {
    const answer: WebhookSetup["answer"] = (response) => response.writeHead(500).end("boom");
    const printed = await screen({ ...(await serveTrusted()), answer, hasNoSlice: true });
    expect(printed).toContain("boom");
    expect(printed).not.toContain("no ready endpoints");
    // The next command is about the Pods behind the Service, not about all Pods of KubeVirt.
    expect(printed).toContain("-l name=virt-operator");
  });

  test("that answers with a patch that does not fit: the API server names no webhook, and the cause is there", async () => {
    const patch = Buffer.from('[{"op":"remove","path":"/spec/nothing"}]').toString("base64");
    const answer = reviewed({ allowed: true, patchType: "JSONPatch", patch });
    expect(await screen({ ...(await serveTrusted()), ...mutating, answer })).toContain(
      "error in remove for path: '/spec/nothing': Unable to remove nonexistent key: nothing",
    );
  });
});

describeCluster("a webhook that the API server calls for the deletion of KubeVirt", (cluster) => {
  const folder = temporaryFolder();
  const deletion = { ...validating, operation: "DELETE" } as const;
  let end: (() => Promise<void>) | undefined;
  let reported: Stored | undefined;
  beforeAll(async () => {
    await scenarios.healthy(cluster, new Date());
    await call(cluster, "DELETE", hyperConverged);
  });
  afterEach(async () => {
    await end?.();
    end = undefined;
    if (reported !== undefined) await erase(cluster, reported);
    reported = undefined;
  });

  /** The API server's refusal to delete KubeVirt; undefined where it would be deleted. A dry run deletes nothing. */
  function refusal(): Promise<string | undefined> {
    return readRefusal(cluster, "DELETE", `${kubeVirt}?dryRun=All`);
  }

  /** The cause of KubeVirt, live and in a file of the same objects, where the operator writes the refusal into an event. */
  async function readCauses(setup: Partial<WebhookSetup>): Promise<readonly PrintedCause[]> {
    const webhook = await startWebhook(cluster, { ...deletion, ...(await serveTrusted()), ...setup });
    end = webhook.end;
    // The API server reads its configurations by a watch.
    await expect.poll(refusal, { timeout: 30_000 }).toBeDefined();
    const stored = await call<Stored>(cluster, "GET", hyperConverged);
    const message = `The uninstall request failed on virt component: ${await refusal()}`;
    const at = minutesBefore(new Date(), 1);
    const refusalEvent = { type: "Warning", reason: "ErrVirtUninstall", message, at } as const;
    reported = await applyOne(cluster, event(stored, "kubevirt-hyperconverged", refusalEvent));

    const collected = await collectAll(cluster);
    const items = [...collected.flatMap(({ objects }) => objects), ...webhook.objects];
    const file = join(folder, `${crypto.randomUUID()}.yaml`);
    writeFileSync(file, yamlOf({ apiVersion: "v1", kind: "List", items }));
    return [...(await readCausesOfKubeVirt()), ...(await readCausesOfKubeVirt("-f", file))];
  }

  async function readCausesOfKubeVirt(...source: readonly string[]): Promise<readonly PrintedCause[]> {
    const { stdout } = await kubectl(cluster, ["hco-status", "-o", "json", "--no-logs", ...source]);
    const causes = (JSON.parse(stdout) as PrintedReport).roots.flatMap((root) => root.causes);
    return causes.filter(({ component }) => component === "KubeVirt");
  }

  test.for<{ title: string; setup: Partial<WebhookSetup>; cause: string; command: string }>([
    {
      title: "of another product denies it: the first command shows its configuration",
      setup: {
        configuration: "policies",
        webhook: "guard.policies.example.org",
        answer: reviewed({ allowed: false, status: { message: "change freeze until Monday" } }),
      },
      cause: 'admission webhook "guard.policies.example.org" denied the request: change freeze until Monday',
      command: "kubectl get validatingwebhookconfiguration.admissionregistration.k8s.io policies -o yaml",
    },
    {
      title: "has no endpoints: the first command lists those of its Service",
      setup: { webhook: "kubevirt-validator.kubevirt.io", isDown: true },
      cause: 'failed calling webhook "kubevirt-validator.kubevirt.io"',
      command: `kubectl get endpointslices -n ${servedName.namespace} -l kubernetes.io/service-name=${validating.service}`,
    },
    {
      title: "is KubeVirt's own and denies it: the first command lists the virtual machines",
      setup: {
        webhook: "kubevirt-validator.kubevirt.io",
        answer: reviewed({ allowed: false, status: { message: "Rejecting the uninstall request" } }),
      },
      cause: 'admission webhook "kubevirt-validator.kubevirt.io" denied the request: Rejecting the uninstall request',
      command: "kubectl get vm,vmi,vmirs -A",
    },
  ])("$title, live and in a file", async ({ setup, cause, command }) => {
    const causes = await readCauses(setup);
    expect(causes.map(({ text }) => text)).toEqual([expect.stringContaining(cause), expect.stringContaining(cause)]);
    expect(causes.map(({ next }) => next[0]?.command)).toEqual([command, command]);
  });

  test("allows it: the API server deletes KubeVirt", async () => {
    ({ end } = await startWebhook(cluster, { ...deletion, ...(await serveTrusted()) }));
    await expect(refusal()).resolves.toBeUndefined();
  });
});
