import { type KubeObject, keyOf, type Ref } from "../../shared/model/object.ts";
import type { PlaceState } from "../places/place-state.ts";

/** Returns the whole object as it was last read: by itself, or among the objects of a Report. */
export function findReadObject({ objects, snapshot, namedSnapshot }: PlaceState, ref: Ref): KubeObject | undefined {
  const key = keyOf(ref);
  const alone = objects?.get(key);
  if (alone !== undefined) return alone.outcome === "found" ? alone.objects[0] : undefined;
  for (const some of [snapshot, namedSnapshot]) {
    for (const reading of some?.readings ?? []) {
      // A metadata-only reading shows only that the object exists.
      if (reading.outcome !== "found" || reading.query.metadataOnly || reading.query.kind !== ref.kind) continue;
      const found = reading.objects.find((object) => keyOf(object.ref) === key);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
