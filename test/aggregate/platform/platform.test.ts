import { describe, expect, test } from "vitest";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import type { AggregateOptions } from "../../../shared/aggregate/options.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import type { GateCode } from "../../../shared/model/finding/row.ts";
import type { Report } from "../../../shared/model/report.ts";
import type { Snapshot } from "../../../shared/model/snapshot.ts";
import type { GateReport } from "../../../shared/model/upgrade-gate.ts";
import { gateReasonText } from "../../../shared/outline/gate-reasons.ts";
import { gateRows } from "../../../shared/outline/gate-rows.ts";
import { renderGate } from "../../../shared/render/commands/upgrade-gate.ts";
import { upgradeGate } from "../../../shared/upgrade-gate/upgrade-gate.ts";
import { findObject, type Lose, type Raw, readCaseAsCluster, readFromCluster } from "../gate-situation.ts";
import {
  clusterVersion,
  instance,
  machineConfigPool,
  node,
  serviceVersion,
  setCondition,
} from "./openshift-objects.ts";

const openShift = "openshift-with-ssp-and-an-operatorcondition-is-healthy";
const plain = "all-six-components-are-healthy";
const home = "kubevirt-hyperconverged";
const required = { "operator.machineconfiguration.openshift.io/required-for-upgrade": "" };

/** A healthy HyperConverged on a healthy OpenShift. */
function healthy(): Raw[] {
  const platform = [clusterVersion(), machineConfigPool("master", required), machineConfigPool("worker")];
  return [...readCaseAsCluster(openShift), ...platform, node("worker-1"), node("worker-2")];
}

function gateOf(snapshot: Snapshot, accept: readonly GateCode[] = []): GateReport {
  return upgradeGate(aggregate(snapshot, { platform: true }), accept);
}

function ask(objects: readonly Raw[], lose?: Lose): GateReport {
  return gateOf(readFromCluster(objects, lose, { platform: true }));
}

/** `NodeCordoned blocks: Node worker-1 is cordoned`, without what has no part in the platform. */
function listReasons({ reasons }: GateReport): readonly string[] {
  return reasons.map((reason) => `${reason.code} ${reason.state}: ${gateReasonText(reason)}`);
}

type Change = (all: Raw[]) => void;

const version = (all: readonly Raw[]): Raw => findObject(all, "ClusterVersion");
const pool = (all: readonly Raw[], name = "worker"): Raw => findObject(all, "MachineConfigPool", name);

/** Makes a pool one whose nodes are being updated. */
function update(object: Raw): void {
  object["status"].updatedMachineCount = 1;
  object["spec"].configuration = { name: "rendered-worker-2" };
  setCondition(object, "Updated", "False");
  setCondition(object, "Updating", "True", "All nodes are updating to MachineConfig rendered-worker-2");
}

function pause(object: Raw): void {
  object["spec"].paused = true;
}

/** Makes the newest OpenShift that an operator supports `value`, which is JSON. */
function support(object: Raw, value: string): void {
  const properties = `{"properties":[{"type":"olm.package","value":{}},{"type":"olm.maxOpenShiftVersion","value":${value}}]}`;
  object["metadata"].annotations = { "operatorframework.io/properties": properties };
}

function cordon(all: readonly Raw[], name = "worker-1"): void {
  findObject(all, "Node", name)["spec"] = {
    unschedulable: true,
    taints: [{ key: "node.kubernetes.io/unschedulable", effect: "NoSchedule", timeAdded: "2026-11-21T11:00:00Z" }],
  };
}

/** Adds a virtual machine that cannot migrate. */
function addStuck(all: Raw[], name: string, on: string): void {
  const stuck = instance(name, on);
  setCondition(stuck, "LiveMigratable", "False", "PVC is not shared", "DisksNotLiveMigratable");
  all.push(stuck);
}

