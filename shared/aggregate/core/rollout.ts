import type { KubeObject } from "../../model/object.ts";
import { normalizeUtc } from "../../model/time.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { listAt, valueAt, wholeNumberAt } from "../../parse/json-value.ts";
import { gracePeriodSeconds, hasLasted } from "./object-health.ts";

/**
 * Whether a controller with missing pods still seems to work on them: something changed within the ten minutes that a
 * Deployment has by default. No API says this, so the rule is our choice. The changes are those of a condition, the newest
 * pod, the last write to the object or its status, and the creation of the object. True if none of these times is known.
 *
 * @param newestPodTime when the newest pod of the controller was created
 */
export function isScalingUp(object: KubeObject, takenAt: string, newestPodTime?: string): boolean {
  return !hasStopped(findLastProgressTime(object, [object.createdAt, newestPodTime]), takenAt);
}

/**
 * Whether a controller still seems to replace pods of an older revision, by the changes of {@link isScalingUp} without the
 * creation of the object, which says nothing about when its template changed.
 */
export function isRollingOut(object: KubeObject, takenAt: string, newestPodTime?: string): boolean {
  return !hasStopped(findLastProgressTime(object, [newestPodTime]), takenAt);
}

function hasStopped(lastProgress: string | undefined, takenAt: string): boolean {
  return lastProgress !== undefined && hasLasted(lastProgress, takenAt, gracePeriodSeconds.rollout);
}

/** Whether an object was created within the ten minutes that a Deployment has by default for a roll-out. */
export function isNew({ createdAt }: KubeObject, takenAt: string): boolean {
  return !hasLasted(createdAt, takenAt, gracePeriodSeconds.rollout);
}

/** The newest of `otherTimes`, of the transitions of the object's conditions, and of the writes to it. */
export function findLastProgressTime(
  object: KubeObject,
  otherTimes: readonly (string | undefined)[],
): string | undefined {
  const transitionTimes = conditionsAt(object).conditions.map(({ since }) => since);
  return findNewest([...listWriteTimes(object), ...transitionTimes, ...otherTimes]);
}

/** When the object or its status was last written. Undefined if managedFields do not say that. */
export function findLastWriteTime(object: KubeObject): string | undefined {
  return findNewest(listWriteTimes(object));
}

/** When the status of an object was last written. For a kind without a status subresource, when the object was. */
export function findLastStatusWriteTime(object: KubeObject): string | undefined {
  const writes = listAt(object.raw, "metadata", "managedFields");
  const statusWrites = writes.filter((write) => valueAt(write, "subresource") === "status");
  return findNewest((statusWrites.length > 0 ? statusWrites : writes).map(readWriteTime));
}

/** The times of the last write of each client to the object or its status. kubectl omits them from what it prints. */
export function listWriteTimes({ raw }: KubeObject): readonly (string | undefined)[] {
  return listAt(raw, "metadata", "managedFields").map(readWriteTime);
}

function readWriteTime(write: unknown): string | undefined {
  return normalizeUtc(valueAt(write, "time"));
}

function findNewest(times: readonly (string | undefined)[]): string | undefined {
  return times
    .filter((time) => time !== undefined)
    .toSorted()
    .at(-1);
}

/** Whether a DaemonSet still has pods of an older template to replace. With OnDelete the user replaces them. */
export function isReplacingPods({ spec, status }: KubeObject): boolean {
  if (valueAt(spec, "updateStrategy", "type") === "OnDelete") return false;
  const desired = wholeNumberAt(status, "desiredNumberScheduled") ?? 0;
  const scheduled = wholeNumberAt(status, "currentNumberScheduled") ?? 0;
  const updated = wholeNumberAt(status, "updatedNumberScheduled");
  // A missing pod is not a pod of an older revision.
  return updated !== undefined && updated < Math.min(scheduled, desired);
}
