import type { KubeObject } from "../../model/object.ts";
import { generationNumber, toRecord, valueAt } from "../../parse/json-value.ts";
import { readyCountFields } from "../../tables/status-words.ts";

/** The replicas of a custom resource, by the names that Kubernetes' own workloads have. */
export interface ReplicaCounts {
  readonly ready: number;
  readonly wanted: number;
  /** Whether all of them run the newest template; true where the object does not count that. */
  readonly areUpdated: boolean;
}

/**
 * The counts of a status that has them; undefined where it lacks one, or asks for none. Without a ready
 * replica a status has no such field, and neither has a kind that does not count them: there `isProvenElsewhere` decides.
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

/** Whether the status counts Pods of which it counts less as ready (apps/v1 Deployment, replicas and readyReplicas). */
export function isShortOfPods({ status }: Pick<KubeObject, "status">): boolean {
  const replicas = generationNumber(valueAt(status, "replicas"));
  const ready = generationNumber(valueAt(status, "readyReplicas"));
  return replicas !== undefined && ready !== undefined && ready < replicas;
}

/** Whether none is wanted and none is left, where the status counts those that are ready. */
export function isScaledToZero({ spec, status }: Pick<KubeObject, "spec" | "status">): boolean {
  const readyCounts = readyCountFields.map((name) => valueAt(status, name)).filter((count) => count !== undefined);
  if (valueAt(spec, "replicas") !== 0 || readyCounts.length === 0) return false;
  return [valueAt(status, "replicas"), ...readyCounts].every((count) => count === 0);
}

/** The counts of a task by the names of batch/v1, where it says how many it wants (OpenKruise ImagePullJob). */
export function readTaskCounts({ status }: Pick<KubeObject, "status">): TaskCounts | undefined {
  const wanted = generationNumber(valueAt(status, "desired"));
  const succeeded = generationNumber(valueAt(status, "succeeded"));
  const failed = generationNumber(valueAt(status, "failed")) ?? 0;
  if (wanted === undefined || wanted === 0 || succeeded === undefined) return undefined;
  return { wanted, ready: succeeded, areUpdated: true, hasFailed: failed + succeeded >= wanted };
}

/** The counts of what runs to an end, and whether some of it ended in a failure that is not tried again. */
export interface TaskCounts extends ReplicaCounts {
  readonly hasFailed: boolean;
}

/**
 * The sum of the counts of the parts that a status lists or holds by name, such as the instance sets of a
 * PostgresCluster. Undefined where no part counts what is ready.
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

/** The counts of parts. Where one of them counts what is ready, another one without that count has nothing ready. */
function readCountsOfParts(parts: readonly unknown[]): readonly { readonly wanted: number; readonly ready: number }[] {
  const counts = parts.map((part) => ({
    wanted: generationNumber(valueAt(part, "replicas")) ?? 0,
    ready: generationNumber(valueAt(part, "readyReplicas")),
  }));
  const present = counts.filter(({ wanted }) => wanted !== 0);
  if (present.every(({ ready }) => ready === undefined)) return [];
  return present.map(({ wanted, ready = 0 }) => ({ wanted, ready }));
}
