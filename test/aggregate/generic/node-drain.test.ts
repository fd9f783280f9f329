import { expect, test } from "vitest";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import { findExplanations } from "../../../shared/explain/explain-reason.ts";
import { definedFields } from "../../../shared/model/defined-fields.ts";
import type { Finding } from "../../../shared/model/finding/finding.ts";
import { describeFinding } from "../../../shared/outline/findings/describe.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import { builtInKind } from "../../../shared/profiles/core-kinds.ts";
import { clusterVersions, machineConfigPools } from "../../../shared/profiles/openshift.ts";
import { aggregateAndPrint } from "../../printed.ts";
import { type Manifest, takenAt } from "./objects.ts";
import { readAsCluster } from "./read-as-cluster.ts";

const scope = { wanted: [{ kind: builtInKind("", "Node"), name: "worker-1" }] };

function node(unschedulable: boolean): Manifest {
  const ready = { type: "Ready", status: "True", reason: "KubeletReady", lastTransitionTime: "2026-11-01T00:00:00Z" };
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name: "worker-1", uid: "n", creationTimestamp: "2026-01-01T00:00:00Z" },
    spec: unschedulable ? { unschedulable } : {},
    status: { conditions: [ready] },
  };
}

function instance(name: string, status: Manifest, evictionStrategy?: string, nodeName = "worker-1"): Manifest {
  return {
    apiVersion: "kubevirt.io/v1",
    kind: "VirtualMachineInstance",
    metadata: { name, namespace: "shop", uid: name, labels: { "kubevirt.io/nodeName": nodeName } },
    spec: definedFields({ evictionStrategy }),
    status: { phase: "Running", nodeName, ...status },
  };
}

function kubeVirt(evictionStrategy: string): Manifest {
  const configuration = { evictionStrategy };
  return {
    apiVersion: "kubevirt.io/v1",
    kind: "KubeVirt",
    metadata: { name: "k", namespace: "kubevirt" },
    spec: { configuration },
  };
}

const message = "cannot migrate VMI: PVC db-data is not shared";
const stuck = { conditions: [{ type: "LiveMigratable", status: "False", reason: "DisksNotLiveMigratable", message }] };
const free = { conditions: [{ type: "LiveMigratable", status: "True" }] };
const failed = {
  ...free,
  evacuationNodeName: "worker-1",
  migrationState: { failed: true, failureReason: "Live migration timed out" },
};

/** The sentence about the drain, if any, and what was requested after the node. */
function drainOf(...objects: readonly Manifest[]): {
  readonly finding: Finding | undefined;
  readonly text: string | undefined;
  readonly asked: readonly string[];
} {
  const { snapshot, waves } = readAsCluster(objects, scope);
  const finding = aggregateAndPrint(snapshot, scope).findings.find(({ code }) => code === "drain-held");
  return { finding, text: finding && describeFinding(finding), asked: waves.slice(1).flat() };
}

const instances = "list VirtualMachineInstance with kubevirt.io/nodeName=worker-1";

test("a cordoned node names the virtual machines that cannot leave it, and why", () => {
  const { text, asked } = drainOf(
    node(true),
    instance("db", stuck, "LiveMigrate"),
    instance("web", free, "LiveMigrate"),
  );
  expect(text).toBe(`1 of 2 virtual machines cannot leave Node worker-1: shop/db (DisksNotLiveMigratable: ${message})`);
  expect(asked).toEqual([instances]);
});

