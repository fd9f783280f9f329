import type { ManifestObject } from "../shared/model/manifest.ts";
import { keyOf, type Ref } from "../shared/model/object.ts";

/** The object that a document names, without its version, which is no part of who it is; undefined where it names none. */
export function writtenRef({ group, kind, namespace, name, state }: ManifestObject): Ref | undefined {
  if (name === undefined || state !== "named") return undefined;
  return { group, kind, name, ...(namespace !== undefined && { namespace }) };
}

/** Whether a document may be about `ref`: one without a namespace may be of any. */
export function isAbout(object: ManifestObject, ref: Ref): boolean {
  const own = writtenRef(object);
  return own !== undefined && keyOf({ ...ref, ...own }) === keyOf(ref);
}

/** The object of a document that an offset lies in: where one ends and another begins, the one that begins. */
export function objectAt(objects: readonly ManifestObject[], offset: number): ManifestObject | undefined {
  return objects.findLast(({ whole }) => whole.start <= offset && offset <= whole.end);
}

/** All that name the very same object, in the order of the text. */
export function twinsOf(objects: readonly ManifestObject[], written: Ref): readonly ManifestObject[] {
  return objects.filter((object) => {
    const own = writtenRef(object);
    return own !== undefined && keyOf(own) === keyOf(written);
  });
}
