import type { KubeObject } from "../../model/object.ts";
import { utc } from "../../model/time.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { at, list } from "../../parse/value.ts";
import { hasLasted, patience } from "./verdicts.ts";

/**
 * Pods are missing, and its controller is still seen to work at that. A choice of ours, for no API says it: what moved last
 * (a condition, its newest pod, the last write to the object or its status, its creation) is no older than a Deployment's
 * default deadline. True where none of that is known.
 */
export function fillsUp(object: KubeObject, takenAt: string, newestPod?: string): boolean {
  const last = lastMove(object, [object.createdAt, newestPod]);
  return last === undefined || !hasLasted(last, takenAt, patience.rollout);
}

/** The same of pods that are of an older revision: when it was made says nothing of when its template was changed. */
export function rollsOn(object: KubeObject, takenAt: string, newestPod?: string): boolean {
  const last = lastMove(object, [newestPod]);
  return last === undefined || !hasLasted(last, takenAt, patience.rollout);
}

export function isNew({ createdAt }: KubeObject, takenAt: string): boolean {
  return !hasLasted(createdAt, takenAt, patience.rollout);
}

/** The newest of these times and of what the object carries; who reads with kubectl sees no managedFields. */
export function lastMove(object: KubeObject, others: readonly (string | undefined)[]): string | undefined {
  const written = list(at(object.raw, ["metadata", "managedFields"])).map((each) => utc(at(each, ["time"])));
  const said = conditionsAt(object).conditions.map(({ since }) => since);
  return [...written, ...said, ...others]
    .filter((each) => each !== undefined)
    .toSorted()
    .at(-1);
}
