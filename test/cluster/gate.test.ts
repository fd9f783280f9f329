import { beforeAll, expect, test } from "vitest";
import type { GateReport } from "../../shared/model/upgrade-gate.ts";
import { type RunResult, runInProcess } from "../plugin/run-in-process.ts";
import { describeCluster } from "./describe-cluster.ts";
import { call } from "./http.ts";
import { hyperConverged } from "./hyperconverged.ts";
import type { Stored } from "./manifest.ts";
import { pathOf } from "./resources.ts";
import { scenarios } from "./scenarios.ts";
import type { Cluster } from "./server.ts";
import { viewerNoComponents, weakUser } from "./users.ts";

const now = new Date("2026-11-21T12:00:00Z");

describeCluster("gate upgrade asks a real API server", (cluster) => {
  beforeAll(() => scenarios.healthy(cluster, now));

  test("everything is healthy: ALLOW", async () => {
    const ended = await runGate(cluster.kubeconfig);
    expect([ended.code, ended.stdout.split(" ")[0], ended.stderr]).toEqual([0, "ALLOW", ""]);
  });

  test("components that may not be read: UNKNOWN, and accepted ALLOW", async () => {
    const { kubeconfig } = await viewerNoComponents(cluster);
    const ended = await runGate(kubeconfig, "-o", "json");
    const { answer, reasons } = JSON.parse(ended.stdout) as GateReport;
    expect([ended.code, answer]).toEqual([4, "UNKNOWN"]);
    expect(new Set(reasons.map(({ code }) => code))).toEqual(new Set(["IncompleteReading", "UpgradeRunning"]));
    expect((await runGate(kubeconfig, "--accept", "IncompleteReading,UpgradeRunning")).code).toBe(0);
  });

  test("HyperConvergeds that may not be listed: UNKNOWN, whatever is accepted", async () => {
    const { kubeconfig } = await weakUser(cluster);
    const ended = await runGate(kubeconfig, "--accept", "IncompleteReading");
    expect([ended.code, ended.stdout.split(" ")[0]]).toEqual([4, "UNKNOWN"]);
    expect(ended.stderr).toContain("No permission to list hyperconvergeds.hco.kubevirt.io");
  });

  test("what is forbidden is one row about the kinds of an upgrade, with the permissions that would do", async () => {
    const { kubeconfig } = await weakUser(cluster);
    const ended = await runGate(kubeconfig);
    expect(ended.stdout).toContain("kubectl hco-status permissions hyperconverged | kubectl apply -f -");
    // Other families are read where no HyperConverged is found, and have no part in its upgrade.
    expect(ended.stdout).not.toMatch(/greenhouse|Application/);
    expect(ended.stdout.match(/IncompleteReading/g)?.length).toBe(1);
    const { reasons } = JSON.parse((await runGate(kubeconfig, "-o", "json")).stdout) as GateReport;
    expect(new Set(reasons.map(({ about }) => about.group))).not.toContain("greenhouse.sap");
    expect(ended.stderr).not.toMatch(/greenhouse|Application/);
  });

  test("Upgradeable is False: BLOCK", async () => {
    await refuse(cluster);
    const ended = await runGate(cluster.kubeconfig);
    expect([ended.code, ended.stdout.split(" ")[0]]).toEqual([2, "BLOCK"]);
    expect(ended.stdout).toContain("Upgradeable=False, NotNow: not on a Friday");
    expect((await runGate(cluster.kubeconfig, "--accept", "upgradeable")).code).toBe(0);
  });
});

function runGate(kubeconfig: string, ...flags: string[]): Promise<RunResult> {
  return runInProcess(["gate", "upgrade", "--kubeconfig", kubeconfig, ...flags]);
}

async function refuse(cluster: Cluster): Promise<void> {
  const path = pathOf(hyperConverged());
  const stored = await call<Stored>(cluster, "GET", path);
  const { conditions = [] } = stored.status as { conditions?: readonly { readonly type: string }[] };
  const words = { status: "False", reason: "NotNow", message: "not on a Friday" };
  const changed = conditions.map((each) => (each.type === "Upgradeable" ? { ...each, ...words } : each));
  await call(cluster, "PUT", `${path}/status`, { ...stored, status: { ...stored.status, conditions: changed } });
}
