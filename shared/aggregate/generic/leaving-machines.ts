import { definedFields } from "../../model/defined-fields.ts";
import type { KubeObject } from "../../model/object.ts";
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
import { findMigrationQueue, readMigrationPhase } from "./migration-queue.ts";

/**
 * The node of a cordoned Node, with how many virtual machines KubeVirt is to move off it, how many of them migrate, and
 * the limit that the others wait for.
 */
export function withLeavingMachines(node: ReportNode, object: KubeObject, index: ObjectIndex): ReportNode {
  const { trouble } = node;
  if (trouble?.observed?.code !== "cordoned") return node;
  const leaving = new Set(
    instancesOn(object, index)
      .filter(isEvacuated)
      .map(({ ref }) => keyOfInstance(ref.namespace, ref.name)),
  );
  if (leaving.size === 0) return node;
  const ofNode = index.all(migrations).filter((each) => leaving.has(keyOfMigrated(each)));
  const migrating = ofNode.filter((each) => movingPhases.has(readMigrationPhase(each))).length;
  const [queue] = ofNode.flatMap((each) => findMigrationQueue(each, index) ?? []);
  const observed = { code: "cordoned" as const, leaving: leaving.size, migrating, ...definedFields({ queue }) };
  return { ...node, trouble: { ...trouble, observed } };
}

/** The phases of a migration whose target runs (kubevirt/kubevirt staging/src/kubevirt.io/api/core/v1/types.go). */
const movingPhases: ReadonlySet<string> = new Set(["Scheduled", "PreparingTarget", "TargetReady", "Running"]);

/** The node of a Node whose kubelet no longer reports, with the virtual machines that may still run there. */
export function withStrandedMachines(node: ReportNode, object: KubeObject, index: ObjectIndex): ReportNode {
  if (!isNode(object.ref)) return node;
  const names = instancesOn(object, index).map(({ ref }) => keyOfInstance(ref.namespace, ref.name));
  return addMachinesThatMayRun(node, names, index);
}

/** The list of the virtual machines on a Node whose kubelet reports no more. */
export function strandedQueries(object: KubeObject): readonly Query[] {
  if (!isNode(object.ref) || !isKubeletSilent(conditionsAt(object).conditions)) return [];
  return [{ ...listQuery(machineInstances), labelSelector: `${nodeNameLabel}=${object.ref.name}` }];
}

/** The instances that run on a node. */
export function instancesOn({ ref }: KubeObject, index: ObjectIndex): readonly KubeObject[] {
  return runningByNode(index).get(ref.name) ?? [];
}

/** The running instances of each node, once for all nodes, since thousands of both may be given. */
const runningByNode = memoizeByIndex((index: ObjectIndex): ReadonlyMap<string, readonly KubeObject[]> => {
  const running = index.all(machineInstances).filter(({ status }) => {
    const phase = textAt(status, "phase");
    return phase !== "Succeeded" && phase !== "Failed";
  });
  return Map.groupBy(running, ({ status }) => textAt(status, "nodeName"));
});

/**
 * Whether KubeVirt is to move an instance off its node (kubevirt/kubevirt
 * pkg/virt-api/webhooks/validating-webhook/admitters/pod-eviction-admitter.go, markVMI).
 */
export function isEvacuated({ status }: Pick<KubeObject, "status">): boolean {
  return textAt(status, "evacuationNodeName") !== "";
}

/** The key of the instance that a migration moves. */
export function keyOfMigrated({ ref, spec }: KubeObject): string {
  return keyOfInstance(ref.namespace, textAt(spec, "vmiName"));
}

/** A key of an instance among those of all namespaces. */
export function keyOfInstance(namespace: string | undefined, name: string): string {
  return `${namespace ?? ""}/${name}`;
}
