import { compareTexts } from "../../model/compare-texts.ts";
import { definedFields } from "../../model/defined-fields.ts";
import { groupVersion, type KubeObject, type Ref } from "../../model/object.ts";
import type { ChangedCondition, RecentChange, RecentChanges } from "../../model/recent-change.ts";
import type { Related } from "../../model/report.ts";
import { foundObject } from "../../model/snapshot.ts";
import { formatStamp, normalizeUtc, parseMilliseconds } from "../../model/time.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { listAt, textAt, valueAt } from "../../parse/json-value.ts";
import { isSpecWrite } from "../../parse/managed-fields.ts";
import { apiServices, podKind, replicaSets } from "../../profiles/core-kinds.ts";
import { deploymentKind } from "../../profiles/hco/profile.ts";
import { daemonSets } from "../../profiles/hco/workloads.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { findComponentOfApi } from "./surroundings/served-apis.ts";

/** The milliseconds before `takenAt` of which changes are listed. */
const windowMs = 60 * 60 * 1000;

/** The most changes that are listed. */
const maxListed = 10;

/**
 * The condition types of workloads whose transitions are listed. Progressing changes with each roll-out, which is listed by
 * its ReplicaSet.
 */
const workloadTypes: ReadonlySet<string> = new Set(["Available", "ReplicaFailure"]);

type IsRecent = (time: string | undefined) => time is string;

/** The objects in which the changes around one HyperConverged are found. */
interface ChangedObjects {
  readonly root: KubeObject;
  /** The components that were found. */
  readonly components: readonly KubeObject[];
  readonly related: readonly Related[];
  readonly index: ObjectIndex;
  readonly takenAt: string;
}

/**
 * The changes in the hour before `takenAt`, newest first, in the objects that were read for other reasons. Undefined where
 * nothing changed, and for a root that is younger than an hour, around which everything is new.
 */
export function listRecentChanges(input: ChangedObjects): RecentChanges | undefined {
  const { root, components, related, index, takenAt } = input;
  const takenAtMs = parseMilliseconds(takenAt);
  const createdMs = parseMilliseconds(root.createdAt);
  if (takenAtMs === undefined || createdMs === undefined || createdMs > takenAtMs - windowMs) return undefined;
  // Times of one form compare faster as texts than as numbers.
  const windowStart = formatStamp(takenAtMs - windowMs);
  const isRecent = (time: string | undefined): time is string =>
    time !== undefined && time > windowStart && time <= takenAt;
  const namespace = root.ref.namespace ?? "";
  const replaced = new Set(related.filter(({ state }) => state === "replaced").map(({ ref }) => objectKey(ref)));
  const apis = index.all(apiServices).filter((object) => findComponentOfApi(object) !== undefined);
  const workloads = [deploymentKind, daemonSets].flatMap((kind) => index.all(kind, namespace));
  const changes = [
    ...[root, ...components, ...apis].flatMap((object) => listObjectChanges(object, replaced, isRecent)),
    ...workloads.flatMap((object) => listObjectChanges(object, replaced, isRecent, workloadTypes)),
    ...listNewReplicaSets(index, namespace, isRecent),
    ...listNewPods(index, namespace, isRecent),
    ...index.all(podKind, namespace).flatMap((pod) => listRestarts(pod, isRecent)),
  ];
  if (changes.length === 0) return undefined;
  const newestFirst = changes.toSorted(
    (a, b) => compareTexts(b.at, a.at) || compareTexts(objectKey(a.about), objectKey(b.about)),
  );
  return { count: changes.length, newest: newestFirst.slice(0, maxListed) };
}

function objectKey({ kind, namespace = "", name }: Ref): string {
  return `${kind}/${namespace}/${name}`;
}

/**
 * The changes of an object itself. Of a new object only its creation is listed, and the request to delete it.
 *
 * @param replaced keys of objects that were deleted and created again
 * @param types the condition types whose transitions count. Undefined: all.
 */
function listObjectChanges(
  object: KubeObject,
  replaced: ReadonlySet<string>,
  isRecent: IsRecent,
  types?: ReadonlySet<string>,
): readonly RecentChange[] {
  const { ref: about, createdAt, deletedAt } = object;
  const changes: RecentChange[] = [];
  if (isRecent(deletedAt)) changes.push({ at: deletedAt, about, is: "deletion-requested" });
  if (isRecent(createdAt)) {
    changes.push({ at: createdAt, about, is: replaced.has(objectKey(about)) ? "recreated" : "created" });
    return changes;
  }
  return [...changes, ...listTransitions(object, isRecent, types), ...listSpecWrites(object, isRecent)];
}

