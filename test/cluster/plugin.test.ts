import { beforeAll, describe, expect, test } from "vitest";
import type { ReportNode } from "../../shared/model/report.ts";
import type { PrintedReport } from "../printed.ts";
import { apply, applyOne, wipe } from "./apply.ts";
import { minutesBefore } from "./clock.ts";
import { define } from "./crds.ts";
import { describeCluster } from "./describe-cluster.ts";
import { servedName } from "./hyperconverged.ts";
import { install } from "./installation.ts";
import { type Ended, kubectl } from "./plugin.ts";
import { type ScenarioName, scenarios } from "./scenarios.ts";
import type { Cluster } from "./server.ts";
import { runOverSlowNetwork } from "./slow-network.ts";
import { crashTrouble } from "./troubles.ts";
import { namespaceViewer, viewerNoComponents, viewerNoPods, weakUser } from "./users.ts";

/** The time at which every golden text is read; only creation and deletion have the server's own time. */
const now = "2026-11-21T12:00:00Z";

const at = ["--at", now];

async function report(cluster: Cluster, kubeconfig?: string, ...flags: string[]): Promise<Ended> {
  return kubectl(cluster, ["hco-status", ...at, ...flags], kubeconfig);
}

describeCluster("kubectl hco-status on a real API server prints", (cluster) => {
  const rows: [scenario: ScenarioName, code: number][] = [
    ["healthy", 0],
    ["twoUnhealthyComponents", 2],
    ["crashAndPull", 2],
    ["installing", 2],
    ["upgrading", 3],
    ["stalledUpgrade", 2],
    ["deleting", 2],
    ["operatorDown", 2],
    ["wrongNamespace", 2],
    ["noCR", 4],
    ["noCRD", 4],
    ["openshift", 2],
    ["webhookDown", 0],
    ["webhookDownOlderStored", 2],
  ];
  test.for(rows)("%s", async ([scenario, code]) => {
    await scenarios[scenario](cluster, new Date(now));
    const ended = await report(cluster, undefined, "--exit-code", "--width", "80");
    await expect(`${ended.stdout}${ended.stderr && `--- stderr\n${ended.stderr}`}`).toMatchFileSnapshot(
      `golden/${scenario}.txt`,
    );
    expect(ended.code).toBe(code);
  });
});

describeCluster("a user with few permissions", (cluster) => {
  beforeAll(() => scenarios.twoUnhealthyComponents(cluster, new Date(now)));

  test("who may not read components gets the causes from the CR's reasons, and the missing permissions", async () => {
    const { kubeconfig } = await viewerNoComponents(cluster);
    const ended = await report(cluster, kubeconfig, "--exit-code", "--width", "80");
    await expect(ended.stdout).toMatchFileSnapshot("golden/forbidden-components.txt");
    expect([ended.code, ended.stderr]).toEqual([2, ""]);
  });

  test("who may read all of it gets two causes with at most 20 requests over one connection", async () => {
    const cost = await runOverSlowNetwork(cluster, cluster.kubeconfig, (through) => report(cluster, through));
    expect(cost.requests).toBeLessThanOrEqual(20);
    expect(cost.connections).toBe(1);
  });

  test("who may not list all namespaces is shown the four known ones", async () => {
    const { kubeconfig } = await namespaceViewer(cluster);
    const ended = await report(cluster, kubeconfig, "--exit-code", "--width", "80");
    await expect(ended.stdout).toMatchFileSnapshot("golden/forbidden-namespace-list.txt");
    expect([ended.code, ended.stderr]).toEqual([2, ""]);
    const cost = await runOverSlowNetwork(cluster, kubeconfig, (through) => report(cluster, through));
    expect(cost.requests).toBeLessThanOrEqual(27);
    expect([cost.waves, cost.connections]).toEqual([5, 1]);
  });

  test("who may not read pods gets the Deployments, and the missing permissions", async () => {
    const { kubeconfig } = await viewerNoPods(cluster);
    const ended = await report(cluster, kubeconfig, "--exit-code", "--width", "80");
    await expect(ended.stdout).toMatchFileSnapshot("golden/forbidden-pods.txt");
    expect([ended.code, ended.stderr]).toEqual([2, ""]);
    expect(ended.stdout).toContain("2 not installed, 1 forbidden: pods");
  });

  test("who may read nothing gets that on stderr, and nothing is called healthy", async () => {
    const { kubeconfig } = await weakUser(cluster);
    const ended = await report(cluster, kubeconfig, "--exit-code");
    await expect(ended.stderr).toMatchFileSnapshot("golden/forbidden.txt");
    expect([ended.code, ended.stdout]).toEqual([1, ""]);
  });
});

