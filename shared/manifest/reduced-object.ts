import { dropUnreadFields, isReducedObject } from "../aggregate/snapshot/unread-fields.ts";
import type { KubeObject } from "../model/object.ts";
import { type Fields, toRecord, valueAt } from "../parse/json-value.ts";

/**
 * A manifest as far as it can be compared with an object that was read. An object of a long list lacks fields that the
 * cluster has: they are dropped from the manifest, too, so that they are no difference.
 */
export function dropUnkeptFields(manifest: unknown, object: KubeObject | undefined): unknown {
  const fields = toRecord(manifest);
  if (fields === undefined || object === undefined || !isReducedObject(object)) return manifest;
  return dropUnreadFields(fields, object.ref);
}

/** Whether an object lacks the field at this path only because it is an object of a long list. Then its value is not known. */
export function isUnkeptField(object: KubeObject, path: readonly string[]): boolean {
  if (!isReducedObject(object) || valueAt(object.raw, ...path) !== undefined) return false;
  const manifest = path.reduceRight<unknown>((value, name) => ({ [name]: value }), true);
  return valueAt(dropUnreadFields(manifest as Fields, object.ref), ...path) === undefined;
}
