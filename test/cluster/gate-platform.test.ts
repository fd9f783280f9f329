import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { GateReport } from "../../shared/model/upgrade-gate.ts";
import { clusterVersion, machineConfigPool, setCondition } from "../aggregate/platform/openshift-objects.ts";
import { type RunResult, runInProcess } from "../plugin/run-in-process.ts";
import { applyOne } from "./apply.ts";
import { define } from "./crds.ts";
import { describeCluster } from "./describe-cluster.ts";
import { machineKinds } from "./kinds.ts";
import type { Manifest } from "./manifest.ts";
import { installPlatform, withoutUid } from "./openshift-platform.ts";
import type { Cluster } from "./server.ts";
import { viewerNoPods } from "./users.ts";

function runGate(kubeconfig: string, ...flags: string[]): Promise<RunResult> {
  return runInProcess(["gate", "upgrade", "--kubeconfig", kubeconfig, ...flags]);
}

/** `NodeCordoned worker-1`: each reason with the name of what it is about. */
async function reasonsOf(kubeconfig: string, ...flags: string[]): Promise<readonly string[]> {
  const { stdout } = await runGate(kubeconfig, "-o", "json", ...flags);
  return (JSON.parse(stdout) as GateReport).reasons.map(({ code, about }) => `${code} ${about.name || about.kind}`);
}

async function change(cluster: Cluster, object: object): Promise<void> {
  await applyOne(cluster, withoutUid(object as Manifest));
}

describeCluster("gate upgrade --platform asks a real API server", (cluster) => {
  beforeAll(() => installPlatform(cluster));

  test("a cordoned node and what holds its drain: BLOCK, and accepted ALLOW", async () => {
    const ended = await runGate(cluster.kubeconfig, "--platform");
    expect([ended.code, ended.stdout.split(" ")[0], ended.stderr]).toEqual([2, "BLOCK", ""]);
    expect(ended.stdout).toContain("1 of 2 virtual machines cannot leave Node worker-1: shop/db");
    expect(await reasonsOf(cluster.kubeconfig, "--platform")).toEqual(["NodeCordoned worker-1", "DrainHeld worker-1"]);
    expect((await runGate(cluster.kubeconfig, "--platform", "--accept", "NodeCordoned,DrainHeld")).code).toBe(0);
  });

  test("without the flag the answer is as before, and nothing of it is requested", async () => {
    const ended = await runGate(cluster.kubeconfig, "-v6");
    expect([ended.code, ended.stdout.split(" ")[0]]).toEqual([0, "ALLOW"]);
    expect(ended.stderr).not.toMatch(/clusterversions|machineconfigpools|virtualmachineinstances|\/nodes/);
  });

  test("the checks of a pipeline have the same reasons", async () => {
    const flags = ["--kubeconfig", cluster.kubeconfig, "--gate", "upgrade", "-o", "junit"];
    const without = await runInProcess(flags);
    const ended = await runInProcess([...flags, "--platform"]);
    expect(without.stdout).not.toContain("cannot leave Node worker-1");
    expect(ended.stdout).toContain("cannot leave Node worker-1");
  });

  test("a snapshot keeps what it needs, and one without the flag says that it was not requested", async () => {
    const [whole, less] = ["whole.json", "less.json"].map((name) => join(cluster.directory, name)) as [string, string];
    await runInProcess(["snapshot", "--kubeconfig", cluster.kubeconfig, "--platform", "-o", whole]);
    await runInProcess(["snapshot", "--kubeconfig", cluster.kubeconfig, "-o", less]);
    const fromWhole = await runInProcess(["gate", "upgrade", "--platform", "-f", whole]);
    expect([fromWhole.code, fromWhole.stdout.includes("shop/db (DisksNotLiveMigratable)")]).toEqual([2, true]);
    const fromLess = await runInProcess(["gate", "upgrade", "--platform", "-f", less]);
    expect(fromLess.code).toBe(4);
    expect(fromLess.stdout).toContain(
      "3 kinds not read: not requested when the snapshot was taken: ClusterVersion, MachineConfigPool, Node",
    );
  });

  test("a user who may not read them: UNKNOWN by name, with the permissions", async () => {
    const { kubeconfig } = await viewerNoPods(cluster);
    const ended = await runGate(kubeconfig, "--platform");
    expect(ended.stdout).toMatch(/kinds forbidden: .*ClusterVersion, MachineConfigPool, Node/);
    expect(ended.stdout).toContain("kubectl hco-status permissions hyperconverged --platform | kubectl apply -f -");
  });

  test("an update of the cluster, a pool that is being updated, odd versions and an empty status", async () => {
    const updating = clusterVersion("not a version");
    setCondition(updating, "Progressing", "True", "Working towards 4.18.1: 12% complete");
    const empty = machineConfigPool("worker");
    empty["status"] = {};
    const degraded = machineConfigPool("master");
    setCondition(degraded, "Degraded", "True", "Node control-1 is reporting: failed to drain");
    for (const object of [updating, empty, degraded]) await change(cluster, object);
    expect(await reasonsOf(cluster.kubeconfig, "--platform")).toEqual([
      "ClusterVersionProgressing version",
      "MachineConfigPoolDegraded master",
      "NodeCordoned worker-1",
      "DrainHeld worker-1",
      "MachineConfigPoolUpdating worker",
    ]);
  });

  test("a report on the cordoned node names the machine that cannot leave it, and why", async () => {
    const { stdout } = await runInProcess(["node/worker-1", "--kubeconfig", cluster.kubeconfig, "--width", "160"]);
    expect(stdout).toMatch(/shop\/db.*DisksNotLiveMigratable|DisksNotLiveMigratable.*shop\/db/);
    expect(stdout).not.toContain("mail");
  });

  test("a cluster that does not serve the kinds has no reason from them", async () => {
    await define(cluster, { hyperConverged: "v1", platform: "openshift", others: machineKinds });
    expect(await reasonsOf(cluster.kubeconfig, "--platform")).toEqual(["NodeCordoned worker-1", "DrainHeld worker-1"]);
  });
});
