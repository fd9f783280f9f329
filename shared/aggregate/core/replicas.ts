import type { Trouble } from "../../model/cause/trouble.ts";
import type { KubeObject } from "../../model/object.ts";
import { valueAt } from "../../parse/json-value.ts";
import { readCount } from "./counts.ts";
import { healthyObject, type NodeFacts, type ObjectHealth, unhealthyObject, withCause } from "./object-health.ts";

/** Replicas as a workload's status counts them. */
export interface ReplicaCounts {
  readonly wanted: number;
  readonly total: number;
  /** Ready for at least spec.minReadySeconds. */
  readonly available: number;
  readonly updated: number;
  readonly facts: NodeFacts;
}

/**
 * The replica counts of a workload; undefined if one of them is malformed. `isSettled`: nothing in the status says that
 * an update is in progress.
 */
export function readReplicaCounts({ spec, status }: KubeObject, isSettled: boolean): ReplicaCounts | undefined {
  const [wanted, ready] = [readCount(valueAt(spec, ["replicas"]), 1), readCount(valueAt(status, ["readyReplicas"]), 0)];
  if (wanted === undefined || ready === undefined) return undefined;
  const total = readCount(valueAt(status, ["replicas"]), ready);
  const available = availableReplicas({ spec, status }, "availableReplicas", "unavailableReplicas", ready);
  const updated = readCount(valueAt(status, ["updatedReplicas"]), isSettled ? ready : 0);
  if (total === undefined || available === undefined || updated === undefined) return undefined;
  return { wanted, total, available, updated, facts: readyFacts(ready, available, wanted) };
}

/**
 * The number of available replicas. A count of 0 is absent from the status: if `unavailable` is positive, an absent
 * count means 0. Otherwise, without minReadySeconds, every ready replica is available.
 */
export function availableReplicas(
  { spec, status }: Pick<KubeObject, "spec" | "status">,
  name: string,
  unavailable: string,
  ready: number,
): number | undefined {
  const isAtOnce = (readCount(valueAt(spec, ["minReadySeconds"]), 0) ?? 0) === 0;
  const isReported = (readCount(valueAt(status, [unavailable]), 0) ?? 0) > 0;
  const available = readCount(valueAt(status, [name]), isAtOnce && !isReported ? ready : 0);
  return available === undefined ? undefined : Math.min(available, ready);
}

export function readyFacts(ready: number, available: number, wanted: number): NodeFacts {
  return { ready: `${ready}/${wanted}`, ...(available < ready ? { available: `${available}/${wanted}` } : {}) };
}

/** The health of a workload with fewer available pods than wanted; undefined if it has enough. */
export function judgeMissingReplicas(
  replicas: ReplicaCounts,
  isRolling: boolean,
  reported: Trouble | undefined,
): ObjectHealth | undefined {
  const { wanted, available, facts } = replicas;
  if (available >= wanted) return undefined;
  const trouble =
    reported ?? withCause("LessAvailable", { code: "replicas", count: available, wanted: wanted, state: "available" });
  if (available === 0) return unhealthyObject("unavailable", trouble, facts);
  return unhealthyObject(isRolling ? "progressing" : "degraded", trouble, facts);
}

/** The health of a workload with enough pods; surplus pods mean progressing. */
export function judgeSurplusReplicas({ wanted, total, facts }: ReplicaCounts): ObjectHealth {
  if (total <= wanted) return healthyObject(facts);
  return unhealthyObject("progressing", withCause("ExtraPods", { code: "surplus-pods", count: total - wanted }), facts);
}
