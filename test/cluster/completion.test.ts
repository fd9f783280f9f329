import { beforeAll, describe, expect, test } from "vitest";
import { commandNames } from "../../plugin/cli/commands.ts";
import { describeCluster } from "./describe-cluster.ts";
import { kubectl } from "./plugin.ts";
import { type ScenarioName, scenarios } from "./scenarios.ts";
import type { Cluster } from "./server.ts";
import { nobodyMuch, viewerNoComponents } from "./users.ts";

const now = new Date("2026-11-21T12:00:00Z");

/** The choices that kubectl gets for what follows `hco-status`, without what they mean. */
async function choices(cluster: Cluster, words: readonly string[], kubeconfig?: string): Promise<readonly string[]> {
  const { stdout } = await kubectl(cluster, ["__complete", "hco-status", ...words], kubeconfig);
  const lines = stdout.trimEnd().split("\n");
  expect(lines.at(-1)).toBe(":4");
  return lines.slice(0, -1).map((line) => line.replace(/\t.*/, ""));
}

describeCluster("kubectl completes hco-status from the cluster", (cluster) => {
  describe("with a HyperConverged in two namespaces", () => {
    beforeAll(() => scenarios.wrongNamespace(cluster, now));

    const rows: [words: readonly string[], choices: readonly string[]][] = [
      [["-n", "kubevirt-h"], ["kubevirt-hyperconverged"]],
      [["--namespace=virt"], ["virtualization"]],
      [["--ascii", ""], ["kubevirt-hyperconverged"]],
      [["-n", "virtualization", ""], ["kubevirt-hyperconverged"]],
      [["-n", "default", ""], []],
      [["-n", "default", "-A", "kubevirt-"], ["kubevirt-hyperconverged"]],
      [["kube"], ["kubevirt-hyperconverged", "kubevirts.kubevirt.io"]],
      [["--ascii", "deploy"], ["deployments.apps"]],
      [["-n", "kubevirt-hyperconverged", "deploy/virt-co"], ["deploy/virt-controller"]],
      [["deployments.apps", "virt-api", "virt-op"], ["virt-operator"]],
      [["-n", "default", "deploy/"], []],
      [["cdi/"], ["cdi/cdi-kubevirt-hyperconverged"]],
      [["nonsense/"], []],
      [
        ["wait", "kube"],
        ["kubevirt-hyperconverged", "kubevirts.kubevirt.io"],
      ],
      [["gate", "upgrade", "--ascii", ""], ["kubevirt-hyperconverged"]],
      [[""], [...commandNames, "kubevirt-hyperconverged"]],
      [["--context", "nowhere", "-n", ""], []],
      [["--server", "https://127.0.0.1:1", "-n", ""], []],
    ];
    test.for(rows)("%j", async ([words, wanted]) => {
      expect(await choices(cluster, words)).toEqual(wanted);
    });

    test("all namespaces are offered, whatever is in them", async () => {
      expect(await choices(cluster, ["-n", ""])).toEqual(expect.arrayContaining(["default", "virtualization"]));
    });

    test("who may read hyperconvergeds alone gets their names and no namespace", async () => {
      const { kubeconfig } = await viewerNoComponents(cluster);
      expect(await choices(cluster, ["--ascii", ""], kubeconfig)).toEqual(["kubevirt-hyperconverged"]);
      expect(await choices(cluster, ["-n", ""], kubeconfig)).toEqual([]);
    });

    test("who may read nothing gets nothing", async () => {
      const { kubeconfig } = await nobodyMuch(cluster);
      expect(await choices(cluster, ["--ascii", ""], kubeconfig)).toEqual([]);
    });
  });

  const others: [scenario: ScenarioName, choices: readonly string[]][] = [
    ["webhookDown", ["kubevirt-hyperconverged"]],
    ["noCR", []],
    ["noCRD", []],
  ];
  test.for(others)("names in the situation %s", async ([scenario, wanted]) => {
    await scenarios[scenario](cluster, now);
    expect(await choices(cluster, ["--ascii", ""])).toEqual(wanted);
  });
});