describe("each rule about what an upgrade stands on has a code of its own", () => {
  const rows: readonly [rule: string, change: Change, said: readonly string[]][] = [
    ["a healthy platform is no reason", () => {}, []],
    // openshift/cluster-version-operator pkg/cvo/status.go, updateClusterVersionStatus
    [
      "an update of the cluster is in progress",
      (all) => setCondition(version(all), "Progressing", "True", "Working towards 4.17.4: 105 of 903 done"),
      [
        "ClusterVersionProgressing blocks: ClusterVersion version: Progressing=True, Working towards 4.17.4: 105 of 903 done",
      ],
    ],
    [
      "an update of the cluster fails",
      (all) =>
        setCondition(version(all), "Failing", "True", "Cluster operator etcd is degraded", "ClusterOperatorDegraded"),
      [
        "ClusterVersionFailing blocks: ClusterVersion version: Failing=True, ClusterOperatorDegraded: Cluster operator etcd is degraded",
      ],
    ],
    [
      "a cluster operator that takes longer than expected leaves it unknown",
      (all) =>
        setCondition(version(all), "Failing", "Unknown", "waiting on etcd over 30 minutes", "SlowClusterOperator"),
      [
        "ClusterVersionFailing unknown: ClusterVersion version: Failing=Unknown, SlowClusterOperator: waiting on etcd over 30 minutes",
      ],
    ],
    // pkg/payload/precondition/clusterversion/upgradeable.go: a patch is permitted, and no condition at all permits everything
    [
      "Upgradeable=False of the cluster has its reason, and says that only other minor versions are held",
      (all) => setCondition(version(all), "Upgradeable", "False", "remove overrides", "ClusterVersionOverridesSet"),
      [
        "ClusterVersionUpgradeable blocks: ClusterVersion version: Upgradeable=False, ClusterVersionOverridesSet: remove overrides; updates within its minor version are permitted",
      ],
    ],
    [
      "an Upgradeable that could not be evaluated leaves it unknown",
      (all) => setCondition(version(all), "Upgradeable", "Unknown", "no data", "EvaluationFailed"),
      ["ClusterVersionUpgradeable unknown: ClusterVersion version: Upgradeable=Unknown, EvaluationFailed: no data"],
    ],
    [
      "a ClusterVersion without a status is one unknown",
      (all) => {
        version(all)["status"] = {};
      },
      ["ClusterVersionProgressing unknown: ClusterVersion version has no condition Progressing"],
    ],
    [
      "a ClusterVersion whose status is of an earlier generation is unknown",
      (all) => {
        version(all)["metadata"].generation = 4;
      },
      ["Stale unknown: the status of ClusterVersion version is out of date (generation 4, observed 3)"],
    ],
    [
      "a cluster that serves the kind and has no ClusterVersion is unknown",
      (all) => all.splice(all.indexOf(version(all)), 1),
      ["IncompleteReading unknown: ClusterVersion version does not exist"],
    ],
    // openshift/machine-config-operator pkg/controller/node/status.go, calculateStatus
    [
      "a pool that is being updated, with its machines",
      (all) => update(pool(all)),
      ["MachineConfigPoolUpdating blocks: MachineConfigPool worker is updating: 1 of 3 machines updated"],
    ],
    [
      "a degraded pool, with the words of the node",
      (all) => setCondition(pool(all), "Degraded", "True", 'Node worker-1 is reporting: "failed to drain"'),
      [
        'MachineConfigPoolDegraded blocks: MachineConfigPool worker: Degraded=True, Node worker-1 is reporting: "failed to drain"',
      ],
    ],
    [
      "a degraded pool whose own condition has no words, with those of the part that failed",
      (all) => {
        setCondition(pool(all), "Degraded", "True");
        setCondition(pool(all), "RenderDegraded", "True", "conflicting files", "");
      },
      ["MachineConfigPoolDegraded blocks: MachineConfigPool worker: Degraded=True, conflicting files"],
    ],
    [
      "a pool without a status is one unknown",
      (all) => {
        pool(all)["status"] = null;
      },
      ["MachineConfigPoolUpdating unknown: MachineConfigPool worker has no condition Updating"],
    ],
    [
      "a paused pool with an update pending",
      (all) => {
        update(pool(all));
        pause(pool(all));
        setCondition(pool(all), "Updating", "False", "Pool is paused; will not update to rendered-worker-2");
      },
      [
        "MachineConfigPoolPaused blocks: MachineConfigPool worker is paused with an update pending: 1 of 3 machines updated",
      ],
    ],
    [
      "a paused pool whose newest configuration has not been counted yet",
      (all) => {
        pause(pool(all));
        pool(all)["spec"].configuration = { name: "rendered-worker-2" };
      },
      ["MachineConfigPoolPaused blocks: MachineConfigPool worker is paused with an update pending"],
    ],
    // An update of the control plane alone pauses the others on purpose.
    ["a paused pool without a pending update is no reason", (all) => pause(pool(all)), []],
    // pkg/operator/sync.go, syncRequiredMachineConfigPools
    [
      "a paused pool without which no update of the cluster ends",
      (all) => pause(pool(all, "master")),
      [
        "MachineConfigPoolPaused blocks: MachineConfigPool master is paused, and no update of the cluster ends while it is",
      ],
    ],
    // kubernetes/api core/v1/types.go, NodeSpec and NodeReady
    ["a cordoned node", (all) => cordon(all), ["NodeCordoned blocks: Node worker-1 is cordoned"]],
    [
      "a node that is not Ready",
      (all) =>
        setCondition(findObject(all, "Node", "worker-2"), "Ready", "False", "PLEG is not healthy", "KubeletNotReady"),
      ["NodeNotReady blocks: Node worker-2: Ready=False, KubeletNotReady: PLEG is not healthy"],
    ],
    [
      "a node that its kubelet does not report",
      (all) => setCondition(findObject(all, "Node", "worker-2"), "Ready", "Unknown", "no status", "NodeStatusUnknown"),
      ["NodeNotReady blocks: Node worker-2: Ready=Unknown, NodeStatusUnknown: no status"],
    ],
    [
      "a node without a status is unknown",
      (all) => {
        findObject(all, "Node", "worker-2")["status"] = {};
      },
      ["NodeNotReady unknown: Node worker-2 has no condition Ready"],
    ],
    // kubevirt/kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/pod-eviction-admitter.go
    [
      "virtual machines that do not leave a cordoned node",
      (all) => {
        cordon(all);
        addStuck(all, "db", "worker-1");
        all.push(instance("web", "worker-1"));
      },
      [
        "NodeCordoned blocks: Node worker-1 is cordoned",
        "DrainHeld blocks: 1 of 2 virtual machines cannot leave Node worker-1: shop/db (DisksNotLiveMigratable)",
      ],
    ],
    [
      "a virtual machine that another controller is to move off a cordoned node",
      (all) => {
        cordon(all);
        const web = instance("web", "worker-1");
        web["spec"].evictionStrategy = "External";
        web["status"].evacuationNodeName = "worker-1";
        all.push(web);
      },
      [
        "NodeCordoned blocks: Node worker-1 is cordoned",
        "DrainHeld blocks: 1 of 1 virtual machine cannot leave Node worker-1: shop/web (evictionStrategy External)",
      ],
    ],
    [
      "a virtual machine that the drain of a cordoned node shuts down holds nothing",
      (all) => {
        cordon(all);
        const web = instance("web", "worker-1");
        web["spec"].evictionStrategy = "None";
        all.push(web);
      },
      ["NodeCordoned blocks: Node worker-1 is cordoned"],
    ],
    // kubevirt/kubevirt pkg/virt-controller/watch/migration/migration.go, defaultUnschedulablePendingTimeoutSeconds
    [
      "a virtual machine whose migration from a cordoned node finds no target",
      (all) => {
        cordon(all);
        const web = instance("web", "worker-1");
        web["status"].evacuationNodeName = "worker-1";
        all.push(web, {
          apiVersion: "kubevirt.io/v1",
          kind: "VirtualMachineInstanceMigration",
          metadata: { name: "move", namespace: "shop", uid: "move", creationTimestamp: "2026-11-21T11:05:00Z" },
          spec: { vmiName: "web" },
          status: { phase: "Scheduling" },
        });
      },
      [
        "NodeCordoned blocks: Node worker-1 is cordoned",
        "DrainHeld blocks: 1 of 1 virtual machine cannot leave Node worker-1: shop/web (MigrationPending)",
      ],
    ],
    [
      "a virtual machine that cannot migrate on a node that is not cordoned is no reason",
      (all) => addStuck(all, "db", "worker-1"),
      [],
    ],
    [
      "a PodDisruptionBudget that allows no disruption is no reason",
      (all) => {
        all.push(instance("web", "worker-1"), {
          apiVersion: "policy/v1",
          kind: "PodDisruptionBudget",
          metadata: { name: "kubevirt-disruption-budget-x", namespace: "shop" },
          spec: { minAvailable: 1 },
          status: { disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 },
        });
      },
      [],
    ],
    // operator-framework/api pkg/operators/v1alpha1/clusterserviceversion_types.go
    [
      "another operator in the namespace that OLM has not installed",
      (all) => {
        const other = serviceVersion("other.v1", home);
        other["status"] = { phase: "Failed", reason: "ComponentUnhealthy", message: "waiting for deployment other" };
        all.push(other);
      },
      ["OtherServiceVersion blocks: other.v1 is Failed: ComponentUnhealthy: waiting for deployment other"],
    ],
    [
      "another operator that OLM has not begun to install is unknown",
      (all) => {
        const other = serviceVersion("other.v1", home);
        other["status"] = {};
        all.push(other);
      },
      ["OtherServiceVersion unknown: other.v1 has no phase: not processed by OLM"],
    ],
    [
      "a copy of an operator of another namespace is no reason",
      (all) => {
        const copy = serviceVersion("other.v1", home);
        copy["metadata"].labels = { "olm.copiedFrom": "operators" };
        copy["status"] = { phase: "Failed" };
        all.push(copy);
      },
      [],
    ],
    // operator-lifecycle-manager pkg/controller/operators/openshift/helpers.go, incompatibleOperators
    [
      "an operator that does not support the version that a user asked for",
      (all) => {
        version(all)["spec"].desiredUpdate = { version: "4.18.1" };
        all.push(serviceVersion("other.v1", home));
        support(findObject(all, "ClusterServiceVersion", "other.v1"), '"4.17"');
      },
      [
        "MaxOpenShiftVersion blocks: ClusterServiceVersion kubevirt-hyperconverged/other.v1 supports OpenShift up to 4.17, and the cluster is updated to 4.18",
      ],
    ],
    [
      "an update that is only checked changes nothing",
      (all) => {
        version(all)["spec"].desiredUpdate = { version: "4.18.1", mode: "Preflight" };
        all.push(serviceVersion("other.v1", home));
        support(findObject(all, "ClusterServiceVersion", "other.v1"), '"4.17"');
      },
      [],
    ],
    [
      "4.23 and 5.0 are one release",
      (all) => {
        version(all)["status"].desired.version = "5.0.2";
        all.push(serviceVersion("other.v1", home));
        support(findObject(all, "ClusterServiceVersion", "other.v1"), '"4.23"');
      },
      [],
    ],
    // kubevirt/kubevirt pkg/virt-controller/watch/workload-updater/workload-updater.go
    [
      "virtual machines in older pods that no method moves",
      (all) => {
        const kubeVirt = findObject(all, "KubeVirt");
        kubeVirt["spec"].workloadUpdateStrategy = { workloadUpdateMethods: [] };
        kubeVirt["status"].outdatedVirtualMachineInstanceWorkloads = 2;
      },
      [
        "OutdatedVMIWorkloads blocks: KubeVirt: 2 virtual machines still run in pods of the previous version",
        "WorkloadUpdateMethods blocks: KubeVirt: workloadUpdateMethods names no method, so 2 virtual machines in older pods wait for a person",
      ],
    ],
    [
      "virtual machines that KubeVirt migrates by itself need no second reason",
      (all) => {
        const kubeVirt = findObject(all, "KubeVirt");
        kubeVirt["spec"].workloadUpdateStrategy = { workloadUpdateMethods: ["LiveMigrate"] };
        kubeVirt["status"].outdatedVirtualMachineInstanceWorkloads = 2;
      },
      ["OutdatedVMIWorkloads blocks: KubeVirt: 2 virtual machines still run in pods of the previous version"],
    ],
  ];

  test.for(rows)("%s", ([, change, expected]) => {
    const all = healthy();
    change(all);
    const gate = ask(all);
    expect(listReasons(gate)).toEqual(expected);
    const isBlocked = expected.some((text) => text.includes(" blocks: "));
    const isUnknown = expected.length > 0 ? "UNKNOWN" : "ALLOW";
    expect(gate.answer).toBe(isBlocked ? "BLOCK" : isUnknown);
    const codes = [...new Set(gate.reasons.map(({ code }) => code))];
    expect(gateOf(readFromCluster(all, undefined, { platform: true }), codes).answer).toBe("ALLOW");
  });

  test.for(rows)("without the flag none of it is requested or counts: %s", ([, change]) => {
    const all = healthy();
    change(all);
    const snapshot = readFromCluster(all);
    const kinds = new Set(snapshot.readings.map(({ query }) => query.kind));
    for (const kind of ["ClusterVersion", "MachineConfigPool", "VirtualMachineInstance"])
      expect(kinds).not.toContain(kind);
    const codes = upgradeGate(aggregate(snapshot)).reasons.map(({ code }) => code);
    expect(codes.filter((code) => code !== "OutdatedVMIWorkloads")).toEqual([]);
  });
});

