import type { Condition } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { readConditions } from "../../parse/conditions.ts";
import { toRecord, valueAt } from "../../parse/json-value.ts";
import { valuesAtPath } from "../../parse/value-paths.ts";

/**
 * The conditions that stand deeper than usual: of a field of the status, of the items of its lists (Gateway API:
 * listeners, parents, ancestors; OpenShift Route: ingress; ImageStream: tags) and of what it holds by name (Longhorn
 * Node: diskStatus), then those at the paths of a row.
 */
export function nestedConditions({ status, raw }: KubeObject, paths: readonly string[] = []): readonly Condition[] {
  // Greenhouse's are those of the object itself.
  const fields = Object.entries(toRecord(status) ?? {}).filter(([name]) => name !== "statusConditions");
  return [
    ...fields.flatMap(([, value]) => [value, ...holdings(value)]).map((item) => valueAt(item, ["conditions"])),
    ...paths.flatMap((path) => valuesAtPath(raw, path)),
  ].flatMap((list) => readConditions(list).conditions);
}

function holdings(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : Object.values(toRecord(value) ?? {});
}
