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
  const count = (name: string): number | undefined => generationNumber(valueAt(status, name));
  const wanted = generationNumber(valueAt(spec, "replicas")) ?? count("replicas") ?? count("desiredNumberScheduled");
  const isCounted = [...(isProvenElsewhere ? [] : ["replicas"]), ...readyCountFields].some(
    (name) => count(name) !== undefined,
  );
  if (wanted === undefined || wanted === 0 || !isCounted) return undefined;
  const idle = readyCountFields.map(count).find((number) => number !== undefined) ?? 0;
  // What is in use is not counted as ready: Agones, pkg/apis/agones/v1/fleet.go.
  const ready = idle + (count("allocatedReplicas") ?? 0) + (count("reservedReplicas") ?? 0);
  const updated = count("updatedReplicas") ?? count("updatedNumberScheduled");
  return { ready, wanted, areUpdated: updated === undefined || updated >= wanted };
}

/** Whether the status counts Pods of which it counts less as ready (apps/v1 Deployment, replicas and readyReplicas). */
export function isShortOfPods({ status }: Pick<KubeObject, "status">): boolean {
  const [replicas, ready] = ["replicas", "readyReplicas"].map((name) => generationNumber(valueAt(status, name)));
  return replicas !== undefined && ready !== undefined && ready < replicas;
}

/** Whether none is wanted and none is left, where the status counts those that are ready. */
export function isScaledToZero({ spec, status }: Pick<KubeObject, "spec" | "status">): boolean {
  const left = readyCountFields.map((name) => valueAt(status, name)).filter((count) => count !== undefined);
  const isCounted = valueAt(spec, "replicas") === 0 && left.length > 0;
  return isCounted && [valueAt(status, "replicas"), ...left].every((count) => count === 0);
}

/** The counts of a task by the names of batch/v1, where it says how many it wants (OpenKruise ImagePullJob). */
export function readTaskCounts({ status }: Pick<KubeObject, "status">): TaskCounts | undefined {
  const [wanted, succeeded, failed] = ["desired", "succeeded", "failed"].map((name) =>
    generationNumber(valueAt(status, name)),
  );
  if (wanted === undefined || wanted === 0 || succeeded === undefined) return undefined;
  return { wanted, ready: succeeded, areUpdated: true, hasFailed: (failed ?? 0) + succeeded >= wanted };
}

/** The counts of what runs to an end, and whether some of it ended in a failure that is not tried again. */
export interface TaskCounts extends ReplicaCounts {
  readonly hasFailed: boolean;
}

/**
 * The sum of the counts of what a status lists or holds by name, such as the instance sets of a PostgresCluster. Where one
 * of them counts what is ready, another without that count has nothing ready. Undefined where none counts it.
 */
export function sumCountsBelow({ status }: Pick<KubeObject, "status">): ReplicaCounts | undefined {
  const values = Object.values(toRecord(status) ?? {});
  const named = values.filter((value) => !Array.isArray(value));
  const counts = [named, ...values.filter((value) => Array.isArray(value))].flatMap(countedTogether);
  if (counts.length === 0) return undefined;
  const wanted = counts.reduce((sum, each) => sum + each.wanted, 0);
  const ready = counts.reduce((sum, each) => sum + Math.min(each.ready, each.wanted), 0);
  return { wanted, ready, areUpdated: true };
}

function countedTogether(parts: readonly unknown[]): readonly { readonly wanted: number; readonly ready: number }[] {
  const counts = parts.flatMap((part) => {
    const [wanted, ready] = ["replicas", "readyReplicas"].map((name) => generationNumber(valueAt(part, name)));
    return wanted === undefined || wanted === 0 ? [] : [{ wanted, ready }];
  });
  return counts.some(({ ready }) => ready !== undefined)
    ? counts.map(({ wanted, ready = 0 }) => ({ wanted, ready }))
    : [];
}
