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
 */
export function recordedIn({ status }: Pick<KubeObject, "status">): Recorded {
  const field = at(status, ["relatedObjects"]);
  const entries = list(field);
  const objects = entries.flatMap((entry) => recordedObject(entry) ?? []);
  const isOdd = field !== undefined && field !== null && !Array.isArray(field);
  return { objects, unusable: entries.length - objects.length, isOdd };
}

function recordedObject(entry: unknown): RecordedObject | undefined {
  const word = (key: string): string => text(at(entry, [key]));
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
