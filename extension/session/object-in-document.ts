import type { ManifestObject } from "../../shared/model/manifest/manifest.ts";
import { keyOf, type Ref } from "../../shared/model/object.ts";

/**
 * Returns the object that a document names; undefined where it names none. The version is omitted, because it is not
 * part of the object's identity.
 */
export function refOfManifestObject({ group, kind, namespace, name, state }: ManifestObject): Ref | undefined {
  if (name === undefined || state !== "named") return undefined;
  return { group, kind, name, ...(namespace !== undefined && { namespace }) };
}

/** Whether a document may be about `ref`. A document without a namespace matches every namespace. */
export function isAbout(object: ManifestObject, ref: Ref): boolean {
  const own = refOfManifestObject(object);
  return own !== undefined && keyOf({ ...ref, ...own }) === keyOf(ref);
}

/** Returns the object at an offset. Where one object ends and another begins, the second one counts. */
export function findObjectAt(objects: readonly ManifestObject[], offset: number): ManifestObject | undefined {
  return objects.findLast(({ whole }) => whole.start <= offset && offset <= whole.end);
}

/** Returns all entries that name the same object, in the order of the text. */
export function findSameNamed(objects: readonly ManifestObject[], written: Ref): readonly ManifestObject[] {
  return objects.filter((object) => {
    const own = refOfManifestObject(object);
    return own !== undefined && keyOf(own) === keyOf(written);
  });
}
