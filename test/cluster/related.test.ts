import { afterAll, beforeAll, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import type { Related, Report } from "../../shared/model/report.ts";
import { define } from "./crds.ts";
import { describeCluster } from "./describe-cluster.ts";
import { call } from "./http.ts";
import type { Kind } from "./kinds.ts";
import type { Fields, Stored } from "./manifest.ts";
import { kubectl } from "./plugin.ts";
import { scenarios } from "./scenarios.ts";
import type { Cluster } from "./server.ts";
import { runOverSlowNetwork } from "./slow-network.ts";
import { namespaceViewer } from "./users.ts";
import { type Exchange, readOnTheWire } from "./wire.ts";

const now = "2026-11-21T12:00:00Z";
const namespace = "kubevirt-hyperconverged";
const home = `/api/v1/namespaces/${namespace}`;
const path = `/apis/hco.kubevirt.io/v1/namespaces/${namespace}/hyperconvergeds/kubevirt-hyperconverged`;

/** A kind that no table of the product has. */
const gadgets: Kind = {
  group: "acme.io",
  kind: "Gadget",
  plural: "gadgetry",
  shortNames: [],
  versions: ["v1"],
  namespaced: true,
  statusSubresource: true,
};

const token = "the-token-that-nobody-may-see";
const made: readonly [list: string, object: Fields & { metadata: { name: string } }][] = [
  [`${home}/secrets`, { apiVersion: "v1", kind: "Secret", metadata: { name: "keys" }, stringData: { token } }],
  [`${home}/configmaps`, { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "moved" }, data: { a: "b" } }],
  [`${home}/configmaps`, { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "anew" } }],
  [
    `/apis/acme.io/v1/namespaces/${namespace}/gadgetry`,
    { apiVersion: "acme.io/v1", kind: "Gadget", metadata: { name: "g" } },
  ],
];

/** How many kinds in how many places the plan names beside what it lists anyhow. */
interface Scene {
  readonly recorded: number;
}

/** A healthy HyperConverged that records, beside what it did before, objects that are same, changed, replaced, gone, and of no kind. */
async function prepareCluster(cluster: Cluster): Promise<Scene> {
  await clear(cluster);
  await scenarios.healthy(cluster, new Date(now));
  await define(cluster, { hyperConverged: "v1", platform: "kubernetes", others: [gadgets] });
  const stored: Stored[] = [];
  for (const [list, object] of made) stored.push(await call<Stored>(cluster, "POST", list, object));
  const [keys, moved, again, gadget] = stored.map(({ apiVersion, kind, metadata }) => ({
    apiVersion,
    kind,
    namespace,
    name: metadata.name,
    uid: metadata.uid,
    resourceVersion: metadata.resourceVersion,
  }));
  await call(cluster, "PATCH", `${home}/configmaps/moved`, { data: { a: "c" } });
  const root = await call<Stored & { status: Fields }>(cluster, "GET", path);
  const before = root.status["relatedObjects"] as readonly Fields[];
  const relatedObjects = [
    ...before,
    keys,
    moved,
    { ...again, uid: "00000000-0000-0000-0000-000000000000" },
    gadget,
    { apiVersion: "v1", kind: "ConfigMap", namespace, name: "dangling", uid: "x", resourceVersion: "1" },
    { apiVersion: "nobody.example.com/v1", kind: "Nothing", namespace, name: "n", uid: "x", resourceVersion: "1" },
  ];
  await call(cluster, "PUT", `${path}/status`, { ...root, status: { ...root.status, relatedObjects } });
  return { recorded: relatedObjects.length };
}

async function clear(cluster: Cluster): Promise<void> {
  for (const [list, { metadata }] of made) await call(cluster, "DELETE", `${list}/${metadata.name}`).catch(() => {});
}

async function readReport(
  cluster: Cluster,
  kubeconfig: string | undefined,
  ...flags: readonly string[]
): Promise<Report> {
  const ended = await kubectl(cluster, ["hco-status", "--at", now, "-o", "json", ...flags], kubeconfig);
  expect(ended.stderr).toBe("");
  return JSON.parse(ended.stdout) as Report;
}

function stateOf(report: Report): (kind: string, name: string) => Related["state"] | undefined {
  const related = report.roots[0]?.related ?? [];
  return (kind, name) => related.find(({ ref }) => ref.kind === kind && ref.name === name)?.state;
}

function listsOf(exchanges: readonly Exchange[]): readonly string[] {
  return exchanges.map((one) => one.path.replace(/\?.*/, ""));
}

