import type { Condition } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { readConditions } from "../../parse/conditions.ts";
import { toList, toRecord, valueAt } from "../../parse/json-value.ts";
import { valuesAtPath } from "../../parse/value-paths.ts";

/** The lists of a status whose items have conditions of their own (Gateway API: Gateway, routes, policies). */
const nestedLists: readonly string[] = ["parents", "ancestors", "listeners"];

/** The conditions that stand one level deeper than usual, those of lists first, then those at the paths of a row. */
export function nestedConditions({ status, raw }: KubeObject, paths: readonly string[] = []): readonly Condition[] {
  const items = nestedLists.flatMap((name) => toList(valueAt(status, [name])));
  // Greenhouse's are those of the object itself.
  const fields = Object.entries(toRecord(status) ?? {}).filter(([name]) => name !== "statusConditions");
  return [
    ...[...items, ...fields.map(([, value]) => value)].map((item) => valueAt(item, ["conditions"])),
    ...paths.flatMap((path) => valuesAtPath(raw, path)),
  ].flatMap((list) => readConditions(list).conditions);
}
