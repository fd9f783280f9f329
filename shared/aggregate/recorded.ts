import { groupVersion, type KubeObject, type Ref } from "../model/object.ts";
import { at, list, record, text } from "../parse/value.ts";
import { kindOfResource } from "./kinds.ts";

/** One entry of status.relatedObjects as the operator wrote it; an empty name stands for all objects of the kind there. */
export interface RecordedObject {
  /** Where the entry says a resource that no table of ours knows, that stands in the kind's place. */
  readonly ref: Ref;
  readonly uid: string;
  readonly resourceVersion: string;
  /** The resource by its plural, where the entry names it so and no table knows its kind. */
  readonly resource?: string;
}

/** status.relatedObjects read tolerantly. */
export interface Recorded {
  /** In the order of the field; an entry twice is there twice. */
  readonly objects: readonly RecordedObject[];
  /** Entries that name no object. */
  readonly unusable: number;
  /** There is something, and it is no list. */
  readonly isOdd: boolean;
}

/**
 * Both shapes: `{apiVersion, kind, namespace?, name, uid?, resourceVersion?}` (core/v1 ObjectReference: HyperConverged) and
 * `{group, resource, namespace?, name}` (OpenShift, config/v1 types_cluster_operator.go; its name may be empty). Never throws.
 * The very same status gives the very same lists.
 */
export function recordedIn({ status }: Pick<KubeObject, "status">): Recorded {
  // The plan asks for it and so does the judgement, and there may be thousands of entries.
  return read.get(status as object) ?? keepRecorded(status, recordedFrom(at(status, ["relatedObjects"])));
}

const read = new WeakMap<object, Recorded>();

/** What is read in a status that holds nothing else, for whoever has read it in another way. */
export function keepRecorded(status: KubeObject["status"], recorded: Recorded): Recorded {
  if (typeof status === "object" && status !== null) read.set(status, recorded);
  return recorded;
}

/** The field itself, read. */
export function recordedFrom(field: unknown): Recorded {
  const entries = list(field);
  const objects = entries.flatMap((entry) => recordedObject(entry) ?? []);
  const isOdd = field !== undefined && field !== null && !Array.isArray(field);
  return { objects, unusable: entries.length - objects.length, isOdd };
}

/** Of an entry nothing else is read. */
export type RecordedWord =
  | "name"
  | "resourceVersion"
  | "uid"
  | "kind"
  | "apiVersion"
  | "namespace"
  | "resource"
  | "group";

/** Entries by `group/kind`. */
export function recordedKinds(objects: readonly RecordedObject[]): ReadonlyMap<string, readonly RecordedObject[]> {
  const known = kinds.get(objects);
  if (known !== undefined) return known;
  const byKind = Map.groupBy(objects, ({ ref }) => `${ref.group}/${ref.kind}`);
  kinds.set(objects, byKind);
  return byKind;
}

const kinds = new WeakMap<readonly RecordedObject[], ReadonlyMap<string, readonly RecordedObject[]>>();

/** Entries that stand for one object, and not for all of a kind. */
export function namedObjects({ objects }: Recorded): readonly RecordedObject[] {
  const known = named.get(objects);
  if (known !== undefined) return known;
  const some = objects.some(({ ref }) => ref.name === "") ? objects.filter(({ ref }) => ref.name !== "") : objects;
  named.set(objects, some);
  return some;
}

const named = new WeakMap<readonly RecordedObject[], readonly RecordedObject[]>();

function recordedObject(entry: unknown): RecordedObject | undefined {
  const word = (key: RecordedWord): string => text(at(entry, [key]));
  const [kind, resource, name, namespace] = [word("kind"), word("resource"), word("name"), word("namespace")];
  if (record(entry) === undefined || (kind === "" && resource === "") || (kind !== "" && name === "")) return undefined;
  const place = { ...(namespace === "" ? {} : { namespace }), name };
  const versions = { uid: word("uid"), resourceVersion: word("resourceVersion") };
  if (kind !== "") return { ref: { ...groupVersion(word("apiVersion")), kind, ...place }, ...versions };
  const group = word("group");
  const known = kindOfResource(group, resource);
  return known === undefined
    ? { ref: { group, kind: resource, ...place }, ...versions, resource }
    : { ref: { group, kind: known.kind, ...place }, ...versions };
}
