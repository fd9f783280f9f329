import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import type { Report } from "../../shared/model/report.ts";
import { type RunResult, runInProcess } from "../plugin/run-in-process.ts";
import { describeCluster } from "./describe-cluster.ts";
import { runPlugin } from "./running.ts";
import { type ScenarioName, scenarios } from "./scenarios.ts";
import type { User } from "./user.ts";
import { viewerNoDeployments } from "./users.ts";

const now = new Date("2026-11-21T12:00:00Z");
const lacks =
  "cannot determine whether the operator is running: no permission to list deployments.apps in namespace kubevirt-hyperconverged";

describeCluster("a user who may read every CR and no Deployment never gets a healthy report", (cluster) => {
  let user: User;
  beforeAll(async () => {
    await scenarios.healthy(cluster, now);
    user = await viewerNoDeployments(cluster);
  });

  /** The words in one line, whatever the width of the terminal. */
  async function run(...args: string[]): Promise<RunResult & { readonly words: string }> {
    const ran = await runInProcess([...args, "--kubeconfig", user.kubeconfig]);
    return { ...ran, words: `${ran.stdout} ${ran.stderr}`.replaceAll(/\s+/g, " ") };
  }

  const rows: readonly [scenario: ScenarioName, admin: number][] = [
    ["healthy", 0],
    ["operatorDown", 2],
    // Nothing has moved for 15 minutes.
    ["stalledUpgrade", 2],
  ];
  test.for(rows)("%s, which the administrator sees as it is", async ([scenario, admin]) => {
    await scenarios[scenario](cluster, now);
    expect((await runInProcess(["--exit-code", "--kubeconfig", cluster.kubeconfig])).code).toBe(admin);
    const seen = await run("--exit-code");
    expect([seen.code, seen.stderr]).toEqual([4, ""]);
    expect(seen.words).toContain(lacks);
    expect(seen.words).toContain("hco-status permissions hyperconverged -n kubevirt-hyperconverged");
    const report = JSON.parse((await run("-o", "json")).stdout) as Report;
    expect([report.verdict, report.roots[0]?.verdict]).toEqual(["unknown", "unknown"]);
    for (const state of ["healthy", "available", "upgradeable", "upgraded"]) {
      const ended = await run("wait", "--for", state, "--timeout", "0");
      // A stalled upgrade is known not to be upgraded, whatever else is not known.
      expect([state, scenario === "stalledUpgrade" && ended.code === 5 ? 4 : ended.code]).toEqual([state, 4]);
      expect(ended.words).toMatch(/cannot read .*: forbidden|no permission to list deployments/);
    }
    const gate = await run("gate", "upgrade");
    expect(gate.stdout.split(" ")[0]).toBe(scenario === "stalledUpgrade" ? "BLOCK" : "UNKNOWN");
    const fleet = await run("--all-contexts", "--exit-code");
    expect([fleet.code, fleet.words]).toEqual([4, expect.stringContaining("1 unknown")]);
  });

  test("a wait does not succeed later either", async () => {
    await scenarios.healthy(cluster, now);
    const running = runPlugin(cluster, ["wait", "--for", "healthy"], user.kubeconfig);
    await running.prints("not healthy yet (timeout 30m): ");
    await sleep(2_000);
    expect(await running.stop()).toBe(130);
    expect(running.stdout() + running.stderr()).toMatch(/cannot read .*: forbidden|no permission to list deployments/);
  });
});