describe("virtual machines that hold the drain of a node are a finding about the cluster of a HyperConverged", () => {
  const drained = healthy();
  cordon(drained);
  addStuck(drained, "db", "worker-1");
  const evaluate = (objects: readonly Raw[], options: AggregateOptions = {}): Report =>
    aggregate(snapshotOf(objects, { takenAt: "2026-11-21T12:00:00Z", source: "x" }), options);
  /** The nodes whose drain is held, each with the virtual machines that hold it. */
  const listHeld = ({ findings }: Report): readonly unknown[] =>
    findings.flatMap((finding) =>
      finding.code === "drain-held" ? [[finding.about.name, finding.instances.map(({ name }) => name)]] : [],
    );

  test.for([
    ["without the platform of an upgrade", {}],
    ["once with the platform of an upgrade", { platform: true }],
  ] as const)("%s", ([, options]) => {
    expect(listHeld(evaluate(drained, options))).toEqual([["worker-1", ["db"]]]);
  });

  test("that is no reason of a gate without the platform", () => {
    expect(upgradeGate(evaluate(drained)).reasons.map(({ code }) => code)).not.toContain("DrainHeld");
  });

  test("unless the virtual machine can leave", () => {
    const leaving = healthy();
    cordon(leaving);
    leaving.push(instance("web", "worker-1"));
    expect(listHeld(evaluate(leaving))).toEqual([]);
  });
});

