import { beforeAll, expect, test } from "vitest";
import type { PrintedReport } from "../printed.ts";
import { describeCluster } from "./describe-cluster.ts";
import { kubectl } from "./plugin.ts";
import { scenarios } from "./scenarios.ts";

const now = new Date("2026-11-21T12:00:00Z");

describeCluster(
  "a component that is named on its own is followed down to its pods, wherever its workloads lie",
  (cluster) => {
    beforeAll(() => scenarios.crashAndPull(cluster, now));

    const rows: readonly [name: string, below: string, deepest: RegExp][] = [
      ["cdi", "cdi-deployment", /container cdi-controller in CrashLoopBackOff/],
      ["aaq", "aaq-server", /container .* in ImagePullBackOff/],
    ];
    test.for(rows)("%s", async ([name, below, deepest]) => {
      const ended = await kubectl(cluster, ["hco-status", name, "--at", "2026-11-21T12:00:00Z", "-o", "json"]);
      const report = JSON.parse(ended.stdout) as PrintedReport;
      expect(report.roots.map(({ ref }) => ref.kind.toLowerCase())).toEqual([name]);
      expect(report.roots[0]?.rootCause?.path).toContain(below);
      expect(report.roots[0]?.rootCause?.text).toMatch(deepest);
    });

    test("a healthy networkaddonsconfig has its workloads below it", async () => {
      const ended = await kubectl(cluster, ["hco-status", "networkaddonsconfig", "--deep", "-o", "json"]);
      const [root] = (JSON.parse(ended.stdout) as PrintedReport).roots;
      expect(root?.verdict).toBe("healthy");
      expect(root?.children.map(({ label }) => label)).toContain("cluster-network-addons-operator");
    });
  },
);
