import { describe, expect, test } from "vitest";
import type { UpgradeRow } from "../../../../shared/aggregate/hco/upgrade/component.ts";
import {
  findDeploymentsGap,
  isWorkloadUncertain,
  listWorkloadRows,
} from "../../../../shared/aggregate/hco/upgrade/workloads.ts";
import type { ReadGap, ReportNode } from "../../../../shared/model/report.ts";
import type { Source } from "../../../../shared/model/snapshot.ts";
import { completeness, component, namespace, report, workloadBelow } from "../../../render/build.ts";

const operator = (part: Partial<ReportNode> = {}): ReportNode =>
  workloadBelow("workload", "virt-operator", "healthy", { facts: { ready: "2/2" }, ...part });
const api = (part: Partial<ReportNode> = {}): ReportNode =>
  workloadBelow("workload", "virt-api", "healthy", { facts: { ready: "2/2" }, ...part });
const kubeVirt = (children: readonly ReportNode[], part: Partial<ReportNode> = {}): ReportNode =>
  component("KubeVirt", "healthy", "v1", { children, ...part });
const cdi = (children: readonly ReportNode[] = []): ReportNode => component("CDI", "healthy", "v1", { children });
const gap = (part: Partial<ReadGap> = {}): ReadGap => ({
  outcome: "forbidden",
  verb: "list",
  group: "apps",
  kind: "Deployment",
  namespace,
  cause: "no",
  required: false,
  ...part,
});

const cluster: Source = { kind: "cluster", name: "x" };
const files: Source = { kind: "files", name: "x" };

function reasonsOf(
  parts: readonly ReportNode[],
  gaps: readonly ReadGap[] = [],
  source = cluster,
): readonly UpgradeRow[] {
  return listWorkloadRows(parts, namespace, report([], { source, completeness: completeness(1, gaps) }), "blocks");
}

const deploymentRef = (name: string): UpgradeRow["about"] => ({ group: "apps", kind: "Deployment", namespace, name });
const workloadDownRow = (
  name: string,
  effect: UpgradeRow["effect"],
  ready: string,
  label = "KubeVirt",
): UpgradeRow => ({
  code: "WorkloadDown",
  effect,
  about: deploymentRef(name),
  component: label,
  ready,
});
const incomplete = (outcome: ReadGap["outcome"], cause: string): UpgradeRow => ({
  code: "IncompleteReading",
  effect: "unknown",
  about: deploymentRef(""),
  outcome,
  verb: "list",
  cause,
});

describe("what runs below a component counts by how it is", () => {
  const facts = { ready: "0/2" };
  const rows: readonly [sentence: string, parts: readonly ReportNode[], reasons: readonly UpgradeRow[]][] = [
    ["all of it runs", [kubeVirt([operator(), api()])], []],
    [
      "one is down",
      [kubeVirt([operator(), api({ verdict: "unavailable", facts })])],
      [workloadDownRow("virt-api", "blocks", "0/2")],
    ],
    ["one is short", [kubeVirt([operator(), api({ verdict: "degraded", facts })])], []],
    ["one is being deleted", [kubeVirt([operator(), api({ deleting: true })])], []],
    [
      "the operator is down",
      [kubeVirt([operator({ verdict: "unavailable", facts })])],
      [workloadDownRow("virt-operator", "blocks", "0/2")],
    ],
    [
      "the operator is short",
      [kubeVirt([operator({ verdict: "degraded", facts })])],
      [workloadDownRow("virt-operator", "unknown", "0/2")],
    ],
    [
      "the operator is being deleted",
      [kubeVirt([operator({ deleting: true })])],
      [workloadDownRow("virt-operator", "unknown", "2/2")],
    ],
    [
      "the operator's status is old",
      [kubeVirt([operator({ stale: true })])],
      [workloadDownRow("virt-operator", "unknown", "2/2")],
    ],
    [
      "a workload that says no count is down",
      [kubeVirt([operator(), api({ verdict: "unavailable", facts: {} })])],
      [workloadDownRow("virt-api", "blocks", "")],
    ],
    ["a Pod is down", [kubeVirt([operator(), workloadBelow("pod", "p", "unavailable")])], []],
    [
      "a workload that is not there is no workload that is down",
      [kubeVirt([operator(), api({ verdict: "unavailable", outcome: "absent" })])],
      [],
    ],
    ["the component was not found", [kubeVirt([api({ verdict: "unavailable" })], { outcome: "absent" })], []],
    ["the operator is not there", [kubeVirt([api()])], [workloadDownRow("virt-operator", "blocks", "")]],
    [
      "the operator is known not to be there",
      [kubeVirt([operator({ outcome: "absent" })])],
      [workloadDownRow("virt-operator", "blocks", "")],
    ],
    [
      "the operators of two are not there",
      [kubeVirt([]), cdi()],
      [workloadDownRow("virt-operator", "blocks", ""), workloadDownRow("cdi-operator", "blocks", "", "CDI")],
    ],
    ["a component has no operator that is known", [component("Stranger", "healthy", "v1")], []],
  ];
  test.for(rows)("%s", ([sentence, parts, reasons]) => {
    expect([sentence, reasonsOf(parts)]).toStrictEqual([sentence, reasons]);
  });
});

