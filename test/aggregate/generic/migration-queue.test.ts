import { expect, test } from "vitest";
import { migrations } from "../../../shared/profiles/virtual-machines.ts";
import { aggregate } from "../../printed.ts";
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

function under(count: number, phase = "Running"): readonly Manifest[] {
  return Array.from({ length: count }, (_, index) => migration(`move-${index}`, phase));
}

function queueOf(...objects: readonly Manifest[]): string | undefined {
  const { snapshot } = readAsCluster([...objects, instance], scope);
  return aggregate(snapshot, scope).roots[0]?.causes[0]?.text;
}

const own = migration("move-db", "Pending", "shop");

test("a migration waits where as many as KubeVirt allows are under way, 5 by default", () => {
  expect(queueOf(own, ...under(5), kubeVirt())).toMatch(
    /waits for others: 5 migrations are under way, and KubeVirt starts at most 5 at once/,
  );
  expect(queueOf(own, ...under(2, "Scheduling"), kubeVirt(2))).toContain("at most 2 at once");
});

test.for([
  ["fewer are under way", [own, ...under(4), kubeVirt()]],
  ["the others have ended", [own, ...under(3, "Succeeded"), ...under(3, "Failed"), kubeVirt()]],
  ["the others wait too", [own, ...under(6, "Pending"), kubeVirt()]],
  ["it has begun itself", [migration("move-db", "Scheduling", "shop"), ...under(5), kubeVirt()]],
  ["the limit is not known", [own, ...under(9)]],
] as const)("nothing is said where %s", ([, objects]) => {
  expect(queueOf(...objects)).not.toContain("waits for others");
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
