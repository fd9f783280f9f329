import type { KubeObject } from "../../model/object.ts";
import type { Query, Snapshot } from "../../model/snapshot.ts";
import type { Index } from "../lookup.ts";
import type { Scope } from "../queries.ts";

/** What to read around any custom resource. */
export function around(_root: KubeObject, _index: Index, _snapshot: Snapshot, _scope: Scope): readonly Query[] {
  return [];
}
