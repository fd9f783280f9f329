import type { KubeObject } from "../../model/object.ts";
import { normalizeUtc } from "../../model/time.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { listAt, valueAt, wholeNumberAt } from "../../parse/json-value.ts";
import { gracePeriodSeconds, hasLasted } from "./object-health.ts";

/**
 * Whether a controller with missing pods still seems to work on them. No API says it, so this rule is our choice. The
 * last change must be no older than a Deployment's default deadline. Changes are a condition, its newest pod, the last
 * write to the object or its status, and its creation. True if none of these times is known.
 */
export function isScalingUp(object: KubeObject, takenAt: string, newestPod?: string): boolean {
  const last = lastProgressTime(object, [object.createdAt, newestPod]);
  return last === undefined || !hasLasted(last, takenAt, gracePeriodSeconds.rollout);
}

/**
 * Whether a controller still seems to replace pods of an older revision. The object's creation says nothing about when
 * its template changed.
 */
export function isRollingOut(object: KubeObject, takenAt: string, newestPod?: string): boolean {
  const last = lastProgressTime(object, [newestPod]);
  return last === undefined || !hasLasted(last, takenAt, gracePeriodSeconds.rollout);
}

export function isNew({ createdAt }: KubeObject, takenAt: string): boolean {
  return !hasLasted(createdAt, takenAt, gracePeriodSeconds.rollout);
}

/** The newest of these times and of the times in the object. */
export function lastProgressTime(object: KubeObject, others: readonly (string | undefined)[]): string | undefined {
  const times = conditionsAt(object).conditions.map(({ since }) => since);
  return newestOf([...writeTimes(object), ...times, ...others]);
}

/** When the object or its status was last written; undefined where managedFields do not say. */
export function lastWriteTime(object: KubeObject): string | undefined {
  return newestOf(writeTimes(object));
}

/** When the status of an object was last written, if its kind has a status subresource; otherwise {@link lastWriteTime}. */
export function lastStatusWriteTime(object: KubeObject): string | undefined {
  const writes = listAt(object.raw, "metadata", "managedFields");
  const ofStatus = writes.filter((each) => valueAt(each, "subresource") === "status");
  return newestOf((ofStatus.length > 0 ? ofStatus : writes).map(timeOfWrite));
}

/** The times of the last write of each client to the object or its status. kubectl omits them from what it prints. */
export function writeTimes({ raw }: KubeObject): readonly (string | undefined)[] {
  return listAt(raw, "metadata", "managedFields").map(timeOfWrite);
}

function timeOfWrite(write: unknown): string | undefined {
  return normalizeUtc(valueAt(write, "time"));
}

function newestOf(times: readonly (string | undefined)[]): string | undefined {
  return times
    .filter((each) => each !== undefined)
    .toSorted()
    .at(-1);
}

/** Whether a DaemonSet still has pods of an older template to replace. With OnDelete the user replaces them. */
export function isReplacingPods({ spec, status }: KubeObject): boolean {
  const [wanted = 0, total = 0, updated] = [
    "desiredNumberScheduled",
    "currentNumberScheduled",
    "updatedNumberScheduled",
  ].map((name) => wholeNumberAt(status, name));
  const isOnDelete = valueAt(spec, "updateStrategy", "type") === "OnDelete";
  // A missing pod is not a pod of an older revision.
  return !isOnDelete && updated !== undefined && updated < Math.min(total, wanted);
}
