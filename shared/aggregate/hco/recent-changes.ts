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

/** The time of which changes are listed. */
const windowMs = 60 * 60 * 1000;
/** How many of them are listed. */
const mostListed = 10;

/** What the changes of one HyperConverged are found in. */
interface ChangedObjects {
  readonly root: KubeObject;
  /** The components that were found. */
  readonly components: readonly KubeObject[];
  readonly related: readonly Related[];
  readonly index: ObjectIndex;
  readonly takenAt: string;
}

/**
 * What changed during the hour before `takenAt`, by what was read anyway. Undefined where nothing did, and around a root
 * that is younger than that: then everything is new.
 */
export function listRecentChanges(input: ChangedObjects): RecentChanges | undefined {
  const { root, components, related, index, takenAt } = input;
  const now = parseMilliseconds(takenAt);
  const created = parseMilliseconds(root.createdAt);
  if (now === undefined || created === undefined || created > now - windowMs) return undefined;
  // As texts of one form, times compare faster than as numbers.
  const after = formatStamp(now - windowMs);
  const isRecent = (time: string | undefined): time is string => time !== undefined && time > after && time <= takenAt;
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
  return { count: sorted.length, newest: sorted.slice(0, mostListed) };
}

/** Progressing of a workload changes with each of its roll-outs, which are listed by their ReplicaSets. */
const workloadTypes: ReadonlySet<string> = new Set(["Available", "ReplicaFailure"]);

type IsRecent = (time: string | undefined) => time is string;

function objectKey({ kind, namespace = "", name }: Ref): string {
  return `${kind}/${namespace}/${name}`;
}

/** The changes of an object itself. Of a new one its creation says all. `types`: the conditions that count. */
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
  if (isRecent(createdAt))
    return [...deletion, { at: createdAt, about, is: replaced.has(objectKey(about)) ? "recreated" : "created" }];
  return [...deletion, ...listTransitions(object, isRecent, types), ...listSpecWrites(object, isRecent)];
}

/** The conditions that changed at one time are one change. */
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
  const sets = index.all(replicaSets, namespace).filter(({ createdAt }) => isRecent(createdAt));
  const started = sets.flatMap((set): readonly RecentChange[] => {
    const owner = readController(set);
    if (owner === undefined || !isOwnerOlder(owner, index, isRecent)) return [];
    return [{ at: set.createdAt ?? "", about: owner, is: "rollout", replicaSet: set.ref.name }];
  });
  const isNewSet = new Set(sets.map(({ ref }) => objectKey(ref)));
  const pods = index.all(podKind, namespace).flatMap((pod) => {
    const owner = readController(pod);
    return owner !== undefined && isRecent(pod.createdAt) && !isNewSet.has(objectKey(owner)) ? [{ pod, owner }] : [];
  });
  const byOwner = Map.groupBy(pods, ({ owner }) => objectKey(owner));
  const replacing = [...byOwner.values()].flatMap((same): readonly RecentChange[] => {
    const [first] = same;
    if (first === undefined || !isOwnerOlder(first.owner, index, isRecent)) return [];
    const at = same.map(({ pod }) => pod.createdAt ?? "").reduce((one, other) => (other > one ? other : one));
    return [{ at, about: first.owner, is: "new-pods", count: same.length }];
  });
  return [...started, ...replacing];
}

/** Whether an owner is not new itself: its creation would say all. */
function isOwnerOlder(owner: Ref, index: ObjectIndex, isRecent: IsRecent): boolean {
  const lookup = index.find(owner);
  return lookup.outcome !== "found" || !isRecent(lookup.object.createdAt);
}

function readController({ raw, ref: { namespace } }: KubeObject): Ref | undefined {
  const owners = listAt(raw, "metadata", "ownerReferences");
  const owner = owners.find((each) => valueAt(each, "controller") === true);
  const [apiVersion = "", kind, name] = ["apiVersion", "kind", "name"].map((field) => textAt(owner, field));
  if (!kind || !name) return undefined;
  const { group } = groupVersion(apiVersion);
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
