import { keyOf, type Ref } from "../../shared/model/object.ts";
import type { Query, Reading } from "../../shared/model/snapshot.ts";

/** Returns the query for one whole object. The reader of the query looks up the plural name of the kind. */
export function queryFor({ group, version, kind, namespace, name }: Ref): Query {
  const versions = version === undefined ? [] : [version];
  const place = namespace === undefined ? { namespaced: false } : { namespaced: true, namespace };
  return { verb: "get", group, kind, plural: "", versions, name, ...place };
}

/** Returns the reading of such a query with the `keyOf` of its object. */
export function withKey(reading: Reading): readonly [string, Reading] {
  const { group, kind, namespace, name = "" } = reading.query;
  return [keyOf({ group, kind, name, ...(namespace !== undefined && { namespace }) }), reading];
}