describeCluster("the plugin is a good kubectl command", (cluster) => {
  beforeAll(() => scenarios.twoUnhealthyComponents(cluster, new Date(now)));

  test("kubectl finds it as hco-status and as hco_status", async () => {
    const one = await kubectl(cluster, ["hco-status", ...at]);
    const two = await kubectl(cluster, ["hco_status", ...at]);
    expect(two).toEqual(one);
    expect(one.code).toBe(0);
  });

  test("down to the containers of two causes a status costs 19 requests in 4 waves, with the count of machines, over one connection", async () => {
    const cost = await runOverSlowNetwork(cluster, cluster.kubeconfig, (through) => report(cluster, through));
    expect(cost).toEqual({ requests: 19, waves: 4, connections: 1 });
  });

  test("a status costs one wave less where the namespace is known", async () => {
    const cost = await runOverSlowNetwork(cluster, cluster.kubeconfig, (through) =>
      report(cluster, through, "-n", "kubevirt-hyperconverged"),
    );
    expect(cost).toEqual({ requests: 19, waves: 3, connections: 1 });
  });

  test("a status costs one wave less where the namespace was found before, and reports the same", async () => {
    const reports: Ended[] = [];
    const cost = await runOverSlowNetwork(cluster, cluster.kubeconfig, async (through) => {
      for (let time = 0; time < 2; time++) reports.push(await report(cluster, through, "-o", "json"));
    });
    expect(cost).toEqual({ requests: 38, waves: 7, connections: 2 });
    expect(reports[1]).toEqual(reports[0]);
  });

  test("without --exit-code a report is success, whatever it says", async () => {
    expect((await report(cluster)).code).toBe(0);
  });

  test("a name that does not exist is kubectl's sentence and exit 1", async () => {
    const ended = await report(cluster, undefined, "nobody");
    expect(ended).toEqual({
      code: 1,
      stdout: "",
      stderr:
        'Error from server (NotFound): hyperconvergeds.hco.kubevirt.io "nobody" not found, and no resource type has that name\n',
    });
  });

  test("a name that exists is found in any namespace, and in -n only there", async () => {
    expect((await report(cluster, undefined, "kubevirt-hyperconverged", "-o", "name")).stdout).toBe(
      "hyperconverged.hco.kubevirt.io/kubevirt-hyperconverged\n",
    );
    const elsewhere = await report(cluster, undefined, "-n", "default");
    expect([elsewhere.code, elsewhere.stdout]).toEqual([0, ""]);
    expect(elsewhere.stderr).toMatch(/^No HyperConverged found in namespace default/);
  });

  test("a wrong flag is one sentence on stderr and exit 1", async () => {
    const ended = await kubectl(cluster, ["hco-status", "--contxt", "x"]);
    expect(ended).toEqual({
      code: 1,
      stdout: "",
      stderr: "error: unknown flag: --contxt; did you mean --context?\nSee 'kubectl hco-status --help' for usage.\n",
    });
  });

  test("a context that does not exist is one sentence", async () => {
    const ended = await kubectl(cluster, ["hco-status", "--context", "nowhere"]);
    expect([ended.code, ended.stdout]).toEqual([1, ""]);
    expect(ended.stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(ended.stderr).toContain("nowhere");
  });

  describe("every format", () => {
    test.for(["text", "wide", "json", "yaml", "name"])("-o %s", async (format) => {
      const ended = await report(cluster, undefined, "-o", format);
      expect([ended.code, ended.stderr]).toEqual([0, ""]);
      expect(ended.stdout).toContain("kubevirt-hyperconverged");
    });
  });
});

describeCluster("down to the container", (cluster) => {
  const container = (report: string): readonly string[] =>
    [...report.matchAll(/container ([^\s:]+)/g)].map(([, name]) => name ?? "");

  test("two causes that are as deep and as bad are both printed, and all of it is in -o json", async () => {
    await scenarios.crashAndPull(cluster, new Date(now));
    const json: PrintedReport = JSON.parse((await report(cluster, undefined, "-o", "json")).stdout);
    const cause = json.roots[0]?.rootCause;
    expect(cause?.path.at(-1)).toBe("cdi-controller");
    expect(json.roots[0]?.causes.map(({ path }) => path.at(-1))).toEqual(["cdi-controller", "aaq-server"]);
    expect(cause?.events?.map(({ reason, count }) => [reason, count])).toEqual([["BackOff", 7]]);
    const text = (await report(cluster)).stdout;
    expect(container(text)).toEqual(["cdi-controller", "aaq-server"]);
    expect(text).toMatch(
      /^ {2}\$ kubectl logs -n kubevirt-hyperconverged cdi-deployment-\S+ -c cdi-controller --previous$/m,
    );
  });

  test("two causes cost at most 27 requests in 5 waves, also for a user who may read one namespace", async () => {
    for (const kubeconfig of [cluster.kubeconfig, (await namespaceViewer(cluster)).kubeconfig]) {
      const cost = await runOverSlowNetwork(cluster, kubeconfig, (through) => report(cluster, through, "--no-logs"));
      expect(cost.requests).toBeLessThanOrEqual(27);
      expect(cost.waves).toBeLessThanOrEqual(5);
      expect(cost.connections).toBe(1);
    }
  });

  test("the log of the only container that ran costs one request, beside the count of machines", async () => {
    const without = await runOverSlowNetwork(cluster, cluster.kubeconfig, (through) =>
      report(cluster, through, "--no-logs"),
    );
    const cost = await runOverSlowNetwork(cluster, cluster.kubeconfig, (through) => report(cluster, through));
    expect(cost).toEqual({ requests: without.requests + 1, waves: without.waves, connections: 1 });
  });

  test("one Deployment that is down costs at most 19 requests, among more pods of others than a page has", async () => {
    const { namespace } = servedName;
    await wipe(cluster);
    await define(cluster, { hyperConverged: "v1", platform: "kubernetes" });
    await applyOne(cluster, { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    const since = minutesBefore(new Date(now), 12);
    await install(cluster, {
      now: new Date(now),
      troubles: { "cdi-deployment": crashTrouble("cdi-deployment", since) },
    });
    const labels = { "kubevirt.io": "virt-launcher" };
    const others = Array.from({ length: 1_100 }, (_, place) => ({
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: `virt-launcher-${place}`, namespace, labels },
      spec: { containers: [{ name: "compute", image: "registry.example/it" }] },
    }));
    for (let from = 0; from < others.length; from += 50) await apply(cluster, others.slice(from, from + 50));
    const cost = await runOverSlowNetwork(cluster, cluster.kubeconfig, (through) =>
      report(cluster, through, "--no-logs"),
    );
    expect(cost.requests).toBeLessThanOrEqual(19);
    const { completeness, roots }: PrintedReport = JSON.parse((await report(cluster, undefined, "-o", "json")).stdout);
    expect(completeness.found).toBeLessThan(100);
    expect(roots[0]?.causes[0]?.path).toContain("cdi-deployment");
  });

  test("healthy components cost no more requests, and --deep shows them all the same", async () => {
    await scenarios.healthy(cluster, new Date(now));
    const plain = await runOverSlowNetwork(cluster, cluster.kubeconfig, (through) => report(cluster, through));
    expect(plain).toEqual({ requests: 16, waves: 2, connections: 1 });
    const deep = await runOverSlowNetwork(cluster, cluster.kubeconfig, (through) => report(cluster, through, "--deep"));
    // Its workloads are selected by labels of more names than lists are worth it: one list has all pods.
    expect(deep).toEqual({ requests: 18, waves: 3, connections: 1 });
    const { roots }: PrintedReport = JSON.parse((await report(cluster, undefined, "--deep", "-o", "json")).stdout);
    const cdi = roots[0]?.children.find(({ label }) => label === "CDI");
    const names = (node: ReportNode): readonly string[] => [node.role, ...node.children.flatMap(names)];
    expect(new Set(cdi === undefined ? [] : names(cdi))).toEqual(
      new Set(["component", "workload", "replicaset", "pod", "container"]),
    );
  });
});
