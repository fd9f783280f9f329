import { describe, expect, test } from "vitest";
import { aggregateAndPrint } from "../../printed.ts";
import { readFromCluster } from "../gate-situation.ts";
import { component, deployment, goodConditions, hyperConverged, type Manifest, reportOf } from "../installation.ts";

// Deletions that wait for an operator that does not exist or is scaled to zero.

/** Whether the finding is there, and the verdict, where a cluster has nothing but these objects. */
function listFindings(objects: readonly Manifest[], forbidden?: string): readonly unknown[] {
  const snapshot = readFromCluster(objects, ({ kind }) => (kind === forbidden ? "forbidden" : undefined));
  const report = aggregateAndPrint(snapshot);
  const finding = report.findings.find(({ code }) => code === "deletion-abandoned");
  if (finding?.code !== "deletion-abandoned") return ["nothing"];
  return [finding.about.kind, finding.finalizers, finding.operator, finding.effects.deletion, report.verdict];
}

const before = { deletionTimestamp: "2026-11-21T11:50:00Z" };
const kubeVirt = (metadata: Manifest): Manifest => component("KubeVirt", goodConditions(), metadata);
const held = { ...before, finalizers: ["foregroundDeleteKubeVirt"] };
const own = [hyperConverged(), deployment("hyperconverged-cluster-operator", 1)];

describe("nothing ends the deletion", () => {
  const rows: readonly (readonly [what: string, objects: readonly Manifest[], seen: readonly unknown[]])[] = [
    [
      "of KubeVirt without virt-operator",
      [...own, kubeVirt(held)],
      ["KubeVirt", ["foregroundDeleteKubeVirt"], "virt-operator", "blocks", expect.any(String)],
    ],
    [
      "of KubeVirt alone, whose namespace has no Deployments",
      [kubeVirt(held)],
      ["KubeVirt", ["foregroundDeleteKubeVirt"], "virt-operator", "blocks", "degraded"],
    ],
    [
      "of HyperConverged without its operator",
      [hyperConverged({}, { ...before, finalizers: ["kubevirt.io/hyperconverged"] })],
      ["HyperConverged", ["kubevirt.io/hyperconverged"], "hyperconverged-cluster-operator", "blocks", "degraded"],
    ],
    [
      "of KubeVirt whose operator is scaled to zero",
      [...own, kubeVirt(held), deployment("virt-operator", 0, 0)],
      ["KubeVirt", ["foregroundDeleteKubeVirt"], "virt-operator", "blocks", expect.any(String)],
    ],
    [
      "of KubeVirt alone whose operator is scaled to zero",
      [kubeVirt(held), deployment("virt-operator", 0, 0)],
      ["KubeVirt", ["foregroundDeleteKubeVirt"], "virt-operator", "blocks", "degraded"],
    ],
    [
      "of HyperConverged whose operator is scaled to zero",
      [
        hyperConverged({}, { ...before, finalizers: ["kubevirt.io/hyperconverged"] }),
        deployment("hyperconverged-cluster-operator", 0, 0),
      ],
      ["HyperConverged", ["kubevirt.io/hyperconverged"], "hyperconverged-cluster-operator", "blocks", "degraded"],
    ],
    [
      "of a component with other finalizers, which are not named",
      [kubeVirt({ ...before, finalizers: ["foregroundDeletion", "foregroundDeleteKubeVirt"] })],
      ["KubeVirt", ["foregroundDeleteKubeVirt"], "virt-operator", "blocks", expect.any(String)],
    ],
  ];
  test.for(rows)("%s", ([, objects, expected]) => {
    expect(listFindings(objects)).toEqual(expected);
  });
});

describe("a deletion may end", () => {
  const rows: readonly (readonly [what: string, objects: readonly Manifest[], forbidden?: string])[] = [
    ["whose operator runs", [...own, kubeVirt(held), deployment("virt-operator", 1)]],
    ["whose operator exists and does not run", [...own, kubeVirt(held), deployment("virt-operator", 0)]],
    ["whose operator has a pod yet", [...own, kubeVirt(held), deployment("virt-operator", 1, 0)]],
    [
      "that was requested twenty seconds ago, whose operator is scaled to zero",
      [...own, kubeVirt({ ...held, deletionTimestamp: "2026-11-21T11:59:40Z" }), deployment("virt-operator", 0, 0)],
    ],
    ["that was requested four minutes ago", [...own, kubeVirt({ ...held, deletionTimestamp: "2026-11-21T11:56:00Z" })]],
    ["without a finalizer", [...own, kubeVirt(before)]],
    ["that waits for the garbage collector", [...own, kubeVirt({ ...before, finalizers: ["foregroundDeletion"] })]],
    ["of which it is not known whether its operator exists", [...own, kubeVirt(held)], "Deployment"],
  ];
  test.for(rows)("%s", ([, objects, forbidden]) => {
    expect(listFindings(objects, forbidden)).toEqual(["nothing"]);
  });

  test("an operator that is scaled to zero is named with the command that starts it, which is not the first", () => {
    const stopped = deployment("cdi-operator", 0, 0, { namespace: "elsewhere" });
    const cdi = component("CDI", goodConditions(), { ...before, finalizers: ["operator.cdi.kubevirt.io"] });
    const [cause] = reportOf([cdi, stopped]).roots[0]?.causes ?? [];
    expect(cause?.text).toBe(
      "Degraded because CDI: nothing removes finalizer operator.cdi.kubevirt.io: Deployment cdi-operator is scaled to 0, for 10m",
    );
    expect(cause?.next.map(({ command }) => command)).toEqual([
      "kubectl describe deployment cdi-operator -n elsewhere",
      "kubectl scale --replicas=1 deployment/cdi-operator -n elsewhere",
    ]);
  });

  test("an object with a finalizer that is not being deleted is none", () => {
    expect(listFindings([...own, kubeVirt({ finalizers: ["foregroundDeleteKubeVirt"] })])).toEqual(["nothing"]);
  });
});