// kubevirt/kubevirt staging/src/kubevirt.io/api/core/v1/types.go, VirtualMachineInstanceReason…NotMigratable.
test.for([
  "DisksNotLiveMigratable",
  "InterfaceNotLiveMigratable",
  "HotplugNotLiveMigratable",
  "CPUModeLiveMigratable",
  "VirtIOFSNotLiveMigratable",
  "HostDeviceNotLiveMigratable",
  "SEVNotLiveMigratable",
  "SecureExecutionNotLiveMigratable",
  "TDXNotLiveMigratable",
  "NoTSCFrequencyNotLiveMigratable",
  "HypervPassthroughNotLiveMigratable",
  "PersistentReservationNotLiveMigratable",
  "NotMigratable",
])("a virtual machine holds the drain of a cordoned node alone, and its reason is explained: %s", (reason) => {
  const status = { conditions: [{ type: "LiveMigratable", status: "False", reason, message: "why" }] };
  const held = `1 of 1 virtual machines cannot leave Node worker-1: shop/db (${reason}: why)`;
  expect(drainOf(node(true), instance("db", status, "LiveMigrate")).text).toBe(held);
  expect(drainOf(node(false), instance("db", status, "LiveMigrate")).text).toBeUndefined();
  expect(findExplanations(reason).map(({ of }) => of)).toContain("VirtualMachineInstance");
});

test("a budget that allows no disruption holds nothing: each virtual machine that migrates has one", () => {
  const budget = {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: { name: "kubevirt-disruption-budget-x", namespace: "shop", uid: "b", generation: 1 },
    spec: { minAvailable: 1 },
    status: {
      observedGeneration: 1,
      currentHealthy: 1,
      desiredHealthy: 1,
      disruptionsAllowed: 0,
      expectedPods: 1,
      conditions: [{ type: "DisruptionAllowed", status: "False", reason: "InsufficientPods", message: "" }],
    },
  };
  const migrates = [budget, instance("web", free, "LiveMigrate")];
  expect(drainOf(node(true), ...migrates).text).toBeUndefined();
  expect(drainOf(node(false), ...migrates).text).toBeUndefined();
  expect(drainOf(node(true), budget, instance("db", stuck, "LiveMigrate")).text).toMatch(/cannot leave.*shop\/db/);
  const alone = { wanted: [{ kind: builtInKind("policy", "PodDisruptionBudget") }] };
  expect(aggregateAndPrint(readAsCluster([budget], alone).snapshot, alone).roots[0]?.verdict).toBe("healthy");
});

test("the next command of a cordoned node lists the virtual machines that its drain moves", () => {
  const commandsOf = (...objects: readonly Manifest[]): readonly string[] =>
    aggregateAndPrint(readAsCluster(objects, scope).snapshot, scope).roots[0]?.causes[0]?.next.map((step) =>
      "words" in step ? (step.words as readonly string[]).join(" ") : JSON.stringify(step),
    ) ?? [];
  expect(commandsOf(node(true), instance("db", stuck, "LiveMigrate"))[0]).toContain("get virtualmachineinstances -A");
  expect(commandsOf(node(true))[0]).toContain("describe node worker-1");
});

test("a migration that failed holds the drain, one that is on its way does not", () => {
  const moving = { ...free, evacuationNodeName: "worker-1" };
  const { text } = drainOf(node(true), instance("db", failed, "LiveMigrate"), instance("web", moving, "LiveMigrate"));
  expect(text).toBe(
    "1 of 2 virtual machines cannot leave Node worker-1: shop/db (MigrationFailed: Live migration timed out)",
  );
});

/** A migration of the instance `db` that was created so long before the snapshot, 12:00. */
function migration(phase: string, createdAt: string, more: Manifest = {}): Manifest {
  const annotations = { "kubevirt.io/evacuationMigration": "worker-1" };
  return {
    apiVersion: "kubevirt.io/v1",
    kind: "VirtualMachineInstanceMigration",
    metadata: {
      name: `move-${phase}`,
      namespace: "shop",
      uid: `uid-${phase}`,
      creationTimestamp: `2026-11-21T${createdAt}Z`,
      annotations,
    },
    spec: { vmiName: "db", ...more },
    status: { phase },
  };
}

const leaving = instance("db", { ...free, evacuationNodeName: "worker-1" }, "LiveMigrate");
const cordonedAt = (timeAdded: string): Manifest => ({
  ...node(true),
  spec: { unschedulable: true, taints: [{ key: "node.kubernetes.io/unschedulable", effect: "NoSchedule", timeAdded }] },
});
const cordoned = cordonedAt("2026-11-21T11:00:00Z");
const other = { vmiName: "web" };

