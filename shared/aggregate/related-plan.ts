import type { Query, Snapshot } from "../model/snapshot.ts";
import { kindOf } from "./kinds.ts";
import { listOf } from "./queries.ts";
import { type RecordedObject, recordedKinds } from "./recorded.ts";

/** A kind in more namespaces than these is one list over all of them, unless that was refused. */
const mostNamespaces = 10;

/**
 * The lists that hold the recorded objects, in the order of the entries: one per kind and namespace, in the recorded
 * version first. A kind that no table knows has no plural: the reader finds it by discovery. A name without its namespace,
 * of a kind that lies in one, is not looked for: nobody knows where.
 */
export function listsOf(recorded: readonly RecordedObject[], snapshot: Snapshot): readonly Query[] {
  return [...recordedKinds(recorded).values()].flatMap((entries) => listsOfKind(entries, snapshot));
}

/**
 * The same of metadata alone, so that nothing of a Secret ever arrives, and without what the plan names anyhow: a list of
 * the same place, or one of all namespaces that was not refused.
 */
export function relatedQueries(
  recorded: readonly RecordedObject[],
  named: readonly Query[],
  snapshot: Snapshot,
): readonly Query[] {
  const lists = listsOf(recorded, snapshot).map((query): Query => ({ ...query, metadataOnly: true }));
  const others = Map.groupBy(
    named.filter((query) => query.verb === "list" && !query.fieldSelector && !query.labelSelector),
    keyOf,
  );
  return lists.filter(
    (query) =>
      !(others.get(keyOf(query)) ?? []).some(
        ({ namespace }) =>
          namespace === query.namespace || (namespace === undefined && !isRefused(snapshot, query, undefined)),
      ),
  );
}

function listsOfKind(entries: readonly RecordedObject[], snapshot: Snapshot): readonly Query[] {
  const places = known.get(entries) ?? placesOf(entries);
  known.set(entries, places);
  return places.flatMap(({ all, namespaces }) =>
    namespaces === undefined ? [all] : spread(all, namespaces, snapshot),
  );
}

/** What the entries of a kind ask for: the plan comes back to it with everything that is read. */
const known = new WeakMap<readonly RecordedObject[], readonly Places[]>();

/** A list of all objects, or in these namespaces. */
interface Places {
  readonly all: Query;
  readonly namespaces?: readonly string[];
}

function placesOf(entries: readonly RecordedObject[]): readonly Places[] {
  const [first] = entries;
  if (first === undefined) return [];
  const { group, kind } = first.ref;
  const row = kindOf(first.ref);
  const recorded = new Set(entries.map(({ ref }) => ref.version ?? "").filter((version) => version !== ""));
  const versions = [...new Set([...recorded, ...(row?.versions ?? [])])];
  const isPlaced = (entry: RecordedObject): boolean => entry.ref.namespace !== undefined;
  if (row !== undefined) {
    const all = listOf({ ...row, versions });
    if (!row.namespaced || entries.some((entry) => !isPlaced(entry) && entry.ref.name === "")) return [{ all }];
    return [{ all, namespaces: namespacesOf(entries) }];
  }
  // Where no namespace is recorded the kind has none, as far as anybody here knows.
  const all: Query = { verb: "list", group, kind, plural: "", versions, namespaced: true };
  const nowhere = entries.every(isPlaced) ? [] : [{ all: { ...all, namespaced: false } }];
  return [...nowhere, { all, namespaces: namespacesOf(entries) }];
}

function namespacesOf(entries: readonly RecordedObject[]): readonly string[] {
  return [...new Set(entries.flatMap(({ ref }) => ref.namespace ?? []))];
}

function spread(all: Query, namespaces: readonly string[], snapshot: Snapshot): readonly Query[] {
  const each = namespaces.map((namespace) => ({ ...all, namespace }));
  if (namespaces.length <= mostNamespaces) return each;
  return isRefused(snapshot, all, undefined) ? [all, ...each] : [all];
}

/** This place was asked for, and the answer leaves open what lies there. */
function isRefused({ readings }: Snapshot, asked: Query, namespace: string | undefined): boolean {
  return readings.some(
    ({ query, outcome }) =>
      keyOf(query) === keyOf(asked) &&
      query.namespace === namespace &&
      (outcome === "forbidden" || outcome === "unread"),
  );
}

function keyOf({ group, kind }: Query): string {
  return `${group}/${kind}`;
}
