import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import type { PrintedReport, PrintedRoot } from "../printed.ts";
import { wipe } from "./apply.ts";
import { define } from "./crds.ts";
import { describeCluster } from "./describe-cluster.ts";
import { acme, createOrganization, greenhouseKinds } from "./greenhouse.ts";
import { call } from "./http.ts";
import { type Ended, kubectl } from "./plugin.ts";
import type { Cluster } from "./server.ts";
import { runOverSlowNetwork } from "./slow-network.ts";

const now = "2026-11-21T12:00:00Z";
const secret = "bm9ib2R5LXJlYWRzLXRoaXM=";

const status = (cluster: Cluster, kubeconfig: string, ...words: readonly string[]): Promise<Ended> =>
  kubectl(cluster, ["hco-status", "--at", now, ...words], kubeconfig);

async function reportOf(cluster: Cluster, ...words: readonly string[]): Promise<PrintedReport> {
  return JSON.parse((await status(cluster, cluster.kubeconfig, ...words, "-o", "json")).stdout);
}

function findRoot({ roots }: PrintedReport, name: string): PrintedRoot | undefined {
  return roots.find(({ ref }) => `${ref.kind}/${ref.name}` === name);
}

describeCluster("an organisation of Greenhouse where there is no HyperConverged", (cluster) => {
  beforeAll(async () => {
    await wipe(cluster);
    await define(cluster, { hyperConverged: "absent", platform: "kubernetes", others: greenhouseKinds });
    await createOrganization(cluster, new Date(now));
    // Greenhouse keeps the kubeconfig of a Cluster in a Secret of its name.
    const data = { greenhousekubeconfig: secret };
    await call(cluster, "POST", `/api/v1/namespaces/${acme}/secrets`, { metadata: { name: "prod-eu" }, data });
    return async () => {
      await call(cluster, "DELETE", `/api/v1/namespaces/${acme}/secrets/prod-eu`);
      await wipe(cluster);
    };
  });

  test("the plain command reports which plugin is unhealthy and for which cluster", async () => {
    const ended = await status(cluster, cluster.kubeconfig, "--exit-code", "--width", "80");
    await expect(ended.stdout).toMatchFileSnapshot("golden/greenhouse.txt");
    expect([ended.code, ended.stderr]).toEqual([2, ""]);
  });

  test("a Plugin named by type and name is reported with the Cluster as its root cause", async () => {
    const ended = await status(
      cluster,
      cluster.kubeconfig,
      "plugin.greenhouse.sap/prometheus-prod-eu",
      "-n",
      acme,
      "--width",
      "80",
    );
    await expect(ended.stdout).toMatchFileSnapshot("golden/greenhouse-plugin.txt");
  });

  test("both rule sets are in the JSON, and what the controller wrote is what its rules expect", async () => {
    const report = await reportOf(cluster);
    expect(new Set(report.roots.map(({ ref }) => ref.kind)).size).toBe(9);
    for (const { drift, driftHeld, expected } of report.roots) {
      expect([drift, driftHeld]).toEqual([[], null]);
      expect(Object.keys(expected)).toEqual(["controller", "adr"]);
    }
    expect(findRoot(report, "Plugin/prometheus-prod-eu")?.rootCause?.path).toEqual(["prometheus-prod-eu", "prod-eu"]);
    expect(findRoot(report, "PluginPreset/prometheus")?.rootCause?.path.slice(0, 3)).toEqual([
      "prometheus",
      "prometheus-prod-eu",
      "prod-eu",
    ]);
    expect(findRoot(report, "Plugin/prometheus-dev")?.verdict).toBe("healthy");
    expect(findRoot(report, "Cluster/dev")?.verdict).toBe("degraded");
  });

  test("it costs one list for each kind, whatever the number of objects, over one connection", async () => {
    const cost = await runOverSlowNetwork(cluster, cluster.kubeconfig, (through) => status(cluster, through));
    expect(cost.requests).toBeLessThanOrEqual(24);
    expect(cost.connections).toBe(1);
    const one = await runOverSlowNetwork(cluster, cluster.kubeconfig, (through) =>
      status(cluster, through, "plugins.greenhouse.sap/prometheus-dev", "-n", acme),
    );
    expect(one.requests).toBeLessThanOrEqual(6);
    expect(one.connections).toBe(1);
  });

  test("no Secret is read, and no content of one is printed", async () => {
    const before = listOwnRequests(cluster).length;
    const { stdout } = await status(cluster, cluster.kubeconfig, "-o", "json");
    const asked = listOwnRequests(cluster).slice(before);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((uri) => uri.includes("secrets"))).toEqual([]);
    expect(stdout).not.toContain(secret);
  });
});

/** What the plugin asked the server for, by the server's audit log. */
function listOwnRequests({ audit }: Cluster): readonly string[] {
  return readFileSync(audit, "utf8")
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [JSON.parse(line)]))
    .filter((entry) => entry.stage === "ResponseComplete" && entry.userAgent?.startsWith("kubectl-hco_status/"))
    .map((entry): string => entry.requestURI);
}