test.for([
  ["no node takes its target", [cordoned, migration("Scheduling", "11:05:00")], "move-Scheduling", "11:05:00"],
  ["nothing begins it", [cordoned, migration("Pending", "11:05:00")], "move-Pending", "11:05:00"],
  [
    "it is tried again",
    [cordoned, migration("Failed", "11:30:00"), migration("Scheduling", "11:59:30")],
    "move-Scheduling",
    "11:30:00",
  ],
  [
    "it has waited its turn for an hour",
    [cordoned, migration("Pending", "10:55:00"), migration("Running", "10:55:00", other)],
    "move-Pending",
    "10:55:00",
  ],
] as const)("a migration that waits holds the drain where %s", ([, objects, name, time]) => {
  const { finding, asked } = drainOf(leaving, ...objects);
  const since = `2026-11-21T${time}Z`;
  expect(finding).toMatchObject({
    held: 1,
    instances: [{ namespace: "shop", name: "db", reason: "MigrationPending", message: "", migration: name, since }],
  });
  const uid = name.replace("move-", "uid-");
  expect(asked).toEqual([
    ...[instances, "list KubeVirt", "list VirtualMachineInstanceMigration"],
    `list Pod in shop with kubevirt.io/migrationJobUID=${uid}`,
  ]);
});

/** The pod that the migration in phase Scheduling made as its target. */
function target(uid: string, scheduled: Manifest): Manifest {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "virt-launcher-db-x", namespace: "shop", labels: { "kubevirt.io/migrationJobUID": uid } },
    status: { phase: "Pending", conditions: [{ type: "PodScheduled", ...scheduled }] },
  };
}

const unfit = "0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector.";

test.for([
  ["why no node takes the target of a migration", "uid-Scheduling", "False", `: ${unfit.slice(0, -1)}`],
  ["nothing of the target of another migration", "uid-other", "False", ""],
  ["nothing of a target that has a node", "uid-Scheduling", "True", ""],
] as const)("the sentence reports %s", ([, uid, status, why]) => {
  const pod = target(uid, { status, reason: "Unschedulable", message: unfit });
  const { text } = drainOf(cordoned, leaving, migration("Scheduling", "11:05:00"), pod);
  expect(text).toBe(
    `1 of 1 virtual machines cannot leave Node worker-1: shop/db (MigrationPending: move-Scheduling has no target${why})`,
  );
});

test.for([
  [
    "two virtual machines leave the node and one of them migrates",
    [
      leaving,
      instance("web", { ...free, evacuationNodeName: "worker-1" }, "LiveMigrate"),
      migration("Running", "11:50:00"),
    ],
    "; 2 virtual machines are to leave it, 1 of which migrates now",
  ],
  [
    "the others wait for a limit of KubeVirt",
    [leaving, migration("Pending", "11:50:00"), migration("Running", "11:50:00", other), limitMigrations(1)],
    "; 1 virtual machine is to leave it, none of which migrate now, and KubeVirt starts at most 1 at once (parallelMigrationsPerCluster)",
  ],
  ["none leaves it", [instance("web", free, "LiveMigrate")], ""],
] as const)("a cordoned node says so where %s", ([, objects, says]) => {
  const { snapshot } = readAsCluster([cordoned, ...objects], scope);
  const [root] = aggregateAndPrint(snapshot, scope).roots;
  expect(root?.causes[0]?.text).toBe(
    `Progressing because worker-1: Cordoned: no new pods are scheduled${says}, for 60m`,
  );
});

function limitMigrations(parallelMigrationsPerCluster: number): Manifest {
  const configuration = { migrations: { parallelMigrationsPerCluster } };
  return {
    apiVersion: "kubevirt.io/v1",
    kind: "KubeVirt",
    metadata: { name: "k", namespace: "kubevirt" },
    spec: { configuration },
  };
}

