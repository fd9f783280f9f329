import { beforeAll, describe, expect, test } from "vitest";
import type { Report } from "../../shared/model/report.ts";
import { applicationKind } from "./application-kind.ts";
import * as made from "./applications.ts";
import { wipe } from "./apply.ts";
import { define } from "./crds.ts";
import { describeCluster } from "./describe-cluster.ts";
import { type Ended, kubectl } from "./plugin.ts";
import type { Cluster } from "./server.ts";
import { runOverSlowNetwork } from "./slow-network.ts";
import { shopViewer } from "./users.ts";

const now = new Date("2026-11-21T12:00:00Z");

const statuses = {
  "Deployment.apps web": "Ready",
  "StatefulSet.apps db": "Ready",
  "Service web": "Ready",
  "Secret credentials": "Ready",
  "Job.batch migrate": "Ready",
  "PodDisruptionBudget.policy db": "Ready",
};

/** A shop over six kinds: its Deployment is short, its Job has failed, and the controller has not looked since. */
async function prepareCluster(cluster: Cluster): Promise<void> {
  await wipe(cluster);
  await define(cluster, { hyperConverged: "absent", platform: "kubernetes", others: [applicationKind] });
  await made.createShop(
    cluster,
    [
      made.deployment(now, "web", 1, 3),
      made.statefulSet("db", 3, 3),
      made.service("web"),
      made.secret("credentials"),
      made.job(now, "migrate", "Failed"),
      made.budget("db", 3, 2),
    ],
    made.application(made.shopKinds, made.writeStatus(now, "6/6", 600, statuses)),
  );
}

async function report(cluster: Cluster, words: readonly string[], kubeconfig?: string): Promise<Ended> {
  return kubectl(cluster, ["hco-status", "--at", now.toISOString(), ...words], kubeconfig);
}

async function reportOf(cluster: Cluster, ...words: readonly string[]): Promise<Report> {
  const ended = await report(cluster, [...words, "-o", "json"]);
  expect(ended.stderr).toBe("");
  return JSON.parse(ended.stdout) as Report;
}

describeCluster("an Application on a real API server", (cluster) => {
  beforeAll(() => prepareCluster(cluster));

  test("is what the plain command shows where there is no HyperConverged", async () => {
    const ended = await report(cluster, ["--exit-code", "--width", "80"]);
    await expect(ended.stdout).toMatchFileSnapshot("golden/application.txt");
    expect([ended.code, ended.stderr]).toEqual([2, ""]);
  });

  test("has one part of each of five kinds and counts the sixth, Secrets, and both rule sets beside what it reports", async () => {
    const { roots, completeness } = await reportOf(cluster);
    const [shop] = roots;
    expect(shop?.children.map(({ ref, judged }) => [ref.kind, judged?.code, judged?.proposal?.status])).toEqual([
      ["Deployment", "InProgress", undefined],
      ["StatefulSet", "Ready", "Ready"],
      ["Service", "Ready", "Ready"],
      ["Job", "Ready", undefined],
      ["PodDisruptionBudget", "Ready", "Ready"],
    ]);
    expect(shop?.expected.code?.componentsReady).toBe("5/6");
    expect(shop?.expected.proposal?.componentsReady).toBe("3/6");
    expect(shop?.drift).toMatchObject([{ type: "Ready", what: "status" }]);
    expect(completeness.forbidden + completeness.unread).toBe(0);
  });

  test("keeps its Secret to itself, which is not even listed", async () => {
    const { findings } = await reportOf(cluster);
    expect(findings.filter(({ code }) => code === "secrets-not-read")).toMatchObject([{ count: 1 }]);
    const ended = await report(cluster, ["-o", "json", "-v", "6"]);
    expect(ended.stderr).toContain("/deployments");
    expect(ended.stderr).not.toContain("secrets");
    expect(ended.stdout).not.toMatch(/correct-horse|Y29ycmVjdC1ob3JzZS/);
  });

  describe("is found by the names that kubectl takes", () => {
    const names = [
      ["application/shop"],
      ["app/shop"],
      ["applications.app.k8s.io shop"],
      ["applications.v1beta1.app.k8s.io/shop"],
    ] as const;
    test.for(names)("%s", async ([words]) => {
      const { roots } = await reportOf(cluster, ...words.split(" "), "-n", made.shop);
      expect(roots.map(({ ref, profile }) => [ref.name, profile])).toEqual([["shop", "application"]]);
    });
  });

  test("is evaluated by the proposal on request", async () => {
    const { roots } = await reportOf(cluster, "--rules", "proposal");
    expect(roots[0]).toMatchObject({ ruleSet: "proposal", drift: [{ type: "Settled", what: "missing" }] });
  });

  test("costs one list per kind, and the objects below unhealthy ones", async () => {
    const cost = await runOverSlowNetwork(cluster, cluster.kubeconfig, (through) =>
      report(cluster, ["application/shop", "-n", made.shop], through),
    );
    // The Application, five of its six kinds, pods and ReplicaSets, and discovery.
    expect(cost.requests).toBeLessThanOrEqual(12);
    expect(cost.connections).toBe(1);
  });
});

describeCluster("an Application that the user may read only in part", (cluster) => {
  beforeAll(() => prepareCluster(cluster));

  test("is not called better than what could be read", async () => {
    const user = await shopViewer(cluster, made.shop);
    const ended = await report(cluster, ["application/shop", "-n", made.shop, "-o", "json"], user.kubeconfig);
    const { roots, findings, completeness } = JSON.parse(ended.stdout) as Report;
    expect(roots[0]).toMatchObject({
      driftHeld: "incomplete",
      expected: { code: { conditions: [{ reason: "ComponentsNotReady" }, { reason: "NoError" }] } },
    });
    expect(
      findings.filter(({ code }) => code === "component-kind-unread").map((one) => ("kind" in one ? one.kind : "")),
    ).toEqual(["Job.batch"]);
    expect(completeness.gaps.filter(({ outcome, required }) => outcome === "forbidden" && required)).toHaveLength(1);
  });
});
