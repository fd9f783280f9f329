import type { KubeObject } from "../../model/object.ts";
import { normalizeUtc } from "../../model/time.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { toList, valueAt } from "../../parse/json-value.ts";
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

/** The newest of these times and of the times in the object; kubectl omits managedFields from what it prints. */
export function lastProgressTime(object: KubeObject, others: readonly (string | undefined)[]): string | undefined {
  const written = toList(valueAt(object.raw, ["metadata", "managedFields"])).map((each) =>
    normalizeUtc(valueAt(each, ["time"])),
  );
  const said = conditionsAt(object).conditions.map(({ since }) => since);
  return [...written, ...said, ...others]
    .filter((each) => each !== undefined)
    .toSorted()
    .at(-1);
}
