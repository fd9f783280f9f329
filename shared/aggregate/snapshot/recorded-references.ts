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

/**
 * The related objects of a status, in either of two shapes. One is `{apiVersion, kind, namespace?, name, uid?,
 * resourceVersion?}` (core/v1 ObjectReference: HyperConverged). The other is `{group, resource, namespace?, name}`
 * (OpenShift, config/v1 types_cluster_operator.go; its name may be empty). Never throws. The same status object gives
 * the same lists.
 */
export function readRecordedReferences({ status }: Pick<KubeObject, "status">): RecordedReferences {
  if (typeof status !== "object" || status === null) return noneRecorded;
  // Both the plan and the evaluation need the result, and there may be thousands of entries.
  const known = read.get(status) ?? parseRecordedReferences(valueAt(status, "relatedObjects"));
  read.set(status, known);
  return known;
}

const noneRecorded: RecordedReferences = { objects: [], unusable: 0, isOdd: false };

const read = new WeakMap<object, RecordedReferences>();

function parseRecordedReferences(field: unknown): RecordedReferences {
  const entries = toList(field);
  const objects = entries.flatMap((entry) => readRecordedObject(toRecord(entry)) ?? []);
  const isOdd = field !== undefined && field !== null && !Array.isArray(field);
  return { objects, unusable: entries.length - objects.length, isOdd };
}

/** Groups the entries by `group/kind`. */
export function groupRecordedByKind(
  objects: readonly RecordedObject[],
): ReadonlyMap<string, readonly RecordedObject[]> {
  const known = kinds.get(objects);
  if (known !== undefined) return known;
  const byKind = Map.groupBy(objects, ({ ref }) => `${ref.group}/${ref.kind}`);
  kinds.set(objects, byKind);
  return byKind;
}

const kinds = new WeakMap<readonly RecordedObject[], ReadonlyMap<string, readonly RecordedObject[]>>();

/** The entries that name one object, not all objects of a kind. */
export function listNamedEntries({ objects }: RecordedReferences): readonly RecordedObject[] {
  const known = named.get(objects);
  if (known !== undefined) return known;
  const some = objects.some(({ ref }) => ref.name === "") ? objects.filter(({ ref }) => ref.name !== "") : objects;
  named.set(objects, some);
  return some;
}

const named = new WeakMap<readonly RecordedObject[], readonly RecordedObject[]>();

function readRecordedObject(entry: Fields | undefined): RecordedObject | undefined {
  if (entry === undefined) return undefined;
  const fieldText = (field: string): string => (Object.hasOwn(entry, field) ? toText(entry[field]) : "");
  const kind = fieldText("kind");
  const resource = fieldText("resource");
  const name = fieldText("name");
  if (kind === "" ? resource === "" : name === "") return undefined;
  const namespace = fieldText("namespace");
  const place = namespace === "" ? { name } : { namespace, name };
  const versions = { uid: fieldText("uid"), resourceVersion: fieldText("resourceVersion") };
  if (kind !== "") return makeRecordedObject({ ...groupVersion(fieldText("apiVersion")), kind, ...place }, versions);
  const group = fieldText("group");
  const known = findKindOfResource(group, resource);
  return known === undefined
    ? { ...makeRecordedObject({ group, kind: resource, ...place }, versions), resource }
    : makeRecordedObject({ group, kind: known.kind, ...place }, versions);
}

function makeRecordedObject(ref: Ref, versions: Pick<RecordedObject, "uid" | "resourceVersion">): RecordedObject {
  return { ref, key: keyOf(ref), ...versions };
}
