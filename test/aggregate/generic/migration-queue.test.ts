import { expect, test } from "vitest";
import { migrations } from "../../../shared/profiles/virtual-machines.ts";
import { aggregateAndPrint } from "../../printed.ts";
import type { Manifest } from "./objects.ts";
import { readAsCluster } from "./read-as-cluster.ts";

const scope = { namespace: "shop", wanted: [{ kind: migrations, name: "move-db" }] };

function buildMigration(name: string, phase: string, namespace = "other"): Manifest {
  return {
    apiVersion: "kubevirt.io/v1",
    kind: "VirtualMachineInstanceMigration",
    metadata: { name, namespace, uid: name, creationTimestamp: "2026-11-21T11:59:00Z" },
    spec: { vmiName: "db" },
    status: { phase },
  };
}

function buildKubeVirt(limit?: number): Manifest {
  const configuration = limit === undefined ? {} : { migrations: { parallelMigrationsPerCluster: limit } };
  return {
    apiVersion: "kubevirt.io/v1",
    kind: "KubeVirt",
    metadata: { name: "k", namespace: "kubevirt" },
    spec: { configuration },
  };
}

const instance: Manifest = {
  apiVersion: "kubevirt.io/v1",
  kind: "VirtualMachineInstance",
  metadata: { name: "db", namespace: "shop", uid: "db" },
  status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] },
};

function buildMigrations(count: number, phase = "Running"): readonly Manifest[] {
  return Array.from({ length: count }, (_, index) => buildMigration(`move-${index}`, phase));
}

function describeQueue(...objects: readonly Manifest[]): string | undefined {
  const { snapshot } = readAsCluster([...objects, instance], scope);
  return aggregateAndPrint(snapshot, scope).roots[0]?.causes[0]?.text;
}

const pendingMigration = buildMigration("move-db", "Pending", "shop");

test("a migration waits for others where 5 are under way, the default limit of KubeVirt", () => {
  expect(describeQueue(pendingMigration, ...buildMigrations(5), buildKubeVirt())).toMatch(
    /waits for others: 5 migrations are under way, and KubeVirt starts at most 5 at once/,
  );
});

test("a migration waits for others where as many as the limit of its KubeVirt are under way", () => {
  const queue = describeQueue(pendingMigration, ...buildMigrations(2, "Scheduling"), buildKubeVirt(2));
  expect(queue).toContain("at most 2 at once");
});

test.for([
  {
    rule: "a migration does not wait for others where fewer than the limit are under way",
    objects: [pendingMigration, ...buildMigrations(4), buildKubeVirt()],
  },
  {
    rule: "a migration does not wait for others that have ended",
    objects: [pendingMigration, ...buildMigrations(3, "Succeeded"), ...buildMigrations(3, "Failed"), buildKubeVirt()],
  },
  {
    rule: "a migration does not wait for others that wait too",
    objects: [pendingMigration, ...buildMigrations(6, "Pending"), buildKubeVirt()],
  },
  {
    rule: "a migration that has begun does not wait for others",
    objects: [buildMigration("move-db", "Scheduling", "shop"), ...buildMigrations(5), buildKubeVirt()],
  },
  {
    rule: "a migration does not wait for others where the limit is unknown",
    objects: [pendingMigration, ...buildMigrations(9)],
  },
] as const)("$rule", ({ objects }) => {
  expect(describeQueue(...objects)).not.toContain("waits for others");
});

/** A migration under way of an instance of its own, which is on the node or was when it began. */
function buildMigratingMachine(
  name: string,
  status: Manifest,
  labels: Manifest = { "kubevirt.io/nodeName": "worker-1" },
): readonly Manifest[] {
  return [
    {
      apiVersion: "kubevirt.io/v1",
      kind: "VirtualMachineInstance",
      metadata: { name, namespace: "other", uid: name, labels },
      status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }], ...status },
    },
    { ...buildMigration(`move-${name}`, "Running"), spec: { vmiName: name } },
  ];
}

const onWorker = { ...instance, status: { ...(instance["status"] as Manifest), nodeName: "worker-1" } };
const onWorker1 = { nodeName: "worker-1" };
const leftWorker1 = { nodeName: "worker-2", migrationState: { sourceNode: "worker-1" } };

function describeQueueOfNode(limits: Manifest, ...others: readonly (readonly Manifest[])[]): string | undefined {
  const configuration = { migrations: limits };
  const settings = { ...buildKubeVirt(), spec: { configuration } };
  const { snapshot } = readAsCluster([pendingMigration, settings, onWorker, ...others.flat()], scope);
  return aggregateAndPrint(snapshot, scope).roots[0]?.causes[0]?.text;
}

test("a migration waits for its node where 2 migrations leave it, the default limit of KubeVirt", () => {
  const machines = [buildMigratingMachine("web", onWorker1), buildMigratingMachine("cache", onWorker1)];
  expect(describeQueueOfNode({}, ...machines)).toContain(
    "waits for others: 2 migrations off node worker-1 are under way, and KubeVirt starts at most 2 at once (parallelOutboundMigrationsPerNode)",
  );
});

test("a machine that has arrived on its target counts for the node that it leaves", () => {
  const machines = [buildMigratingMachine("web", onWorker1), buildMigratingMachine("cache", leftWorker1)];
  expect(describeQueueOfNode({}, ...machines)).toContain("2 migrations off node worker-1");
});

test("a migration waits for its node where as many as the limit of its KubeVirt leave it", () => {
  const limits = { parallelOutboundMigrationsPerNode: 1 };
  const queue = describeQueueOfNode(limits, buildMigratingMachine("web", onWorker1));
  expect(queue).toContain("1 migration off node worker-1 is under way");
});

test.for([
  {
    rule: "a migration does not wait for its node where fewer than the limit leave the node",
    limits: {},
    others: [buildMigratingMachine("a", onWorker1)],
  },
  {
    rule: "a migration does not wait for migrations off another node",
    limits: {},
    others: [
      buildMigratingMachine("a", { nodeName: "worker-2" }, {}),
      buildMigratingMachine("b", { nodeName: "worker-2" }, {}),
    ],
  },
  {
    rule: "a migration does not wait for its node where the limit is higher",
    limits: { parallelOutboundMigrationsPerNode: 3 },
    others: [buildMigratingMachine("a", onWorker1), buildMigratingMachine("b", onWorker1)],
  },
] as const)("$rule", ({ limits, others }) => {
  expect(describeQueueOfNode(limits, ...others)).not.toContain("waits for others");
});

test("migrations between clusters without a target are not under way", () => {
  expect(
    describeQueue(
      pendingMigration,
      ...buildMigrations(3, "WaitingForSync"),
      ...buildMigrations(3, "Synchronizing"),
      buildKubeVirt(),
    ),
  ).not.toContain("waits");
});

test("the other migrations are not listed where a migration has begun", () => {
  const { waves } = readAsCluster([buildMigration("move-db", "Running", "shop"), instance], scope);
  expect(waves.flat()).toEqual([
    "get VirtualMachineInstanceMigration move-db in shop",
    "get VirtualMachineInstance db in shop",
    "list Pod in shop with kubevirt.io/migrationJobUID=move-db",
    "list Event in shop",
  ]);
});
