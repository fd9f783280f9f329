import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { withImpact } from "../../shared/aggregate/impact.ts";
import type { ReportNode, RootNode } from "../../shared/model/report.ts";
import { impactText } from "../../shared/outline/words/impact.ts";
import { impactRows } from "../../shared/tables/impact.ts";
import { recorded } from "../golden/recorded.ts";
import { node as nodeOf, root } from "../render/build.ts";

const unattended = "running VMs go on, but are not restarted after a failure";

/** What each golden case says, as the operators write its objects. */
const cases: readonly (readonly [rule: string, sentence: string, texts: readonly string[]])[] = [
  [
    "virt-api is down",
    "a-node-is-lost-and-virt-api-with-it",
    [
      "no VM can be created, changed, started, stopped or migrated",
      "running VMs on other nodes go on, but are not restarted after a failure",
    ],
  ],
  [
    "virt-controller is down",
    "virt-controller-is-killed-for-its-memory",
    ["no VM can be started, stopped or migrated", unattended],
  ],
  [
    "cdi-deployment is down",
    "cdi-is-degraded-without-a-word-and-its-controller-crashes",
    ["no disk can be imported, cloned or uploaded", "running VMs go on"],
  ],
  [
    "a CDI without a HyperConverged has its own impact",
    "plain-cdi-crashes-without-a-hyperconverged",
    ["no disk can be imported, cloned or uploaded", "running VMs go on"],
  ],
  [
    "a node lacks virt-handler",
    "one-node-lacks-virt-handler-and-the-other-nodes-start-virtual-machines",
    ["on node node03 no VM can be started, shut down cleanly or migrated", "running VMs go on"],
  ],
  [
    "no node has virt-handler, because the DaemonSet does not exist",
    "virt-handler-is-gone-and-kubevirt-says-all-is-well",
    ["no VM can be started, shut down cleanly or migrated", unattended],
  ],
  [
    "the operator of HyperConverged is down",
    "the-operator-crashes-and-the-cr-goes-on-saying-all-is-well",
    ["changes and upgrades of HyperConverged wait", "VMs are not affected"],
  ],
  [
    "the Deployment of the operator does not exist",
    "the-operators-deployment-is-gone",
    ["changes and upgrades of HyperConverged wait", "VMs are not affected"],
  ],
  [
    "the webhook of HyperConverged is down",
    "nothing-answers-the-operators-webhook-and-the-cr-says-all-is-well",
    ["HyperConverged cannot be changed", "VMs are not affected"],
  ],
  [
    "two parts are down: the sum, and the least that goes on",
    "virt-controller-and-cdi-are-down-and-their-impact-is-summed",
    ["no VM can be started, stopped or migrated", "no disk can be imported, cloned or uploaded", unattended],
  ],
  ["one of two replicas still works", "the-readiness-probe-of-one-virt-controller-fails", []],
  ["one of two template validators still works", "ssp-names-the-one-resource-that-is-short", []],
  [
    "a component is unavailable, and no workload of it is down",
    "kubevirt-is-down-and-cdi-is-degraded-two-culprits-for-two-conditions",
    [],
  ],
  ["there are no virtual machines during an installation", "a-fresh-install-says-init-five-times", []],
  ["a component that was never installed", "kubevirt-has-no-conditions-yet", []],
  ["all is healthy", "everything-is-well-with-all-six-components", []],
];

describe("what golden cases mean for virtual machines", () => {
  test.for(cases)("%s", ([, sentence, texts]) => {
    const [found] = aggregate(recorded(sentence)).roots;
    expect(found?.impact.map(impactText)).toEqual(texts);
  });
});

/** A node that is unavailable, unless said otherwise. */
function node(part: Partial<ReportNode> & Pick<ReportNode, "ref" | "role">): ReportNode {
  return nodeOf({ label: part.ref.name, verdict: "unavailable", ...part });
}

/** A HyperConverged whose KubeVirt, or another component, has these workloads. */
function withWorkloads(
  workloads: readonly Workload[],
  component: Partial<ReportNode> = {},
  of: Partial<RootNode> = {},
): readonly (string | undefined)[] {
  const kubeVirt = node({
    role: "component",
    label: "KubeVirt",
    ref: { group: "kubevirt.io", kind: "KubeVirt", name: "kubevirt" },
    facts: { observedVersion: "v1.9.0" },
    children: workloads.map((workload) => node({ role: "workload", ...workload })),
    ...component,
  });
  return withImpact(root({ children: [kubeVirt], ...of }), []).impact.map(impactText);
}

type Workload = Partial<ReportNode> & Pick<ReportNode, "ref">;

function workload(name: string, ready: string, kind = "Deployment"): Workload {
  return { label: name, ref: { group: "apps", kind, name }, facts: { ready } };
}

