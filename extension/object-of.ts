import { type KubeObject, keyOf, type Ref } from "../shared/model/object.ts";
import type { Shown } from "./shown.ts";

/** The object as it was read last, whole: read by itself, or among all that a Report is made of. */
export function objectOf({ objects, snapshot, namedSnapshot }: Shown, ref: Ref): KubeObject | undefined {
  const key = keyOf(ref);
  const alone = objects?.get(key);
  if (alone !== undefined) return alone.outcome === "found" ? alone.objects[0] : undefined;
  for (const some of [snapshot, namedSnapshot]) {
    for (const reading of some?.readings ?? []) {
      // Of what was asked for without its body there is no more than that it is there.
      if (reading.outcome !== "found" || reading.query.metadataOnly || reading.query.kind !== ref.kind) continue;
      const found = reading.objects.find((object) => keyOf(object.ref) === key);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
