import { definedFields } from "../../model/defined-fields.ts";
import { groupVersion, type KubeObject, type Ref } from "../../model/object.ts";
import type { ChangedCondition, RecentChange, RecentChanges } from "../../model/recent-change.ts";
import type { Related } from "../../model/report.ts";
import { formatStamp, normalizeUtc, parseMilliseconds } from "../../model/time.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { listAt, recordAt, textAt, valueAt } from "../../parse/json-value.ts";
import { apiServices, podKind, replicaSets } from "../../profiles/core-kinds.ts";
import { deploymentKind } from "../../profiles/hco/profile.ts";
import { daemonSets } from "../../profiles/hco/workloads.ts";
import { compareTexts } from "../evaluation/compare.ts";
import type { ObjectIndex } from "../snapshot/object-index.ts";
import { rowOf } from "./surroundings/served-apis.ts";

/** The milliseconds before `takenAt` of which changes are listed. */
const windowMs = 60 * 60 * 1000;
/** The most changes that are listed. */
const maxListed = 10;

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
  const apis = index.all(apiServices).filter((object) => rowOf(object) !== undefined);
  const workloads = [deploymentKind, daemonSets].flatMap((kind) => index.all(kind, namespace));
  const found = [
    ...[root, ...components, ...apis].flatMap((object) => listObjectChanges(object, replaced, isRecent, undefined)),
    ...workloads.flatMap((object) => listObjectChanges(object, replaced, isRecent, workloadTypes)),
    ...listRollouts(index, namespace, isRecent),
    ...index.all(podKind, namespace).flatMap((pod) => listRestarts(pod, isRecent)),
  ];
  if (found.length === 0) return undefined;
  const sorted = found.toSorted(
    (a, b) => compareTexts(b.at, a.at) || compareTexts(objectKey(a.about), objectKey(b.about)),
  );
  return { count: sorted.length, newest: sorted.slice(0, maxListed) };
}

/** Progressing of a workload changes with each of its roll-outs, which are listed by their ReplicaSets. */
const workloadTypes: ReadonlySet<string> = new Set(["Available", "ReplicaFailure"]);

type IsRecent = (time: string | undefined) => time is string;

function objectKey({ kind, namespace = "", name }: Ref): string {
  return `${kind}/${namespace}/${name}`;
}

/**
 * The changes of an object itself, only its creation for a new one. `replaced`: keys of objects that were deleted and
 * created again. `types`: the condition types that count, all where it is undefined.
 */
function listObjectChanges(
  object: KubeObject,
  replaced: ReadonlySet<string>,
  isRecent: IsRecent,
  types: ReadonlySet<string> | undefined,
): readonly RecentChange[] {
  const { ref: about, createdAt, deletedAt } = object;
  const deletion: readonly RecentChange[] = isRecent(deletedAt)
    ? [{ at: deletedAt, about, is: "deletion-requested" }]
    : [];
  if (isRecent(createdAt)) {
    const is = replaced.has(objectKey(about)) ? "recreated" : "created";
    return [...deletion, { at: createdAt, about, is }];
  }
  return [...deletion, ...listTransitions(object, isRecent, types), ...listSpecWrites(object, isRecent)];
}

/** The recent transitions of conditions. Conditions that changed at the same time are one change. */
function listTransitions(
  object: KubeObject,
  isRecent: IsRecent,
  types: ReadonlySet<string> | undefined,
): readonly RecentChange[] {
  const byTime = new Map<string, ChangedCondition[]>();
  for (const { type, status, reason, since } of conditionsAt(object).conditions) {
    if (!isRecent(since) || types?.has(type) === false) continue;
    byTime.set(since, [...(byTime.get(since) ?? []), { type, status, reason }]);
  }
  return [...byTime].map(([at, conditions]) => ({ at, about: object.ref, is: "transition", conditions }));
}

/**
 * The last write of each client that owns fields of the spec and none of the status (https://kubernetes.io/docs/reference/
 * using-api/server-side-apply/#field-management). An operator that owns both writes the status all the time.
 */
function listSpecWrites({ ref: about, raw }: KubeObject, isRecent: IsRecent): readonly RecentChange[] {
  return listAt(raw, "metadata", "managedFields").flatMap((entry): readonly RecentChange[] => {
    const at = normalizeUtc(valueAt(entry, "time"));
    const owned = recordAt(entry, "fieldsV1") ?? {};
    const client = textAt(entry, "manager");
    const isOfSpec = Object.hasOwn(owned, "f:spec") && !Object.hasOwn(owned, "f:status") && client !== "";
    return isOfSpec && isRecent(at) ? [{ at, about, is: "spec-written", client }] : [];
  });
}

/** The new ReplicaSets of older Deployments, and the new Pods of older ReplicaSets and DaemonSets. */
function listRollouts(index: ObjectIndex, namespace: string, isRecent: IsRecent): readonly RecentChange[] {
  const newSets = index.all(replicaSets, namespace).filter(({ createdAt }) => isRecent(createdAt));
  const rollouts = newSets.flatMap((set): readonly RecentChange[] => {
    const owner = readController(set);
    if (owner === undefined || !isOwnerOlder(owner, index, isRecent)) return [];
    return [{ at: set.createdAt ?? "", about: owner, is: "rollout", replicaSet: set.ref.name }];
  });
  const newSetKeys = new Set(newSets.map(({ ref }) => objectKey(ref)));
  const newPods = index.all(podKind, namespace).flatMap((pod) => {
    const owner = readController(pod);
    const isCounted = owner !== undefined && isRecent(pod.createdAt) && !newSetKeys.has(objectKey(owner));
    return isCounted ? [{ createdAt: pod.createdAt ?? "", owner }] : [];
  });
  const newPodsByOwner = Map.groupBy(newPods, ({ owner }) => objectKey(owner));
  const replacements = [...newPodsByOwner.values()].flatMap((pods): readonly RecentChange[] => {
    const [first] = pods;
    if (first === undefined || !isOwnerOlder(first.owner, index, isRecent)) return [];
    const at = pods.map(({ createdAt }) => createdAt).reduce((one, other) => (other > one ? other : one));
    return [{ at, about: first.owner, is: "new-pods", count: pods.length }];
  });
  return [...rollouts, ...replacements];
}

/** Whether an owner is older than the window. The creation of a newer one is listed instead of its Pods. */
function isOwnerOlder(owner: Ref, index: ObjectIndex, isRecent: IsRecent): boolean {
  const lookup = index.find(owner);
  return lookup.outcome !== "found" || !isRecent(lookup.object.createdAt);
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