test("the sentence names the migration and how long the virtual machine has waited", () => {
  const { finding } = drainOf(cordoned, leaving, migration("Scheduling", "11:05:00"));
  expect(finding && describeFinding(finding, { now: takenAt, format: "age" })).toBe(
    "1 of 1 virtual machines cannot leave Node worker-1: shop/db (MigrationPending for 55m: move-Scheduling has no target)",
  );
});

test.for([
  ["is 30 s old", [cordoned, migration("Scheduling", "11:59:30")]],
  ["is copied", [cordoned, migration("Running", "11:05:00")]],
  ["waits its turn", [cordoned, migration("Pending", "11:05:00"), migration("Running", "11:05:00", other)]],
  [
    "follows one that failed in an earlier drain",
    [cordonedAt("2026-11-21T11:58:00Z"), migration("Failed", "11:30:00"), migration("Scheduling", "11:59:30")],
  ],
  ["is of another machine", [cordoned, migration("Scheduling", "11:05:00", other)]],
] as const)("nothing holds a drain where the migration %s", ([, objects]) => {
  expect(drainOf(leaving, ...objects).text).toBeUndefined();
});

test("only the first five of many are named", () => {
  const many = Array.from({ length: 60 }, (_, index) => instance(`vm-${index}`, stuck, "LiveMigrate"));
  const { text } = drainOf(node(true), ...many);
  expect(text).toMatch(/^60 of 60 virtual machines cannot leave Node worker-1: shop\/vm-0 .*, 55 more$/);
});

test("without a strategy of its own a virtual machine has that of KubeVirt", () => {
  const alone = instance("db", stuck);
  expect(drainOf(node(true), alone, kubeVirt("LiveMigrate"))).toMatchObject({
    text: expect.stringContaining("shop/db"),
    asked: [instances, "list KubeVirt"],
  });
  expect(drainOf(node(true), alone, kubeVirt("None")).text).toBeUndefined();
  expect(drainOf(node(true), alone).text).toBeUndefined();
});

/** The sentence about the virtual machines that a drain shuts down, if any. */
function shutdownOf(...objects: readonly Manifest[]): string | undefined {
  const { snapshot } = readAsCluster(objects, scope);
  const finding = aggregateAndPrint(snapshot, scope).findings.find(({ code }) => code === "drain-stops");
  return finding && describeFinding(finding);
}

const evicted = { ...free, evacuationNodeName: "worker-1" };

// kubevirt/kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/pod-eviction-admitter.go, admitLauncherPod.
test.for([
  [
    "another controller is to move it and does not",
    [cordoned, instance("db", evicted, "External")],
    "evictionStrategy External, and no controller has moved it",
  ],
  [
    "the cluster leaves it to another controller",
    [cordoned, instance("db", evicted), kubeVirt("External")],
    "evictionStrategy External of KubeVirt, and no controller has moved it",
  ],
  [
    "it was to migrate if possible, and its migration failed",
    [cordoned, instance("db", failed, "LiveMigrateIfPossible")],
    "MigrationFailed: Live migration timed out",
  ],
] as const)("a virtual machine holds the drain where %s", ([, objects, why]) => {
  expect(drainOf(...objects).text).toBe(`1 of 1 virtual machines cannot leave Node worker-1: shop/db (${why})`);
  expect(shutdownOf(...objects)).toBeUndefined();
});

test.for([
  ["no eviction has begun", [cordoned, instance("db", free, "External")]],
  ["its node was cordoned a minute ago", [cordonedAt("2026-11-21T11:59:00Z"), instance("db", evicted, "External")]],
  ["its controller migrates it", [cordoned, instance("db", evicted, "External"), migration("Running", "11:50:00")]],
] as const)("a virtual machine with evictionStrategy External holds nothing where %s", ([, objects]) => {
  expect(drainOf(...objects).text).toBeUndefined();
  expect(shutdownOf(...objects)).toBeUndefined();
});