describe("what was not read is unknown by name", () => {
  const rows: readonly [kind: string, outcome: ReturnType<Lose>, said: readonly string[]][] = [
    ["ClusterVersion", "forbidden", ["clusterversions.config.openshift.io cannot be read (forbidden)"]],
    [
      "ClusterVersion",
      "unread",
      ["clusterversions.config.openshift.io was not read: clusterversions cannot be listed"],
    ],
    ["ClusterVersion", "noSuchKind", []],
    [
      "MachineConfigPool",
      "forbidden",
      ["machineconfigpools.machineconfiguration.openshift.io cannot be read (forbidden)"],
    ],
    [
      "MachineConfigPool",
      "unread",
      ["machineconfigpools.machineconfiguration.openshift.io was not read: machineconfigpools cannot be listed"],
    ],
    ["MachineConfigPool", "noSuchKind", []],
    ["Node", "forbidden", ["nodes cannot be read (forbidden)"]],
    ["Node", "unread", ["nodes was not read: nodes cannot be listed"]],
  ];
  test.for(rows)("%s: %s", ([kind, outcome, expected]) => {
    const gate = ask(healthy(), (query) => (query.kind === kind ? outcome : undefined));
    expect(listReasons(gate)).toEqual(expected.map((text) => `IncompleteReading unknown: ${text}`));
    expect(gate.answer).toBe(expected.length === 0 ? "ALLOW" : "UNKNOWN");
  });

  test("virtual machines on a cordoned node that may not be listed", () => {
    const all = healthy();
    cordon(all);
    addStuck(all, "db", "worker-1");
    const gate = ask(all, ({ kind }) => (kind === "VirtualMachineInstance" ? "forbidden" : undefined));
    expect(listReasons(gate)).toContain(
      "IncompleteReading unknown: virtualmachineinstances.kubevirt.io cannot be read (forbidden)",
    );
  });

  test("a plain Kubernetes refuses kinds that it does not serve, and is not asked for them by name", () => {
    const all = [...readCaseAsCluster(plain), node("worker-1")];
    const gate = ask(all, ({ group }) => (group.endsWith("openshift.io") ? "forbidden" : undefined));
    expect([gate.answer, listReasons(gate)]).toEqual(["ALLOW", []]);
  });

  test("a file without them lacks them, and the gate says what to add", () => {
    const snapshot = snapshotOf(readCaseAsCluster(openShift), {
      takenAt: "2026-11-21T12:00:00Z",
      source: "all.yaml",
    });
    const gate = gateOf(snapshot);
    expect([gate.answer, gate.reasons.map(({ about }) => about.kind)]).toEqual([
      "UNKNOWN",
      ["ClusterVersion", "MachineConfigPool", "Node"],
    ]);
    expect(renderGate(gate, { width: 200 })).toMatch(/add the output of kubectl get\s+clusterversions/);
  });
});

