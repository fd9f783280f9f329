import type { Related } from "../model/report.ts";
import type { RecordedObject } from "./hco/state.ts";
import type { Index } from "./lookup.ts";

/** Every entry of status.relatedObjects beside what was read anyway, in the CR's order; what nobody read is `unread`. */
export function relatedObjects(recorded: readonly RecordedObject[], index: Index): readonly Related[] {
  return recorded.map(({ ref, uid, resourceVersion }): Related => {
    const lookup = index.trace(ref);
    const entry = { ref, recorded: { uid, resourceVersion } };
    if (lookup.outcome !== "found") {
      return { ...entry, state: lookup.outcome === "absent" ? "gone" : lookup.outcome };
    }
    const current = { uid: lookup.object.uid, resourceVersion: lookup.object.resourceVersion };
    if (uid !== "" && current.uid !== "" && uid !== current.uid) return { ...entry, current, state: "replaced" };
    return { ...entry, current, state: resourceVersion === current.resourceVersion ? "same" : "changed" };
  });
}
