import { computeOnce } from "../../model/compute-once.ts";
import { isSameKind, isSecret, kindKey } from "../../model/kind.ts";
import { isUnread, type Query, type Snapshot } from "../../model/snapshot.ts";
import { findKnownKind } from "../snapshot/known-kind.ts";
import { listQuery } from "../snapshot/queries.ts";
import { groupRecordedByKind, type RecordedObject } from "../snapshot/recorded-references.ts";

/** A kind in more namespaces than these has one list over all namespaces, unless that was refused. */
const maxNamespaces = 10;

/**
 * The lists that have the recorded objects, in the order of the entries: one for each kind and namespace, in the recorded
 * version first. The query for a kind that no table has lacks the plural, which the reader discovers. An entry without the
 * namespace that its kind needs is not searched, because its namespace is unknown. Secrets are not listed: the user did not
 * name them, and a list would need a permission and leave an entry in the audit log.
 */
export function planRelatedLists(recorded: readonly RecordedObject[], snapshot: Snapshot): readonly Query[] {
  return [...groupRecordedByKind(recorded).values()].flatMap((entries) => planListsOfKind(entries, snapshot));
}

/**
 * The lists of {@link planRelatedLists} with metadata alone, without those that `planned` covers already: by a list of the same
 * namespace, or by a list of all namespaces, unless that one could not be read.
 */
export function planRelatedMetadata(
  recorded: readonly RecordedObject[],
  planned: readonly Query[],
  snapshot: Snapshot,
): readonly Query[] {
  const wholeLists = planned.filter((query) => query.verb === "list" && !query.fieldSelector && !query.labelSelector);
  const listsByKind = Map.groupBy(wholeLists, kindKey);
  const isCovered = (query: Query): boolean => {
    const lists = listsByKind.get(kindKey(query)) ?? [];
    if (lists.some(({ namespace }) => namespace === query.namespace)) return true;
    return lists.some(({ namespace }) => namespace === undefined) && !couldNotBeRead(query, snapshot);
  };
  return planRelatedLists(recorded, snapshot)
    .map((query): Query => ({ ...query, metadataOnly: true }))
    .filter((query) => !isCovered(query));
}

/** Where the objects of a kind are searched. */
interface SearchedPlaces {
  /** The list over all namespaces. */
  readonly list: Query;
  /** The namespaces to list. Absent if the objects have no namespace, or all namespaces are searched. */
  readonly namespaces?: readonly string[];
}

function planListsOfKind(entries: readonly RecordedObject[], snapshot: Snapshot): readonly Query[] {
  return listPlaces(entries).flatMap(({ list, namespaces }) => {
    if (namespaces === undefined) return [list];
    const namespaceLists = namespaces.map((namespace) => ({ ...list, namespace }));
    if (namespaces.length <= maxNamespaces) return namespaceLists;
    return couldNotBeRead(list, snapshot) ? [list, ...namespaceLists] : [list];
  });
}

/** The places of entries of one kind, empty for Secrets. The plan needs them again after every wave of requests. */
const listPlaces = computeOnce((entries: readonly RecordedObject[]): readonly SearchedPlaces[] => {
  const [first] = entries;
  if (first === undefined || isSecret(first.ref)) return [];
  const { group, kind } = first.ref;
  const knownKind = findKnownKind(first.ref);
  const recordedVersions = entries.map(({ ref }) => ref.version ?? "").filter((version) => version !== "");
  const versions = [...new Set([...recordedVersions, ...(knownKind?.versions ?? [])])];
  const namespaces = [...new Set(entries.flatMap(({ ref }) => ref.namespace ?? []))];
  const refsWithoutNamespace = entries.map(({ ref }) => ref).filter((ref) => ref.namespace === undefined);
  if (knownKind !== undefined) {
    const list = listQuery({ ...knownKind, versions });
    const areAllWanted = refsWithoutNamespace.some(({ name }) => name === "");
    return knownKind.namespaced && !areAllWanted ? [{ list, namespaces }] : [{ list }];
  }
  const list: Query = { verb: "list", group, kind, plural: "", versions, namespaced: true };
  if (refsWithoutNamespace.length === 0) return [{ list, namespaces }];
  // An unknown kind without a recorded namespace is taken for cluster-scoped.
  return [{ list: { ...list, namespaced: false } }, { list, namespaces }];
});

/** Whether the list of a kind over all namespaces was requested and could not be read. */
function couldNotBeRead(query: Query, { readings }: Snapshot): boolean {
  return readings.some(
    (reading) => isSameKind(reading.query, query) && reading.query.namespace === undefined && isUnread(reading),
  );
}
