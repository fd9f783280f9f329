import { describe, expect, test } from "vitest";
import { aggregate } from "../../shared/aggregate/aggregate.ts";
import { addImpact } from "../../shared/aggregate/impact.ts";
import type { ReportNode, RootNode } from "../../shared/model/report.ts";
import { impactText } from "../../shared/outline/words/impact.ts";
import { impactRows } from "../../shared/tables/impact.ts";
import { readGoldenCase } from "../golden/recorded.ts";
import { node as nodeOf, root } from "../render/build.ts";
import { type Edit, openChangedCase, reportOf } from "./waiting-cluster.ts";

const unattended = "running VMs go on, but are not restarted after a failure";
const perhapsUnattended = "running VMs go on, but may not be restarted after a failure";
const vmsMayFail = "creating, changing, starting, stopping or migrating VMs may fail";

/** What each golden case says, as the operators write its objects. */
const cases: readonly (readonly [rule: string, sentence: string, texts: readonly string[]])[] = [
  [
    "virt-api is down",
    "a-node-is-lost-and-virt-api-is-down",
    [
      "VMs on node node02 are lost or unreachable, and start elsewhere only after it is fenced or deleted",
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
    "cdi-is-degraded-without-a-message-and-its-controller-crashes",
    ["no disk can be imported, cloned or uploaded", "running VMs go on"],
  ],
  [
    "a CDI without a HyperConverged has its own impact",
    "cdi-without-a-hyperconverged-crashes",
    ["no disk can be imported, cloned or uploaded", "running VMs go on"],
  ],
  [
    "a node lacks virt-handler",
    "one-node-lacks-virt-handler-and-the-other-nodes-start-virtual-machines",
    ["on node node03 no VM can be started, shut down cleanly or migrated", "running VMs go on"],
  ],
  [
    "no node has virt-handler, because the DaemonSet does not exist",
    "virt-handler-does-not-exist-and-kubevirt-reports-healthy",
    ["no VM can be started, shut down cleanly or migrated", unattended],
  ],
  [
    "the operator of HyperConverged is down",
    "the-operator-crashes-and-the-cr-reports-healthy",
    ["changes and upgrades of HyperConverged wait", "VMs are not affected"],
  ],
  [
    "the operator rejects a HyperConverged by its name",
    "a-hyperconverged-with-another-name-is-rejected",
    ["changes of the rejected HyperConverged have no effect", "components and VMs go on as they are"],
  ],
  [
    "the operator rejects a HyperConverged by its namespace",
    "the-only-hyperconverged-of-a-namespace-is-rejected",
    ["changes of the rejected HyperConverged have no effect", "components and VMs go on as they are"],
  ],
  [
    "OLM cannot create the Deployment of the operator",
    "olm-cannot-create-the-operators-deployment",
    ["changes and upgrades of HyperConverged wait", "VMs are not affected"],
  ],
  [
    "the Deployment of the operator does not exist",
    "the-operators-deployment-does-not-exist",
    ["changes and upgrades of HyperConverged wait", "VMs are not affected"],
  ],
  [
    "the webhook of HyperConverged is down",
    "the-operators-webhook-is-down-and-the-cr-reports-healthy",
    ["HyperConverged cannot be changed", "VMs are not affected"],
  ],
  [
    "two parts are down: the sum, and the least that goes on",
    "virt-controller-and-cdi-are-down-and-their-impact-is-summed",
    ["no VM can be started, stopped or migrated", "no disk can be imported, cloned or uploaded", unattended],
  ],
  [
    "one of two replicas still works, and no other part was read",
    "the-readiness-probe-of-one-virt-controller-fails",
    ["none known: 1 of 2 virt-controller pods ready", "running VMs go on"],
  ],
  [
    "one of two template validators still works, and SSP has no other part",
    "ssp-names-the-one-resource-that-is-not-ready",
    ["none now: 1 of 2 virt-template-validator pods ready"],
  ],
  [
    "what an unavailable component does may fail, and of a degraded one nothing is known",
    "kubevirt-is-down-and-cdi-is-degraded",
    [vmsMayFail, "what the fault of CDI means is not known", perhapsUnattended],
  ],
  [
    "what is certain stands before what may fail",
    "kubevirt-rolls-out-while-cdi-is-degraded-without-a-message",
    ["no disk can be imported, cloned or uploaded", vmsMayFail, perhapsUnattended],
  ],
  ["a component that reports no conditions", "kubevirt-has-no-conditions-yet", [vmsMayFail, perhapsUnattended]],
  [
    "beside an effect that is known, components that were not read may have others",
    "a-file-without-components-has-the-causes-that-the-cr-names",
    ["importing, cloning or uploading disks may fail", "what else is affected is not known", "running VMs go on"],
  ],
  [
    "a message that names parts limits what may fail",
    "networkaddonsconfig-names-a-daemonset-that-cannot-pull-its-image",
    [
      "creating or changing VMs may fail",
      "starting or migrating VMs with Linux bridges may fail on nodes node02 and node03",
      perhapsUnattended,
    ],
  ],
  [
    "AAQ was asked for and does not exist",
    "aaq-is-enabled-and-absent",
    ["AAQ quotas are not enforced, and VMs that wait for AAQ do not start", "running VMs go on"],
  ],
  [
    "aaq-server is down",
    "cdi-crashes-and-aaq-cannot-pull-its-image",
    ["no disk can be imported, cloned or uploaded", "AAQ quotas are not enforced on new VMs", "running VMs go on"],
  ],
  [
    "the Deployment of FileRestoreOperator is down",
    "filerestoreoperator-reports-healthy-and-its-deployment-is-down",
    ["no file can be restored into a VM", "VMs are not affected"],
  ],
  [
    "the Service of virt-api does not exist, so its webhooks fail too",
    "an-api-of-kubevirt-is-unavailable-and-kubevirt-reports-healthy",
    ["no VM can be created, changed, started, stopped or migrated", unattended],
  ],
  [
    "KubeVirt does not exist, and its parts run",
    "kubevirt-was-deleted-and-the-cr-reports-healthy",
    [
      "creating, changing, starting, stopping or migrating VMs may still work, but nothing configures, repairs or upgrades virt-api, virt-controller and virt-handler",
      "running VMs go on",
    ],
  ],
  [
    "neither KubeVirt nor its parts exist, and no virtual machine runs yet",
    "a-new-hyperconverged-has-no-components-because-its-operator-does-not-exist",
    [
      "no VM can be created, changed, started, stopped or migrated",
      "no disk can be imported, cloned or uploaded",
      "changes and upgrades of HyperConverged wait",
    ],
  ],
  [
    "the Deployments of the operators of components do not exist",
    "the-operators-of-kubevirt-and-cdi-do-not-exist-and-both-report-healthy",
    ["changes and upgrades of KubeVirt and CDI wait", "VMs are not affected until certificates expire"],
  ],
  [
    "the state of a component is unknown",
    "cdi-reports-unknown-and-the-cr-reports-healthy",
    ["whether disks can be imported, cloned or uploaded is not known", "running VMs go on"],
  ],
  [
    "the only component that was not read",
    "an-upgrade-in-a-file-without-cdi-is-unknown",
    ["whether disks can be imported, cloned or uploaded is not known"],
  ],
  ["no component was read", "a-file-with-only-a-healthy-cr-is-unknown", ["not known"]],
  [
    "the state of the HyperConverged alone is unknown",
    "all-conditions-are-unknown-for-15-minutes",
    ["none known: all components report available"],
  ],
  [
    "components without their HyperConverged",
    "components-exist-after-their-hyperconverged-was-deleted",
    ["no HyperConverged manages KubeVirt", "running VMs go on"],
  ],
  [
    "a reconcile that fails",
    "an-old-reconcile-error-is-a-fault",
    ["changes and upgrades of HyperConverged wait", "running VMs go on"],
  ],
  [
    "an upgrade whose every reconcile fails",
    "an-upgrade-from-1-18-never-completes-and-no-condition-reports-it",
    ["changes and upgrades of HyperConverged wait", "running VMs go on"],
  ],
  [
    "an upgrade that waits for a component while all report available",
    "an-upgrade-cannot-finish-because-ssp-does-not-report-degraded",
    ["none now: all components report available"],
  ],
  [
    "an upgrade that goes on as planned",
    "the-operatorcondition-allows-an-upgrade-while-one-runs",
    ["running VMs go on"],
  ],
  ["a component that is rolled out", "kubevirt-rolls-out-and-the-cr-reports-unavailable", ["running VMs go on"]],
  [
    "a component that does not touch KubeVirt is rolled out",
    "cdi-and-ssp-progress-and-each-is-named-in-one-condition",
    ["running VMs go on"],
  ],
  ["a change that no component has begun with", "the-spec-is-newer-than-the-status", []],
  ["KubeVirt refuses its deletion", "virtual-machines-block-the-deletion", ["running VMs go on"]],
  ["there are no virtual machines during an installation", "a-new-installation-reports-init-in-five-conditions", []],
  ["all is healthy", "all-six-components-are-healthy", []],
];

test("what is down is reported beside a deletion that KubeVirt refuses", () => {
  const sentence = "virtual-machines-block-the-deletion";
  const down: Edit = [
    "Deployment",
    (raw) => Object.assign(raw.status, { readyReplicas: 0, availableReplicas: 0 }),
    "virt-api",
  ];
  const [refused] = reportOf(openChangedCase(sentence, [down]), sentence).roots;
  expect(refused?.impact.map(impactText)).toEqual([
    "no VM can be created, changed, started, stopped or migrated",
    unattended,
  ]);
});

test.for([
  [
    "is known where it migrates them live",
    { workloadUpdateStrategy: { workloadUpdateMethods: ["LiveMigrate"] } },
    true,
  ],
  ["is known where it leaves them", {}, true],
  [
    "is not where it may shut some down",
    { workloadUpdateStrategy: { workloadUpdateMethods: ["LiveMigrate", "Evict"] } },
    false,
  ],
  ["is not where its spec was not read", undefined, false],
] as const)("that virtual machines go on while KubeVirt is upgraded %s", ([, spec, isKnown]) => {
  const [upgrading] = aggregate(readGoldenCase("an-upgrade-updates-kubevirt")).roots;
  if (upgrading === undefined) throw new Error("no root");
  expect(
    addImpact(upgrading, [], { objectOf: () => (spec === undefined ? undefined : { spec }) }).impact.map(impactText),
  ).toEqual(isKnown ? ["running VMs go on"] : []);
});

describe("what golden cases mean for virtual machines", () => {
  test.for(cases)("%s", ([, sentence, texts]) => {
    const [found] = aggregate(readGoldenCase(sentence)).roots;
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
    children: workloads.map((each) => node({ role: "workload", ...each })),
    ...component,
  });
  return addImpact(root({ children: [kubeVirt], ...of }), []).impact.map(impactText);
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

describe("what a part may stop, whose CNI plugin stays on the nodes", () => {
  const network = {
    ref: { group: "networkaddonsoperator.network.kubevirt.io", kind: "NetworkAddonsConfig", name: "cluster" },
    label: "NetworkAddonsConfig",
  };
  const cause = { component: "NetworkAddonsConfig", label: "NetworkAddonsConfig", verdict: "unavailable" } as const;
  const about = { group: "", kind: "", name: "" };
  const causes = [{ ...cause, path: [], evidence: [], about, events: [], next: [], alerts: [] }];
  const multus = { ...workload("multus", "2/3", "DaemonSet"), verdict: "degraded" } as const;

  test.for<readonly [rule: string, workloads: readonly Workload[], texts: readonly string[]]>([
    ["on a node", [multus], ["starting or migrating VMs may fail on 1 of 3 nodes", "running VMs go on"]],
    [
      "everywhere",
      [workload("ovs-cni-amd64", "0/3", "DaemonSet"), workload("kube-cni-linux-bridge-plugin", "0/3", "DaemonSet")],
      ["starting or migrating VMs with Linux bridges or Open vSwitch may fail", perhapsUnattended],
    ],
    [
      "for networks of virtual machines that run",
      [workload("dynamic-networks-controller-ds", "0/3", "DaemonSet")],
      ["plugging networks into running VMs may fail", "running VMs go on"],
    ],
    [
      "behind what another part certainly stops",
      [workload("kubemacpool-mac-controller-manager", "0/1"), multus],
      ["no VM can be created or changed", "starting or migrating VMs may fail on 1 of 3 nodes", "running VMs go on"],
    ],
  ])("%s", ([, workloads, texts]) => {
    expect(withWorkloads(workloads, network)).toEqual(texts);
  });

  test.for<readonly [rule: string, named: string, state: ReportNode["ownVerdict"], text: string]>([
    ["may stop what it does", "bridge-marker", "unavailable", "starting or migrating VMs with Linux bridges may fail"],
    [
      "has a row of its own where its effect is not known",
      "kubemacpool-cert-manager",
      "unavailable",
      "what the fault of kubemacpool-cert-manager means is not known",
    ],
    [
      "is not known while its component is degraded only",
      "bridge-marker",
      "degraded",
      "what the fault of bridge-marker means is not known",
    ],
  ])("a part that a message names beside one that is down %s", ([, named, ownVerdict, text]) => {
    const condition = { type: "Available", status: "False", reason: "", polarity: "main", abnormal: true } as const;
    const conditions = [{ ...condition, message: `Deployment "${named}" is not available`, outdated: false }];
    const down = workload("kubemacpool-mac-controller-manager", "0/1");
    expect(withWorkloads([down], { ...network, ownVerdict, conditions }, { causes })).toContain(text);
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
    const [found] = aggregate(readGoldenCase("virt-controller-and-cdi-are-down-and-their-impact-is-summed")).roots;
    const names = found?.impact.map(({ because }) => because.map(({ name }) => name));
    expect(names).toEqual([["virt-controller"], ["cdi-deployment"], ["virt-controller", "cdi-deployment"]]);
  });
});

describe("what an API that is not available stops", () => {
  const condition = { type: "Available", status: "False", message: "", polarity: "main", abnormal: true } as const;
  const cases = [
    ["everything of its part, without endpoints", "MissingEndpoints", "no VM can be created, changed, started"],
    ["what goes through it alone, with endpoints", "FailedDiscoveryCheck", "virtctl cannot start, stop, migrate"],
  ] as const;
  test.for(cases)("%s", ([, reason, text]) => {
    const name = "v1.subresources.kubevirt.io";
    const [clause] = withWorkloads([
      {
        role: "related",
        ref: { group: "apiregistration.k8s.io", kind: "APIService", name },
        conditions: [{ ...condition, reason, outdated: false }],
      },
    ]);
    expect(clause?.startsWith(text)).toBe(true);
  });
});

describe("a component that is unavailable, and whose parts were read", () => {
  const cause = { component: "KubeVirt", label: "KubeVirt", verdict: "unavailable", path: [], evidence: [] } as const;
  const causes = [{ ...cause, about: { group: "", kind: "", name: "" }, events: [], next: [], alerts: [] }];
  const parts = [workload("virt-api", "2/2"), workload("virt-handler", "3/3", "DaemonSet")];

  test("works where each part that it always has is ready", () => {
    expect(withWorkloads([...parts, workload("virt-controller", "1/2")], {}, { causes })).toEqual([
      "none now: 1 of 2 virt-controller pods ready",
    ]);
  });

  test("may fail where one of these is not known", () => {
    const [clause] = withWorkloads(parts, {}, { causes });
    expect(clause).toBe(vmsMayFail);
  });

  test("works beside another component that does not", () => {
    const cdi = node({
      role: "component",
      ref: { group: "cdi.kubevirt.io", kind: "CDI", name: "cdi" },
      facts: { observedVersion: "v1.66.0" },
      children: [node({ role: "workload", ...workload("cdi-deployment", "0/1") })],
    });
    const kubeVirt = node({
      role: "component",
      ref: { group: "kubevirt.io", kind: "KubeVirt", name: "kubevirt" },
      facts: { observedVersion: "v1.9.0" },
      children: [...parts, workload("virt-controller", "1/2")].map((each) => node({ role: "workload", ...each })),
    });
    expect(addImpact(root({ children: [kubeVirt, cdi], causes }), []).impact.map(impactText)).toEqual([
      "no disk can be imported, cloned or uploaded",
      "virt-controller still works: 1 of 2 pods ready",
      "running VMs go on",
    ]);
  });
});

test("a clause names the workloads without which it is not certain, and what lacks them", () => {
  const [found] = aggregate(readGoldenCase("kubevirt-is-down-and-cdi-is-degraded")).roots;
  const unread = found?.impact.flatMap((clause) => clause.unread ?? []);
  expect(unread?.map(({ component, notIn }) => [component, notIn])).toEqual([
    ["KubeVirt", "files"],
    ["CDI", "files"],
  ]);
  expect(unread?.[0]?.workloads.map(({ kind, name }) => `${kind} ${name}`)).toContain("DaemonSet virt-handler");
});

describe("virtual machines on a node that is not ready", () => {
  const cases = [
    ["are lost where its kubelet no longer reports", "Unknown", 2],
    ["may run on where its kubelet reports itself", "False", 1],
  ] as const;
  test.for(cases)("%s", ([, status, count]) => {
    const ready = { type: "Ready", status, reason: "", message: "", polarity: "main", abnormal: true } as const;
    const lost = node({
      role: "related",
      ref: { group: "", kind: "Node", name: "worker-1" },
      conditions: [{ ...ready, outdated: false }],
    });
    const down = { ...workload("cdi-uploadproxy", "0/1"), children: [lost] };
    const cdi = { ref: { group: "cdi.kubevirt.io", kind: "CDI", name: "cdi" } };
    const clauses = withWorkloads([down], cdi);
    expect(clauses.filter((text) => text?.includes("worker-1"))).toHaveLength(count - 1);
    expect(clauses.at(-1)).toBe("VMs on other nodes are not affected");
  });
});

test("no workload has two rows", () => {
  const names = impactRows.flatMap(({ workloads }) => workloads);
  expect(new Set(names).size).toBe(names.length);
});
