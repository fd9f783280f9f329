import { definedFields } from "../../model/defined-fields.ts";
import { type KubeObject, namespacedName, type Ref } from "../../model/object.ts";
import type { ReportNode } from "../../model/report.ts";
import type { Query } from "../../model/snapshot.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { textAt } from "../../parse/json-value.ts";
import { isNode } from "../../profiles/core-kinds.ts";
import { machineInstances, migrations, nodeNameLabel } from "../../profiles/virtual-machines.ts";
import { isKubeletSilent } from "../core/cluster-kinds.ts";
import { addMachinesThatMayRun } from "../core/machine-nodes.ts";
import { memoizeByIndex } from "../snapshot/memoize-by-index.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";
import { endedPhases, findMigrationQueue, readMigrationPhase } from "./migration-queue.ts";

/** The phases of a migration whose target runs (kubevirt/kubevirt staging/src/kubevirt.io/api/core/v1/types.go). */
const phasesWithTarget: ReadonlySet<string> = new Set(["Scheduled", "PreparingTarget", "TargetReady", "Running"]);

/**
 * Adds to the node of a cordoned Node how many virtual machines KubeVirt is to move off it, how many of them migrate, and
 * the limit that the others wait for. Any other node is returned as it is.
 */
export function addLeavingMachines(node: ReportNode, object: KubeObject, index: ObjectIndex): ReportNode {
  const { trouble } = node;
  if (trouble?.observed?.code !== "cordoned") return node;
  const leavingInstances = listInstancesOnNode(object, index).filter(isEvacuated);
  if (leavingInstances.length === 0) return node;
  const evacuations = leavingInstances.flatMap(({ ref }) => listOpenMigrations(ref, index));
  const migrating = evacuations.filter((migration) => phasesWithTarget.has(readMigrationPhase(migration))).length;
  const queues = evacuations.map((migration) => findMigrationQueue(migration, index));
  const queue = queues.find((found) => found !== undefined);
  const observed = {
    code: "cordoned" as const,
    leaving: leavingInstances.length,
    migrating,
    ...definedFields({ queue }),
  };
  return { ...node, trouble: { ...trouble, observed } };
}

/** Adds to the node of a Node whose kubelet no longer reports the virtual machines that may still run there. */
export function addStrandedMachines(node: ReportNode, object: KubeObject, index: ObjectIndex): ReportNode {
  if (!isNode(object.ref)) return node;
  const names = listInstancesOnNode(object, index).map(({ ref }) => namespacedName(ref));
  return addMachinesThatMayRun(node, names, index);
}

/** The list of the virtual machines on a Node whose kubelet no longer reports. Empty for any other object. */
export function planStrandedMachineReads(object: KubeObject): readonly Query[] {
  if (!isNode(object.ref) || !isKubeletSilent(conditionsAt(object).conditions)) return [];
  return [{ ...listQuery(machineInstances), labelSelector: `${nodeNameLabel}=${object.ref.name}` }];
}

/** The instances that run on a node. */
export function listInstancesOnNode({ ref }: KubeObject, index: ObjectIndex): readonly KubeObject[] {
  return groupInstancesByNode(index).get(ref.name) ?? [];
}

/** The running instances by the name of their node. Computed once, because there may be thousands of both. */
const groupInstancesByNode = memoizeByIndex((index: ObjectIndex): ReadonlyMap<string, readonly KubeObject[]> => {
  const runningInstances = index
    .all(machineInstances)
    .filter(({ status }) => !endedPhases.has(textAt(status, "phase")));
  return Map.groupBy(runningInstances, ({ status }) => textAt(status, "nodeName"));
});

/**
 * Whether KubeVirt is to move an instance off its node (kubevirt/kubevirt
 * pkg/virt-api/webhooks/validating-webhook/admitters/pod-eviction-admitter.go, markVMI).
 */
export function isEvacuated({ status }: Pick<KubeObject, "status">): boolean {
  return textAt(status, "evacuationNodeName") !== "";
}

/** The migrations of an instance, or of its VirtualMachine, which has the same name. Also those that KubeVirt did not create. */
export function listMigrationsOfInstance(
  machine: Pick<Ref, "namespace" | "name">,
  index: ObjectIndex,
): readonly KubeObject[] {
  return groupMigrationsByInstance(index).get(namespacedName(machine)) ?? [];
}

/** As {@link listMigrationsOfInstance}, without those that have ended. */
export function listOpenMigrations(
  machine: Pick<Ref, "namespace" | "name">,
  index: ObjectIndex,
): readonly KubeObject[] {
  return listMigrationsOfInstance(machine, index).filter(
    (migration) => !endedPhases.has(readMigrationPhase(migration)),
  );
}

/** The migrations by the name of the instance that they move. Computed once, because there may be thousands of both. */
const groupMigrationsByInstance = memoizeByIndex(
  (index: ObjectIndex): ReadonlyMap<string, readonly KubeObject[]> =>
    Map.groupBy(index.all(migrations), ({ ref, spec }) => namespacedName({ ...ref, name: textAt(spec, "vmiName") })),
);
