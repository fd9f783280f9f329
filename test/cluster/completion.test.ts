import { beforeAll, describe, expect, test } from "vitest";
import { commandNames } from "../../plugin/cli/commands.ts";
import { describeCluster } from "./describe-cluster.ts";
import { kubectl } from "./plugin.ts";
import { type ScenarioName, scenarios } from "./scenarios.ts";
import type { Cluster } from "./server.ts";
import { viewerNoComponents, weakUser } from "./users.ts";

const now = new Date("2026-11-21T12:00:00Z");

/**
 * Expects these choices of kubectl for what follows `hco-status`, without what they mean. Completion gives up after 1.8 s
 * with none, which a busy machine may need for the start alone, so it is asked again.
 */
async function expectChoices(
  cluster: Cluster,
  words: readonly string[],
  wanted: unknown,
  kubeconfig?: string,
): Promise<void> {
  await expect.poll(() => choices(cluster, words, kubeconfig)).toEqual(wanted);
}

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
      await expectChoices(cluster, words, wanted);
    });

    test("all namespaces are offered, whatever is in them", async () => {
      await expectChoices(cluster, ["-n", ""], expect.arrayContaining(["default", "virtualization"]));
    });

    test("who may read hyperconvergeds alone gets their names and no namespace", async () => {
      const { kubeconfig } = await viewerNoComponents(cluster);
      await expectChoices(cluster, ["--ascii", ""], ["kubevirt-hyperconverged"], kubeconfig);
      await expectChoices(cluster, ["-n", ""], [], kubeconfig);
    });

    test("who may read nothing gets nothing", async () => {
      const { kubeconfig } = await weakUser(cluster);
      await expectChoices(cluster, ["--ascii", ""], [], kubeconfig);
    });
  });

  const others: [scenario: ScenarioName, choices: readonly string[]][] = [
    ["webhookDown", ["kubevirt-hyperconverged"]],
    ["noCR", []],
    ["noCRD", []],
  ];
  test.for(others)("names in the situation %s", async ([scenario, wanted]) => {
    await scenarios[scenario](cluster, now);
    await expectChoices(cluster, ["--ascii", ""], wanted);
  });
});
