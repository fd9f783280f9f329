import { describe, expect, test } from "vitest";
import { aggregate } from "../../../../shared/aggregate/aggregate.ts";
import type { Finding } from "../../../../shared/model/finding/finding.ts";
import { describeFinding } from "../../../../shared/outline/findings/describe.ts";
import { findObject, type Raw, readCaseAsCluster, readFromCluster } from "../../gate-situation.ts";

const sentence = "virtual-machines-run-in-pods-of-the-previous-kubevirt-and-wait-for-their-migration";

/** The notes about virtual machines that wait, where KubeVirt has these methods and an edited status. */
function notesOf(methods: unknown, edit: (status: Raw) => void = () => {}): readonly string[] {
  return findingsOf(methods, edit).map((finding) => describeFinding(finding));
}

function findingsOf(methods: unknown, edit: (status: Raw) => void = () => {}): readonly Finding[] {
  const objects = readCaseAsCluster(sentence);
  const kubeVirt = findObject(objects, "KubeVirt");
  kubeVirt["spec"] = methods === undefined ? {} : { workloadUpdateStrategy: { workloadUpdateMethods: methods } };
  edit(kubeVirt["status"]);
  return aggregate(readFromCluster(objects)).findings.filter(({ code }) => code === "outdated-workloads");
}

describe("virtual machines in pods of an older KubeVirt are reported with what moves them", () => {
  const what = "12 VirtualMachineInstances still run in the pods of an older KubeVirt";
  const rows: [methods: unknown, says: string][] = [
    [["LiveMigrate"], "KubeVirt migrates them by itself, but those that cannot migrate wait for a restart"],
    [["Evict"], "KubeVirt evicts them by itself, in batches"],
    [["LiveMigrate", "Evict"], "KubeVirt migrates them by itself, and evicts those that cannot migrate"],
    [[], "workloadUpdateMethods names no method, so migrate or restart them"],
    [undefined, "workloadUpdateMethods names no method, so migrate or restart them"],
    ["LiveMigrate", "workloadUpdateMethods names no method, so migrate or restart them"],
  ];
  test.for(rows)("%o: %s", ([methods, says]) => {
    expect(notesOf(methods)).toEqual([`${what}; ${says}`]);
  });

  const held: [what: string, edit: (status: Raw) => void][] = [
    ["deploys another configuration", (status) => Object.assign(status, { targetDeploymentID: "9c" })],
    ["is not deployed", (status) => Object.assign(status, { phase: "Deploying" })],
  ];
  test.for(held)("while KubeVirt %s, it moves none", ([, edit]) => {
    expect(notesOf(["LiveMigrate"], edit)).toEqual([`${what}; KubeVirt moves them once its own upgrade is done`]);
  });
});

test("they are a warning only where nothing but a person moves them", () => {
  const severities = [[], ["Evict"], ["LiveMigrate"]].map((methods) => findingsOf(methods)[0]?.severity);
  expect(severities).toEqual(["warning", "info", "info"]);
});

test("without virtual machines in older pods there is no note", () => {
  for (const count of [0, undefined, -1, "3", null])
    expect(
      notesOf(["LiveMigrate"], (status) => Object.assign(status, { outdatedVirtualMachineInstanceWorkloads: count })),
    ).toEqual([]);
});