function pod(on: string, verdict: ReportNode["verdict"]): ReportNode {
  return node({ role: "pod", verdict, ref: { group: "", kind: "Pod", name: `on-${on}` }, facts: { node: on } });
}

describe("what counts as down", () => {
  const down = workload("virt-controller", "0/2");

  test("a Deployment without a ready pod counts", () => {
    expect(withWorkloads([down])).toEqual(["no VM can be started, stopped or migrated", unattended]);
  });

  test.for([
    ["one ready pod of two", [workload("virt-controller", "1/2")], {}, {}],
    ["counts that are not known", [{ ...down, facts: {} }], {}, {}],
    ["a Deployment that was not read", [{ ...down, outcome: "unread" }], {}, {}],
    ["a Deployment that may not be read", [{ ...down, outcome: "forbidden" }], {}, {}],
    ["a verdict that is not known", [{ ...down, verdict: "unknown" }], {}, {}],
    ["a name of another product", [workload("other-controller", "0/2")], {}, {}],
    ["the same name below another component", [workload("cdi-deployment", "0/1")], {}, { profile: "generic" }],
    ["a component that is not installed yet", [down], { facts: {} }, {}],
    ["a component that is being deleted", [down], { deleting: true }, {}],
    ["a root that is being deleted", [down], {}, { deleting: true }],
    ["a DaemonSet for which no node is chosen", [workload("virt-handler", "0/0", "DaemonSet")], {}, {}],
    [
      "a roll-out of a DaemonSet, node by node",
      [{ ...workload("virt-handler", "2/3", "DaemonSet"), verdict: "progressing" }],
      {},
      {},
    ],
  ] as const)("%s does not count", ([, workloads, component, of]) => {
    const ofKubeVirt =
      of !== undefined && "profile" in of ? { ref: { group: "kubevirt.io", kind: "KubeVirt", name: "k" } } : {};
    expect(withWorkloads(workloads, component, { ...of, ...ofKubeVirt })).toEqual([]);
  });

  test.for([
    ["one node by its name", "2/3", [pod("a", "healthy"), pod("b", "degraded")], "on node b"],
    ["two nodes by their names", "1/3", [pod("a", "degraded"), pod("b", "degraded")], "on nodes a and b"],
    ["a node whose pod does not exist, by count", "2/3", [pod("a", "healthy")], "on 1 of 3 nodes"],
    ["nodes of which one is known, by count", "1/3", [pod("a", "degraded")], "on 2 of 3 nodes"],
    ["many nodes, by count", "1/4", ["a", "b", "c"].map((on) => pod(on, "degraded")), "on 3 of 4 nodes"],
    ["no node with a second, healthy pod", "2/3", [pod("a", "healthy"), pod("a", "degraded")], "on 1 of 3 nodes"],
  ] as const)("a DaemonSet names %s", ([, ready, children, where]) => {
    const handler = { ...workload("virt-handler", ready, "DaemonSet"), verdict: "degraded", children } as const;
    expect(withWorkloads([handler])).toEqual([
      `${where} no VM can be started, shut down cleanly or migrated`,
      "running VMs go on",
    ]);
  });
});

describe("how several parts are summed", () => {
  test("what two parts stop stands once", () => {
    expect(withWorkloads([workload("virt-api", "0/2"), workload("virt-controller", "0/2")])).toEqual([
      "no VM can be created, changed, started, stopped or migrated",
      unattended,
    ]);
  });

  test("a node keeps only what is possible elsewhere", () => {
    const handler = { ...workload("virt-handler", "2/3", "DaemonSet"), verdict: "degraded" } as const;
    expect(withWorkloads([workload("virt-controller", "0/2"), handler])).toEqual([
      "no VM can be started, stopped or migrated",
      unattended,
    ]);
  });

  test("the worst for virtual machines stands first, and the least goes on", () => {
    expect(withWorkloads([workload("virt-operator", "0/2"), workload("virt-exportproxy", "0/2")])).toEqual([
      "no VM can be exported out of the cluster",
      "changes and upgrades of KubeVirt wait",
      "VMs are not affected until certificates expire",
    ]);
  });

  test("each clause names the workloads that are down", () => {
    const [found] = aggregate(recorded("virt-controller-and-cdi-are-down-and-their-impact-is-summed")).roots;
    const names = found?.impact.map(({ because }) => because.map(({ name }) => name));
    expect(names).toEqual([["virt-controller"], ["cdi-deployment"], ["virt-controller", "cdi-deployment"]]);
  });
});

test("no workload has two rows", () => {
  const names = impactRows.flatMap(({ workloads }) => workloads);
  expect(new Set(names).size).toBe(names.length);
});
