import type { Condition } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { readConditions } from "../../parse/conditions.ts";
import { toList, toRecord, valueAt } from "../../parse/json-value.ts";

/** The lists of a status whose items have conditions of their own (Gateway API: Gateway, routes, policies). */
const nestedLists: readonly string[] = ["parents", "ancestors", "listeners"];

/** The conditions that stand one level deeper than usual, those of lists first. */
export function nestedConditions({ status }: KubeObject): readonly Condition[] {
  const items = nestedLists.flatMap((name) => toList(valueAt(status, [name])));
  // Greenhouse's are those of the object itself.
  const fields = Object.entries(toRecord(status) ?? {}).filter(([name]) => name !== "statusConditions");
  return [...items, ...fields.map(([, value]) => value)].flatMap(
    (item) => readConditions(valueAt(item, ["conditions"])).conditions,
  );
}