/** The recent transitions of conditions. Conditions that changed at the same time are one change. */
function listTransitions(object: KubeObject, isRecent: IsRecent, types?: ReadonlySet<string>): readonly RecentChange[] {
  const changedByTime = new Map<string, ChangedCondition[]>();
  for (const { type, status, reason, since } of conditionsAt(object).conditions) {
    if (!isRecent(since) || types?.has(type) === false) continue;
    changedByTime.set(since, [...(changedByTime.get(since) ?? []), { type, status, reason }]);
  }
  return [...changedByTime].map(([at, conditions]) => ({ at, about: object.ref, is: "transition", conditions }));
}

/** The last write of each client that wrote the spec ({@link isSpecWrite}). */
function listSpecWrites({ ref: about, raw }: KubeObject, isRecent: IsRecent): readonly RecentChange[] {
  return listAt(raw, "metadata", "managedFields").flatMap((entry): readonly RecentChange[] => {
    const at = normalizeUtc(valueAt(entry, "time"));
    const client = textAt(entry, "manager");
    return isSpecWrite(entry) && client !== "" && isRecent(at) ? [{ at, about, is: "spec-written", client }] : [];
  });
}

/** The new ReplicaSets of older Deployments, each as the roll-out of its Deployment. */
function listNewReplicaSets(index: ObjectIndex, namespace: string, isRecent: IsRecent): readonly RecentChange[] {
  return index.all(replicaSets, namespace).flatMap((replicaSet): readonly RecentChange[] => {
    const { createdAt, ref } = replicaSet;
    if (!isRecent(createdAt)) return [];
    const owner = readController(replicaSet);
    if (owner === undefined || isNew(owner, index, isRecent)) return [];
    return [{ at: createdAt, about: owner, is: "rollout", replicaSet: ref.name }];
  });
}

/** The new Pods of older ReplicaSets and DaemonSets: one change for each owner, at the time of its newest Pod. */
function listNewPods(index: ObjectIndex, namespace: string, isRecent: IsRecent): readonly RecentChange[] {
  const podsWithOwner = index.all(podKind, namespace).flatMap((pod) => {
    const { createdAt } = pod;
    if (!isRecent(createdAt)) return [];
    const owner = readController(pod);
    return owner === undefined ? [] : [{ createdAt, owner }];
  });
  const podsByOwner = Map.groupBy(podsWithOwner, ({ owner }) => objectKey(owner));
  return [...podsByOwner.values()].flatMap((pods): readonly RecentChange[] => {
    const [newest] = pods.toSorted((a, b) => compareTexts(b.createdAt, a.createdAt));
    if (newest === undefined || isNew(newest.owner, index, isRecent)) return [];
    return [{ at: newest.createdAt, about: newest.owner, is: "new-pods", count: pods.length }];
  });
}

/** Whether an owner is new. Its creation is listed then, and not what it creates. */
function isNew(owner: Ref, index: ObjectIndex, isRecent: IsRecent): boolean {
  return isRecent(foundObject(index.find(owner))?.createdAt);
}

/** The owner of an object that controls it, in the namespace of the object. */
function readController({ raw, ref: { namespace } }: KubeObject): Ref | undefined {
  const owners = listAt(raw, "metadata", "ownerReferences");
  const controller = owners.find((owner) => valueAt(owner, "controller") === true);
  const kind = textAt(controller, "kind");
  const name = textAt(controller, "name");
  if (kind === "" || name === "") return undefined;
  const { group } = groupVersion(textAt(controller, "apiVersion"));
  return { group, kind, name, ...definedFields({ namespace }) };
}

/** The containers of a Pod that ended and were started again. */
function listRestarts({ ref: about, status }: KubeObject, isRecent: IsRecent): readonly RecentChange[] {
  return listAt(status, "containerStatuses").flatMap((container): readonly RecentChange[] => {
    const ended = valueAt(container, "lastState", "terminated");
    const at = normalizeUtc(valueAt(ended, "finishedAt"));
    if (!isRecent(at)) return [];
    const reason = textAt(ended, "reason");
    const exitCode = textAt(ended, "exitCode");
    return [{ at, about, is: "restart", container: textAt(container, "name"), reason, exitCode }];
  });
}
