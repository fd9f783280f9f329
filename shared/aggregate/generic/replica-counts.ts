import type { KubeObject } from "../../model/object.ts";
import { generationNumber, toRecord, valueAt } from "../../parse/json-value.ts";
import { readyCountFields } from "../../tables/status-words.ts";

/** The replicas of a custom resource, by the names that the workloads of Kubernetes have. */
export interface ReplicaCounts {
  readonly ready: number;
  readonly wanted: number;
  /** Whether all replicas run the newest template. True where the object does not count that. */
  readonly areUpdated: boolean;
}

/** The counts of a task. */
export interface TaskCounts extends ReplicaCounts {
  /** Every run has ended, and some in a failure that is not tried again. */
  readonly hasFailed: boolean;
}

/**
 * The counts of an object. Undefined where it wants no replicas, or does not count them. A status without a count of ready
 * replicas is ambiguous: it may have no ready replica, or belong to a kind that does not count them.
 *
 * @param isProvenElsewhere whether something else proves that the object is ready, so that its kind does not count them
 */
export function readReplicaCounts({ spec, status }: KubeObject, isProvenElsewhere = false): ReplicaCounts | undefined {
  const readNumber = (name: string): number | undefined => generationNumber(valueAt(status, name));
  const wanted =
    generationNumber(valueAt(spec, "replicas")) ?? readNumber("replicas") ?? readNumber("desiredNumberScheduled");
  const readyCount = readyCountFields.map(readNumber).find((count) => count !== undefined);
  const isCounted = readyCount !== undefined || (!isProvenElsewhere && readNumber("replicas") !== undefined);
  if (wanted === undefined || wanted === 0 || !isCounted) return undefined;
  // Agones does not count replicas in use as ready (pkg/apis/agones/v1/fleet.go).
  const inUse = (readNumber("allocatedReplicas") ?? 0) + (readNumber("reservedReplicas") ?? 0);
  const updated = readNumber("updatedReplicas") ?? readNumber("updatedNumberScheduled");
  return { ready: (readyCount ?? 0) + inUse, wanted, areUpdated: updated === undefined || updated >= wanted };
}

/** Whether the status counts fewer ready replicas than replicas (apps/v1 Deployment, readyReplicas and replicas). */
export function isShortOfPods({ status }: Pick<KubeObject, "status">): boolean {
  const replicas = generationNumber(valueAt(status, "replicas"));
  const ready = generationNumber(valueAt(status, "readyReplicas"));
  return replicas !== undefined && ready !== undefined && ready < replicas;
}

/** Whether no replica is wanted and none is left. False where the status does not count ready replicas. */
export function isScaledToZero({ spec, status }: Pick<KubeObject, "spec" | "status">): boolean {
  const readyCounts = readyCountFields.map((name) => valueAt(status, name)).filter((count) => count !== undefined);
  if (valueAt(spec, "replicas") !== 0 || readyCounts.length === 0) return false;
  return [valueAt(status, "replicas"), ...readyCounts].every((count) => count === 0);
}

/** The counts of a task by the names of batch/v1 (OpenKruise ImagePullJob). Undefined where it does not say how many it wants. */
export function readTaskCounts({ status }: Pick<KubeObject, "status">): TaskCounts | undefined {
  const wanted = generationNumber(valueAt(status, "desired"));
  const succeeded = generationNumber(valueAt(status, "succeeded"));
  const failed = generationNumber(valueAt(status, "failed")) ?? 0;
  if (wanted === undefined || wanted === 0 || succeeded === undefined) return undefined;
  return { wanted, ready: succeeded, areUpdated: true, hasFailed: failed + succeeded >= wanted };
}

/**
 * The sum of the counts of the parts that a status lists or holds by name, such as the instance sets of a PostgresCluster:
 * `instances: [{ replicas: 3, readyReplicas: 2 }]` -> 2 of 3. Undefined where no part counts ready replicas.
 */
export function sumCountsBelow({ status }: Pick<KubeObject, "status">): ReplicaCounts | undefined {
  const values = Object.values(toRecord(status) ?? {});
  const lists = values.filter((value) => Array.isArray(value));
  const named = values.filter((value) => !Array.isArray(value));
  const counts = [named, ...lists].flatMap(readCountsOfParts);
  if (counts.length === 0) return undefined;
  const wanted = counts.reduce((sum, part) => sum + part.wanted, 0);
  const ready = counts.reduce((sum, part) => sum + Math.min(part.ready, part.wanted), 0);
  return { wanted, ready, areUpdated: true };
}

/**
 * The counts of parts. If one part counts ready replicas, another part without that count has none. If no part counts them,
 * the result is empty.
 */
function readCountsOfParts(parts: readonly unknown[]): readonly { readonly wanted: number; readonly ready: number }[] {
  const counts = parts.map((part) => ({
    wanted: generationNumber(valueAt(part, "replicas")) ?? 0,
    ready: generationNumber(valueAt(part, "readyReplicas")),
  }));
  const present = counts.filter(({ wanted }) => wanted !== 0);
  if (present.every(({ ready }) => ready === undefined)) return [];
  return present.map(({ wanted, ready = 0 }) => ({ wanted, ready }));
}