describe("odd versions", () => {
  const rows: readonly [value: string, target: string, said: string | undefined][] = [
    ['"4.17"', "4.17.9", undefined],
    [
      '"4.17"',
      "4.18.0-0.nightly-2026-01-01-000000",
      "supports OpenShift up to 4.17, and the cluster is updated to 4.18",
    ],
    ['"v4.17"', "v4.18.1", "supports OpenShift up to 4.17, and the cluster is updated to 4.18"],
    ["4.17", "4.17.1", undefined],
    ['"\\"4.17\\""', "4.17.1", undefined],
    ['"4.9"', "4.10.0", "supports OpenShift up to 4.9, and the cluster is updated to 4.10"],
    ['""', "4.17.1", "has an olm.maxOpenShiftVersion that is no version"],
    ['"latest"', "4.17.1", "has an olm.maxOpenShiftVersion that is no version"],
    ["null", "4.17.1", "has an olm.maxOpenShiftVersion that is no version"],
    ['{"a":1}', "4.17.1", "has an olm.maxOpenShiftVersion that is no version"],
    ['"4.17"} broken', "4.17.1", "has an olm.maxOpenShiftVersion that is no version"],
    ['"4.17"', "", "supports OpenShift up to 4.17, and the version that the cluster is updated to is not known"],
    [
      '"4.17"',
      "next\u202e",
      "supports OpenShift up to 4.17, and the version that the cluster is updated to is not known",
    ],
    ['"9999999.1"', "4.17.1", "has an olm.maxOpenShiftVersion that is no version"],
  ];
  test.for(rows)("up to %s, updated to %s: %s", ([value, target, expected]) => {
    const all = [...healthy(), serviceVersion("other.v1", home)];
    support(findObject(all, "ClusterServiceVersion", "other.v1"), value);
    version(all)["status"].desired.version = target;
    const texts = listReasons(ask(all)).map((text) => text.replace(/^.*other\.v1 /, ""));
    expect(texts).toEqual(expected === undefined ? [] : [expected]);
  });

  test("the annotation that authors write counts where OLM wrote none", () => {
    const all = [...healthy(), serviceVersion("other.v1", home)];
    findObject(all, "ClusterServiceVersion", "other.v1")["metadata"].annotations = {
      "olm.properties": '[{"type": "olm.maxOpenShiftVersion", "value": "4.16"}]',
    };
    expect(listReasons(ask(all))).toHaveLength(1);
  });
});