const hyperConverged = (apiVersion: string, spec: Manifest): Manifest => ({
  apiVersion: `hco.kubevirt.io/${apiVersion}`,
  kind: "HyperConverged",
  metadata: { name: "kubevirt-hyperconverged", namespace: "cnv" },
  spec,
});

test.for([
  ["its strategy is None", [instance("db", free, "None")], "evictionStrategy None"],
  ["that of KubeVirt is None", [instance("db", free), kubeVirt("None")], "evictionStrategy None of KubeVirt"],
  ["KubeVirt has none", [instance("db", free), limitMigrations(1)], "evictionStrategy None of KubeVirt"],
  [
    "it cannot migrate and need not",
    [instance("db", stuck, "LiveMigrateIfPossible")],
    `evictionStrategy LiveMigrateIfPossible; DisksNotLiveMigratable: ${message}`,
  ],
  [
    "its strategy counts before that of KubeVirt",
    [instance("db", free, "None"), kubeVirt("LiveMigrate")],
    "evictionStrategy None",
  ],
] as const)("a drain shuts a virtual machine down, and its node says so, where %s", ([, objects, why]) => {
  expect(shutdownOf(node(true), ...objects)).toBe(
    `a drain of Node worker-1 shuts 1 of 1 virtual machines down and does not migrate it: shop/db (${why})`,
  );
  expect(drainOf(node(true), ...objects).text).toBeUndefined();
});

test.for([
  ["the node is not cordoned", [node(false), instance("db", free, "None")]],
  ["it migrates", [node(true), instance("db", free, "LiveMigrate")]],
  ["it can migrate", [node(true), instance("db", free, "LiveMigrateIfPossible")]],
  ["its strategy counts before that of KubeVirt", [node(true), instance("db", free, "LiveMigrate"), kubeVirt("None")]],
  ["KubeVirt was not read", [node(true), instance("db", free)]],
  ["it has not begun to run", [node(true), instance("db", {}, "LiveMigrateIfPossible")]],
] as const)("a drain shuts no virtual machine down where %s", ([, objects]) => {
  expect(shutdownOf(...objects)).toBeUndefined();
});

test.for([
  ["v1", { virtualization: { evictionStrategy: "None" } }],
  ["v1beta1", { evictionStrategy: "None" }],
] as const)("a file without KubeVirt has the strategy of the HyperConverged of %s", ([apiVersion, spec]) => {
  const objects = [node(true), instance("db", free), hyperConverged(apiVersion, spec)];
  const snapshot = snapshotOf(objects.map(toObject), { takenAt, source: "x" });
  const { findings } = aggregateAndPrint(snapshot, scope);
  const [finding] = findings.filter(({ code }) => code === "drain-stops");
  expect(finding && describeFinding(finding)).toContain("(evictionStrategy None of HyperConverged)");
});

test.for([
  ["the node is not cordoned", [node(false), instance("db", stuck, "LiveMigrate")]],
  ["the drain shuts the machine down", [node(true), instance("db", stuck, "None")]],
  ["the machine runs on another node", [node(true), instance("db", stuck, "LiveMigrate", "worker-2")]],
  ["the machine has ended", [node(true), instance("db", { ...stuck, phase: "Succeeded" }, "LiveMigrate")]],
  ["every machine migrates", [node(true), instance("web", free, "LiveMigrate")]],
] as const)("nothing holds a drain where %s", ([, objects]) => {
  expect(drainOf(...objects).text).toBeUndefined();
});

test("a node that takes pods costs no request more", () => {
  expect(drainOf(node(false), instance("db", stuck, "LiveMigrate")).asked).toEqual([]);
});

const pools = {
  wanted: [{ kind: machineConfigPools, name: "worker" }],
};

