import { keyOf, type Ref } from "../shared/model/object.ts";
import type { Query, Reading } from "../shared/model/snapshot.ts";

/** The question for one whole object; what the API calls its kind is found out by whoever asks. */
export function queryFor({ group, version, kind, namespace, name }: Ref): Query {
  const versions = version === undefined ? [] : [version];
  const place = namespace === undefined ? { namespaced: false } : { namespaced: true, namespace };
  return { verb: "get", group, kind, plural: "", versions, name, ...place };
}

/** The answer to such a question, by keyOf of its object. */
export function withKey(reading: Reading): readonly [string, Reading] {
  const { group, kind, namespace, name = "" } = reading.query;
  return [keyOf({ group, kind, name, ...(namespace !== undefined && { namespace }) }), reading];
}
