import { expect, test } from "vitest";
import { migrations } from "../../../shared/profiles/virtual-machines.ts";
import { aggregateAndPrint } from "../../printed.ts";
import type { Manifest } from "./objects.ts";
import { readAsCluster } from "./read-as-cluster.ts";

const scope = { namespace: "shop", wanted: [{ kind: migrations, name: "move-db" }] };

function migration(name: string, phase: string, namespace = "other"): Manifest {
  return {
    apiVersion: "kubevirt.io/v1",
    kind: "VirtualMachineInstanceMigration",
    metadata: { name, namespace, uid: name, creationTimestamp: "2026-11-21T11:59:00Z" },
    spec: { vmiName: "db" },
    status: { phase },
  };
}

function kubeVirt(limit?: number): Manifest {
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

function migrationsUnderWay(count: number, phase = "Running"): readonly Manifest[] {
  return Array.from({ length: count }, (_, index) => migration(`move-${index}`, phase));
}

function describeQueue(...objects: readonly Manifest[]): string | undefined {
  const { snapshot } = readAsCluster([...objects, instance], scope);
  return aggregateAndPrint(snapshot, scope).roots[0]?.causes[0]?.text;
}

const own = migration("move-db", "Pending", "shop");

test("a migration waits where as many as KubeVirt allows are under way, 5 by default", () => {
  expect(describeQueue(own, ...migrationsUnderWay(5), kubeVirt())).toMatch(
    /waits for others: 5 migrations are under way, and KubeVirt starts at most 5 at once/,
  );
  expect(describeQueue(own, ...migrationsUnderWay(2, "Scheduling"), kubeVirt(2))).toContain("at most 2 at once");
});

test.for([
  { rule: "fewer are under way", objects: [own, ...migrationsUnderWay(4), kubeVirt()] },
  {
    rule: "the others have ended",
    objects: [own, ...migrationsUnderWay(3, "Succeeded"), ...migrationsUnderWay(3, "Failed"), kubeVirt()],
  },
  { rule: "the others wait too", objects: [own, ...migrationsUnderWay(6, "Pending"), kubeVirt()] },
  {
    rule: "it has begun itself",
    objects: [migration("move-db", "Scheduling", "shop"), ...migrationsUnderWay(5), kubeVirt()],
  },
  { rule: "the limit is not known", objects: [own, ...migrationsUnderWay(9)] },
] as const)("nothing is said where $rule", ({ objects }) => {
  expect(describeQueue(...objects)).not.toContain("waits for others");
});

/** A migration under way of an instance of its own, which is on the node or was when it began. */
function migratingMachine(
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
    { ...migration(`move-${name}`, "Running"), spec: { vmiName: name } },
  ];
}

const onWorker = { ...instance, status: { ...(instance["status"] as Manifest), nodeName: "worker-1" } };
const here = { nodeName: "worker-1" };
const arriving = { nodeName: "worker-2", migrationState: { sourceNode: "worker-1" } };

function queueOnNode(limits: Manifest, ...others: readonly (readonly Manifest[])[]): string | undefined {
  const configuration = { migrations: limits };
  const settings = { ...kubeVirt(), spec: { configuration } };
  const { snapshot } = readAsCluster([own, settings, onWorker, ...others.flat()], scope);
  return aggregateAndPrint(snapshot, scope).roots[0]?.causes[0]?.text;
}

test("a migration waits where as many as KubeVirt allows leave its node, 2 by default", () => {
  expect(queueOnNode({}, migratingMachine("a", here), migratingMachine("b", here))).toContain(
    "waits for others: 2 migrations off node worker-1 are under way, and KubeVirt starts at most 2 at once (parallelOutboundMigrationsPerNode)",
  );
  expect(queueOnNode({}, migratingMachine("a", here), migratingMachine("b", arriving))).toContain(
    "2 migrations off node worker-1",
  );
  expect(queueOnNode({ parallelOutboundMigrationsPerNode: 1 }, migratingMachine("a", here))).toContain(
    "1 migration off node worker-1 is under way",
  );
});

test.for([
  { rule: "fewer leave its node", limits: {}, others: [migratingMachine("a", here)] },
  {
    rule: "the others leave another node",
    limits: {},
    others: [migratingMachine("a", { nodeName: "worker-2" }, {}), migratingMachine("b", { nodeName: "worker-2" }, {})],
  },
  {
    rule: "more may leave it",
    limits: { parallelOutboundMigrationsPerNode: 3 },
    others: [migratingMachine("a", here), migratingMachine("b", here)],
  },
] as const)("nothing is said of the node where $rule", ({ limits, others }) => {
  expect(queueOnNode(limits, ...others)).not.toContain("waits for others");
});

test("a migration between clusters that has no target yet is not counted", () => {
  expect(
    describeQueue(
      own,
      ...migrationsUnderWay(3, "WaitingForSync"),
      ...migrationsUnderWay(3, "Synchronizing"),
      kubeVirt(),
    ),
  ).not.toContain("waits");
});

test("a migration that has begun costs no list of the others", () => {
  const { waves } = readAsCluster([migration("move-db", "Running", "shop"), instance], scope);
  expect(waves.flat()).toEqual([
    "get VirtualMachineInstanceMigration move-db in shop",
    "get VirtualMachineInstance db in shop",
    "list Pod in shop with kubevirt.io/migrationJobUID=move-db",
    "list Event in shop",
  ]);
});