describeCluster("every related object of a HyperConverged", (cluster) => {
  let scene: Scene = { recorded: 0 };
  beforeAll(async () => {
    scene = await prepareCluster(cluster);
  });
  afterAll(() => clear(cluster));

  test("is looked up with --related, and compared", async () => {
    const report = await readReport(cluster, undefined, "--related");
    const state = stateOf(report);
    expect(report.roots[0]?.related).toHaveLength(scene.recorded);
    expect(
      ["Secret keys", "ConfigMap moved", "ConfigMap anew", "ConfigMap dangling", "Gadget g", "Nothing n"].map(
        (words) => {
          const [kind = "", name = ""] = words.split(" ");
          return state(kind, name);
        },
      ),
    ).toEqual(["unread", "changed", "replaced", "gone", "same", "noSuchKind"]);
    const unread = report.roots[0]?.related.filter((entry) => entry.state === "unread") ?? [];
    expect(new Set(unread.map(({ ref }) => ref.kind))).toEqual(new Set(["Secret"]));
    expect(report.findings.filter(({ code }) => code === "related-object")).toHaveLength(2);
  });

  test("is only counted without it, but for what was read anyhow", async () => {
    const report = await readReport(cluster, undefined);
    expect([stateOf(report)("Secret", "keys"), stateOf(report)("CDI", "cdi-kubevirt-hyperconverged")]).toEqual([
      "unread",
      "same",
    ]);
    const wide = await kubectl(cluster, ["hco-status", "--at", now, "-o", "wide"]);
    expect(wide.stdout).toMatch(
      new RegExp(`RELATED OBJECTS \\(\\d+ of ${scene.recorded} objects checked, all unchanged`),
    );
  });

  test("costs one list per kind and namespace in one wave, of metadata alone, and no Secret is requested", async () => {
    const plain = await readOnTheWire(cluster, {});
    const related = await readOnTheWire(cluster, { related: true });
    const before = new Set(listsOf(plain.exchanges));
    const more = related.exchanges.filter((one) => !before.has(one.path.replace(/\?.*/, "")));
    // Discovery is asked for kinds that no table knows, before their list.
    const lists = more.filter(
      (one) => !/^\/(api|apis)$/.test(one.path.replace(/\?.*/, "")) && !one.accept.includes("APIGroupDiscoveryList"),
    );
    expect(new Set(listsOf(lists)).size).toBe(lists.length);
    for (const one of lists) expect(one.accept).toContain("PartialObjectMetadata");
    const places = new Set(
      (aggregate(related.snapshot).roots[0]?.related ?? []).map(
        ({ ref }) => `${ref.group}/${ref.kind}/${ref.namespace ?? ""}`,
      ),
    );
    expect(lists.length).toBeLessThan(places.size);
    expect(related.exchanges.filter(({ path }) => path.includes("/secrets"))).toEqual([]);
    for (const { body } of related.exchanges) {
      expect(body).not.toContain(Buffer.from(token).toString("base64"));
      expect(body).not.toContain(token);
    }
  });

  test("needs no more waves over a long way than a report without, and one connection", async () => {
    const cost = await runOverSlowNetwork(cluster, cluster.kubeconfig, (through) =>
      readReport(cluster, through, "--related"),
    );
    expect(cost.connections).toBe(1);
    expect(cost.waves).toBeLessThanOrEqual(4);
  });

  test("may be of a kind that one must not list", async () => {
    const { kubeconfig } = await namespaceViewer(cluster);
    const report = await readReport(cluster, kubeconfig, "--related", "-n", namespace);
    const state = stateOf(report);
    expect([state("PriorityClass", "kubevirt-cluster-critical"), state("Secret", "keys")]).toEqual([
      "forbidden",
      "unread",
    ]);
  });

  test("is reported in one paragraph, changed objects by name", async () => {
    const ended = await kubectl(cluster, ["hco-status", "--at", now, "--related"]);
    expect(ended.stdout).toMatch(
      new RegExp(
        `RELATED OBJECTS \\(${scene.recorded - 1} of ${scene.recorded} objects checked: \\d+ unchanged, \\d+ changed since recorded, 1 replaced, 1 deleted, 1`,
      ),
    );
    expect(ended.stdout).toContain(`ConfigMap ${namespace}/dangling deleted`);
    expect(ended.stdout).toContain(`ConfigMap ${namespace}/anew replaced`);
    expect(ended.stdout.match(/dangling is listed in relatedObjects/g)?.length ?? 0).toBeLessThanOrEqual(1);
  });
});