describe("where Deployments were not read one reason says so", () => {
  const alone = workloadDownRow("virt-operator", "blocks", "");
  const rows: readonly [
    sentence: string,
    gaps: readonly ReadGap[],
    source: Source,
    parts: readonly ReportNode[],
    reasons: readonly UpgradeRow[],
  ][] = [
    ["they are forbidden", [gap()], cluster, [kubeVirt([])], [incomplete("forbidden", "no")]],
    [
      "they are unread",
      [gap({ outcome: "unread", cause: "late" })],
      cluster,
      [kubeVirt([])],
      [incomplete("unread", "late")],
    ],
    [
      "the server did not say why",
      [{ ...gap(), cause: undefined } as unknown as ReadGap],
      cluster,
      [kubeVirt([])],
      [incomplete("forbidden", "")],
    ],
    [
      "those of all namespaces are forbidden",
      [{ ...gap(), namespace: undefined } as unknown as ReadGap],
      cluster,
      [kubeVirt([])],
      [incomplete("forbidden", "no")],
    ],
    ["those of another namespace are", [gap({ namespace: "other" })], cluster, [kubeVirt([])], [alone]],
    ["Pods are", [gap({ kind: "Pod" })], cluster, [kubeVirt([])], [alone]],
    ["one is absent", [gap({ outcome: "absent" })], cluster, [kubeVirt([])], [alone]],
    ["they are forbidden, and every operator was seen", [gap()], cluster, [kubeVirt([operator()])], []],
    ["a file holds none", [], files, [kubeVirt([])], [{ ...incomplete("unread", ""), notIn: "files" } as UpgradeRow]],
    [
      "a file holds that of another component",
      [],
      files,
      [kubeVirt([]), cdi([workloadBelow("workload", "cdi-operator", "healthy")])],
      [{ ...workloadDownRow("virt-operator", "unknown", ""), notIn: "files" } as UpgradeRow],
    ],
  ];
  test.for(rows)("%s", ([sentence, gaps, source, parts, reasons]) => {
    expect([sentence, reasonsOf(parts, gaps, source)]).toStrictEqual([sentence, reasons]);
  });

  test("the first gap that fits is it", () => {
    const gaps = [gap({ kind: "Pod" }), gap({ namespace: "other" }), gap({ cause: "first" }), gap({ cause: "second" })];
    expect(findDeploymentsGap(gaps, namespace)?.cause).toBe("first");
    expect(findDeploymentsGap(gaps.slice(0, 2), namespace)).toBeUndefined();
  });
});

test("what is unhealthy, being deleted or of an old status is not settled", () => {
  const isUncertain = (part: Partial<ReportNode>): boolean => isWorkloadUncertain(api(part));
  expect([
    isUncertain({}),
    isUncertain({ verdict: "progressing" }),
    isUncertain({ deleting: true }),
    isUncertain({ stale: true }),
  ]).toStrictEqual([false, true, true, true]);
});

describe("a file that holds some of the workloads that KubeVirt always has leaves the others unknown", () => {
  const virtApi = workloadBelow("workload", "virt-api", "healthy");
  const listMissingWorkloads = (part: ReportNode, source: Source): readonly string[] =>
    reasonsOf([part], [], source).flatMap(({ code, effect, about }) =>
      code === "WorkloadDown" && about.name !== "virt-operator" ? [`${effect} ${about.kind} ${about.name}`] : [],
    );

  test("by their names", () => {
    expect(listMissingWorkloads(kubeVirt([operator(), virtApi]), files)).toEqual([
      "unknown Deployment virt-controller",
      "unknown DaemonSet virt-handler",
    ]);
  });

  test("a file without any of them names none", () => {
    expect(listMissingWorkloads(kubeVirt([operator()]), files)).toEqual([]);
  });

  test("the lists of a cluster are complete, so other reasons say what does not exist", () => {
    expect(listMissingWorkloads(kubeVirt([operator(), virtApi]), cluster)).toEqual([]);
  });
});
