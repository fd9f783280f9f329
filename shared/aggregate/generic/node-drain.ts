import type { Finding } from "../../model/finding/finding.ts";
import type { HeldInstance } from "../../model/finding/generic.ts";
import { makeFinding } from "../../model/finding/severity.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Query } from "../../model/snapshot.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { toText, valueAt } from "../../parse/json-value.ts";
import { nodeKind } from "../../profiles/core-kinds.ts";
import { kubeVirts, machineInstances, nodeNameLabel } from "../../profiles/virtual-machines.ts";
import { compareTexts } from "../evaluation/compare.ts";
import { computedOnce } from "../snapshot/computed-once.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { listQuery } from "../snapshot/queries.ts";

// Who drains a node evicts its pods. KubeVirt refuses the eviction of a launcher whose instance is to migrate, and starts
// the migration itself (kubevirt/kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/pod-eviction-admitter.go).
// A PodDisruptionBudget that allows no disruption is normal for each of these pods.

/** The requests that show which virtual machines hold the drain of a node. None where no drain is intended. */
export function drainQueries(node: KubeObject, index: ObjectIndex): readonly Query[] {
  if (!isCordonedNode(node)) return [];
  const instances = { ...listQuery(machineInstances), labelSelector: `${nodeNameLabel}=${node.ref.name}` };
  const needsDefault = instancesOn(node, index).some(
    (each) => reasonToStay(each) !== undefined && ownStrategy(each) === "",
  );
  return needsDefault ? [instances, listQuery(kubeVirts)] : [instances];
}

/** The most instances that the finding names. */
const mostNamed = 5;

/**
 * The finding about a node that no new pods are scheduled to, and that virtual machines do not leave: those that are to
 * migrate and cannot, and those whose migration has failed. Others migrate or are shut down by the drain.
 */
export function drainFindings(node: KubeObject, index: ObjectIndex): readonly Finding[] {
  if (!isCordonedNode(node)) return [];
  const instances = instancesOn(node, index);
  const held = instances
    .filter((instance) => isToMigrate(instance, index))
    .flatMap((instance): readonly HeldInstance[] => {
      const reason = reasonToStay(instance);
      const { namespace = "", name } = instance.ref;
      return reason === undefined ? [] : [{ namespace, name, ...reason }];
    })
    .toSorted((a, b) => compareTexts(a.namespace, b.namespace) || compareTexts(a.name, b.name));
  if (held.length === 0) return [];
  const evidence = { held: held.length, instances: held.slice(0, mostNamed), total: instances.length };
  return [makeFinding(node.ref, { code: "drain-held", ...evidence })];
}

/** Whether this is a Node that no new pods are scheduled to. */
export function isCordonedNode({ ref, spec }: KubeObject): boolean {
  return ref.group === nodeKind.group && ref.kind === nodeKind.kind && valueAt(spec, ["unschedulable"]) === true;
}

/** The instances that run on a node. */
function instancesOn({ ref }: KubeObject, index: ObjectIndex): readonly KubeObject[] {
  return runningByNode(index).get(ref.name) ?? [];
}

/** The running instances of each node, once for all nodes, since thousands of both may be given. */
const runningByNode = computedOnce((index: ObjectIndex): ReadonlyMap<string, readonly KubeObject[]> => {
  const running = index.all(machineInstances).filter(({ status }) => {
    const phase = toText(valueAt(status, ["phase"]));
    return phase !== "Succeeded" && phase !== "Failed";
  });
  return Map.groupBy(running, ({ status }) => toText(valueAt(status, ["nodeName"])));
});

/** Why an instance cannot leave its node. A migration that runs or waits its turn is no reason. */
function reasonToStay({ status }: KubeObject): Pick<HeldInstance, "reason" | "message"> | undefined {
  const blocked = conditionsAt({ status }).conditions.find(
    (each) => each.type === "LiveMigratable" && each.status === "False",
  );
  if (blocked !== undefined) return { reason: blocked.reason, message: blocked.message };
  const isEvacuated = toText(valueAt(status, ["evacuationNodeName"])) !== "";
  if (!isEvacuated || valueAt(status, ["migrationState", "failed"]) !== true) return undefined;
  return { reason: "MigrationFailed", message: toText(valueAt(status, ["migrationState", "failureReason"])) };
}

/** Whether an eviction of the instance makes it migrate. Without a strategy of its own it has that of KubeVirt. */
function isToMigrate(instance: KubeObject, index: ObjectIndex): boolean {
  const strategies = index
    .all(kubeVirts)
    .map((each) => toText(valueAt(each.spec, ["configuration", "evictionStrategy"])));
  return (ownStrategy(instance) || (strategies[0] ?? "")) === "LiveMigrate";
}

function ownStrategy({ spec }: KubeObject): string {
  return toText(valueAt(spec, ["evictionStrategy"]));
}
