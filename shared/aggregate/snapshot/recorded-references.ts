import { computeOnce } from "../../model/compute-once.ts";
import { kindKey } from "../../model/kind.ts";
import { groupVersion, type KubeObject, keyOf, type Ref } from "../../model/object.ts";
import { type Fields, toList, toRecord, toText, valueAt } from "../../parse/json-value.ts";
import { findKindOfResource } from "./known-kind.ts";

/**
 * One entry of status.relatedObjects as the operator wrote it. An empty name stands for all objects of the kind in the
 * namespace.
 */
export interface RecordedObject {
  /** The object. Where the entry names a resource that no table has, the resource stands in place of the kind. */
  readonly ref: Ref;
  /** The {@link keyOf} of `ref`. */
  readonly key: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** The plural, where the entry names a resource and no table has its kind. */
  readonly resource?: string;
}

/** The result of reading status.relatedObjects, tolerant of malformed entries. */
export interface RecordedReferences {
  /** In the order of the field. A repeated entry is repeated here. */
  readonly objects: readonly RecordedObject[];
  /** Entries that name no object. */
  readonly unusable: number;
  /** The field has a value that is not a list. */
  readonly isOdd: boolean;
}

const noReferences: RecordedReferences = { objects: [], unusable: 0, isOdd: false };

/**
 * The related objects of a status, from entries of two shapes. It never throws. One status object always has the same lists.
 * - `{apiVersion, kind, namespace?, name, uid?, resourceVersion?}` (core/v1 ObjectReference, as in HyperConverged)
 * - `{group, resource, namespace?, name}`, where the name may be empty (OpenShift, config/v1 types_cluster_operator.go)
 */
export function readRecordedReferences({ status }: Pick<KubeObject, "status">): RecordedReferences {
  if (typeof status !== "object" || status === null) return noReferences;
  return parseRelatedObjects(status);
}

/** Both the plan and the evaluation need the result, and there may be thousands of entries. */
const parseRelatedObjects = computeOnce((status: object) => parseRecordedReferences(valueAt(status, "relatedObjects")));

/** Groups the entries by `group/kind`. */
export const groupRecordedByKind: (
  objects: readonly RecordedObject[],
) => ReadonlyMap<string, readonly RecordedObject[]> = computeOnce((objects) =>
  Map.groupBy(objects, ({ ref }) => kindKey(ref)),
);

/** The entries that name one object, not all objects of a kind. */
export function listNamedEntries({ objects }: RecordedReferences): readonly RecordedObject[] {
  return dropNameless(objects);
}

const dropNameless = computeOnce((objects: readonly RecordedObject[]) => {
  const namedEntries = objects.filter(({ ref }) => ref.name !== "");
  return namedEntries.length === objects.length ? objects : namedEntries;
});

function parseRecordedReferences(field: unknown): RecordedReferences {
  const entries = toList(field);
  const objects = entries.map((entry) => readRecordedObject(toRecord(entry))).filter((object) => object !== undefined);
  const isOdd = field !== undefined && field !== null && !Array.isArray(field);
  return { objects, unusable: entries.length - objects.length, isOdd };
}

/**
 * The object that an entry names. Undefined if it has neither a kind nor a resource, or a kind and no name. An entry with a
 * resource may have no name: it stands for all objects.
 */
function readRecordedObject(entry: Fields | undefined): RecordedObject | undefined {
  if (entry === undefined) return undefined;
  const readText = (field: string): string => (Object.hasOwn(entry, field) ? toText(entry[field]) : "");
  const kind = readText("kind");
  const resource = readText("resource");
  const name = readText("name");
  const namespace = readText("namespace");
  const namespaceAndName = namespace === "" ? { name } : { namespace, name };
  const versions = { uid: readText("uid"), resourceVersion: readText("resourceVersion") };
  if (kind !== "") {
    if (name === "") return undefined;
    const ref = { ...groupVersion(readText("apiVersion")), kind, ...namespaceAndName };
    return { ref, key: keyOf(ref), ...versions };
  }
  if (resource === "") return undefined;
  const group = readText("group");
  const knownKind = findKindOfResource(group, resource);
  const ref = { group, kind: knownKind?.kind ?? resource, ...namespaceAndName };
  const recorded = { ref, key: keyOf(ref), ...versions };
  return knownKind === undefined ? { ...recorded, resource } : recorded;
}