/** A pool as the machine-config-operator reports it (openshift/machine-config-operator pkg/controller/node/status.go). */
function pool(
  updating: boolean,
  nodeSelector: Manifest = { matchLabels: { "node-role.kubernetes.io/worker": "" } },
): Manifest {
  const configuration = { name: "rendered-worker-2ff" };
  const conditionOf = (type: string, holds: boolean): Manifest => ({
    type,
    status: holds ? "True" : "False",
    lastTransitionTime: "2026-11-21T11:30:00Z",
  });
  return {
    apiVersion: "machineconfiguration.openshift.io/v1",
    kind: "MachineConfigPool",
    metadata: { name: "worker", uid: "pool" },
    spec: { nodeSelector, configuration },
    status: {
      configuration,
      machineCount: 2,
      updatedMachineCount: updating ? 1 : 2,
      readyMachineCount: updating ? 1 : 2,
      conditions: [
        conditionOf("Updated", !updating),
        conditionOf("Updating", updating),
        conditionOf("Degraded", false),
      ],
    },
  };
}

function nodeOf(role: string, configuration: string): Manifest {
  const { metadata, ...rest } = node(true);
  const labels = { "node-role.kubernetes.io/worker": "", [`node-role.kubernetes.io/${role}`]: "" };
  const annotations = { "machineconfiguration.openshift.io/desiredConfig": configuration };
  return { ...rest, metadata: { ...(metadata as Manifest), labels, annotations } };
}

/** What a report on the pool says of drains, the ways of its causes, and what was requested after the pool. */
function explainPool(...objects: readonly Manifest[]): {
  readonly texts: readonly string[];
  readonly paths: readonly (readonly string[])[];
  readonly asked: readonly string[];
} {
  const { snapshot, waves } = readAsCluster(objects, pools);
  const { findings, roots } = aggregateAndPrint(snapshot, pools);
  return {
    texts: findings.filter(({ code }) => code === "drain-held").map((finding) => describeFinding(finding)),
    paths: (roots[0]?.causes ?? []).map(({ path }) => path),
    asked: waves.slice(1).flat(),
  };
}

const worker = nodeOf("worker", "rendered-worker-2ff");

test("a pool that is being updated names the node that drains, and the virtual machines that hold it", () => {
  const { texts, paths, asked } = explainPool(pool(true), worker, instance("db", stuck, "LiveMigrate"));
  expect(texts).toEqual([
    `1 of 1 virtual machines cannot leave Node worker-1: shop/db (DisksNotLiveMigratable: ${message})`,
  ]);
  expect(paths).toEqual([["worker", "worker-1"]]);
  expect(asked).toEqual(["list Node with node-role.kubernetes.io/worker=", instances]);
});

test.for([
  ["its node drains and the virtual machines leave it", [pool(true), worker, instance("web", free, "LiveMigrate")]],
  ["it is up to date", [pool(false), worker, instance("db", stuck, "LiveMigrate")]],
  ["it selects nothing", [pool(true, {}), worker, instance("db", stuck, "LiveMigrate")]],
  [
    "the node has the configuration of a custom pool",
    [pool(true), nodeOf("infra", "rendered-infra-1ff"), instance("db", stuck, "LiveMigrate")],
  ],
  [
    "its expressions leave the node out",
    [
      pool(true, { matchExpressions: [{ key: "node-role.kubernetes.io/worker", operator: "DoesNotExist" }] }),
      worker,
      instance("db", stuck, "LiveMigrate"),
    ],
  ],
] as const)("a pool holds nothing up where %s", ([, objects]) => {
  expect(explainPool(...objects).texts).toEqual([]);
});

test("an expression selects the nodes of a pool as its labels do", () => {
  const expression = { key: "node-role.kubernetes.io/worker", operator: "Exists" };
  const { texts, asked } = explainPool(
    pool(true, { matchExpressions: [expression] }),
    worker,
    instance("db", stuck, "LiveMigrate"),
  );
  expect(texts).toHaveLength(1);
  expect(asked).toContain("list Node with node-role.kubernetes.io/worker");
});

/** A node whose kubelet has stopped reporting, as the node controller marks it. */
function lostNode(status: "Unknown" | "True"): Manifest {
  const reported = { reason: "NodeStatusUnknown", message: "Kubelet stopped posting node status." };
  const ready = { type: "Ready", status, ...reported, lastTransitionTime: "2026-11-21T11:30:00Z" };
  return { ...node(false), status: { conditions: [ready] } };
}