describe("an odd status is never a permission", () => {
  const odd: readonly [what: string, status: unknown][] = [
    ["null", null],
    ["a text", "x"],
    ["a number", 5],
    ["a list", []],
    ["conditions that are a text", { conditions: "x" }],
    ["conditions without a type", { conditions: [null, 3, { status: "True" }, { type: 1 }] }],
    ["counts that are no numbers", { conditions: [], machineCount: "3", updatedMachineCount: -1 }],
  ];
  const kinds = ["ClusterVersion", "MachineConfigPool", "Node"];
  test.for(odd.flatMap(([what, status]) => kinds.map((kind) => [kind, what, status] as const)))(
    "%s: %s",
    ([kind, , status]) => {
      const all = healthy();
      findObject(all, kind)["status"] = status;
      expect(ask(all).answer).toBe("UNKNOWN");
    },
  );
});

describe("the requests", () => {
  const countReadings = (all: readonly Raw[], platform: boolean): number =>
    readFromCluster(all, undefined, { platform }).readings.length;

  test("a healthy platform costs three, and cordoned nodes one more", () => {
    const all = healthy();
    expect(countReadings(all, true) - countReadings(all, false)).toBe(3);
    cordon(all, "worker-1");
    cordon(all, "worker-2");
    expect(countReadings(all, true) - countReadings(all, false)).toBe(4);
  });

  test("without an object that can be upgraded nothing of the platform is requested", () => {
    const { readings } = readFromCluster([clusterVersion(), node("worker-1")], undefined, { platform: true });
    expect(readings.map(({ query }) => query.kind)).not.toContain("ClusterVersion");
    const gate = ask([clusterVersion(), node("worker-1")]);
    expect([gate.answer, gate.reasons.map(({ code }) => code)]).toEqual(["UNKNOWN", ["NoHyperConverged"]]);
  });
});

