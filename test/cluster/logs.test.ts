import { execFile } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";
import { describeCluster } from "./describe-cluster.ts";
import { type Ended, environmentOf, kubectl, pluginWords } from "./plugin.ts";
import { scenarios } from "./scenarios.ts";
import type { Cluster } from "./server.ts";
import { viewerNoPods } from "./users.ts";

const folder = temporaryFolder();

describeCluster("kubectl hco-status logs on a real API server", (cluster) => {
  beforeAll(() => scenarios.crashAndPull(cluster, new Date()));

  test("runs the real kubectl, whose error and exit status are the result: there is no kubelet", async () => {
    const ended = await logs(cluster, dirname(cluster.kubectl));
    expect([ended.code, ended.stdout]).toEqual([1, ""]);
    expect(ended.stderr).toMatch(/^Error from server/);
  });

  test("hands kubectl the container of the worst cause, the way to the cluster and what follows --", async () => {
    const ended = await logs(cluster, recorder(7), "cdi", "--kubeconfig", cluster.kubeconfig, "--", "--tail", "3");
    expect([ended.code, ended.stdout, ended.stderr]).toEqual([7, "", ""]);
    const args = readFileSync(join(folder, "args"), "utf8").trimEnd().split("\n");
    const { stdout } = await kubectl(cluster, ["hco-status", "logs", "--dry-run", "--kubeconfig", cluster.kubeconfig]);
    expect(`kubectl ${args.join(" ")}\n`).toBe(stdout.replace("\n", " --tail 3\n"));
    expect(args).toEqual(expect.arrayContaining(["logs", "cdi-controller", "--previous"]));
  });

  test("prints the command that the report prints", async () => {
    const [report, dry] = await Promise.all([
      kubectl(cluster, ["hco-status", "-o", "json"]),
      kubectl(cluster, ["hco-status", "logs", "--dry-run"]),
    ]);
    const { roots } = JSON.parse(report.stdout) as { roots: { causes: { next: { command: string }[] }[] }[] };
    expect(dry.stdout).toBe(`${roots[0]?.causes[0]?.next[0]?.command}\n`);
  });

  test("says in one sentence what stood in the way", async () => {
    const { kubeconfig } = await viewerNoPods(cluster);
    const rows: [ended: Ended, error: RegExp][] = [
      [
        await logs(cluster, recorder(0), "--kubeconfig", kubeconfig),
        /^error: no cause .* \(not read: Pod\); for details: /,
      ],
      [
        await logs(cluster, recorder(0), "nothing"),
        /^error: unknown component "nothing"; the report has KubeVirt, CDI, /,
      ],
      [await logs(cluster, "/nonexistent"), /^error: cannot run kubectl, which logs requires: it is not on PATH\n$/],
    ];
    for (const [ended, error] of rows) {
      expect([ended.code, ended.stdout]).toEqual([1, ""]);
      expect(ended.stderr).toMatch(error);
      expect(ended.stderr.match(/\n/g)?.length).toBe(1);
    }
  });
});

/** A folder with a kubectl that keeps its arguments, one a line, and ends with this status. */
function recorder(status: number): string {
  const file = join(folder, "kubectl");
  writeFileSync(file, `#!/bin/sh\nprintf '%s\\n' "$@" > ${join(folder, "args")}\nexit ${status}\n`);
  chmodSync(file, 0o755);
  return folder;
}

/** Runs the plugin where only the programs of one folder are on PATH, and /bin for its script. */
function logs(cluster: Cluster, path: string, ...args: readonly string[]): Promise<Ended> {
  const env = { ...environmentOf(cluster), PATH: path };
  const [command, ...own] = pluginWords;
  return new Promise((resolve) => {
    execFile(command, [...own, "logs", ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
    });
  });
}
