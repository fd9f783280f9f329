import type { RequestedKind } from "../aggregate/snapshot/queries.ts";
import { keyOf } from "../model/object.ts";

/** One object to read by name. */
export interface RequestedObject extends RequestedKind {
  readonly name: string;
  /** Absent: the document names none, or the kind is cluster-scoped. */
  readonly namespace?: string;
}

/** The key of an object to read in a map. */
export function requestKey({ kind: { group, kind }, ...request }: RequestedObject): string {
  return keyOf({ ...request, group, kind });
}
