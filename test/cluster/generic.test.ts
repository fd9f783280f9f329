import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { ReportNode } from "../../shared/model/report.ts";
import type { PrintedReport } from "../printed.ts";
import { applyOne } from "./apply.ts";
import { define } from "./crds.ts";
import { describeCluster } from "./describe-cluster.ts";
import { call } from "./http.ts";
import type { Kind } from "./kinds.ts";
import { type Fields, type OwnerReference, ownedBy, type Stored } from "./manifest.ts";
import { type Ended, kubectl } from "./plugin.ts";
import { scenarios } from "./scenarios.ts";
import type { Cluster } from "./server.ts";
import { runOverSlowNetwork } from "./slow-network.ts";

const now = "2026-11-21T12:00:00Z";
const since = "2026-11-21T11:48:00Z";
const namespace = "kubevirt-hyperconverged";

const widgets: Kind = stranger("Widget", "widgets");
const gadgets: Kind = stranger("Gadget", "gadgets");

function stranger(kind: string, plural: string): Kind {
  const names = { kind, plural, shortNames: [] };
  return { group: "acme.io", ...names, versions: ["v1"], namespaced: true, statusSubresource: true };
}

async function make(
  cluster: Cluster,
  { kind, plural }: Kind,
  name: string,
  owners: readonly OwnerReference[],
  status: Fields,
): Promise<Stored> {
  const list = `/apis/acme.io/v1/namespaces/${namespace}/${plural}`;
  const metadata = { name, ownerReferences: owners };
  const stored = await call<Stored>(cluster, "POST", list, { apiVersion: "acme.io/v1", kind, metadata });
  return call<Stored>(cluster, "PUT", `${list}/${name}/status`, { ...stored, status });
}

function condition(type: string, status: string, reason: string): Fields {
  return { type, status, reason, message: "", lastTransitionTime: since };
}

/** A Widget that owns a Gadget, a Deployment with no Pod left, and through the Gadget a Secret and a ServiceAccount. */
async function prepareCluster(cluster: Cluster): Promise<void> {
  await scenarios.noCR(cluster, new Date(now));
  await define(cluster, { hyperConverged: "v1", platform: "kubernetes", others: [widgets, gadgets] });
  const unhealthy = { conditions: [condition("Ready", "False", "NoGadget"), condition("GadgetMissing", "False", "")] };
  const widget = await make(cluster, widgets, "w", [], {
    ...unhealthy,
    relatedObjects: [
      { group: "acme.io", resource: "gadgets", namespace, name: "g" },
      { group: "acme.io", resource: "gadgets", namespace, name: "another" },
      { group: "", resource: "namespaces", name: namespace },
    ],
  });
  const gadget = await make(cluster, gadgets, "g", [ownedBy(widget)], { conditions: [condition("Ready", "True", "")] });
  const account = {
    apiVersion: "v1",
    kind: "ServiceAccount",
    metadata: { name: "g", namespace, ownerReferences: [ownedBy(gadget)] },
  };
  await applyOne(cluster, account);
  const labels = { app: "d" };
  await applyOne(cluster, {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "d", namespace, ownerReferences: [ownedBy(widget)] },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "c", image: "quay.io/acme/c:1" }] } },
    },
    status: {
      observedGeneration: 1,
      replicas: 1,
      updatedReplicas: 1,
      unavailableReplicas: 1,
      conditions: [condition("Available", "False", "MinimumReplicasUnavailable")],
    },
  });
}

function status(cluster: Cluster, kubeconfig: string | undefined, ...words: readonly string[]): Promise<Ended> {
  return kubectl(cluster, ["hco-status", "--at", now, "-n", namespace, ...words], kubeconfig);
}

async function readReport(cluster: Cluster, ...words: readonly string[]): Promise<PrintedReport> {
  const ended = await status(cluster, undefined, "-o", "json", ...words);
  expect(ended.stderr).toBe("");
  return JSON.parse(ended.stdout) as PrintedReport;
}

function namesOf(nodes: readonly ReportNode[]): readonly unknown[] {
  return nodes.map(({ ref, children }) => {
    const name = `${ref.kind} ${ref.name}`;
    return children.length === 0 ? name : [name, namesOf(children)];
  });
}

describeCluster("a CR of an unknown kind", (cluster) => {
  beforeAll(() => prepareCluster(cluster));

  test("is evaluated by its conditions, and what it records in the other shape is read", async () => {
    const [root] = (await readReport(cluster, "widget/w")).roots;
    expect(root).toMatchObject({ profile: "generic", verdict: "unavailable" });
    expect(root?.children.map(({ ref, outcome, verdict }) => [ref.kind, ref.name, outcome, verdict])).toEqual([
      ["Gadget", "g", "found", "healthy"],
      ["Gadget", "another", "absent", "unavailable"],
      ["Namespace", namespace, "found", "healthy"],
    ]);
    expect(root?.related.map(({ state }) => state)).toEqual(["same", "gone", "same"]);
  });

  test("shows with --tree what it owns, and why it is unhealthy", async () => {
    const [root] = (await readReport(cluster, "widget/w", "--tree")).roots;
    const owned = root?.children.filter(({ role }) => role !== "related") ?? [];
    expect(namesOf(owned).toSorted()).toEqual(["Deployment d", ["Gadget g", ["ServiceAccount g"]]].toSorted());
    expect(owned.find(({ ref }) => ref.kind === "Deployment")?.verdict).toBe("unavailable");
    expect(root?.rootCause?.path).toEqual(["w", "d"]);
  });

  test("costs few waves over one connection also with --tree", async () => {
    const cost = await runOverSlowNetwork(cluster, cluster.kubeconfig, (through) =>
      status(cluster, through, "widget/w", "--tree"),
    );
    expect(cost.connections).toBe(1);
    expect(cost.waves).toBeLessThanOrEqual(6);
  });

  test("has the polarities of a polarity file", async () => {
    const polarities = join(cluster.directory, "polarity.yaml");
    writeFileSync(polarities, "polarity:\n  - {type: Ready, polarity: info, kind: Widget}\n");
    const [root] = (await readReport(cluster, "widget/w", "--polarity", polarities)).roots;
    // The other condition's polarity is only inferred, which proves no health.
    expect(root).toMatchObject({
      verdict: "unknown",
      conditions: [{ polarity: "info", polarityFrom: `${polarities}:2` }, { inferred: true }],
    });
  });

  test("is reported so that a person sees it", async () => {
    await expect((await status(cluster, undefined, "widget/w", "--tree", "--width", "80")).stdout).toMatchFileSnapshot(
      "golden/stranger-tree.txt",
    );
  });

  test("a workload is a root too, with what lies below it", async () => {
    const [root] = (await readReport(cluster, "deploy/d")).roots;
    expect(root).toMatchObject({ profile: "generic", verdict: "unavailable", label: "d" });
  });
});