test.for([
  ["names a virtual machine on it", ["db"], "(shop/db)"],
  ["names the first three of many", ["a", "b", "c", "d", "e"], "(shop/a, shop/b, shop/c, 2 more)"],
] as const)("a node that is lost %s, whose pods must not be deleted by force", ([, names, listed]) => {
  const { snapshot, waves } = readAsCluster([lostNode("Unknown"), ...names.map((name) => instance(name, free))], scope);
  const [root] = aggregateAndPrint(snapshot, scope).roots;
  expect(root?.causes[0]?.text).toContain(
    `Kubelet stopped posting node status; virtual machines may still run on it and write to their disks ${listed}, so do not delete their pods by force`,
  );
  expect(waves.slice(1).flat()).toEqual(["list NodeHealthCheck", instances]);
});

test("a node that is lost and had no virtual machine says nothing of them, and a ready one requests none", () => {
  const onOther = instance("db", free, "LiveMigrate", "worker-2");
  const { snapshot } = readAsCluster([lostNode("Unknown"), onOther], scope);
  expect(aggregateAndPrint(snapshot, scope).roots[0]?.causes[0]?.text).not.toContain("virtual machines");
  expect(drainOf(lostNode("True"), instance("db", free)).asked).toEqual([]);
});

/** A kind of OpenShift's configuration with conditions that hold or do not, each with a message. */
function configuredPool(
  kind: string,
  name: string,
  ...types: readonly (readonly [string, boolean, string])[]
): Manifest {
  return {
    apiVersion: "config.openshift.io/v1",
    kind,
    metadata: { name, uid: name },
    status: {
      versions: [{ name: "operator", version: "4.20.6" }],
      history: [{ state: "Completed", version: "4.20.6", completionTime: "2026-10-01T00:00:00Z" }],
      conditions: types.map(([type, holds, text]) => ({
        type,
        status: holds ? "True" : "False",
        message: text,
        lastTransitionTime: "2026-11-21T11:30:00Z",
      })),
    },
  };
}

const updates = { wanted: [{ kind: clusterVersions, name: "version" }] };

/** The same of the ClusterVersion, whose operators are machine-config and dns. */
function explainUpdate(failing: boolean): ReturnType<typeof explainPool> {
  const why = failing ? "Cluster operator machine-config is degraded" : "";
  const objects = [
    configuredPool("ClusterVersion", "version", ["Available", true, ""], ["Failing", failing, why]),
    configuredPool(
      "ClusterOperator",
      "machine-config",
      ["Available", true, ""],
      ["Degraded", failing, "a pool is not ready"],
    ),
    configuredPool("ClusterOperator", "dns", ["Available", true, ""], ["Degraded", true, "a pod crashes"]),
    ...[pool(true), worker, instance("db", stuck, "LiveMigrate")],
  ];
  const { snapshot, waves } = readAsCluster(objects, updates);
  const { findings, roots } = aggregateAndPrint(snapshot, updates);
  return {
    texts: findings.filter(({ code }) => code === "drain-held").map((finding) => describeFinding(finding)),
    paths: (roots[0]?.causes ?? []).map(({ path }) => path),
    asked: waves.slice(1).flat(),
  };
}

test("an update of OpenShift that fails names its operator, and the virtual machines that hold the drain of a node", () => {
  const { texts, paths, asked } = explainUpdate(true);
  expect(texts).toEqual([
    `1 of 1 virtual machines cannot leave Node worker-1: shop/db (DisksNotLiveMigratable: ${message})`,
  ]);
  expect(paths).toEqual([["version", "machine-config"]]);
  expect(asked).toEqual([
    ...["list ClusterOperator", "list MachineConfigPool"],
    ...["list Node with node-role.kubernetes.io/worker=", instances],
  ]);
});

test("a version of OpenShift that is in place costs no request beside its own", () => {
  expect(explainUpdate(false)).toEqual({ texts: [], paths: [], asked: [] });
});
