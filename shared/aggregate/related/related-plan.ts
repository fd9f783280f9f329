import { computeOnce } from "../../model/compute-once.ts";
import { isSecret, kindKey } from "../../model/kind.ts";
import { isUnread, type Query, type Snapshot } from "../../model/snapshot.ts";
import { findKnownKind } from "../snapshot/known-kind.ts";
import { listQuery } from "../snapshot/queries.ts";
import { groupRecordedByKind, type RecordedObject } from "../snapshot/recorded-references.ts";

/** A kind in more namespaces than these is one list over all namespaces, unless that was refused. */
const maxNamespaces = 10;

/**
 * The lists that hold the recorded objects, in the order of the entries. There is one per kind and namespace, in the
 * recorded version first. A kind that no table has no plural here, and the reader discovers it. A name without the
 * namespace that its kind needs is not searched, because its place is unknown. Secrets are not listed: the user did not
 * name them, and a list would need a permission and leave an entry in the audit log.
 */
export function planRelatedLists(recorded: readonly RecordedObject[], snapshot: Snapshot): readonly Query[] {
  return [...groupRecordedByKind(recorded).values()].flatMap((entries) => listsOfKind(entries, snapshot));
}

/**
 * The lists of {@link planRelatedLists} with metadata alone. Lists that the plan covers
 * already are omitted: those of the same place, or of all namespaces unless refused.
 */
export function planRelatedMetadata(
  recorded: readonly RecordedObject[],
  named: readonly Query[],
  snapshot: Snapshot,
): readonly Query[] {
  const lists = planRelatedLists(recorded, snapshot).map((query): Query => ({ ...query, metadataOnly: true }));
  const others = Map.groupBy(
    named.filter((query) => query.verb === "list" && !query.fieldSelector && !query.labelSelector),
    kindKey,
  );
  return lists.filter(
    (query) =>
      !(others.get(kindKey(query)) ?? []).some(
        ({ namespace }) =>
          namespace === query.namespace || (namespace === undefined && !wasListUnread(snapshot, query, undefined)),
      ),
  );
}

function listsOfKind(entries: readonly RecordedObject[], snapshot: Snapshot): readonly Query[] {
  return listPlaces(entries).flatMap(({ all, namespaces }) =>
    namespaces === undefined ? [all] : planNamespaces(all, namespaces, snapshot),
  );
}

/** The places of a kind's entries, kept because the plan needs them again after every wave. */
const listPlaces = computeOnce(placesOf);

/** A list of all objects, or of these namespaces. */
interface Places {
  readonly all: Query;
  readonly namespaces?: readonly string[];
}

function placesOf(entries: readonly RecordedObject[]): readonly Places[] {
  const [first] = entries;
  if (first === undefined || isSecret(first.ref)) return [];
  const { group, kind } = first.ref;
  const row = findKnownKind(first.ref);
  const recorded = new Set(entries.map(({ ref }) => ref.version ?? "").filter((version) => version !== ""));
  const versions = [...new Set([...recorded, ...(row?.versions ?? [])])];
  const isPlaced = (entry: RecordedObject): boolean => entry.ref.namespace !== undefined;
  if (row !== undefined) {
    const all = listQuery({ ...row, versions });
    if (!row.namespaced || entries.some((entry) => !isPlaced(entry) && entry.ref.name === "")) return [{ all }];
    return [{ all, namespaces: namespacesOf(entries) }];
  }
  // An unknown kind without a recorded namespace is taken for cluster-scoped.
  const all: Query = { verb: "list", group, kind, plural: "", versions, namespaced: true };
  const nowhere = entries.every(isPlaced) ? [] : [{ all: { ...all, namespaced: false } }];
  return [...nowhere, { all, namespaces: namespacesOf(entries) }];
}

function namespacesOf(entries: readonly RecordedObject[]): readonly string[] {
  return [...new Set(entries.flatMap(({ ref }) => ref.namespace ?? []))];
}

function planNamespaces(all: Query, namespaces: readonly string[], snapshot: Snapshot): readonly Query[] {
  const each = namespaces.map((namespace) => ({ ...all, namespace }));
  if (namespaces.length <= maxNamespaces) return each;
  return wasListUnread(snapshot, all, undefined) ? [all, ...each] : [all];
}

/** Whether this list was requested and could not be read. */
function wasListUnread({ readings }: Snapshot, asked: Query, namespace: string | undefined): boolean {
  return readings.some(
    (reading) =>
      kindKey(reading.query) === kindKey(asked) && reading.query.namespace === namespace && isUnread(reading),
  );
}