describe("many nodes", () => {
  function cordonAll(count: number): Raw[] {
    const names = Array.from({ length: count }, (_, index) => `worker-${index + 3}`);
    const all = [...healthy(), ...names.map(node)];
    for (const name of names) cordon(all, name);
    return all;
  }

  test("more than three in one state share a row", () => {
    const gate = ask(cordonAll(12));
    expect(gate.reasons).toHaveLength(12);
    expect(gateRows(gate.reasons)).toHaveLength(1);
    expect(renderGate(gate, { width: 200 })).toContain("12 nodes are cordoned: worker-10, ");
  });

  test("their virtual machines are listed for twenty nodes at a time, and not without end", () => {
    const { readings } = readFromCluster(cordonAll(130), undefined, { platform: true });
    const lists = readings.filter(({ query }) => query.kind === "VirtualMachineInstance");
    expect(lists).toHaveLength(5);
    expect(lists.every(({ query }) => (query.labelSelector ?? "").split(",").length === 20)).toBe(true);
    const gate = ask(cordonAll(130));
    expect(listReasons(gate)).toContain("IncompleteReading unknown: virtualmachineinstances.kubevirt.io was not read");
  });
});

test("the headline names the objects of the platform by their kind", () => {
  const all = healthy();
  cordon(all);
  update(pool(all));
  setCondition(version(all), "Progressing", "True", "Working towards 4.17.4");
  const [headline] = renderGate(ask(all), { width: 200 }).split("\n");
  expect(headline).toBe(
    "BLOCK  Upgrade should wait for ClusterVersion, MachineConfigPool worker, Node worker-1; OLM would begin it, because its OperatorCondition has Upgradeable=True",
  );
});
